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
    /// Words that are in every such file, whatever the board, and hardly in anybody else's.
    pub signature: &'static str,
}

impl File {
    /// Whether this content is such a file, drawn before, perhaps of another board.
    pub fn may_replace(&self, content: &[u8]) -> bool {
        content.windows(self.signature.len()).any(|part| part == self.signature.as_bytes())
    }
}

/// The files of a board's kit.
pub fn files(board: &Board, paper: Sheet) -> Vec<File> {
    let drawing = template::draw(board);
    let pages = sheet::pages(&drawing, paper);
    let file =
        |name, signature, content: Vec<u8>, what: &str| File { name, content, what: what.into(), signature };
    let printed = format!("the drilling template to print, {} page(s)", pages.len());
    let text = |name, signature, content: String, what| file(name, signature, content.into_bytes(), what);
    vec![
        text("wiring.svg", "<title>Wiring of ", svg::write(&schematic::draw(board)), "the wiring diagram"),
        text("nets.csv", nets::HEAD, nets::table(board), "the net list: what is connected with what"),
        text("parts.csv", parts::HEAD, parts::csv(board), "the parts list, for a spreadsheet"),
        text("parts.md", "# Parts of ", parts::markdown(board), "the parts list, to read"),
        text(
            "template.svg",
            "<title>Drilling template of ",
            svg::write(&drawing),
            "the drilling template on one sheet, at true size",
        ),
        file("template.pdf", "(Drilling template of ", pdf::write(&drawing, &pages), &printed),
        text(
            "holes.csv",
            template::HEAD,
            template::table(board),
            "the holes' positions, in mm from the plate's far left corner",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_may_replace_one_of_another_board_and_nothing_else() {
        let folder = kahuna_boards::Folder::of_project(std::path::Path::new(".."));
        let [matrix, shift] = ["pico-matrix", "pico-shift"].map(|name| folder.read(name).unwrap());
        let (new, old) = (files(&matrix, Sheet::A4), files(&shift, Sheet::One));
        for (index, file) in new.iter().enumerate() {
            for (other, old) in old.iter().enumerate() {
                assert_eq!(file.may_replace(&old.content), index == other, "{} and {}", file.name, old.name);
            }
            assert!(!file.may_replace(b"") && !file.may_replace(b"# My own parts\n"));
        }
    }
}
