//! The board (M1): twelve islands, 27 connections, and sets of both.
//!
//! The pairs below are the only place where the topology is typed. Everything else is derived from them when the
//! crate is compiled, and a slip in them stops the build.

mod connection;
mod island;
mod set;

pub use connection::{Connection, ParseConnectionError};
pub use island::{Island, ParseIslandError};
pub(crate) use set::set_of;
pub use set::{ConnectionSet, Connections, IslandSet, Islands};

use Island::{Aloa, Bari, Coco, Duda, Elai, Faaa, Gola, Huna, Iffi, Jojo, Kahu, Lale};

/// Both ends of every connection, the alphabetically first end first, in alphabetical order.
const ENDS: [(Island, Island); Connection::COUNT] = [
    (Aloa, Bari),
    (Aloa, Duda),
    (Aloa, Huna),
    (Bari, Coco),
    (Bari, Duda),
    (Bari, Elai),
    (Bari, Faaa),
    (Coco, Faaa),
    (Coco, Gola),
    (Coco, Kahu),
    (Duda, Elai),
    (Duda, Huna),
    (Elai, Faaa),
    (Elai, Huna),
    (Elai, Iffi),
    (Elai, Jojo),
    (Faaa, Gola),
    (Faaa, Jojo),
    (Gola, Jojo),
    (Gola, Kahu),
    (Huna, Iffi),
    (Huna, Lale),
    (Iffi, Jojo),
    (Iffi, Kahu),
    (Iffi, Lale),
    (Jojo, Kahu),
    (Kahu, Lale),
];

/// The connections that touch each island.
static TOUCHING: [ConnectionSet; Island::COUNT] = touching();

/// How many of its connections fill more than half of each island (C1).
static MAJORITY: [u8; Island::COUNT] = majorities();

const fn touching() -> [ConnectionSet; Island::COUNT] {
    let mut sets = [ConnectionSet::EMPTY; Island::COUNT];
    let mut i = 0;
    while i < ENDS.len() {
        let connection = Connection::at(i);
        let (a, b) = ENDS[i];
        sets[a as usize] = sets[a as usize].with(connection);
        sets[b as usize] = sets[b as usize].with(connection);
        i += 1;
    }
    sets
}

#[allow(clippy::cast_possible_truncation, reason = "a degree is at most six")]
const fn majorities() -> [u8; Island::COUNT] {
    let touching = touching();
    let mut counts = [0; Island::COUNT];
    let mut i = 0;
    while i < counts.len() {
        counts[i] = touching[i].len() as u8 / 2 + 1;
        i += 1;
    }
    counts
}

/// Whether the pairs ascend, each end before the other: no typo can repeat or swap one unseen.
const fn strictly_sorted() -> bool {
    let mut i = 0;
    while i < ENDS.len() {
        let (a, b) = ENDS[i];
        if a as u8 >= b as u8 {
            return false;
        }
        if i > 0 && rank(ENDS[i - 1]) >= rank((a, b)) {
            return false;
        }
        i += 1;
    }
    true
}

/// A pair's place in alphabetical order.
const fn rank((a, b): (Island, Island)) -> usize {
    a as usize * Island::COUNT + b as usize
}

/// Whether each island has as many connections as its card shows lines.
const fn degrees_are(expected: [usize; Island::COUNT]) -> bool {
    let sets = touching();
    let mut i = 0;
    while i < sets.len() {
        if sets[i].len() != expected[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether every island can be reached from the first.
const fn connected() -> bool {
    let mut reached = 1u16;
    let mut round = 0;
    while round < Island::COUNT {
        let mut i = 0;
        while i < ENDS.len() {
            let pair = 1 << ENDS[i].0 as u16 | 1 << ENDS[i].1 as u16;
            if reached & pair != 0 {
                reached |= pair;
            }
            i += 1;
        }
        round += 1;
    }
    reached == (1 << Island::COUNT) - 1
}

const _: () = assert!(strictly_sorted(), "ENDS: typo, duplicate or swapped pair");
const _: () =
    assert!(degrees_are([3, 5, 4, 4, 6, 5, 4, 5, 5, 5, 5, 3]), "ENDS: an island has a wrong degree");
const _: () = assert!(connected(), "ENDS: an island cannot be reached");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_islands_share_at_most_one_connection_and_it_is_found_either_way_round() {
        for a in Island::ALL {
            for b in Island::ALL {
                let found = Connection::between(a, b);
                assert_eq!(found, Connection::between(b, a));
                assert_eq!(found.is_some(), a.neighbours().contains(b));
                if let Some(connection) = found {
                    assert!(connection.ends() == (a, b) || connection.ends() == (b, a));
                }
            }
        }
    }

    #[test]
    fn majorities_are_more_than_half() {
        for island in Island::ALL {
            let lines = island.connections().len();
            assert!(island.majority() * 2 > lines);
            assert!((island.majority() - 1) * 2 <= lines);
        }
    }
}
