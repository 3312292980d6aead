//! The chain of shift registers.

use kahuna_boards::map::Point;
use kahuna_boards::{Board, Contact, Shift};

use super::symbol::{self, OUTLINE, SMALL, Towards};
use super::{MARGIN, WIDTH};
use crate::drawing::{Anchor, Colour, Drawing, Shape, Style, colour};
use crate::nets::input;
use crate::reference;

/// How many stand beside each other.
const ACROSS: usize = 5;
/// From pin to pin, in mm.
const PITCH: f64 = 8.0;
/// A register's height, in mm, with its other pins and some room.
const HEIGHT: f64 = 8.0 * PITCH + 46.0;
/// Where a register's box begins in its place, and how wide it is, in mm.
const BODY: (f64, f64) = (29.0, 17.0);

/// Draws it and returns where it ends.
pub(super) fn draw(drawing: &mut Drawing, _board: &Board, shift: &Shift, [x, y]: Point) -> f64 {
    drawing.heading([x, y], 4.2, "Contacts: 74HC165 shift registers, the nearest to the controller first");
    let width = (WIDTH - MARGIN - x) / f64::from(u32::try_from(ACROSS).unwrap_or(1));
    let number = |index: usize| u32::try_from(index).map_or(0.0, f64::from);
    for index in 0..shift.registers {
        let corner = [x + number(index % ACROSS) * width, y + 6.0 + number(index / ACROSS) * HEIGHT];
        register(drawing, shift, index, corner);
    }
    let below = y + 6.0 + number(shift.registers.div_ceil(ACROSS)) * HEIGHT + 2.0;
    let words = "Each input is pulled up to 3.3 V by 10 kΩ, a pin of its register's network (RN1.2 is pin 2 of RN1; pin 1 of \
         each goes to +3V3); a closed contact pulls it to ground.";
    drawing.words([x, below], SMALL, Anchor::Start, words);
    below
}

fn register(drawing: &mut Drawing, shift: &Shift, index: usize, [x, y]: Point) {
    let (left, right) = (x + BODY.0, x + BODY.0 + BODY.1);
    let top = y + 7.0;
    let height = 8.0 * PITCH + 31.0;
    drawing.rectangle([left, top], BODY.1, height, OUTLINE.filled(colour::PALE));
    drawing.heading([left, top - 1.5], 3.4, format!("{} 74HC165", reference::register(index)));
    for bit in (0..8).rev() {
        let row = u32::try_from(7 - bit).map_or(0.0, f64::from);
        input_row(drawing, shift, index * 8 + bit, [x, top + 6.0 + row * PITCH]);
    }
    let low = top + 8.0 * PITCH + 8.0;
    let mut pin = |row: f64, side: Towards, name: &str, number: u8, net: &str, ink: Colour| {
        let y = low + row * 5.5;
        let (edge, out) = if side == Towards::Left { (left, -4.0) } else { (right, 4.0) };
        symbol::wire(drawing, &[[edge, y], [edge + out, y]], ink);
        symbol::flag(drawing, [edge + out, y], side, ink, net);
        let (inner, anchor) =
            if side == Towards::Left { (edge + 1.0, Anchor::Start) } else { (edge - 1.0, Anchor::End) };
        drawing.words([inner, y + 0.9], 2.3, anchor, name);
        let above = if side == Towards::Left { edge - 0.8 } else { edge + 0.8 };
        let anchor = if side == Towards::Left { Anchor::End } else { Anchor::Start };
        drawing.coloured([above, y - 0.7], 1.9, anchor, colour::GREY, number.to_string());
    };
    let last = index + 1 == shift.registers;
    let from = if last { "+3V3".to_owned() } else { format!("CHAIN{}", index + 1) };
    let to = if index == 0 { "DATA".to_owned() } else { format!("CHAIN{index}") };
    pin(0.0, Towards::Left, "SH/LD", 1, "LOAD", colour::BLUE);
    pin(1.0, Towards::Left, "CLK", 2, "CLOCK", colour::BLUE);
    pin(2.0, Towards::Left, "INH", 15, "GND", colour::BLACK);
    pin(3.0, Towards::Left, "SER", 10, &from, if last { colour::ORANGE } else { colour::VIOLET });
    pin(0.0, Towards::Right, "VCC", 16, "+3V3", colour::ORANGE);
    pin(1.0, Towards::Right, "GND", 8, "GND", colour::BLACK);
    pin(3.0, Towards::Right, "QH", 9, &to, colour::VIOLET);
    let capacitor = format!("{} 100 nF", reference::decoupling(index + 1));
    drawing.coloured([right + 0.8, low + 12.0], 2.1, Anchor::Start, colour::GREY, capacitor);
}

/// An input with what is wired to it.
fn input_row(drawing: &mut Drawing, shift: &Shift, bit: usize, [x, y]: Point) {
    let input = input(bit);
    let left = x + BODY.0;
    drawing.words([left + 1.0, y + 0.9], SMALL, Anchor::Start, input.letter.to_string());
    drawing.coloured([left - 0.8, y - 0.7], 1.9, Anchor::End, colour::GREY, input.pin.to_string());
    let network = format!("{}.{}", reference::network(input.register), input.network_pin);
    let right = left + BODY.1 - 1.0;
    let contact = Contact::all().zip(&shift.bits).find(|(_, used)| **used == bit).map(|(contact, _)| contact);
    let Some(contact) = contact else {
        symbol::wire(drawing, &[[left - 4.0, y], [left, y]], colour::ORANGE);
        symbol::flag(drawing, [left - 4.0, y], Towards::Left, colour::ORANGE, "+3V3");
        return;
    };
    drawing.coloured([right, y + 0.9], 2.1, Anchor::End, colour::GREY, network);
    let name = format!("{contact}={bit}");
    let wire = Shape::Line(vec![[x + 14.0, y], [left, y]]);
    drawing.mark("contact", name, wire, Style::line(colour::GREY, symbol::WIRE));
    symbol::contact(drawing, [x + 6.0, y], contact.is_button());
    drawing.line(&[[x + 4.0, y + 1.6], [x + 4.0, y], [x + 6.0, y]], OUTLINE);
    symbol::ground(drawing, [x + 4.0, y + 1.6]);
    let part = reference::contact(contact);
    drawing.words([x + 7.0, y + 3.4], 2.4, Anchor::Start, format!("{part} {contact}"));
}
