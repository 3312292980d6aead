//! The board as the firmware compiles it in.

use std::fmt::Write as _;

use crate::{Board, Contact, Wiring};

/// What stands in the table of places where no contact is wired.
const NOBODY: u8 = u8::MAX;

/// The Rust source that the firmware's `board` module includes: constants, the scanner's type, and macros that take
/// the board's pins out of the chip's.
///
/// # Panics
///
/// Not for a [`Board`] that was checked: it has at most 34 contacts and 14 lights.
pub fn source(board: &Board) -> String {
    let mut places = vec![NOBODY; board.wiring.size()];
    for contact in Contact::all() {
        places[board.wiring.place(contact)] = u8::try_from(contact.index()).expect("34 contacts");
    }
    let order: Vec<_> = board.lights.iter().map(|light| light.index()).collect();
    let (scanner, new) = match &board.wiring {
        Wiring::Matrix(matrix) => (
            format!("matrix::Scanner<{}, {}>", matrix.columns.len(), matrix.rows.len()),
            format!("[{}], [{}]", pins(&matrix.columns), pins(&matrix.rows)),
        ),
        Wiring::Shift(shift) => {
            (format!("shift::Scanner<{}>", shift.registers * 8), pins(&[shift.load, shift.clock, shift.data]))
        }
    };
    let mut source = format!("// Made from boards/{}.toml.\n", board.name);
    let mut item = |doc: &str, code: &str| {
        writeln!(source, "/// {doc}\n{code}").expect("a String takes everything");
    };
    item("The board's name.", &format!("pub(crate) const NAME: &str = {:?};", board.name));
    item(
        "How many places for contacts the wiring has.",
        &format!("pub(crate) const SIZE: usize = {};", places.len()),
    );
    item(
        "The contact at each place: the connections in alphabetical order, then the buttons; 255 for none.",
        &format!("pub(crate) const PLACES: [u8; SIZE] = {places:?};"),
    );
    item("How many lights are on the chain.", &format!("pub(crate) const LIGHTS: usize = {};", order.len()));
    item(
        "The lights along the chain: the islands in alphabetical order, then turn white and turn black.",
        &format!("pub(crate) const ORDER: [u8; LIGHTS] = {order:?};"),
    );
    item(
        "What the whole board may draw, in mA.",
        &format!("pub(crate) const BUDGET_MA: u16 = {};", board.current_budget_ma),
    );
    item(
        "How long a contact that closes must hold, in ms.",
        &format!("pub(crate) const CLOSING_MS: u8 = {};", board.settle.closing_ms),
    );
    item(
        "How long a contact that opens must hold, in ms.",
        &format!("pub(crate) const OPENING_MS: u8 = {};", board.settle.opening_ms),
    );
    item("What reads the contacts.", &format!("pub(crate) type Scanner = crate::firmware::{scanner};"));
    item(
        "Takes the contacts' pins.",
        &format!(
            "macro_rules! scanner {{ ($p:ident) => {{ $crate::firmware::board::Scanner::new({new}) }} }}"
        ),
    );
    item(
        "Takes the lights' pin.",
        &format!("macro_rules! light_pin {{ ($p:ident) => {{ {} }} }}", pins(&[board.light_pin])),
    );
    source.push_str("pub(crate) use {light_pin, scanner};\n");
    source
}

fn pins(numbers: &[u8]) -> String {
    numbers.iter().map(|pin| format!("$p.PIN_{pin}.into()")).collect::<Vec<_>>().join(", ")
}
