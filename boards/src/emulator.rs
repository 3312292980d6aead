//! The board as the emulator solders it to its chip.

use serde::Serialize;

use crate::{Board, Contact, Wiring};

/// What of a board is electrical, by name; serializes to the JSON the emulator reads.
#[derive(Clone, Debug, Serialize)]
pub struct Wired<'a> {
    name: &'a str,
    wiring: WiredContacts<'a>,
    lights: WiredLights,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum WiredContacts<'a> {
    Matrix { columns: &'a [u8], rows: &'a [u8], contacts: Vec<Crossing> },
    Shift { load: u8, clock: u8, data: u8, registers: usize, contacts: Vec<Bit> },
}

#[derive(Clone, Debug, Serialize)]
struct Crossing {
    name: &'static str,
    column: usize,
    row: usize,
}

#[derive(Clone, Debug, Serialize)]
struct Bit {
    name: &'static str,
    bit: usize,
}

#[derive(Clone, Debug, Serialize)]
struct WiredLights {
    pin: u8,
    order: Vec<&'static str>,
}

impl<'a> Wired<'a> {
    /// The electrical part of a board.
    pub fn new(board: &'a Board) -> Self {
        let wiring = match &board.wiring {
            Wiring::Matrix(matrix) => WiredContacts::Matrix {
                columns: &matrix.columns,
                rows: &matrix.rows,
                contacts: Contact::all()
                    .zip(&matrix.places)
                    .map(|(contact, at)| Crossing { name: contact.name(), column: at.column, row: at.row })
                    .collect(),
            },
            Wiring::Shift(shift) => WiredContacts::Shift {
                load: shift.load,
                clock: shift.clock,
                data: shift.data,
                registers: shift.registers,
                contacts: Contact::all()
                    .zip(&shift.bits)
                    .map(|(contact, bit)| Bit { name: contact.name(), bit: *bit })
                    .collect(),
            },
        };
        let order = board.lights.iter().map(|light| light.name()).collect();
        Self { name: &board.name, wiring, lights: WiredLights { pin: board.light_pin, order } }
    }
}
