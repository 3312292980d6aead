//! The diode matrix: column, contact, diode, row.

use kahuna_boards::{Board, Contact, Matrix};

use super::{Nets, Wire, gpio, node};
use crate::reference;

pub(super) fn wire(nets: &mut Nets, board: &Board, matrix: &Matrix) {
    for (index, pin) in matrix.columns.iter().enumerate() {
        let nodes = vec![gpio(board, *pin)];
        nets.add(format!("COL{index}"), format!("column {index}: driven high"), Wire::Blue, nodes);
    }
    for (index, pin) in matrix.rows.iter().enumerate() {
        let nodes = vec![gpio(board, *pin)];
        nets.add(format!("ROW{index}"), format!("row {index}: pulled down in the chip"), Wire::Violet, nodes);
    }
    for (contact, place) in Contact::all().zip(&matrix.places) {
        let (switch, diode) = (reference::contact(contact), reference::diode(contact));
        nets.connect(&format!("COL{}", place.column), [node(&switch, 1)]);
        nets.connect(&format!("ROW{}", place.row), [node(&diode, "cathode")]);
        let name = format!("{switch}-{diode}");
        nets.add(name, contact.name(), Wire::Grey, vec![node(&switch, 2), node(&diode, "anode")]);
    }
}
