//! What is committed is what the program makes. After a change that is meant, `KAHUNA_WRITE=1 cargo test -p kahuna-kit`
//! writes it anew.

mod common;

use std::fs;

use common::{boards, root};
use kahuna_boards::Wiring;
use kahuna_kit::sheet::Sheet;
use kahuna_kit::wokwi::{self, NoDiagram};

#[track_caller]
fn is_committed(path: &str, content: &[u8]) {
    let file = root().join(path);
    if std::env::var_os("KAHUNA_WRITE").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, content).unwrap();
    }
    let committed = fs::read(&file).unwrap_or_default();
    assert!(committed == content, "{path} is not what the program makes; write it with KAHUNA_WRITE=1");
}

#[test]
fn the_guides_drawings_and_lists() {
    for board in boards() {
        for file in kahuna_kit::files(&board, Sheet::A4) {
            // The guide shows these; whoever builds makes the rest in the size of their board.
            if ["wiring.svg", "template.svg", "parts.md"].contains(&file.name) {
                is_committed(&format!("docs/building/{}-{}", board.name, file.name), &file.content);
            }
        }
    }
}

#[test]
fn the_board_for_wokwi() {
    for board in boards() {
        match wokwi::diagram(&board) {
            Ok(diagram) => {
                is_committed(&format!("boards/wokwi/{}/diagram.json", board.name), diagram.as_bytes());
                is_committed(
                    &format!("boards/wokwi/{}/wokwi.toml", board.name),
                    wokwi::config(&board.name, "../../../target/chip/images").as_bytes(),
                );
            }
            Err(NoDiagram::Registers) => assert!(matches!(board.wiring, Wiring::Shift(_))),
            Err(NoDiagram::Microcontroller(which)) => assert_eq!(which, board.microcontroller),
        }
    }
}
