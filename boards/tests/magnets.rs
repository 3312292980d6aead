//! A board whose magnets would close a neighbour's reed, or keep it open, is refused with the lines and the remedy.

mod common;

use std::fs;

use common::{MATRIX, SHIFT, folder, refused};
use kahuna_boards::{Board, magnets};

#[test]
fn a_board_on_which_a_stick_would_close_the_reed_of_another_line() {
    refused(
        MATRIX,
        &[("width_mm = 420.0", "width_mm = 350.0")],
        &[
            "LINE: on a board 350 mm wide a stick on BARI-DUDA may close the reed of DUDA-ELAI: it comes as near as \
           12.8 mm, and the reed is surely open only beyond 14 mm; make the board 409 mm wide at least, \
           or take a weaker magnet or less sensitive reeds (releases_beyond_mm)",
        ],
    );
    refused(
        SHIFT,
        &[("width_mm = 420.0", "width_mm = 408.0")],
        &[
            "LINE: on a board 408 mm wide a stick on BARI-DUDA and those around it may together hold the reed of \
           DUDA-ELAI closed: they do 101 % of what a magnet 14 mm away does; make the board 409 mm wide at least, \
           or take a weaker magnet or less sensitive reeds (releases_beyond_mm)",
        ],
    );
}

#[test]
fn a_board_on_which_sticks_would_keep_the_reed_of_another_line_open() {
    refused(
        MATRIX,
        &[
            ("operates_within_mm = 8.0", "operates_within_mm = 6.0"),
            ("releases_beyond_mm = 14.0", "releases_beyond_mm = 6.2"),
            ("width_mm = 420.0", "width_mm = 216.0"),
        ],
        &[
            "LINE: on a board 216 mm wide a stick on BARI-DUDA and those around it may together keep the reed of \
           DUDA-ELAI open: its own stick, 5.8 mm away, does 109 % of what surely closes it, and they leave 21 %; make \
           the board 395 mm wide at least, or bring the reeds nearer to the sticks (below_mm)",
        ],
    );
}

#[test]
fn the_shipped_boards_have_room_for_the_magnets_assumed() {
    for (name, width) in [(MATRIX, 409.0), (SHIFT, 409.0), ("examples/zero-matrix", 459.0)] {
        assert_eq!(magnets::smallest_width_mm(&folder().read(name).unwrap().reed), Some(width), "{name}");
    }
}

#[test]
fn a_length_may_be_as_large_as_the_most() {
    let text = fs::read_to_string(folder().file(MATRIX)).unwrap();
    let text = text.replace("width_mm = 420.0", "width_mm = 1500.0");
    assert!(Board::read("mine", &text).is_ok());
}

#[test]
fn a_reed_that_its_own_stick_would_not_close() {
    refused(
        MATRIX,
        &[("operates_within_mm = 8.0", "operates_within_mm = 5.0")],
        &["LINE: a stick 3 mm beside its place is 5.8 mm from its reed, which closes within 5 mm; \
           bring the reeds nearer to the sticks (below_mm), or take a stronger magnet"],
    );
}

#[test]
fn a_reed_inside_the_magnet() {
    refused(
        MATRIX,
        &[("below_mm = 5.0", "below_mm = 2.0")],
        &[
            "LINE: the middle of the reed would lie 2 mm below the middle of the magnet, inside of it: half the magnet \
           (diameter_mm = 3) and half the reed (diameter_mm = 1.8) are 2.4 mm; measure below_mm from middle to middle: \
           half a stick, the printed board, and the depth in the plate",
        ],
    );
}

#[test]
fn another_width_is_judged_in_place_of_the_described_one() {
    let text = fs::read_to_string(folder().file(MATRIX)).unwrap();
    let narrow = text.replace("width_mm = 420.0", "width_mm = 300.0");
    assert!(Board::read(MATRIX, &narrow).is_err());
    let board = Board::read_as_wide(MATRIX, &narrow, Some(600.0)).unwrap();
    assert!((board.width_mm - 600.0).abs() < f64::EPSILON);
    let refused = Board::read_as_wide(MATRIX, &text, Some(300.0)).unwrap_err().to_string();
    for word in ["BARI-DUDA", "DUDA-ELAI", "409 mm"] {
        assert!(refused.contains(word), "{refused}");
    }
}
