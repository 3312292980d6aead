//! Pages for a drawing that is larger than the printer's paper.

use kahuna_boards::map::Point;

use crate::boxes;
use crate::drawing::{Anchor, Drawing, Shape, Style, colour};
use crate::pdf::Page;
use crate::template::scale_bar;

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
/// What printers leave white, and the footer's room, in mm.
const MARGIN_MM: f64 = 12.0;
/// What neighbouring pages both show, in mm.
pub const OVERLAP_MM: f64 = 10.0;
/// From mark to mark along an overlap, in mm.
const MARKS_MM: f64 = 60.0;

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

/// A drawing cut into pages of a size.
struct Tiles {
    paper: Point,
    window: Point,
    columns: u32,
    rows: u32,
}

impl Tiles {
    fn new(drawing: &Drawing, paper: Point) -> Self {
        let window = paper.map(|side| side - 2.0 * MARGIN_MM);
        let count = |length: f64, window: f64| {
            let mut count = 1;
            while f64::from(count) * (window - OVERLAP_MM) + OVERLAP_MM < length {
                count += 1;
            }
            count
        };
        let (columns, rows) = (count(drawing.width, window[0]), count(drawing.height, window[1]));
        Self { paper, window, columns, rows }
    }

    fn count(&self) -> u32 {
        self.columns * self.rows
    }

    /// From a page's window to the next one's.
    fn step(&self) -> Point {
        self.window.map(|side| side - OVERLAP_MM)
    }

    fn pages(&self, drawing: &Drawing) -> Vec<Page> {
        let places = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        places
            .map(|(column, row)| {
                let from = [f64::from(column) * self.step()[0], f64::from(row) * self.step()[1]];
                let margin = self.margin(drawing, column, row, from);
                Page {
                    width: self.paper[0],
                    height: self.paper[1],
                    at: [MARGIN_MM, MARGIN_MM],
                    from,
                    window: self.window,
                    margin,
                }
            })
            .collect()
    }

    /// The window's edge, the marks that lie on each other when pages are joined, and the footer.
    fn margin(&self, drawing: &Drawing, column: u32, row: u32, from: Point) -> Drawing {
        let mut margin = Drawing::new("", self.paper[0], self.paper[1]);
        let edge = Style::line(colour::GREY, 0.1);
        margin.rectangle([MARGIN_MM, MARGIN_MM], self.window[0], self.window[1], edge);
        for mark in self.marks(drawing) {
            let at = [0, 1].map(|axis| mark[axis] - from[axis] + MARGIN_MM);
            let inside = |axis: usize| (MARGIN_MM..=MARGIN_MM + self.window[axis]).contains(&at[axis]);
            if inside(0) && inside(1) {
                // Square, so that nobody drills one.
                let style = Style::line(colour::BLUE, 0.15);
                let corners = boxes::around(at, 45.0, 3.2, 3.2, 0.0).to_vec();
                margin.mark("register", "", Shape::Area(corners), style);
                margin.line(&[[at[0] - 4.0, at[1]], [at[0] + 4.0, at[1]]], style);
                margin.line(&[[at[0], at[1] - 4.0], [at[0], at[1] + 4.0]], style);
            }
        }
        let page = |column: u32, row: u32| row * self.columns + column + 1;
        let mut joins = Vec::new();
        if column + 1 < self.columns {
            joins.push(format!("right of it page {}", page(column + 1, row)));
        }
        if row + 1 < self.rows {
            joins.push(format!("below it page {}", page(column, row + 1)));
        }
        let joins = if joins.is_empty() { String::new() } else { format!(" ({})", joins.join(", ")) };
        let words = format!(
            "{}, page {} of {}{joins}. Lay the marks on each other.",
            drawing.title,
            page(column, row),
            self.count()
        );
        let y = self.paper[1] - 5.0;
        margin.words([MARGIN_MM, y], 3.0, Anchor::Start, words);
        scale_bar(&mut margin, [self.paper[0] - MARGIN_MM - 50.0, y], 50.0);
        margin.words([self.paper[0] - MARGIN_MM - 52.0, y], 3.0, Anchor::End, "50 mm");
        margin
    }

    /// Along the middle of every overlap, on the drawing.
    fn marks(&self, drawing: &Drawing) -> Vec<Point> {
        let seams =
            |count: u32, step: f64| (1..count).map(move |seam| f64::from(seam) * step + OVERLAP_MM / 2.0);
        let along = |length: f64| {
            let count = (1..).take_while(move |index| f64::from(*index) * MARKS_MM < length + MARKS_MM / 2.0);
            count.map(|index| f64::from(index) * MARKS_MM - MARKS_MM / 2.0)
        };
        let down =
            seams(self.columns, self.step()[0]).flat_map(|x| along(drawing.height).map(move |y| [x, y]));
        let across = seams(self.rows, self.step()[1]).flat_map(|y| along(drawing.width).map(move |x| [x, y]));
        down.chain(across).collect()
    }
}
