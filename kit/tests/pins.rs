//! Pins by their numbers, typed a second time from the parts' data sheets.

mod common;

use std::collections::BTreeMap;

use common::{boards, rows};
use kahuna_boards::{Board, Microcontroller, Wiring};
use kahuna_kit::nets::{self, input};
use kahuna_kit::pinout::{self, Side};

/// The Pico's pads, from its data sheet (also the Pico W's).
const PICO: [(u8, &str); 40] = [
    (1, "GP0"),
    (2, "GP1"),
    (3, "GND"),
    (4, "GP2"),
    (5, "GP3"),
    (6, "GP4"),
    (7, "GP5"),
    (8, "GND"),
    (9, "GP6"),
    (10, "GP7"),
    (11, "GP8"),
    (12, "GP9"),
    (13, "GND"),
    (14, "GP10"),
    (15, "GP11"),
    (16, "GP12"),
    (17, "GP13"),
    (18, "GND"),
    (19, "GP14"),
    (20, "GP15"),
    (21, "GP16"),
    (22, "GP17"),
    (23, "GND"),
    (24, "GP18"),
    (25, "GP19"),
    (26, "GP20"),
    (27, "GP21"),
    (28, "GND"),
    (29, "GP22"),
    (30, "RUN"),
    (31, "GP26"),
    (32, "GP27"),
    (33, "AGND"),
    (34, "GP28"),
    (35, "ADC_VREF"),
    (36, "3V3"),
    (37, "3V3_EN"),
    (38, "GND"),
    (39, "VSYS"),
    (40, "VBUS"),
];

/// The Zero's pads from the top down, its socket up; those of its lower edge end the right side.
const ZERO_LEFT: [&str; 9] = ["5V", "GND", "3V3", "GP29", "GP28", "GP27", "GP26", "GP15", "GP14"];
const ZERO_RIGHT: [&str; 14] =
    ["GP0", "GP1", "GP2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8", "GP9", "GP10", "GP11", "GP12", "GP13"];

/// The inputs of a 74HC165.
const INPUTS: [(char, u8); 8] =
    [('A', 11), ('B', 12), ('C', 13), ('D', 14), ('E', 3), ('F', 4), ('G', 5), ('H', 6)];

/// The net of every pin of the net list.
fn by_pin(board: &Board) -> BTreeMap<String, String> {
    let mut nets = BTreeMap::new();
    for row in rows(&nets::table(board)) {
        for pin in row[3].split(' ') {
            nets.insert(pin.to_owned(), row[0].clone());
        }
    }
    nets
}

#[track_caller]
fn is_on(nets: &BTreeMap<String, String>, pin: &str, net: &str) {
    assert_eq!(nets.get(pin).map(String::as_str), Some(net), "{pin}");
}

#[test]
fn the_picos_pads_are_those_of_its_data_sheet() {
    for pico in [Microcontroller::Pico, Microcontroller::PicoW] {
        let pads: Vec<_> = pinout::pads(pico).into_iter().map(|pad| (pad.number, pad.name)).collect();
        assert_eq!(pads, PICO);
        let numbers = |side| pinout::down(pico, side).into_iter().map(|pad| pad.number).collect::<Vec<_>>();
        assert_eq!(numbers(Side::Left), (1..=20).collect::<Vec<_>>());
        assert_eq!(numbers(Side::Right), (21..=40).rev().collect::<Vec<_>>());
    }
}

#[test]
fn the_zeros_pads_are_where_they_are_printed() {
    let names = |side| -> Vec<_> {
        pinout::down(Microcontroller::Zero, side).into_iter().map(|pad| pad.name).collect()
    };
    assert_eq!(names(Side::Left), ZERO_LEFT);
    assert_eq!(names(Side::Right), ZERO_RIGHT);
}

#[test]
fn the_controllers_power_and_data_are_on_the_pads_that_the_list_names() {
    for board in boards() {
        let nets = by_pin(&board);
        let expected: &[(&str, &str)] = match board.name.as_str() {
            "pico-matrix" => &[
                ("U1.40(VBUS)", "USB5V"),
                ("U1.38(GND)", "GND"),
                ("U1.29(GP22)", "LIGHTS"),
                ("U1.4(GP2)", "COL0"),
                ("U1.10(GP7)", "COL5"),
                ("U1.11(GP8)", "ROW0"),
                ("U1.17(GP13)", "ROW5"),
            ],
            "pico-shift" => &[
                ("U1.40(VBUS)", "USB5V"),
                ("U1.38(GND)", "GND"),
                ("U1.36(3V3)", "+3V3"),
                ("U1.29(GP22)", "LIGHTS"),
                ("U1.4(GP2)", "LOAD"),
                ("U1.5(GP3)", "CLOCK"),
                ("U1.6(GP4)", "DATA"),
            ],
            "zero-matrix" => &[
                ("U1.23(5V)", "USB5V"),
                ("U1.22(GND)", "GND"),
                ("U1.15(GP14)", "LIGHTS"),
                ("U1.1(GP0)", "COL0"),
                ("U1.7(GP6)", "COL6"),
                ("U1.8(GP7)", "ROW0"),
                ("U1.12(GP11)", "ROW4"),
            ],
            _ => continue,
        };
        for (pin, net) in expected {
            is_on(&nets, pin, net);
        }
    }
}

#[test]
fn the_supply_goes_through_the_fuse_and_the_capacitor_the_right_way_round() {
    for board in boards() {
        let nets = by_pin(&board);
        for (pin, net) in [
            ("F1.1", "USB5V"),
            ("F1.2", "+5V"),
            ("C1.+", "+5V"),
            ("C1.-", "GND"),
            ("C2.1", "+5V"),
            ("C2.2", "GND"),
            ("R1.1", "LIGHTS5V"),
            ("R1.2", "DATA1"),
            ("LED1.DIN", "DATA1"),
            ("LED1.DOUT", "DATA2"),
        ] {
            is_on(&nets, pin, net);
        }
    }
}

#[test]
fn the_first_buffer_of_the_74ahct125_works_and_the_others_are_off() {
    for board in boards() {
        let nets = by_pin(&board);
        for (pin, net) in [
            (1, "GND"),
            (2, "LIGHTS"),
            (3, "LIGHTS5V"),
            (4, "+5V"),
            (5, "GND"),
            (7, "GND"),
            (9, "GND"),
            (10, "+5V"),
            (12, "GND"),
            (13, "+5V"),
            (14, "+5V"),
        ] {
            is_on(&nets, &format!("U2.{pin}"), net);
        }
        for output in [6, 8, 11] {
            assert!(!nets.contains_key(&format!("U2.{output}")));
        }
    }
}

#[test]
fn every_74hc165_has_its_supply_clock_and_chain_on_its_pins() {
    let mut seen = 0;
    for board in boards() {
        let Wiring::Shift(shift) = &board.wiring else { continue };
        let nets = by_pin(&board);
        for index in 0..shift.registers {
            seen += 1;
            let own = if index == 0 { "DATA".to_owned() } else { format!("CHAIN{index}") };
            let last = index + 1 == shift.registers;
            let before = if last { "+3V3".to_owned() } else { format!("CHAIN{}", index + 1) };
            for (pin, net) in [
                (1, "LOAD"),
                (2, "CLOCK"),
                (8, "GND"),
                (9, own.as_str()),
                (10, before.as_str()),
                (15, "GND"),
                (16, "+3V3"),
            ] {
                is_on(&nets, &format!("U{}.{pin}", index + 3), net);
            }
            // The complementary output stays free.
            assert!(!nets.contains_key(&format!("U{}.7", index + 3)));
            is_on(&nets, &format!("RN{}.1", index + 1), "+3V3");
            is_on(&nets, &format!("C{}.1", index + 3), "+3V3");
            is_on(&nets, &format!("C{}.2", index + 3), "GND");
        }
    }
    assert!(seen >= 5);
}

#[test]
fn a_bit_of_the_chain_is_the_input_that_the_data_sheet_numbers() {
    for bit in 0..40 {
        let input = input(bit);
        // H is shifted out first; the network's pins 2 to 9 go to A to H.
        let (letter, pin) = INPUTS[7 - bit % 8];
        assert_eq!((input.register, input.letter, input.pin), (bit / 8, letter, pin));
        assert_eq!(usize::from(input.network_pin), 9 - bit % 8);
    }
    // A contact, pin by pin: the first line, and the last one's register.
    let nets = by_pin(&boards().into_iter().find(|board| board.name == "pico-shift").unwrap());
    for (pin, net) in [
        ("U3.6", "IN-K1"),
        ("RN1.9", "IN-K1"),
        ("K1.1", "IN-K1"),
        ("K1.2", "GND"),
        ("U3.11", "IN-K8"),
        ("RN1.2", "IN-K8"),
        ("U6.4", "IN-K27"),
        ("U6.3", "+3V3"),
        ("U7.6", "IN-S1"),
        ("U7.12", "IN-S7"),
        ("U7.11", "+3V3"),
    ] {
        is_on(&nets, pin, net);
    }
}

#[test]
fn a_diode_lets_the_current_into_the_row() {
    let nets = by_pin(&boards().into_iter().find(|board| board.name == "pico-matrix").unwrap());
    for (pin, net) in [
        ("K1.1", "COL0"),
        ("K1.2", "K1-D1"),
        ("D1.anode", "K1-D1"),
        ("D1.cathode", "ROW0"),
        ("S7.1", "COL5"),
        ("D34.cathode", "ROW3"),
    ] {
        is_on(&nets, pin, net);
    }
}
