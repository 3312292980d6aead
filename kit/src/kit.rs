//! Everything that is made for a board.

use kahuna_boards::Board;

use crate::sheet::Sheet;
use crate::{nets, parts, pdf, schematic, sheet, svg, template};

/// A file of the kit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// What is in it.
    pub content: Vec<u8>,
    /// What it is, in a few words.
    pub what: String,
}

/// The files of a board's kit.
pub fn files(board: &Board, paper: Sheet) -> Vec<File> {
    let drawing = template::draw(board);
    let pages = sheet::pages(&drawing, paper);
    let file = |name, content: Vec<u8>, what: &str| File { name, content, what: what.into() };
    let wiring = svg::write(&schematic::draw(board)).into_bytes();
    let printed = format!("the drilling template to print, {} page(s)", pages.len());
    vec![
        file("wiring.svg", wiring, "the wiring diagram"),
        file("nets.csv", nets::table(board).into_bytes(), "the net list: what is connected with what"),
        file("parts.csv", parts::csv(board).into_bytes(), "the parts list, for a spreadsheet"),
        file("parts.md", parts::markdown(board).into_bytes(), "the parts list, to read"),
        file(
            "template.svg",
            svg::write(&drawing).into_bytes(),
            "the drilling template on one sheet, at true size",
        ),
        file("template.pdf", pdf::write(&drawing, &pages), &printed),
        file(
            "holes.csv",
            template::table(board).into_bytes(),
            "the holes' positions, in mm from the plate's far left corner",
        ),
    ]
}
