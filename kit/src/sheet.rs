//! Pages for a drawing that is larger than the printer's paper.

mod marks;

use kahuna_boards::map::Point;

use crate::boxes::{self, Corners};
use crate::drawing::{Anchor, Drawing, Shape, Style, colour};
use crate::pdf::Page;
use crate::template::scale_bar;

pub use marks::overlap_mm;

/// What it is printed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sheet {
    /// As many sheets of A4 as it takes.
    A4,
    /// One sheet as large as the drawing, for a plotter or a copy shop.
    One,
}

/// A4's sides, in mm.
const A4: Point = [297.0, 210.0];
/// What printers leave white, in mm: nothing is drawn there.
pub const MARGIN_MM: f64 = 12.0;
/// The footer's room below the window, in mm: a line of words, and one with the bar.
const FOOTER_MM: f64 = 11.0;
/// The footer's letters, in mm.
const FOOTER_WORDS_MM: f64 = 3.0;
/// The bar on every page, in mm.
const BAR_MM: f64 = 50.0;

/// The drawing's pages.
pub fn pages(drawing: &Drawing, sheet: Sheet) -> Vec<Page> {
    match sheet {
        Sheet::One => vec![Page {
            width: drawing.width,
            height: drawing.height,
            at: [0.0, 0.0],
            from: [0.0, 0.0],
            window: [drawing.width, drawing.height],
            margin: Drawing::new("", drawing.width, drawing.height),
        }],
        Sheet::A4 => {
            let (lying, standing) = (Tiles::new(drawing, A4), Tiles::new(drawing, [A4[1], A4[0]]));
            let tiles = if standing.count() < lying.count() { standing } else { lying };
            tiles.pages(drawing)
        }
    }
}

/// A drawing cut into pages of a size, which share its length evenly: so no page shows only a sliver.
struct Tiles {
    paper: Point,
    window: Point,
    columns: u32,
    rows: u32,
    /// From a page's window to the next one's.
    step: Point,
}

impl Tiles {
    fn new(drawing: &Drawing, paper: Point) -> Self {
        let window = [paper[0] - 2.0 * MARGIN_MM, paper[1] - 2.0 * MARGIN_MM - FOOTER_MM];
        let overlap = overlap_mm(drawing);
        let along = |length: f64, window: f64| {
            let mut count = 1;
            while f64::from(count) * (window - overlap) + overlap < length {
                count += 1;
            }
            (count, if count > 1 { (length - window) / f64::from(count - 1) } else { window })
        };
        let (columns, across) = along(drawing.width, window[0]);
        let (rows, down) = along(drawing.height, window[1]);
        Self { paper, window, columns, rows, step: [across, down] }
    }

    fn count(&self) -> u32 {
        self.columns * self.rows
    }

    /// The far left corner of a page's window, on the drawing.
    fn from(&self, column: u32, row: u32) -> Point {
        [f64::from(column) * self.step[0], f64::from(row) * self.step[1]]
    }

    fn pages(&self, drawing: &Drawing) -> Vec<Page> {
        let marks = self.marks(drawing);
        let places = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        places
            .map(|(column, row)| Page {
                width: self.paper[0],
                height: self.paper[1],
                at: [MARGIN_MM, MARGIN_MM],
                from: self.from(column, row),
                window: self.window,
                margin: self.margin(drawing, column, row, &marks),
            })
            .collect()
    }

    /// The window's edge, the marks that lie on each other when pages are joined, and the footer.
    fn margin(&self, drawing: &Drawing, column: u32, row: u32, marks: &[Point]) -> Drawing {
        let mut margin = Drawing::new("", self.paper[0], self.paper[1]);
        let edge = Style::line(colour::GREY, 0.1);
        margin.rectangle([MARGIN_MM, MARGIN_MM], self.window[0], self.window[1], edge);
        let from = self.from(column, row);
        for mark in marks {
            let at = [0, 1].map(|axis| mark[axis] - from[axis]);
            if boxes::within(&marks::around(at, 0.0), self.window[0], self.window[1]) {
                draw_mark(&mut margin, at.map(|along| along + MARGIN_MM));
            }
        }
        self.footer(&mut margin, drawing, column, row);
        margin
    }

    /// Below the window, but where a printer still prints: the words on a line of their own, so that they never meet
    /// the bar.
    fn footer(&self, margin: &mut Drawing, drawing: &Drawing, column: u32, row: u32) {
        let page = |column: u32, row: u32| row * self.columns + column + 1;
        let (size, bottom) = (FOOTER_WORDS_MM, self.paper[1] - MARGIN_MM);
        let words = format!("{}, page {} of {}", drawing.title, page(column, row), self.count());
        margin.words([MARGIN_MM, bottom - 6.5], size, Anchor::Start, words);
        let mut joins = Vec::new();
        if column + 1 < self.columns {
            joins.push(format!("Right of it: page {}.", page(column + 1, row)));
        }
        if row + 1 < self.rows {
            joins.push(format!("Below it: page {}.", page(column, row + 1)));
        }
        if self.count() > 1 {
            joins.push("Lay the marks on each other.".into());
        }
        margin.words([MARGIN_MM, bottom - 1.0], size, Anchor::Start, joins.join(" "));
        let right = self.paper[0] - MARGIN_MM;
        let y = bottom - 1.0;
        scale_bar(margin, [right - BAR_MM - 0.2, y], BAR_MM);
        margin.words([right - BAR_MM - 2.0, y], size, Anchor::End, "50 mm");
    }
}

/// A mark: square, so that nobody drills one.
fn draw_mark(margin: &mut Drawing, at: Point) {
    let style = Style::line(colour::BLUE, 0.15);
    let corners: Corners = boxes::around(at, 45.0, 3.2, 3.2, 0.0);
    margin.mark("register", "", Shape::Area(corners.to_vec()), style);
    let arm = marks::ARM_MM;
    margin.line(&[[at[0] - arm, at[1]], [at[0] + arm, at[1]]], style);
    margin.line(&[[at[0], at[1] - arm], [at[0], at[1] + arm]], style);
}
