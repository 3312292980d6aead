//! The printed board, as measured: where its islands and lines are. Units are 1/800 of the board's width.

use std::sync::LazyLock;

use serde::Deserialize;

/// The width of the board in the map's units.
pub const WIDTH: f64 = 800.0;

/// The depth of the board in the map's units.
pub const DEPTH: f64 = 637.0;

/// A point, from the far left corner: to the right, and towards the near edge.
pub type Point = [f64; 2];

/// Everything that is measured.
#[derive(Clone, Debug, Deserialize)]
pub struct Map {
    /// The islands, in alphabetical order.
    pub islands: Vec<Island>,
    /// The lines, in alphabetical order.
    pub connections: Vec<Connection>,
}

/// An island.
#[derive(Clone, Debug, Deserialize)]
pub struct Island {
    /// Its printed name.
    pub name: String,
    /// How many lines its card shows.
    pub lines: usize,
    /// Where its light shines.
    pub light: Point,
}

/// A dotted line.
#[derive(Clone, Debug, Deserialize)]
pub struct Connection {
    /// The islands at its ends, in alphabetical order.
    pub between: [String; 2],
    /// Its end at the first island.
    pub from: Point,
    /// Its end at the second island.
    pub to: Point,
}

impl Connection {
    /// The line's name, like `ALOA-BARI`.
    pub fn name(&self) -> String {
        self.between.join("-")
    }

    /// The middle of the line, where its reed lies.
    pub fn middle(&self) -> Point {
        [0, 1].map(|axis| f64::midpoint(self.from[axis], self.to[axis]))
    }
}

/// Returns the map that the project ships.
pub fn map() -> &'static Map {
    static MAP: LazyLock<Map> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../map.json"))
            .expect("boards/map.json is part of the crate and tested")
    });
    &MAP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_joins_islands_and_every_island_has_its_lines() {
        let map = map();
        assert_eq!((map.islands.len(), map.connections.len()), (12, 27));
        for island in &map.islands {
            let touching = map.connections.iter().filter(|line| line.between.contains(&island.name));
            assert_eq!(touching.count(), island.lines, "{}", island.name);
        }
        assert!(map.connections.is_sorted_by_key(Connection::name));
    }
}
