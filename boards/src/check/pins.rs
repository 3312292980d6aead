//! Pins: each exists, is free on the microcontroller board, and is used once.

use std::ops::Range;

use super::Checker;
use crate::Microcontroller;
use crate::description::{Description, Pin};

/// The number of a pin that has been checked.
pub(super) fn number(pin: &Pin) -> u8 {
    u8::try_from(*pin.get_ref()).unwrap_or(u8::MAX)
}

/// Checks every pin of the description.
pub(super) fn check(checker: &mut Checker, board: Microcontroller, description: &Description) {
    let uses = uses(description);
    for (index, (pin, use_, at)) in uses.iter().enumerate() {
        if *pin > 29 {
            checker.fault(at.clone(), format!("the RP2040 has no GP{pin} for {use_}"), remedy(board));
            continue;
        }
        if let Some(why) = u8::try_from(*pin).ok().and_then(|pin| board.taken(pin)) {
            let what = format!("GP{pin} cannot be {use_}: on the {board} it {why}");
            checker.fault(at.clone(), what, remedy(board));
        }
        if let Some((_, first, _)) = uses[..index].iter().find(|(other, ..)| other == pin) {
            let free = board.pins().find(|free| uses.iter().all(|(used, ..)| *used != u32::from(*free)));
            let example = free.map_or(String::new(), |free| format!(", for instance GP{free}"));
            let what = format!("GP{pin} is {first} and {use_}");
            checker.fault(at.clone(), what, format!("give one of them another pin{example}"));
        }
    }
}

fn remedy(board: Microcontroller) -> String {
    format!("use one of {}", board.usable())
}

/// Every pin with what it is for and where that stands, in the order of the text.
fn uses(description: &Description) -> Vec<(u32, String, Range<usize>)> {
    let mut uses = Vec::new();
    let mut add = |pin: &Pin, what: String| uses.push((*pin.get_ref(), what, pin.span()));
    add(&description.lights.get_ref().pin, "the lights' data line".into());
    if let Some(matrix) = &description.matrix {
        for (kind, pins) in [("column", &matrix.get_ref().columns), ("row", &matrix.get_ref().rows)] {
            for (index, pin) in pins.iter().enumerate() {
                add(pin, format!("{kind} {index}"));
            }
        }
    }
    if let Some(shift) = &description.shift {
        let shift = shift.get_ref();
        for (pin, what) in [(&shift.load, "load"), (&shift.clock, "clock"), (&shift.data, "data")] {
            add(pin, format!("the registers' {what} line"));
        }
    }
    uses.sort_by_key(|(.., at)| at.start);
    uses
}
