//! Whether each stick closes its own reed and no other, which depends on how large the board is.
//!
//! Sticks lie on their lines, but a hand lays them down: up to [`STRAY_MM`] beside where they belong, and either way
//! round. Three things must hold. No magnet on another line comes nearer to a reed than where it surely opens. All the
//! magnets on the other lines together do not do what one of them may not: a magnet's field falls with the third power
//! of the distance, so the sum of (release distance / distance)³ stays below one, even if all point the same way. And if
//! all point against the reed's own stick, what they leave of its field still closes the reed.

use crate::map::{self, Connection, map};
use crate::{Reed, WIDTH_MM};

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
    /// What they leave of the field of the reed's own stick if they point against it, as a share of what surely closes
    /// it.
    pub left: f64,
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
            let disturbance = others().map(share).sum();
            let left = own(reed) - disturbance * taken(reed);
            Neighbours { reed: line, stick, apart_mm: apart(stick), disturbance, left }
        })
        .collect();
    all.sort_by(|a, b| b.disturbance.total_cmp(&a.disturbance));
    all
}

/// What a reed's own stick does to it when it lies crooked, as a share of what surely closes it.
fn own(reed: &Reed) -> f64 {
    (reed.operates_within_mm / farthest_mm(reed)).powi(3)
}

/// What might close a reed, as a share of what surely closes it.
fn taken(reed: &Reed) -> f64 {
    (reed.operates_within_mm / reed.releases_beyond_mm).powi(3)
}

/// The smallest width of the board, in whole mm, on which no stick disturbs another line's reed; `None` if that is wider
/// than a board may be.
pub fn smallest_width_mm(reed: &Reed) -> Option<f64> {
    let widths = (1..).map(f64::from).take_while(|width| width <= WIDTH_MM.end());
    widths.into_iter().find(|width| is_safe(reed, *width))
}

/// Whether on a board of this width each stick closes its own line's reed, wherever the others lie, and no other.
pub fn is_safe(reed: &Reed, width_mm: f64) -> bool {
    neighbours(reed, width_mm).iter().all(|pair| pair.disturbance < 1.0 && pair.left >= 1.0)
}

/// What sticks would do to another line's reed, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrossTalk {
    /// What would happen, with the lines.
    pub what: String,
    /// What would mend it.
    pub remedy: String,
}

/// What would happen on a board of this width, if sticks may close another line's reed or keep it open.
pub fn cross_talk(reed: &Reed, width_mm: f64) -> Option<CrossTalk> {
    let worst = &neighbours(reed, width_mm)[0];
    let (line, other) = (worst.reed.name(), worst.stick.name());
    let (nearest, releases) = (worst.nearest_mm(), reed.releases_beyond_mm);
    let (what, other_ways) = if worst.disturbance >= 1.0 && nearest <= releases {
        let what = format!(
            "on a board {width_mm} mm wide a stick on {other} may close the reed of {line}: it comes as near as \
             {nearest:.1} mm, and the reed is surely open only beyond {releases} mm"
        );
        (what, WEAKER)
    } else if worst.disturbance >= 1.0 {
        let what = format!(
            "on a board {width_mm} mm wide a stick on {other} and those around it may together hold the reed of {line} \
             closed: they do {:.0} % of what a magnet {releases} mm away does",
            worst.disturbance * 100.0
        );
        (what, WEAKER)
    } else if worst.left < 1.0 && own(reed) >= 1.0 {
        let what = format!(
            "on a board {width_mm} mm wide a stick on {other} and those around it may together keep the reed of {line} \
             open: its own stick, {:.1} mm away, does {:.0} % of what surely closes it, and they leave {:.0} %",
            farthest_mm(reed),
            own(reed) * 100.0,
            (worst.left * 100.0).floor()
        );
        (what, NEARER)
    } else {
        // A reed that its own stick does not close even alone is told by itself.
        return None;
    };
    let remedy = smallest_width_mm(reed).map_or_else(
        || other_ways.to_owned(),
        |width| format!("make the board {width} mm wide at least, or {other_ways}"),
    );
    Some(CrossTalk { what, remedy })
}

/// What helps against other sticks that close a reed.
const WEAKER: &str = "take a weaker magnet or less sensitive reeds (releases_beyond_mm)";
/// What helps against other sticks that keep a reed open.
const NEARER: &str = "bring the reeds nearer to the sticks (below_mm)";

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
            let width = smallest_width_mm(&reed).unwrap();
            assert!(is_safe(&reed, width) && !is_safe(&reed, width - 1.0));
            // One neighbour alone is farther than where the reed opens.
            assert!(neighbours(&reed, width).iter().all(|pair| pair.nearest_mm() > releases_beyond_mm));
        }
    }

    #[test]
    fn a_weaker_magnet_allows_a_smaller_board() {
        let widths = [10.0, 12.0, 14.0, 16.0]
            .map(|releases_beyond_mm| smallest_width_mm(&Reed { releases_beyond_mm, ..REED }).unwrap());
        assert!(widths.is_sorted() && widths[0] < widths[3]);
    }

    #[test]
    fn what_the_others_leave_of_the_own_sticks_field_still_closes_the_reed() {
        // Hardly nearer than it must be, and surely open only a little farther away: the others can take away all that
        // is too much.
        let reed = Reed { operates_within_mm: 6.0, releases_beyond_mm: 6.2, ..REED };
        let worst = &neighbours(&reed, 216.0)[0];
        let own = (6.0_f64.powi(2) / 34.0).sqrt().powi(3);
        assert!((worst.left - (own - worst.disturbance * (6.0_f64 / 6.2).powi(3))).abs() < 1e-9);
        assert!(worst.disturbance < 1.0 && worst.left < 1.0 && !is_safe(&reed, 216.0));
        let width = smallest_width_mm(&reed).unwrap();
        assert!(width > 216.0 && neighbours(&reed, width).iter().all(|pair| pair.left >= 1.0));
        // With room to spare, the others change nothing.
        assert!(neighbours(&REED, 409.0).iter().all(|pair| pair.left > 2.0));
    }

    #[test]
    fn a_width_that_no_board_may_have_is_advised_to_nobody() {
        let reed = Reed { operates_within_mm: 60.0, releases_beyond_mm: 90.0, ..REED };
        assert_eq!(smallest_width_mm(&reed), None);
        assert_eq!(cross_talk(&reed, 420.0).unwrap().remedy, WEAKER);
    }
}
