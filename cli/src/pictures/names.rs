//! Where the islands' names are written: near the lamp, on the island if it fits, never over a line.

use std::sync::LazyLock;

use kahuna_board::map::Island;

use super::coast::height;
use super::geometry::{MAP, Point, SEA};

/// The middle of each island's name.
pub(super) static NAMES: LazyLock<Vec<Point>> = LazyLock::new(place_all);

const WIDTH: f64 = 60.0;
const HEIGHT: f64 = 18.0;
/// The room that a lamp and a stick take.
const LAMP: f64 = 17.0;
const STICK: f64 = 8.0;

fn place_all() -> Vec<Point> {
    let mut names: Vec<Point> = Vec::new();
    for island in Island::ALL {
        let lamp = MAP.light(island);
        let offsets =
            (-12..=12).flat_map(|x| (-10..=10).map(move |y| (f64::from(x) * 5.0, f64::from(y) * 5.0)));
        let places = offsets.map(|(x, y)| lamp.plus(Point::new(x, y)));
        let best = places.min_by(|&a, &b| cost(island, a, &names).total_cmp(&cost(island, b, &names)));
        names.extend(best);
    }
    names
}

/// How bad a place is.
fn cost(island: Island, at: Point, names: &[Point]) -> f64 {
    let (left, top, right, bottom) = SEA;
    let mut cost = at.minus(MAP.light(island)).length() * 0.4;
    let is_out = at.x - WIDTH / 2.0 < left + 6.0
        || at.x + WIDTH / 2.0 > right - 6.0
        || at.y - HEIGHT / 2.0 < top + 6.0
        || at.y + HEIGHT / 2.0 > bottom - 6.0;
    let on_name = names.iter().any(|name| (name.x - at.x).abs() < WIDTH && (name.y - at.y).abs() < HEIGHT);
    if is_out || on_name {
        cost += 10_000.0;
    }
    for i in 0..=8 {
        for j in 0..=2 {
            let place = Point::new(
                at.x + WIDTH * (f64::from(i) / 8.0 - 0.5),
                at.y + HEIGHT * (f64::from(j) / 2.0 - 0.5),
            );
            if height(island, place) > -2.0 {
                cost += 1.5;
            }
            if Island::ALL.into_iter().any(|lamp| place.minus(MAP.light(lamp)).length() < LAMP) {
                cost += 200.0;
            }
            if MAP.lines().any(|(a, b)| place.distance_to(a, b) < STICK) {
                cost += 100.0;
            }
        }
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_lies_over_a_line() {
        for (island, name) in Island::ALL.into_iter().zip(NAMES.iter()) {
            assert!(cost(island, *name, &[]) < 100.0, "{island} at {name:?}");
        }
    }
}
