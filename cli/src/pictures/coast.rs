//! Coastlines of our own: each island is grown around its lamp and the places where its lines land.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use kahuna_board::map::Island;

use super::geometry::{MAP, Point, SEA};

/// The outline of each island, as an SVG path.
pub(super) static COASTS: LazyLock<Vec<String>> =
    LazyLock::new(|| Island::ALL.map(|island| path(&outline(island))).to_vec());

/// Half the width of a tongue of land.
const REACH: f64 = 25.0;
/// How far bays are filled.
const FILL: f64 = 46.0;
/// How much water is left between two islands, at least half of it on either side.
const STRAIT: f64 = 12.0;
/// How far all land stays away from the edge of the sea.
const BEACH: f64 = 14.0;
/// The grid on which a coast is looked for, and the distance between the points that are kept of it.
const STEP: f64 = 5.0;
const SPACING: f64 = 15.0;

/// How far a place is from an island's shore: negative on land.
pub(super) fn height(island: Island, at: Point) -> f64 {
    let own = grown(island, at);
    let others = Island::ALL.into_iter().filter(|&other| other != island);
    let (left, top, right, bottom) = SEA;
    let edge = (at.x - left).min(right - at.x).min(at.y - top).min(bottom - at.y);
    others.map(|other| (own - grown(other, at)) / 2.0 + STRAIT).fold(own.max(BEACH - edge), f64::max)
}

/// The same without regard to other islands.
fn grown(island: Island, at: Point) -> f64 {
    let light = MAP.light(island);
    let tongue = |landing: Point| {
        let along = landing.minus(light);
        let length = along.length().max(1.0);
        let tip = light.plus(along.times((length - REACH * 0.8).max(0.0) / length));
        at.distance_to(light, tip) - REACH
    };
    MAP.landings(island).map(tongue).fold(f64::INFINITY, blended)
}

/// The smaller of two distances, rounded off where they meet.
fn blended(a: f64, b: f64) -> f64 {
    if a.is_infinite() {
        return b;
    }
    let overlap = (FILL - (a - b).abs()).max(0.0);
    a.min(b) - overlap * overlap / (4.0 * FILL)
}

/// A crossing of the shore with the grid: the grid point, and whether it lies to its right or below it.
type Crossing = (i32, i32, bool);

/// Walks along the shore.
fn outline(island: Island) -> Vec<Point> {
    let (left, top, right, bottom) = SEA;
    #[allow(clippy::cast_possible_truncation, reason = "a few hundred steps")]
    let (columns, rows) = (((right - left) / STEP) as i32, ((bottom - top) / STEP) as i32);
    let place = |x: i32, y: i32| Point::new(left + f64::from(x) * STEP, top + f64::from(y) * STEP);
    let high = |x: i32, y: i32| height(island, place(x, y));
    let mut next: BTreeMap<Crossing, Crossing> = BTreeMap::new();
    for y in 0..rows {
        for x in 0..columns {
            let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(x, y)| high(x, y) < 0.0);
            let edges = [(x, y, true), (x + 1, y, false), (x, y + 1, true), (x, y, false)];
            // Clockwise round the cell: where land ends the shore leaves, where it begins the shore comes in.
            let ends = (0..4).find(|&i| corners[i] && !corners[(i + 1) % 4]);
            let begins = (0..4).find(|&i| !corners[i] && corners[(i + 1) % 4]);
            if let (Some(ends), Some(begins)) = (ends, begins) {
                next.insert(edges[begins], edges[ends]);
            }
        }
    }
    let crossing = |(x, y, is_right): Crossing| {
        let (to_x, to_y) = if is_right { (x + 1, y) } else { (x, y + 1) };
        let (from, to) = (high(x, y), high(to_x, to_y));
        let (a, b) = (place(x, y), place(to_x, to_y));
        a.plus(b.minus(a).times(from / (from - to)))
    };
    let mut longest = Vec::new();
    while let Some((&start, _)) = next.first_key_value() {
        let mut shore = Vec::new();
        let mut at = start;
        while let Some(to) = next.remove(&at) {
            shore.push(crossing(at));
            at = to;
        }
        if shore.len() > longest.len() {
            longest = shore;
        }
    }
    smoothed(&spaced(&longest))
}

/// Points at even distances along a closed line.
fn spaced(shore: &[Point]) -> Vec<Point> {
    let mut kept = Vec::new();
    let mut gone = SPACING;
    for (index, &to) in shore.iter().enumerate() {
        let from = shore[(index + shore.len() - 1) % shore.len()];
        gone += to.minus(from).length();
        if gone >= SPACING {
            gone -= SPACING;
            kept.push(to);
        }
    }
    kept
}

fn smoothed(shore: &[Point]) -> Vec<Point> {
    let n = shore.len();
    let mean =
        |i: usize| shore[(i + n - 1) % n].plus(shore[i].times(2.0)).plus(shore[(i + 1) % n]).times(0.25);
    (0..n).map(mean).collect()
}

/// A closed curve through all points.
fn path(points: &[Point]) -> String {
    let n = points.len();
    let at = |i: usize| points[i % n];
    let mut path = format!("M{:.1} {:.1}", at(0).x, at(0).y);
    for i in 0..n {
        let out = at(i).plus(at(i + 1).minus(at(i + n - 1)).times(1.0 / 6.0));
        let back = at(i + 1).minus(at(i + 2).minus(at(i)).times(1.0 / 6.0));
        let to = at(i + 1);
        let _ =
            write!(path, "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", out.x, out.y, back.x, back.y, to.x, to.y);
    }
    path + "Z"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lamp_stands_on_its_own_island_alone() {
        for lamp in Island::ALL {
            for island in Island::ALL {
                let is_land = height(island, MAP.light(lamp)) < 0.0;
                assert_eq!(is_land, island == lamp, "{lamp} on {island}");
            }
        }
    }
}
