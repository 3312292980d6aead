//! What is made from a description: the emulator's JSON and the firmware's source.

use std::path::Path;

use kahuna_boards::emulator::Wired;
use kahuna_boards::{Board, Folder, firmware};
use serde_json::json;

fn board(name: &str) -> Board {
    Folder::of_project(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()).read(name).unwrap()
}

#[test]
fn the_emulator_gets_the_matrix_by_columns_rows_and_names() {
    let json = serde_json::to_value(Wired::new(&board("pico-matrix"))).unwrap();
    assert_eq!(json["name"], "pico-matrix");
    assert_eq!(json["wiring"]["kind"], "matrix");
    assert_eq!(json["wiring"]["columns"], json!([2, 3, 4, 5, 6, 7]));
    assert_eq!(json["wiring"]["rows"], json!([8, 9, 10, 11, 12, 13]));
    assert_eq!(json["wiring"]["contacts"].as_array().unwrap().len(), 34);
    assert_eq!(json["wiring"]["contacts"][7], json!({"name": "COCO-FAAA", "column": 1, "row": 1}));
    assert_eq!(json["lights"]["pin"], 22);
    assert_eq!(json["lights"]["order"][0], "turn black");
}

#[test]
fn the_emulator_gets_the_chain_of_registers_by_bits_and_names() {
    let json = serde_json::to_value(Wired::new(&board("pico-shift"))).unwrap();
    let mut wiring = json["wiring"].clone();
    let contacts = wiring.as_object_mut().unwrap().remove("contacts").unwrap();
    assert_eq!(wiring, json!({"kind": "shift", "load": 2, "clock": 3, "data": 4, "registers": 5}));
    assert_eq!(contacts[33], json!({"name": "referee", "bit": 38}));
    assert_eq!(json["lights"]["order"].as_array().unwrap().len(), 12);
}

#[test]
fn the_firmware_finds_every_contact_at_its_place_and_none_elsewhere() {
    let source = firmware::source(&board("pico-shift"));
    let table = "pub(crate) const PLACES: [u8; SIZE] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, \
                 18, 19, 20, 21, 22, 23, 24, 25, 26, 255, 255, 255, 255, 255, 27, 28, 29, 30, 31, 32, 33, 255];";
    assert!(source.contains(table), "{source}");
    assert!(source.contains("pub(crate) const SIZE: usize = 40;"));
    assert!(source.contains("($p.PIN_2.into(), $p.PIN_3.into(), $p.PIN_4.into())"));

    let source = firmware::source(&board("pico-matrix"));
    assert!(source.contains("pub(crate) type Scanner = crate::firmware::matrix::Scanner<6, 6>;"));
    // The islands' numbers along the chain, between the two turn lights.
    let order = "pub(crate) const ORDER: [u8; LIGHTS] = [13, 0, 1, 2, 6, 5, 4, 3, 7, 8, 9, 10, 11, 12];";
    assert!(source.contains(order), "{source}");
}
