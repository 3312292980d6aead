//! Where things lie on the board, as boards/map.json has it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use kahuna_board::map::{Connection, Island};
use serde::Deserialize;

/// Where lamps and lines lie.
pub(super) static MAP: LazyLock<Map> = LazyLock::new(Map::read);

/// A place on the board, in 1/800 of its width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    pub(super) fn times(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }

    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(super) fn length(self) -> f64 {
        // A square root is the same on every machine; `hypot` need not be.
        self.dot(self).sqrt()
    }

    /// How far it is from the segment between two places.
    pub(super) fn distance_to(self, a: Self, b: Self) -> f64 {
        let along = b.minus(a);
        let part = (self.minus(a).dot(along) / along.dot(along).max(1e-9)).clamp(0.0, 1.0);
        self.minus(a.plus(along.times(part))).length()
    }
}

/// The board's geometry.
pub(super) struct Map {
    lights: Vec<Point>,
    lines: BTreeMap<Connection, (Point, Point)>,
}

#[derive(Deserialize)]
struct MapFile {
    islands: Vec<IslandEntry>,
    connections: Vec<ConnectionEntry>,
}

#[derive(Deserialize)]
struct IslandEntry {
    name: String,
    light: (f64, f64),
}

#[derive(Deserialize)]
struct ConnectionEntry {
    between: (String, String),
    from: (f64, f64),
    to: (f64, f64),
}

impl Map {
    /// Reads the file that was compiled in; a test sees to it that it can be read.
    fn read() -> Self {
        let file: MapFile =
            serde_json::from_str(include_str!("../../../boards/map.json")).expect("boards/map.json");
        let point = |(x, y)| Point::new(x, y);
        let light = |island: Island| {
            let entry = file.islands.iter().find(|entry| entry.name == island.name());
            point(entry.expect("boards/map.json has every island").light)
        };
        let mut lines = BTreeMap::new();
        for entry in &file.connections {
            let (a, b) = &entry.between;
            let line: Connection = format!("{a}-{b}").parse().expect("boards/map.json names a line");
            let (from, to) = (point(entry.from), point(entry.to));
            let is_forward = line.ends().0.name() == a;
            lines.insert(line, if is_forward { (from, to) } else { (to, from) });
        }
        assert_eq!(lines.len(), Connection::COUNT, "boards/map.json has every line");
        Self { lights: Island::ALL.map(light).to_vec(), lines }
    }

    pub(super) fn light(&self, island: Island) -> Point {
        self.lights[island.index()]
    }

    /// Both ends of a line, that at its alphabetically first island first.
    pub(super) fn line(&self, line: Connection) -> (Point, Point) {
        self.lines[&line]
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = (Point, Point)> {
        self.lines.values().copied()
    }

    /// Where an island's lines reach it.
    pub(super) fn landings(&self, island: Island) -> impl Iterator<Item = Point> {
        island.connections().iter().map(move |line| {
            let (a, b) = self.line(line);
            if line.ends().0 == island { a } else { b }
        })
    }
}

/// The board's sea, without its empty margin: left, top, right, bottom.
pub(super) const SEA: (f64, f64, f64, f64) = (73.0, 75.0, 767.0, 617.0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lamp_and_every_line_lies_in_the_sea() {
        let (left, top, right, bottom) = SEA;
        let inside = |p: Point| left < p.x && p.x < right && top < p.y && p.y < bottom;
        for island in Island::ALL {
            assert!(inside(MAP.light(island)), "{island}");
        }
        assert!(MAP.lines().all(|(a, b)| inside(a) && inside(b)));
    }
}
