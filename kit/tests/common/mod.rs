//! What the tests of the kit share.
#![allow(dead_code, reason = "each test file uses its part of it")]

use std::path::{Path, PathBuf};

use kahuna_boards::{Board, Folder};

/// The project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every described board and every example.
pub(crate) fn boards() -> Vec<Board> {
    let folder = Folder::of_project(&root());
    let names = folder.names().unwrap().into_iter().chain(folder.examples().unwrap());
    let boards: Vec<_> = names.map(|name| folder.read(&name).unwrap()).collect();
    assert!(boards.len() >= 3);
    boards
}

/// A board of another width.
pub(crate) fn wide(board: &Board, width_mm: f64) -> Board {
    Board { width_mm, ..board.clone() }
}

/// The elements of a kind on an SVG drawing: their `data-name` and their attributes.
pub(crate) fn marks<'a>(svg: &'a roxmltree::Document, kind: &str) -> Vec<(String, roxmltree::Node<'a, 'a>)> {
    let is = |node: &roxmltree::Node| node.attribute("data-kind") == Some(kind);
    let name = |node: roxmltree::Node<'a, 'a>| (node.attribute("data-name").unwrap().to_owned(), node);
    svg.descendants().filter(is).map(name).collect()
}

/// A number in an attribute, which may end with mm.
pub(crate) fn number(node: &roxmltree::Node, name: &str) -> f64 {
    node.attribute(name).unwrap().trim_end_matches("mm").parse().unwrap()
}

/// The cells of a table without quotes, its head left out.
pub(crate) fn rows(csv: &str) -> Vec<Vec<String>> {
    csv.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Two lengths are the same to a tenth of a millimetre.
#[track_caller]
pub(crate) fn same(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() < 0.1, "{what}: {a} mm and {b} mm");
}
