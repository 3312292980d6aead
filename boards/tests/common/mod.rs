//! What the tests of descriptions share.

use std::fs;
use std::path::Path;

use kahuna_boards::{Board, Folder};

pub(crate) const MATRIX: &str = "pico-matrix";
pub(crate) const SHIFT: &str = "pico-shift";

pub(crate) fn folder() -> Folder {
    Folder::of_project(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap())
}

/// The faults of a shipped description after replacements in its text, with `LINE` for the line of the last one.
#[track_caller]
pub(crate) fn refused(board: &str, replacements: &[(&str, &str)], expected: &[&str]) {
    let mut text = fs::read_to_string(folder().file(board)).unwrap();
    let mut line = 0;
    for (from, to) in replacements {
        let at = text.find(from).unwrap_or_else(|| panic!("{from} is not in {board}"));
        line = text[..at].matches('\n').count() + 1;
        text.replace_range(at..at + from.len(), to);
    }
    let faults = Board::read("mine", &text).expect_err("a broken description was accepted").to_string();
    let expected: Vec<_> = expected
        .iter()
        .map(|fault| format!("boards/mine.toml:{}", fault.replace("LINE", &line.to_string())))
        .collect();
    assert_eq!(faults.lines().collect::<Vec<_>>(), expected);
}
