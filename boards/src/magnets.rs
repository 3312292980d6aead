//! Whether each stick closes its own reed and no other, which depends on how large the board is.
//!
//! Sticks lie on their lines, but a hand lays them down: up to [`STRAY_MM`] beside where they belong, and either way
//! round. Two things must hold. No magnet on another line comes nearer to a reed than where it surely opens. And all
//! the magnets on the other lines together do not do what one of them may not: a magnet's field falls with the third
//! power of the distance, so the sum of (release distance / distance)³ stays below one, even if all point the same way.

use crate::Reed;
use crate::map::{self, Connection, map};

/// How far beside its place a stick may lie, in mm, without anybody calling it crooked.
pub const STRAY_MM: f64 = 3.0;

/// A reed and the stick on another line that disturbs it most.
#[derive(Clone, Copy, Debug)]
pub struct Neighbours {
    /// The line whose reed it is.
    pub reed: &'static Connection,
    /// The line that the stick lies on.
    pub stick: &'static Connection,
    /// Between the middles of the lines, in mm.
    pub apart_mm: f64,
    /// What all the sticks on other lines do to the reed, as a share of what might close it.
    pub disturbance: f64,
}

impl Neighbours {
    /// How near the magnet may come, in mm.
    pub fn nearest_mm(&self) -> f64 {
        (self.apart_mm - STRAY_MM).max(0.0)
    }
}

/// Every reed with the stick that disturbs it most, on a board of this width, the most disturbed first.
///
/// # Panics
///
/// Not with the map that the project ships: each of its lines has neighbours.
pub fn neighbours(reed: &Reed, width_mm: f64) -> Vec<Neighbours> {
    let lines = &map().connections;
    let mut all: Vec<_> = lines
        .iter()
        .map(|line| {
            let others = || lines.iter().filter(|other| !std::ptr::eq(*other, line));
            let apart = |other: &Connection| distance(line, other) * width_mm / map::WIDTH;
            let stick = others().min_by(|a, b| apart(a).total_cmp(&apart(b))).expect("there are 27 lines");
            // Nearer than a tenth of a millimetre is as bad as can be, and a number still.
            let share = |other| (reed.releases_beyond_mm / (apart(other) - STRAY_MM).max(0.1)).powi(3);
            Neighbours { reed: line, stick, apart_mm: apart(stick), disturbance: others().map(share).sum() }
        })
        .collect();
    all.sort_by(|a, b| b.disturbance.total_cmp(&a.disturbance));
    all
}

/// The smallest width of the board, in whole mm, with which no stick closes another line's reed.
pub fn smallest_width_mm(reed: &Reed) -> f64 {
    let mut width = 1.0;
    while !is_safe(reed, width) {
        width += 1.0;
    }
    width
}

/// Whether a board of this width lets no stick close another line's reed.
pub fn is_safe(reed: &Reed, width_mm: f64) -> bool {
    neighbours(reed, width_mm).iter().all(|pair| pair.disturbance < 1.0)
}

/// What would happen on a board of this width, if a stick may close another line's reed.
pub fn cross_talk(reed: &Reed, width_mm: f64) -> Option<String> {
    let worst = &neighbours(reed, width_mm)[0];
    if worst.disturbance < 1.0 {
        return None;
    }
    let (line, other) = (worst.reed.name(), worst.stick.name());
    let (nearest, releases) = (worst.nearest_mm(), reed.releases_beyond_mm);
    Some(if nearest <= releases {
        format!(
            "on a board {width_mm} mm wide a stick on {other} may close the reed of {line}: it comes as near as \
             {nearest:.1} mm, and the reed is surely open only beyond {releases} mm"
        )
    } else {
        format!(
            "on a board {width_mm} mm wide a stick on {other} and those around it may together hold the reed of {line} \
             closed: they do {:.0} % of what a magnet {releases} mm away does",
            worst.disturbance * 100.0
        )
    })
}

/// What to do about [`cross_talk`].
pub fn remedy(reed: &Reed) -> String {
    format!(
        "make the board {} mm wide at least, or take a weaker magnet or less sensitive reeds (releases_beyond_mm)",
        smallest_width_mm(reed)
    )
}

/// How far a reed may be from the magnet of a stick that lies crooked on its line, in mm.
pub fn farthest_mm(reed: &Reed) -> f64 {
    reed.below_mm.hypot(STRAY_MM)
}

/// Between the middles of two lines, in the map's units.
fn distance(a: &Connection, b: &Connection) -> f64 {
    let ([ax, ay], [bx, by]) = (a.middle(), b.middle());
    (ax - bx).hypot(ay - by)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REED: Reed = Reed {
        part: String::new(),
        operates_within_mm: 8.0,
        releases_beyond_mm: 14.0,
        below_mm: 5.0,
        length_mm: 10.0,
        diameter_mm: 1.8,
    };

    #[test]
    fn the_nearest_lines_of_the_board_are_the_two_between_bari_duda_and_elai() {
        let worst = &neighbours(&REED, 800.0)[0];
        assert_eq!((worst.reed.name().as_str(), worst.stick.name().as_str()), ("DUDA-ELAI", "BARI-DUDA"));
        assert!((worst.apart_mm - 36.017).abs() < 0.001);
    }

    #[test]
    fn the_smallest_width_is_safe_and_a_millimetre_less_is_not() {
        for releases_beyond_mm in [5.0, 14.0, 30.0] {
            let reed = Reed { releases_beyond_mm, ..REED };
            let width = smallest_width_mm(&reed);
            assert!(is_safe(&reed, width) && !is_safe(&reed, width - 1.0));
            // One neighbour alone is farther than where the reed opens.
            assert!(neighbours(&reed, width).iter().all(|pair| pair.nearest_mm() > releases_beyond_mm));
        }
    }

    #[test]
    fn a_weaker_magnet_allows_a_smaller_board() {
        let widths = [10.0, 12.0, 14.0, 16.0]
            .map(|releases_beyond_mm| smallest_width_mm(&Reed { releases_beyond_mm, ..REED }));
        assert!(widths.is_sorted() && widths[0] < widths[3]);
    }
}
