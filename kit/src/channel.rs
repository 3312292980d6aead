//! A way for the lights' cable below the plate: along the chain, and clear of everything else.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use kahuna_boards::map::Point;

use crate::boxes::to_segment;
use crate::layout::{Hole, Kind, Layout};

/// How wide the cable is, in mm: three wires beside each other.
pub const CABLE_MM: f64 = 6.0;
/// What stays between the cable and a part below the plate, in mm.
const CLEAR_MM: f64 = 1.0;
/// The raster on which a way is looked for, in mm.
const RASTER_MM: f64 = 2.0;

/// A place on the raster.
type Cell = (i32, i32);

/// The cable's stretches: from the controller to the first light, from there to the second, and so on.
pub fn route(layout: &Layout) -> Vec<Vec<Point>> {
    let start = [layout.controller[0] + layout.controller_size[0] / 2.0, layout.controller[1]];
    let mut from = start;
    let mut stretches = Vec::new();
    for light in layout.of(Kind::Light) {
        // A light with no way to it gets a straight one; the drawing shows that they cross.
        let stretch = stretch(layout, from, light.at).unwrap_or_else(|| vec![from, light.at]);
        stretches.push(stretch);
        from = light.at;
    }
    stretches
}

/// The shortest way on the raster, pulled taut.
fn stretch(layout: &Layout, from: Point, to: Point) -> Option<Vec<Point>> {
    let (first, last) = (cell(from), cell(to));
    let mut best = HashMap::from([(first, 0)]);
    let mut before: HashMap<Cell, Cell> = HashMap::new();
    let mut open = BinaryHeap::from([(Reverse(0), first)]);
    while let Some((_, at)) = open.pop() {
        if at == last {
            break;
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let next = (at.0 + dx, at.1 + dy);
            // 10 and 14: a step and a diagonal one.
            let cost = best[&at] + if dx == 0 || dy == 0 { 10 } else { 14 };
            let known = best.get(&next).copied().unwrap_or(i32::MAX);
            let is_end = next == last;
            if cost < known && (is_end || is_clear(layout, point(next), from, to)) {
                best.insert(next, cost);
                before.insert(next, at);
                let (across, down) = ((next.0 - last.0).abs(), (next.1 - last.1).abs());
                let rest = across.max(down) * 10 + across.min(down) * 4;
                open.push((Reverse(cost + rest), next));
            }
        }
    }
    let mut cells = vec![last];
    while let Some(at) = before.get(cells.last()?) {
        cells.push(*at);
    }
    if *cells.last()? != first {
        return None;
    }
    cells.reverse();
    let mut points: Vec<_> = cells.into_iter().map(point).collect();
    *points.first_mut()? = from;
    *points.last_mut()? = to;
    Some(taut(layout, &points))
}

/// Leaves out every point that a straight line can pass by.
fn taut(layout: &Layout, points: &[Point]) -> Vec<Point> {
    let (from, to) = (points[0], points[points.len() - 1]);
    let mut taut = vec![from];
    let mut at = 0;
    while at + 1 < points.len() {
        let sees = |index: usize| sees(layout, points[at], points[index], from, to);
        let next = (at + 2..points.len()).rev().find(|index| sees(*index)).unwrap_or(at + 1);
        taut.push(points[next]);
        at = next;
    }
    taut
}

fn sees(layout: &Layout, a: Point, b: Point, from: Point, to: Point) -> bool {
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    let mut along = 0.0;
    while along < length {
        let share = along / length;
        let point = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
        if !is_clear(layout, point, from, to) {
            return false;
        }
        along += RASTER_MM / 4.0;
    }
    true
}

/// Whether the cable can pass here, on its way between two lights, whose boards it must reach.
fn is_clear(layout: &Layout, point: Point, from: Point, to: Point) -> bool {
    let margin = CABLE_MM / 2.0;
    let inside = [0, 1].into_iter().all(|axis| (margin..=layout.plate[axis] - margin).contains(&point[axis]));
    inside
        && layout
            .holes
            .iter()
            .filter(|hole| distance(hole, from) > 0.0 && distance(hole, to) > 0.0)
            .all(|hole| distance(hole, point) >= margin + CLEAR_MM)
}

/// How far a point is from the edge of what is below the plate at a hole, in mm: a light's board, a button's nut, the slot
/// of a reed.
pub fn distance(hole: &Hole, point: Point) -> f64 {
    let half = (hole.length - hole.width) / 2.0;
    let (sin, cos) = hole.degrees.to_radians().sin_cos();
    let end = |sign: f64| [hole.at[0] + sign * half * cos, hole.at[1] + sign * half * sin];
    to_segment(point, end(-1.0), end(1.0)) - hole.width_below() / 2.0
}

#[allow(clippy::cast_possible_truncation, reason = "a board is some hundred millimetres wide")]
fn cell([x, y]: Point) -> Cell {
    ((x / RASTER_MM).round() as i32, (y / RASTER_MM).round() as i32)
}

fn point((x, y): Cell) -> Point {
    [f64::from(x) * RASTER_MM, f64::from(y) * RASTER_MM]
}
