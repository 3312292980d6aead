//! The supply, and the data line's way from the controller to the first light.

use kahuna_boards::Board;
use kahuna_boards::map::Point;

use super::symbol::{self, OUTLINE, SMALL, Towards};
use crate::drawing::{Anchor, Drawing, Shape, Style, colour};
use crate::reference::{self, BUFFER, BULK, DATA_RESISTOR, FUSE};

/// Draws it and returns where it ends.
pub(super) fn draw(drawing: &mut Drawing, board: &Board, [x, y]: Point) -> f64 {
    drawing.heading([x, y], 4.2, "Supply");
    let level = y + 10.0;
    let red = colour::RED;
    symbol::flag(drawing, [x + 16.0, level], Towards::Left, red, "USB5V");
    symbol::wire(drawing, &[[x + 16.0, level], [x + 20.0, level]], red);
    symbol::resistor(drawing, [x + 20.0, level]);
    drawing.words([x + 26.0, level - 3.0], SMALL, Anchor::Middle, FUSE);
    drawing.coloured([x + 26.0, level + 5.0], 2.3, Anchor::Middle, colour::GREY, "0.5 A");
    symbol::wire(drawing, &[[x + 32.0, level], [x + 66.0, level]], red);
    symbol::flag(drawing, [x + 66.0, level], Towards::Right, red, "+5V");
    symbol::dot(drawing, [x + 44.0, level], red);
    symbol::capacitor(drawing, [x + 44.0, level]);
    drawing.words([x + 40.6, level + 3.2], SMALL, Anchor::End, "+");
    drawing.words([x + 48.0, level + 5.0], SMALL, Anchor::Start, format!("{BULK} 1000 µF"));
    symbol::ground(drawing, [x + 44.0, level + 8.0]);
    symbol::flag(drawing, [x + 66.0, level + 8.0], Towards::Right, colour::BLACK, "GND");
    symbol::wire(drawing, &[[x + 44.0, level + 8.0], [x + 66.0, level + 8.0]], colour::BLACK);
    let words = format!("At most {} mA altogether: the firmware dims the lights", board.current_budget_ma);
    drawing.words([x, level + 16.0], SMALL, Anchor::Start, words);
    let words = "before they ask for more. The fuse is for wiring faults.";
    drawing.words([x, level + 20.0], SMALL, Anchor::Start, words);
    buffer(drawing, [x + 118.0, y]);
    level + 20.0
}

/// The 74AHCT125 and the resistor.
fn buffer(drawing: &mut Drawing, [x, y]: Point) {
    drawing.heading([x, y], 4.2, "Data to the lights");
    let (level, green) = (y + 12.0, colour::GREEN);
    symbol::flag(drawing, [x + 16.0, level], Towards::Left, green, "LIGHTS");
    symbol::wire(drawing, &[[x + 16.0, level], [x + 30.0, level]], green);
    let triangle = vec![[x + 30.0, level - 5.0], [x + 40.0, level], [x + 30.0, level + 5.0]];
    drawing.add(Shape::Area(triangle), OUTLINE.filled(colour::PALE));
    drawing.words([x + 35.0, level - 6.0], SMALL, Anchor::Middle, format!("{BUFFER} 74AHCT125"));
    drawing.coloured([x + 28.5, level - 0.8], 1.9, Anchor::End, colour::GREY, "2");
    drawing.coloured([x + 40.5, level - 0.8], 1.9, Anchor::Start, colour::GREY, "3");
    symbol::wire(drawing, &[[x + 33.0, level + 3.5], [x + 33.0, level + 8.0]], colour::BLACK);
    drawing.coloured([x + 34.0, level + 6.5], 1.9, Anchor::Start, colour::GREY, "1");
    symbol::ground(drawing, [x + 33.0, level + 8.0]);
    drawing.mark(
        "net",
        "LIGHTS5V",
        Shape::Line(vec![[x + 40.0, level], [x + 64.0, level]]),
        Style::line(green, symbol::WIRE),
    );
    drawing.coloured([x + 52.0, level - 1.4], SMALL, Anchor::Middle, green, "LIGHTS5V");
    symbol::resistor(drawing, [x + 64.0, level]);
    drawing.words([x + 70.0, level - 3.0], SMALL, Anchor::Middle, format!("{DATA_RESISTOR} 330 Ω"));
    symbol::wire(drawing, &[[x + 76.0, level], [x + 84.0, level]], green);
    symbol::flag(drawing, [x + 84.0, level], Towards::Right, green, "DATA1");
    let notes = [
        format!("{BUFFER}: pin 14 to +5V, pin 7 to GND, {} (100 nF) between them.", reference::decoupling(0)),
        "Its other three buffers are off: pins 4, 10 and 13 to +5V, pins 5, 9 and 12 to GND.".into(),
        "It takes the controller's 3.3 V as high and gives the lights the 5 V they expect.".into(),
    ];
    for (index, note) in (0..).zip(notes) {
        drawing.words([x + 108.0, level - 3.0 + f64::from(index) * 4.4], SMALL, Anchor::Start, note);
    }
}
