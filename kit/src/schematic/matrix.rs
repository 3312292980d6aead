//! The diode matrix.

use kahuna_boards::map::Point;
use kahuna_boards::{Board, Contact, Matrix};

use super::MARGIN;
use super::symbol::{self, SMALL, Towards};
use crate::drawing::{Anchor, Drawing, Shape, Style, colour};
use crate::reference;

/// From row to row, in mm.
const ROW: f64 = 19.0;
/// What the rows' names take on the left, in mm.
const NAMES: f64 = 17.0;
/// From column to column at least, in mm: a crossing reaches 28 mm to the right, where no other column's wire may be.
const LEAST_PITCH: f64 = 30.0;

/// How wide it is at least.
pub(super) fn least_width(matrix: &Matrix) -> f64 {
    NAMES + number(matrix.columns.len()) * LEAST_PITCH
}

/// Draws it and returns where it ends.
pub(super) fn draw(drawing: &mut Drawing, board: &Board, matrix: &Matrix, [x, y]: Point) -> f64 {
    drawing.heading([x, y], 4.2, "Contacts: a diode matrix");
    let top = y + 14.0;
    let columns = (0..).zip(&matrix.columns);
    let end = drawing.width - MARGIN;
    let width = (end - x - NAMES) / number(matrix.columns.len());
    let at = |column: f64, row: f64| [x + NAMES + column * width, top + row * ROW];
    let rows = number(matrix.rows.len());
    for (index, pin) in columns {
        let [x, _] = at(f64::from(index), 0.0);
        let bottom = top + (rows - 1.0) * ROW + 9.0;
        let wire = Shape::Line(vec![[x + 4.0, top - 2.0], [x + 4.0, bottom]]);
        drawing.mark("column", format!("COL{index}"), wire, Style::line(colour::BLUE, symbol::WIRE));
        symbol::flag(drawing, [x + 4.0, top - 2.0], Towards::Up, colour::BLUE, &format!("COL{index}"));
        drawing.coloured([x + 14.0, top - 3.0], SMALL, Anchor::Start, colour::GREY, format!("GP{pin}"));
    }
    for (index, pin) in (0..).zip(&matrix.rows) {
        let [left, y] = at(0.0, f64::from(index) + 1.0);
        let wire = Shape::Line(vec![[left - 3.0, y - 2.0], [end, y - 2.0]]);
        drawing.mark("row", format!("ROW{index}"), wire, Style::line(colour::VIOLET, symbol::WIRE));
        symbol::flag(drawing, [left - 3.0, y - 2.0], Towards::Left, colour::VIOLET, &format!("ROW{index}"));
        drawing.coloured([left - 4.0, y - 5.5], SMALL, Anchor::End, colour::GREY, format!("GP{pin}"));
    }
    for (contact, place) in Contact::all().zip(&matrix.places) {
        let corner = at(number(place.column), number(place.row));
        let name = format!("{contact}=COL{}/ROW{}", place.column, place.row);
        crossing(drawing, contact, &name, corner);
    }
    let below = top + rows * ROW + 5.0;
    let current = format!(
        "A column is driven high, the others low; current flows through a closed contact and its diode (band towards \
         the row) into the row, which the {} pulls down.",
        board.microcontroller.title()
    );
    drawing.words([x, below], SMALL, Anchor::Start, current);
    below
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(0.0, f64::from)
}

/// From the column through the contact and the diode down to the row.
fn crossing(drawing: &mut Drawing, contact: Contact, name: &str, [x, y]: Point) {
    let level = y + 9.0;
    symbol::dot(drawing, [x + 4.0, level], colour::BLUE);
    symbol::wire(drawing, &[[x + 4.0, level], [x + 8.0, level]], colour::BLUE);
    symbol::contact(drawing, [x + 8.0, level], contact.is_button());
    symbol::wire(drawing, &[[x + 16.0, level], [x + 18.0, level]], colour::GREY);
    symbol::diode(drawing, [x + 18.0, level]);
    let drop = vec![[x + 24.0, level], [x + 28.0, level], [x + 28.0, y + 17.0]];
    drawing.mark("contact", name, Shape::Line(drop), Style::line(colour::VIOLET, symbol::WIRE));
    symbol::dot(drawing, [x + 28.0, y + 17.0], colour::VIOLET);
    drawing.words([x + 6.0, y + 4.3], SMALL, Anchor::Start, contact.name());
    let part = reference::contact(contact);
    drawing.coloured([x + 12.0, level + 3.6], 2.3, Anchor::Middle, colour::GREY, part);
    drawing.coloured([x + 21.0, level + 4.4], 2.3, Anchor::Middle, colour::GREY, reference::diode(contact));
}
