//! The wiring diagram of every shape of matrix and every length of chain: nothing on it seems connected that is not.

mod common;

use common::boards;
use kahuna_boards::map::Point;
use kahuna_boards::{Board, Contact, Matrix, Place, Shift, Wiring};
use kahuna_kit::boxes::{self, overlap};
use kahuna_kit::drawing::{Drawing, Shape};
use kahuna_kit::schematic;

/// The first matrix with another shape, its contacts column by column.
fn shaped(columns: u8, rows: u8) -> Board {
    let mut pins = (0..=22).filter(|pin| *pin != 22).chain(26..=28);
    let mut take = |count: u8| -> Vec<u8> { pins.by_ref().take(count.into()).collect() };
    let (columns, rows) = (take(columns), take(rows));
    let place = |index: usize| Place { column: index / rows.len(), row: index % rows.len() };
    let places = Contact::all().map(|contact| place(contact.index())).collect();
    let board = boards().into_iter().find(|board| matches!(board.wiring, Wiring::Matrix(_))).unwrap();
    Board { wiring: Wiring::Matrix(Matrix { columns, rows, places }), ..board }
}

fn all() -> Vec<Board> {
    let shapes = [(17, 2), (2, 17), (12, 3), (3, 12), (8, 8), (9, 4), (10, 4), (6, 6), (7, 5)];
    let drawn = shapes.map(|(columns, rows)| shaped(columns, rows));
    boards().into_iter().filter(|board| matches!(board.wiring, Wiring::Matrix(_))).chain(drawn).collect()
}

/// The lines of a kind: their names and points.
fn lines(drawing: &Drawing, kind: &str) -> Vec<(String, Vec<Point>)> {
    let of_kind = drawing.items.iter().filter_map(|item| {
        let mark = item.mark.as_ref().filter(|mark| mark.kind == kind)?;
        let Shape::Line(points) = &item.shape else { return None };
        Some((mark.name.clone(), points.clone()))
    });
    of_kind.collect()
}

/// The boards with registers, and with as many of them as there may be.
fn chains() -> Vec<Board> {
    let board = boards().into_iter().find(|board| matches!(board.wiring, Wiring::Shift(_))).unwrap();
    let Wiring::Shift(shift) = board.wiring.clone() else { panic!("registers") };
    let longer =
        |registers| Board { wiring: Wiring::Shift(Shift { registers, ..shift.clone() }), ..board.clone() };
    (5..=8).map(longer).collect()
}

fn what(board: &Board) -> String {
    match &board.wiring {
        Wiring::Matrix(matrix) => format!("{} columns, {} rows", matrix.columns.len(), matrix.rows.len()),
        Wiring::Shift(shift) => format!("{} registers", shift.registers),
    }
}

#[test]
fn a_crossing_touches_its_own_column_and_row_and_no_other_column() {
    for board in all() {
        let drawing = schematic::draw(&board);
        let (columns, rows) = (lines(&drawing, "column"), lines(&drawing, "row"));
        let drops = lines(&drawing, "contact");
        assert_eq!(drops.len(), 34);
        for (name, drop) in drops {
            let (contact, at) = name.split_once('=').unwrap();
            let (column, row) = at.split_once('/').unwrap();
            // The wire behind the diode ends on the row, a hand's breadth right of the column where it began.
            let last = drop.last().unwrap();
            let (_, row) = rows.iter().find(|(name, _)| name == row).unwrap();
            assert!(
                (last[1] - row[0][1]).abs() < 1e-6 && (row[0][0]..=row[1][0]).contains(&last[0]),
                "{contact}"
            );
            let (_, own) = columns.iter().find(|(name, _)| name == column).unwrap();
            let (left, top, bottom) = (own[0][0], drop[0][1], last[1]);
            assert!(left < last[0] && (own[0][1]..=own[1][1]).contains(&top), "{}: {contact}", what(&board));
            for (other, wire) in columns.iter().filter(|(name, _)| name != column) {
                let x = wire[0][0];
                let within = (left - 2.0..=last[0] + 2.0).contains(&x);
                assert!(
                    !(within && wire[1][1] > top - 5.0 && wire[0][1] < bottom),
                    "{}: {contact} on {other}",
                    what(&board)
                );
            }
        }
    }
}

#[test]
fn nothing_runs_off_the_sheet() {
    for board in all().into_iter().chain(chains()) {
        let drawing = schematic::draw(&board);
        for item in &drawing.items {
            let corners = match &item.shape {
                Shape::Line(points) | Shape::Area(points) => points.clone(),
                Shape::Circle { at, radius } => {
                    boxes::around(*at, 0.0, 2.0 * radius, 2.0 * radius, 0.0).to_vec()
                }
                Shape::Slot { at, degrees, length, width } => {
                    boxes::around(*at, *degrees, *length, *width, 0.0).to_vec()
                }
                Shape::Text(text) => text.corners().to_vec(),
            };
            for [x, y] in corners {
                let on = (0.0..=drawing.width).contains(&x) && (0.0..=drawing.height).contains(&y);
                assert!(on, "{}: {:?}", what(&board), item.shape);
            }
        }
    }
}

#[test]
fn no_words_cover_others_or_a_column() {
    for board in all().into_iter().chain(chains()) {
        let drawing = schematic::draw(&board);
        let texts: Vec<_> = drawing.texts().collect();
        for (index, text) in texts.iter().enumerate() {
            for other in &texts[..index] {
                let clash = overlap(&text.corners(), &other.corners());
                assert!(!clash, "{}: {} and {}", what(&board), text.words, other.words);
            }
            for (name, wire) in lines(&drawing, "column") {
                let ([x, top], [_, bottom]) = (wire[0], wire[1]);
                let wire = [[x, top], [x + 0.1, top], [x + 0.1, bottom], [x, bottom]];
                assert!(!overlap(&text.corners(), &wire), "{}: {} on {name}", what(&board), text.words);
            }
        }
    }
}
