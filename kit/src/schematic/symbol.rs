//! The symbols that the diagram is made of.

use kahuna_boards::map::Point;

use crate::drawing::{Anchor, Colour, Drawing, Shape, Style, Text, Weight, colour};
use crate::text;

/// A wire.
pub(super) const WIRE: f64 = 0.45;
/// The outline of a part.
pub(super) const OUTLINE: Style = Style::line(colour::BLACK, 0.4);
/// Words beside a symbol.
pub(super) const SMALL: f64 = 2.7;

/// A wire in its colour.
pub(super) fn wire(drawing: &mut Drawing, points: &[Point], colour: Colour) {
    drawing.line(points, Style::line(colour, WIRE));
}

/// Where wires are joined.
pub(super) fn dot(drawing: &mut Drawing, at: Point, colour: Colour) {
    drawing.add(Shape::Circle { at, radius: 0.8 }, Style::fill(colour));
}

/// Which way a flag points, away from its wire.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Towards {
    Left,
    Right,
    Up,
}

/// How wide a flag is.
pub(super) fn flag_width(name: &str) -> f64 {
    text::width(name, SMALL, Weight::Bold) + 2.0
}

/// A net's name at the end of a wire.
pub(super) fn flag(drawing: &mut Drawing, [x, y]: Point, towards: Towards, colour: Colour, name: &str) {
    let (width, half) = (flag_width(name), 2.1);
    let (left, top) = match towards {
        Towards::Left => (x - width, y - half),
        Towards::Right => (x, y - half),
        Towards::Up => (x - width / 2.0, y - 2.0 * half),
    };
    drawing.rectangle([left, top], width, 2.0 * half, Style::line(colour, 0.3).filled(colour::WHITE));
    let at = [left + width / 2.0, top + half + SMALL * 0.36];
    let words = Text {
        at,
        size: SMALL,
        anchor: Anchor::Middle,
        degrees: 0.0,
        weight: Weight::Bold,
        words: name.into(),
    };
    drawing.mark("flag", name, Shape::Text(words), Style::line(colour, 0.0));
}

/// Ground below a wire's end.
pub(super) fn ground(drawing: &mut Drawing, [x, y]: Point) {
    for (index, half) in (0..).zip([2.2, 1.4, 0.6]) {
        let y = y + f64::from(index) * 0.9;
        drawing.line(&[[x - half, y], [x + half, y]], OUTLINE);
    }
}

/// A contact, 8 mm long to the right; a button has a cap.
pub(super) fn contact(drawing: &mut Drawing, [x, y]: Point, is_button: bool) {
    for end in [1.0, 7.0] {
        drawing.add(Shape::Circle { at: [x + end, y], radius: 0.6 }, OUTLINE.filled(colour::WHITE));
    }
    drawing.line(&[[x, y], [x + 0.4, y]], OUTLINE);
    drawing.line(&[[x + 7.6, y], [x + 8.0, y]], OUTLINE);
    if is_button {
        drawing.line(&[[x + 0.8, y - 1.8], [x + 7.2, y - 1.8]], OUTLINE);
        drawing.line(&[[x + 4.0, y - 1.8], [x + 4.0, y - 3.0]], OUTLINE);
    } else {
        drawing.line(&[[x + 1.5, y - 0.4], [x + 6.6, y - 2.4]], OUTLINE);
    }
}

/// A diode, 6 mm long to the right, its band there.
pub(super) fn diode(drawing: &mut Drawing, [x, y]: Point) {
    drawing.line(&[[x, y], [x + 1.5, y]], OUTLINE);
    drawing.line(&[[x + 4.5, y], [x + 6.0, y]], OUTLINE);
    let triangle = vec![[x + 1.5, y - 1.6], [x + 4.5, y], [x + 1.5, y + 1.6]];
    drawing.add(Shape::Area(triangle), OUTLINE.filled(colour::BLACK));
    drawing.line(&[[x + 4.5, y - 1.6], [x + 4.5, y + 1.6]], Style::line(colour::BLACK, 0.6));
}

/// A resistor or fuse, 12 mm long to the right.
pub(super) fn resistor(drawing: &mut Drawing, [x, y]: Point) {
    drawing.line(&[[x, y], [x + 2.0, y]], OUTLINE);
    drawing.rectangle([x + 2.0, y - 1.5], 8.0, 3.0, OUTLINE.filled(colour::WHITE));
    drawing.line(&[[x + 10.0, y], [x + 12.0, y]], OUTLINE);
}

/// A capacitor, 8 mm downwards.
pub(super) fn capacitor(drawing: &mut Drawing, [x, y]: Point) {
    drawing.line(&[[x, y], [x, y + 3.2]], OUTLINE);
    drawing.line(&[[x - 2.6, y + 3.2], [x + 2.6, y + 3.2]], Style::line(colour::BLACK, 0.7));
    drawing.line(&[[x - 2.6, y + 4.8], [x + 2.6, y + 4.8]], Style::line(colour::BLACK, 0.7));
    drawing.line(&[[x, y + 4.8], [x, y + 8.0]], OUTLINE);
}
