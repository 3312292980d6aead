//! The chain of lights, in order.

use kahuna_boards::Board;
use kahuna_boards::map::Point;

use super::symbol::{self, OUTLINE, SMALL, Towards};
use super::{MARGIN, WIDTH};
use crate::drawing::{Anchor, Drawing, Shape, colour};
use crate::reference;

/// How many stand beside each other.
const ACROSS: usize = 7;
/// From line to line, in mm.
const LINE: f64 = 30.0;
/// A light's box, in mm.
const BOX: Point = [26.0, 14.0];
/// What the flag of its data takes on its left, in mm.
const FLAG: f64 = 17.0;

/// Draws it and returns where it ends.
pub(super) fn draw(drawing: &mut Drawing, board: &Board, [x, y]: Point) -> f64 {
    drawing.heading([x, y], 4.2, "Lights: WS2812B, from DOUT to DIN");
    let number = |index: usize| u32::try_from(index).map_or(0.0, f64::from);
    let pitch = (WIDTH - MARGIN - x) / number(ACROSS);
    let green = colour::GREEN;
    let count = board.lights.len();
    for (index, light) in board.lights.iter().enumerate() {
        let left = x + number(index % ACROSS) * pitch + FLAG;
        let top = y + 10.0 + number(index / ACROSS) * LINE;
        let middle = top + BOX[1] / 2.0;
        let place = Shape::Area(vec![
            [left, top],
            [left + BOX[0], top],
            [left + BOX[0], top + BOX[1]],
            [left, top + BOX[1]],
        ]);
        drawing.mark("light", format!("{}={}", index + 1, light.name()), place, OUTLINE.filled(colour::PALE));
        drawing.words([left + BOX[0] / 2.0, top + 5.5], 3.4, Anchor::Middle, light.name());
        let part = reference::light(index);
        drawing.coloured([left + BOX[0] / 2.0, top + 11.5], SMALL, Anchor::Middle, colour::GREY, part);
        drawing.coloured([left + 1.0, middle + 0.8], 2.0, Anchor::Start, colour::GREY, "DIN");
        symbol::wire(drawing, &[[left - 4.0, middle], [left, middle]], green);
        symbol::flag(drawing, [left - 4.0, middle], Towards::Left, green, &format!("DATA{}", index + 1));
        if index + 1 < count {
            drawing.coloured([left + BOX[0] - 1.0, middle + 0.8], 2.0, Anchor::End, colour::GREY, "DOUT");
            let out = left + BOX[0];
            let name = format!("DATA{}", index + 2);
            if (index + 1) % ACROSS == 0 {
                symbol::wire(drawing, &[[out, middle], [out + 2.0, middle]], green);
                symbol::flag(drawing, [out + 2.0, middle], Towards::Right, green, &name);
            } else {
                let flag = left + pitch - 4.0 - symbol::flag_width(&name);
                symbol::wire(drawing, &[[out, middle], [flag, middle]], green);
            }
        }
        let (red, black) = (left + 8.0, left + BOX[0] - 8.0);
        symbol::wire(drawing, &[[red, top - 2.0], [red, top]], colour::RED);
        symbol::flag(drawing, [red, top - 2.0], Towards::Up, colour::RED, "+5V");
        symbol::wire(drawing, &[[black, top + BOX[1]], [black, top + BOX[1] + 2.0]], colour::BLACK);
        symbol::ground(drawing, [black, top + BOX[1] + 2.0]);
    }
    y + 10.0 + number(count.div_ceil(ACROSS)) * LINE - 8.0
}
