//! What the parts are called on every drawing and list.

use kahuna_boards::{Contact, map::map};

/// The microcontroller board.
pub const CONTROLLER: &str = "U1";
/// The buffer that lifts the lights' data to 5 V.
pub const BUFFER: &str = "U2";
/// The resistor in the lights' data line.
pub const DATA_RESISTOR: &str = "R1";
/// The fuse in the lights' supply.
pub const FUSE: &str = "F1";
/// The capacitor at the lights' supply.
pub const BULK: &str = "C1";

/// A reed (`K1` …) or button (`S1` …).
pub fn contact(contact: Contact) -> String {
    let lines = map().connections.len();
    if contact.is_button() {
        format!("S{}", contact.index() - lines + 1)
    } else {
        format!("K{}", contact.index() + 1)
    }
}

/// The diode of a contact.
pub fn diode(contact: Contact) -> String {
    format!("D{}", contact.index() + 1)
}

/// A light, by its place along the chain, from 0.
pub fn light(index: usize) -> String {
    format!("LED{}", index + 1)
}

/// A shift register, by its place in the chain, from 0: the nearest to the controller first.
pub fn register(index: usize) -> String {
    format!("U{}", index + 3)
}

/// The resistors of a register's inputs.
pub fn network(index: usize) -> String {
    format!("RN{}", index + 1)
}

/// The capacitor beside a chip: the buffer's first, then the registers'.
pub fn decoupling(index: usize) -> String {
    format!("C{}", index + 2)
}
