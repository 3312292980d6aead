//! The microcontroller board, its USB socket up, with every pad.

use kahuna_boards::map::Point;
use kahuna_boards::{Board, Microcontroller};

use super::symbol::{self, OUTLINE, SMALL, Towards};
use crate::drawing::{Anchor, Drawing, Shape, Style, colour};
use crate::nets::{Net, pad_of};
use crate::pinout::{self, Pad, Side};
use crate::reference::CONTROLLER;

/// From pad to pad, in mm.
const PITCH: f64 = 5.6;
/// The board's left edge and its width, in mm from the corner.
const BODY: (f64, f64) = (30.0, 46.0);

/// Draws it and returns where it ends.
pub(super) fn draw(drawing: &mut Drawing, board: &Board, nets: &[Net], [x, y]: Point) -> f64 {
    let mcu = board.microcontroller;
    drawing.heading([x, y], 4.2, format!("{CONTROLLER}  {}", mcu.title()));
    let top = y + 12.0;
    let sides = [Side::Left, Side::Right].map(|side| pinout::down(mcu, side));
    let rows = sides.iter().map(Vec::len).max().unwrap_or(0);
    let height = (0..rows).map(|_| PITCH).sum::<f64>() + 4.0;
    let body = Style::line(colour::BLACK, 0.5).filled(colour::PALE);
    drawing.rectangle([x + BODY.0, top], BODY.1, height, body);
    let socket = Style::line(colour::BLACK, 0.4).filled(colour::WHITE);
    drawing.rectangle([x + BODY.0 + BODY.1 / 2.0 - 6.0, top - 3.0], 12.0, 8.0, socket);
    drawing.words([x + BODY.0 + BODY.1 / 2.0, top + 2.4], SMALL, Anchor::Middle, "USB");
    for pads in sides {
        for (row, pad) in (0..).zip(pads) {
            let y = top + 4.8 + f64::from(row) * PITCH;
            let net = nets.iter().find(|net| net.nodes.iter().any(|node| pad_of(board, node) == Some(pad)));
            draw_pad(drawing, pad, net, [x, y]);
        }
    }
    if mcu == Microcontroller::Zero {
        let words = "Pads 10 to 14 (GP9 to GP13) are at its lower edge.";
        drawing.words([x, top + height + 5.0], SMALL, Anchor::Start, words);
    }
    top + height
}

fn draw_pad(drawing: &mut Drawing, pad: Pad, net: Option<&Net>, [x, y]: Point) {
    let left = pad.side == Side::Left;
    // Outwards from the board's edge.
    let edge = if left { x + BODY.0 } else { x + BODY.0 + BODY.1 };
    let out = if left { -1.0 } else { 1.0 };
    let (inner, outer) = if left { (Anchor::Start, Anchor::End) } else { (Anchor::End, Anchor::Start) };
    let radius = 1.1;
    drawing.add(Shape::Circle { at: [edge, y], radius }, OUTLINE.filled(colour::WHITE));
    let ink = net.map_or(colour::GREY, |net| net.wire.colour());
    drawing.coloured([edge - out * 2.4, y + 1.0], SMALL, inner, ink, pad.name);
    let number = [edge + out * 2.0, y - 0.7];
    drawing.coloured(number, 2.1, outer, colour::GREY, pad.number.to_string());
    if let Some(net) = net {
        let end = [edge + out * 9.0, y];
        let stub = Shape::Line(vec![[edge + out * radius, y], end]);
        let name = format!("{}={}", pad.number, net.name);
        drawing.mark("pad", name, stub, Style::line(ink, symbol::WIRE));
        let towards = if left { Towards::Left } else { Towards::Right };
        symbol::flag(drawing, end, towards, ink, &net.name);
    }
}
