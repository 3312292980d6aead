//! The wiring diagram: the controller's pads with the names of their wires, the contacts, the lights and their supply.
//!
//! Wires that would cross the sheet end in flags with the net's name instead; equal names are connected.

mod controller;
mod lights;
mod matrix;
mod power;
mod registers;
mod symbol;

use kahuna_boards::{Board, Wiring};

use crate::drawing::{Anchor, Drawing};
use crate::nets::nets;

/// The sheet's width, in mm: A3's. A matrix of many columns takes a wider one.
const WIDTH: f64 = 420.0;
/// What stays white around it, in mm.
const MARGIN: f64 = 10.0;
/// Where the contacts begin, in mm.
const CONTACTS: f64 = 128.0;

/// Draws the wiring diagram.
pub fn draw(board: &Board) -> Drawing {
    let nets = nets(board);
    let width = match &board.wiring {
        Wiring::Matrix(matrix) => WIDTH.max(CONTACTS + matrix::least_width(matrix) + MARGIN),
        Wiring::Shift(_) => WIDTH,
    };
    let mut drawing = Drawing::new(format!("Wiring of {}", board.name), width, 0.0);
    drawing.heading([MARGIN, MARGIN + 5.0], 7.0, drawing.title.clone());
    let words = format!("{}. Equal names are connected; the net list has every pin.", board.title);
    drawing.words([MARGIN, MARGIN + 11.5], 3.6, Anchor::Start, words);
    let top = MARGIN + 22.0;
    let left = controller::draw(&mut drawing, board, &nets, [MARGIN, top]);
    let right = match &board.wiring {
        Wiring::Matrix(matrix) => matrix::draw(&mut drawing, board, matrix, [CONTACTS, top]),
        Wiring::Shift(shift) => registers::draw(&mut drawing, board, shift, [CONTACTS, top]),
    };
    let below = power::draw(&mut drawing, board, [MARGIN, left.max(right) + 14.0]);
    drawing.height = lights::draw(&mut drawing, board, [MARGIN, below + 14.0]) + MARGIN;
    drawing
}
