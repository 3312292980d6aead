//! The drilling template, at true size.

use std::fmt::Write as _;

use kahuna_boards::Board;
use kahuna_boards::map::{self, Point, map};

use crate::boxes::{self, Corners};
use crate::channel;
use crate::drawing::{Anchor, Drawing, Shape, Style, Text, Weight, colour};
use crate::layout::{FRAME_MM, Hole, Kind, Layout};
use crate::svg::number;

const EDGE: Style = Style::line(colour::BLACK, 0.35);
const THIN: Style = Style::line(colour::GREY, 0.18);
const CUT: Style = Style::line(colour::BLACK, 0.3);
const LABEL_MM: f64 = 2.9;

/// The head of the table.
pub const HEAD: &str = "kind,name,part,x_mm,y_mm,degrees,length_mm,width_mm\n";

/// Draws the template.
pub fn draw(board: &Board) -> Drawing {
    let layout = Layout::new(board);
    let [width, depth] = layout.plate;
    let mut drawing = Drawing::new(format!("Drilling template of {}", board.name), width, depth);
    for stretch in channel::route(&layout) {
        drawing.mark("channel", "", Shape::Line(stretch), Style::line(colour::PALE, channel::CABLE_MM));
    }
    for hole in layout.of(Kind::Light) {
        let end = Shape::Circle { at: hole.at, radius: channel::CABLE_MM / 2.0 };
        drawing.add(end, Style::fill(colour::PALE));
    }
    let inset = EDGE.width / 2.0;
    drawing.rectangle([inset, inset], width - 2.0 * inset, depth - 2.0 * inset, EDGE);
    drawing.rectangle([FRAME_MM, FRAME_MM], layout.board[0], layout.board[1], THIN.dashed(3.0));
    let scale = board.width_mm / map::WIDTH;
    let place = |point: Point| point.map(|along| along * scale + FRAME_MM);
    for line in &map().connections {
        drawing.line(&[place(line.from), place(line.to)], THIN.dashed(1.2));
    }
    controller(&mut drawing, board, &layout);
    for hole in &layout.holes {
        hole_with_crosses(&mut drawing, hole);
    }
    words(&mut drawing, board, &layout);
    label(&mut drawing, &layout);
    drawing
}

/// The holes' positions as a table, for a machine or a ruler.
pub fn table(board: &Board) -> String {
    let mut table = String::from(HEAD);
    for hole in &Layout::new(board).holes {
        let [x, y] = hole.at;
        writeln!(
            table,
            "{},{},{},{x:.2},{y:.2},{:.1},{},{}",
            hole.kind.name(),
            hole.name,
            hole.part,
            hole.degrees,
            number(hole.length),
            number(hole.width)
        )
        .expect("a String takes everything");
    }
    table
}

fn hole_with_crosses(drawing: &mut Drawing, hole: &Hole) {
    let shape = if hole.kind == Kind::Reed {
        Shape::Slot { at: hole.at, degrees: hole.degrees, length: hole.length, width: hole.width }
    } else {
        Shape::Circle { at: hole.at, radius: hole.width / 2.0 }
    };
    drawing.mark(hole.kind.name(), hole.name, shape, CUT.filled(colour::WHITE));
    let (sin, cos) = hole.degrees.to_radians().sin_cos();
    let arm = hole.width / 2.0 + if hole.kind == Kind::Reed { 0.0 } else { 2.0 };
    let half = (hole.length - hole.width) / 2.0;
    let middles = if half > 0.0 { vec![-half, 0.0, half] } else { vec![0.0] };
    for along in middles {
        let at = [hole.at[0] + along * cos, hole.at[1] + along * sin];
        for (dx, dy) in [(cos, sin), (-sin, cos)] {
            let end = |sign: f64| [at[0] + sign * arm * dx, at[1] + sign * arm * dy];
            drawing.line(&[end(-1.0), end(1.0)], Style::line(colour::BLACK, 0.12));
        }
    }
}

fn controller(drawing: &mut Drawing, board: &Board, layout: &Layout) {
    let ([x, y], [length, width]) = (layout.controller, layout.controller_size);
    drawing.rectangle([x - length / 2.0, y - width / 2.0], length, width, THIN.dashed(2.0));
    drawing.rectangle([0.0, y - 4.0], 7.0, 8.0, THIN);
    drawing.words([2.0, y - width / 2.0 - 1.5], LABEL_MM, Anchor::Start, board.microcontroller.title());
    let below = y + width / 2.0 + LABEL_MM + 0.5;
    drawing.words([2.0, below], LABEL_MM, Anchor::Start, "below the plate,");
    drawing.words([2.0, below + 3.6], LABEL_MM, Anchor::Start, "USB to the edge");
}

/// What it is, how to print it, and a bar to check that.
fn words(drawing: &mut Drawing, board: &Board, layout: &Layout) {
    let [width, depth] = layout.plate;
    drawing.heading([5.0, 8.5], 5.0, drawing.title.clone());
    let sizes = format!(
        "Plate {} × {} mm, printed board {} × {} mm (dashed).",
        number(width),
        number(depth),
        number(layout.board[0]),
        number(layout.board[1])
    );
    let slot = layout.of(Kind::Reed).next().map_or((0.0, 0.0), |hole| (hole.length, hole.width));
    let lines = [
        sizes,
        "Seen from above: black sits at this edge.".into(),
        format!("Reeds: slots {} × {} mm. Lights: 5 mm.", number(slot.0), number(slot.1)),
        "Buttons: 12 mm. Grey band: cable below.".into(),
    ];
    for (index, line) in (0..).zip(lines) {
        drawing.words([5.0, 14.0 + f64::from(index) * 4.4], 3.2, Anchor::Start, line);
    }
    let bar = if width > 360.0 { 100.0 } else { 50.0 };
    let y = depth - 12.0;
    scale_bar(drawing, [8.0, y], bar);
    let words = format!("{} mm: measure it. Print at 100 %, not fitted to the page.", number(bar));
    drawing.words([8.0, y + 6.5], 3.2, Anchor::Start, words);
    drawing.words([8.0, y - 7.0], 3.2, Anchor::Start, format!("White sits at this edge. {}", board.title));
}

/// A bar of a length with a stroke every 10 mm.
pub(crate) fn scale_bar(drawing: &mut Drawing, [x, y]: Point, length: f64) {
    drawing.mark("scale", number(length), Shape::Line(vec![[x, y], [x + length, y]]), CUT);
    let mut at = 0.0;
    while at <= length {
        let tall = if at == 0.0 || at >= length { 3.0 } else { 1.6 };
        drawing.line(&[[x + at, y], [x + at, y - tall]], CUT);
        at += 10.0;
    }
}

/// Puts every hole's label where nothing else is.
fn label(drawing: &mut Drawing, layout: &Layout) {
    let mut taken: Vec<Corners> = layout
        .holes
        .iter()
        .map(|hole| boxes::around(hole.at, hole.degrees, hole.length, hole.width, 0.4))
        .collect();
    taken.extend(drawing.texts().map(Text::corners));
    let chain = layout.holes.iter().filter(|hole| hole.kind == Kind::Light).count();
    for hole in &layout.holes {
        let words = match hole.kind {
            Kind::Reed => format!("{} {}", hole.part, hole.name),
            Kind::Light => format!("{} ({}/{chain})", hole.name, hole.part.trim_start_matches("LED")),
            Kind::Button => hole.name.into(),
        };
        let candidates = candidates(hole, &words);
        let free = candidates.iter().find(|text| {
            let corners = text.corners();
            boxes::within(&corners, layout.plate[0], layout.plate[1])
                && !taken.iter().any(|other| boxes::overlap(&corners, other))
        });
        let text = free.unwrap_or(&candidates[0]).clone();
        taken.push(text.corners());
        drawing.add(Shape::Text(text), Style::line(colour::BLACK, 0.0));
    }
}

/// Where a label may stand, the best place first.
fn candidates(hole: &Hole, words: &str) -> Vec<Text> {
    let weight = if hole.kind == Kind::Light { Weight::Bold } else { Weight::Regular };
    let text = |at: Point, anchor, degrees| Text {
        at,
        size: LABEL_MM,
        anchor,
        degrees,
        weight,
        words: words.into(),
    };
    let [x, y] = hole.at;
    if hole.kind != Kind::Reed {
        let away = hole.width / 2.0 + 3.0;
        let drop = LABEL_MM * 0.35;
        return vec![
            text([x, y + away + LABEL_MM], Anchor::Middle, 0.0),
            text([x, y - away], Anchor::Middle, 0.0),
            text([x + away, y + drop], Anchor::Start, 0.0),
            text([x - away, y + drop], Anchor::End, 0.0),
        ];
    }
    // Along the line, and never upside down.
    let degrees = if hole.degrees > 90.0 { hole.degrees - 180.0 } else { hole.degrees };
    let degrees = if degrees <= -90.0 { degrees + 180.0 } else { degrees };
    let (sin, cos) = degrees.to_radians().sin_cos();
    let beside = [-(hole.width / 2.0 + 1.4), hole.width / 2.0 + 1.0 + LABEL_MM * 0.72];
    let along = [0.0, 4.0, -4.0, 8.0, -8.0, 12.0, -12.0];
    along
        .into_iter()
        .flat_map(|along| beside.map(|down| (along, down)))
        .map(|(along, down)| {
            text([x + along * cos - down * sin, y + along * sin + down * cos], Anchor::Middle, degrees)
        })
        .collect()
}
