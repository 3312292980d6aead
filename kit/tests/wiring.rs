//! The wiring diagram, the net list and the parts list, read back and checked against the description.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{boards, marks, rows};
use kahuna_boards::{Board, Contact, Wiring};
use kahuna_kit::boxes::{self, overlap};
use kahuna_kit::nets::{self, input};
use kahuna_kit::{parts, pinout, reference, schematic, svg};

/// The net list as it is written: net, and the pins on it.
fn list(board: &Board) -> BTreeMap<String, Vec<String>> {
    let mut list = BTreeMap::new();
    for row in rows(&nets::table(board)) {
        let pins = row[3].split(' ').map(|pin| pin.split('(').next().unwrap().to_owned()).collect();
        assert!(list.insert(row[0].clone(), pins).is_none(), "{} is there twice", row[0]);
    }
    list
}

/// The net that a pin is on.
fn net_of(list: &BTreeMap<String, Vec<String>>, pin: &str) -> String {
    let on: Vec<_> = list.iter().filter(|(_, pins)| pins.iter().any(|other| other == pin)).collect();
    assert_eq!(on.len(), 1, "{pin} is on {} nets", on.len());
    on[0].0.clone()
}

#[test]
fn no_pin_is_on_two_nets_and_no_net_ends_nowhere() {
    for board in boards() {
        let mut seen = BTreeSet::new();
        for (net, pins) in list(&board) {
            assert!(pins.len() >= 2, "{}: {net} has only {pins:?}", board.name);
            for pin in pins {
                assert!(seen.insert(pin.clone()), "{}: {pin} is on two nets", board.name);
            }
        }
    }
}

#[test]
fn every_contact_is_wired_to_the_pins_that_the_firmware_reads() {
    for board in boards() {
        let list = list(&board);
        let pad = |pin: u8| format!("U1.{}", pinout::pad(board.microcontroller, pin).unwrap().number);
        for contact in Contact::all() {
            let switch = reference::contact(contact);
            match &board.wiring {
                Wiring::Matrix(matrix) => {
                    let (place, diode) = (matrix.places[contact.index()], reference::diode(contact));
                    assert_eq!(
                        net_of(&list, &format!("{switch}.1")),
                        net_of(&list, &pad(matrix.columns[place.column]))
                    );
                    assert_eq!(
                        net_of(&list, &format!("{switch}.2")),
                        net_of(&list, &format!("{diode}.anode"))
                    );
                    assert_eq!(
                        net_of(&list, &format!("{diode}.cathode")),
                        net_of(&list, &pad(matrix.rows[place.row]))
                    );
                }
                Wiring::Shift(shift) => {
                    let input = input(shift.bits[contact.index()]);
                    let register = reference::register(input.register);
                    assert_eq!(
                        net_of(&list, &format!("{switch}.1")),
                        net_of(&list, &format!("{register}.{}", input.pin))
                    );
                    let network = format!("{}.{}", reference::network(input.register), input.network_pin);
                    assert_eq!(net_of(&list, &format!("{switch}.1")), net_of(&list, &network));
                    assert_eq!(net_of(&list, &format!("{switch}.2")), "GND");
                }
            }
        }
    }
}

#[test]
fn the_registers_are_chained_so_that_bit_0_is_input_h_of_the_nearest() {
    for board in boards() {
        let Wiring::Shift(shift) = &board.wiring else { continue };
        let list = list(&board);
        let pad = |pin: u8| format!("U1.{}", pinout::pad(board.microcontroller, pin).unwrap().number);
        // Reads the wires as the chip would: what arrives after so many clocks?
        for bit in 0..shift.registers * 8 {
            let (mut register, mut serial) = (0, net_of(&list, &pad(shift.data)));
            for _ in 0..bit / 8 {
                assert_eq!(serial, net_of(&list, &format!("{}.9", reference::register(register))));
                serial = net_of(&list, &format!("{}.10", reference::register(register)));
                register += 1;
            }
            assert_eq!(serial, net_of(&list, &format!("{}.9", reference::register(register))));
            assert_eq!(input(bit).register, register);
            let letters: Vec<_> = ('A'..='H').rev().collect();
            assert_eq!(input(bit).letter, letters[bit % 8]);
        }
        for index in 0..shift.registers {
            let register = reference::register(index);
            assert_eq!(net_of(&list, &format!("{register}.1")), net_of(&list, &pad(shift.load)));
            assert_eq!(net_of(&list, &format!("{register}.2")), net_of(&list, &pad(shift.clock)));
            // All sixteen pins are wired but the complementary output, 7.
            for pin in (1..=16).filter(|pin| *pin != 7) {
                net_of(&list, &format!("{register}.{pin}"));
            }
        }
    }
}

#[test]
fn the_lights_are_chained_in_the_described_order_behind_buffer_and_resistor() {
    for board in boards() {
        let list = list(&board);
        let pad = format!("U1.{}", pinout::pad(board.microcontroller, board.light_pin).unwrap().number);
        assert_eq!(net_of(&list, &pad), net_of(&list, "U2.2"));
        assert_eq!(net_of(&list, "U2.3"), net_of(&list, "R1.1"));
        let mut from = "R1.2".to_owned();
        for index in 0..board.lights.len() {
            let light = reference::light(index);
            assert_eq!(net_of(&list, &from), net_of(&list, &format!("{light}.DIN")));
            assert_eq!(net_of(&list, &format!("{light}.5V")), "+5V");
            assert_eq!(net_of(&list, &format!("{light}.GND")), "GND");
            from = format!("{light}.DOUT");
        }
        // Every pin of the buffer but the outputs that are off.
        for pin in (1..=14).filter(|pin| ![6, 8, 11].contains(pin)) {
            net_of(&list, &format!("U2.{pin}"));
        }
    }
}

#[test]
fn the_diagram_shows_every_pad_contact_and_light_of_the_description_once() {
    for board in boards() {
        let text = svg::write(&schematic::draw(&board));
        let svg = roxmltree::Document::parse(&text).unwrap();
        let names =
            |kind: &str| -> Vec<String> { marks(&svg, kind).into_iter().map(|(name, _)| name).collect() };

        let mut pads = names("pad");
        pads.sort();
        let mut wired: Vec<_> = list(&board)
            .into_iter()
            .flat_map(|(net, pins)| {
                let own = pins.into_iter().filter_map(|pin| pin.strip_prefix("U1.").map(str::to_owned));
                own.map(|pad| format!("{pad}={net}")).collect::<Vec<_>>()
            })
            .collect();
        wired.sort();
        assert_eq!(pads, wired);

        let mut contacts = names("contact");
        contacts.sort();
        let mut described: Vec<_> = Contact::all()
            .map(|contact| match &board.wiring {
                Wiring::Matrix(matrix) => {
                    let place = matrix.places[contact.index()];
                    format!("{contact}=COL{}/ROW{}", place.column, place.row)
                }
                Wiring::Shift(shift) => format!("{contact}={}", shift.bits[contact.index()]),
            })
            .collect();
        described.sort();
        assert_eq!(contacts, described);

        let order: Vec<_> =
            (1..).zip(&board.lights).map(|(number, light)| format!("{number}={}", light.name())).collect();
        assert_eq!(names("light"), order);

        // Every flag names a net, and every net that leaves its part has a flag or a line.
        let list = list(&board);
        for flag in names("flag") {
            assert!(list.contains_key(&flag), "{flag} is no net");
        }
        let shown: BTreeSet<_> = names("flag").into_iter().chain(names("net")).collect();
        for net in list
            .keys()
            .filter(|net| !net.starts_with('K') && !net.starts_with('S') && !net.starts_with("IN-"))
        {
            assert!(shown.contains(net), "{}: {net} is not on the diagram", board.name);
        }
    }
}

#[test]
fn no_words_on_the_diagram_cover_others_or_leave_the_sheet() {
    for board in boards() {
        let drawing = schematic::draw(&board);
        let texts: Vec<_> = drawing.texts().collect();
        for (index, text) in texts.iter().enumerate() {
            assert!(boxes::within(&text.corners(), drawing.width, drawing.height), "{}", text.words);
            for other in &texts[..index] {
                assert!(
                    !overlap(&text.corners(), &other.corners()),
                    "{}: {} and {}",
                    board.name,
                    text.words,
                    other.words
                );
            }
        }
    }
}

#[test]
fn the_parts_list_has_every_part_of_the_net_list_once_and_no_other() {
    for board in boards() {
        let wired: BTreeSet<_> = list(&board)
            .into_values()
            .flatten()
            .map(|pin| pin.split('.').next().unwrap().to_owned())
            .collect();
        let mut listed = BTreeSet::new();
        for part in parts::parts(&board) {
            if !part.references.is_empty() {
                assert_eq!(part.count, part.references.len());
            }
            for reference in part.references {
                assert!(listed.insert(reference.clone()), "{reference} is listed twice");
            }
        }
        assert_eq!(listed, wired, "{}", board.name);
        for text in [parts::markdown(&board), parts::csv(&board)] {
            let plug = if board.name.starts_with("pico") { "micro-USB" } else { "USB-C" };
            for word in [
                "wire 0.25 mm²",
                plug,
                "74AHCT125",
                "330 Ω",
                "1000 µF",
                "100 nF",
                "WS2812B",
                "magnet",
                board.reed.part.as_str(),
            ] {
                assert!(text.contains(word), "{}: {word}", board.name);
            }
        }
    }
}
