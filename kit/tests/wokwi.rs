//! The diagram for Wokwi: well formed, and its gates do what the diodes do.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::boards;
use kahuna_boards::{Board, Contact, Wiring};
use kahuna_kit::wokwi;
use serde_json::Value;

/// A diagram's parts by name, and its wires.
struct Diagram {
    parts: BTreeMap<String, String>,
    wires: Vec<(String, String)>,
}

fn diagram(board: &Board) -> Option<Diagram> {
    let json: Value = serde_json::from_str(&wokwi::diagram(board).ok()?).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut parts = BTreeMap::new();
    for part in json["parts"].as_array().unwrap() {
        assert!(
            parts.insert(text(&part["id"]), text(&part["type"])).is_none(),
            "{} is there twice",
            part["id"]
        );
    }
    let wires = json["connections"].as_array().unwrap().iter();
    Some(Diagram { parts, wires: wires.map(|wire| (text(&wire[0]), text(&wire[1]))).collect() })
}

/// Whether Wokwi's part of a type has a pin.
fn has_pin(kind: &str, pin: &str) -> bool {
    match kind {
        "wokwi-pi-pico" => {
            let number = pin.strip_prefix("GP").and_then(|number| number.parse::<u8>().ok());
            number.is_some_and(|number| number <= 22 || (26..=28).contains(&number))
                || ["VBUS", "3V3", "GND.1", "GND.8"].contains(&pin)
        }
        "wokwi-neopixel" => ["VDD", "VSS", "DIN", "DOUT"].contains(&pin),
        "wokwi-slide-switch" => ["1", "2", "3"].contains(&pin),
        "wokwi-pushbutton" => ["1.l", "1.r", "2.l", "2.r"].contains(&pin),
        "wokwi-resistor" => ["1", "2"].contains(&pin),
        "wokwi-gate-and-2" | "wokwi-gate-or-2" => ["A", "B", "OUT"].contains(&pin),
        _ => false,
    }
}

#[test]
fn every_wire_goes_from_a_pin_to_a_pin() {
    let mut drawn = 0;
    for diagram in boards().iter().filter_map(diagram) {
        drawn += 1;
        let mut seen = BTreeSet::new();
        for (from, to) in &diagram.wires {
            assert!(seen.insert((from, to)), "{from} to {to} is there twice");
            for end in [from, to] {
                let (part, pin) = end.split_once(':').unwrap();
                assert!(has_pin(&diagram.parts[part], pin), "{end}");
            }
        }
    }
    assert!(drawn > 0);
}

/// Whether a pin is high while a column is driven and some contacts are closed.
fn is_high(diagram: &Diagram, pin: &str, column: u8, closed: &[Contact]) -> bool {
    let (part, end) = pin.split_once(':').unwrap();
    let input = |pin: String| {
        let driver =
            diagram.wires.iter().find(|(_, to)| *to == pin).unwrap_or_else(|| panic!("{pin} floats"));
        is_high(diagram, &driver.0, column, closed)
    };
    match diagram.parts[part].as_str() {
        "wokwi-gate-and-2" => input(format!("{part}:A")) && input(format!("{part}:B")),
        "wokwi-gate-or-2" => input(format!("{part}:A")) || input(format!("{part}:B")),
        "wokwi-slide-switch" | "wokwi-pushbutton" => {
            let name =
                |contact: &Contact| format!("contact-{}", contact.name().to_lowercase().replace(' ', "-"));
            closed.iter().any(|contact| name(contact) == part)
        }
        _ => end == format!("GP{column}"),
    }
}

#[test]
fn a_row_is_high_when_a_closed_contacts_column_is_driven_and_then_only() {
    for board in boards() {
        let (Some(diagram), Wiring::Matrix(matrix)) = (diagram(&board), &board.wiring) else { continue };
        let contacts: Vec<_> = Contact::all().collect();
        // Each alone, and all but each: with diodes, nothing leaks from contact to contact.
        for closed in contacts.iter().flat_map(|contact| {
            [vec![*contact], contacts.iter().copied().filter(|other| other != contact).collect::<Vec<_>>()]
        }) {
            for (column, column_pin) in matrix.columns.iter().enumerate() {
                for (row, row_pin) in matrix.rows.iter().enumerate() {
                    let expected = closed.iter().any(|contact| {
                        let place = matrix.places[contact.index()];
                        (place.column, place.row) == (column, row)
                    });
                    let row_pin = format!("pico:GP{row_pin}");
                    let driver = diagram.wires.iter().find(|(_, to)| *to == row_pin);
                    let high = driver.is_some_and(|(from, _)| is_high(&diagram, from, *column_pin, &closed));
                    assert_eq!(high, expected, "column {column}, row {row}");
                }
            }
        }
    }
}

#[test]
fn the_lights_are_chained_in_order() {
    for board in boards() {
        let Some(diagram) = diagram(&board) else { continue };
        let mut from = format!("pico:GP{}", board.light_pin);
        for light in &board.lights {
            let id = format!("light-{}", light.name().to_lowercase().replace(' ', "-"));
            assert!(diagram.wires.contains(&(from, format!("{id}:DIN"))), "{id}");
            from = format!("{id}:DOUT");
        }
    }
}

#[test]
fn the_files_say_who_made_them_and_where_the_image_is() {
    let board = boards().into_iter().find(|board| wokwi::diagram(board).is_ok()).unwrap();
    assert!(wokwi::diagram(&board).unwrap().contains(wokwi::DIAGRAM_SIGNATURE));
    let config = wokwi::config("mine", "../it's here");
    assert!(config.starts_with(wokwi::CONFIG_SIGNATURE));
    assert!(config.contains("firmware = \"../it's here/mine.uf2\"\n"), "{config}");
    assert!(wokwi::config("mine", "C:\\images").contains("elf = 'C:\\images/mine.elf'\n"));
}
