use crate::map::{Connection, Island, IslandSet};

use super::cards::CARDS_PER_ISLAND;

/// A2: whether some set of the 24 cards could have paid for all of one round's plays.
///
/// Each play needs one or two cards of the two ends of its connection, and each island has two cards. The audit keeps
/// one assignment of cards to plays; a new play that finds both ends used up moves earlier payments along a chain of
/// connections to an island that has a card left. If no chain exists, no assignment does: the islands that such chains
/// reach are overdrawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Audit {
    /// How many cards of each island are spoken for.
    used: [u8; Island::COUNT],
    /// How many cards each connection's plays take from its first and from its second end.
    paid: [[u8; 2]; Connection::COUNT],
}

impl Audit {
    /// No play yet: a new round.
    pub(super) const fn new() -> Self {
        Self { used: [0; Island::COUNT], paid: [[0; 2]; Connection::COUNT] }
    }

    /// Pays for a play with `cards` cards of the ends of a connection.
    ///
    /// # Errors
    /// The smallest overdrawn set of islands; of several, the alphabetically first. The audit is then of no further
    /// use: the caller works on a copy.
    pub(super) fn pay(&mut self, at: Connection, cards: u8) -> Result<(), IslandSet> {
        let before = *self;
        for _ in 0..cards {
            if !self.pay_one(at) {
                return Err(before.overdrawn(at, cards));
            }
        }
        Ok(())
    }

    fn pay_one(&mut self, at: Connection) -> bool {
        let (a, b) = at.ends();
        let end = if self.used[a.index()] < CARDS_PER_ISLAND {
            0
        } else if self.used[b.index()] < CARDS_PER_ISLAND {
            1
        } else {
            match self.free_a_card(at) {
                Some(end) => end,
                None => return false,
            }
        };
        let island = if end == 0 { a } else { b };
        self.used[island.index()] += 1;
        self.paid[at.index()][end] += 1;
        true
    }

    /// Frees a card of either end, both of which are used up, by moving earlier payments; says of which end.
    fn free_a_card(&mut self, at: Connection) -> Option<usize> {
        // Breadth first: `came[i]` is the connection whose payment would move from the island it came from to `i`.
        let mut came: [Option<(Connection, Island)>; Island::COUNT] = [None; Island::COUNT];
        let (a, b) = at.ends();
        let mut seen = IslandSet::from(a).with(b);
        let mut queue = [a; Island::COUNT];
        queue[1] = b;
        let (mut head, mut tail) = (0, 2);
        while head < tail {
            let island = queue[head];
            head += 1;
            for connection in island.connections() {
                let (first, second) = connection.ends();
                let (end, other) = if first == island { (0, second) } else { (1, first) };
                if self.paid[connection.index()][end] == 0 || seen.contains(other) {
                    continue;
                }
                came[other.index()] = Some((connection, island));
                if self.used[other.index()] < CARDS_PER_ISLAND {
                    return Some(self.shift(at, other, &came));
                }
                seen = seen.with(other);
                queue[tail] = other;
                tail += 1;
            }
        }
        None
    }

    /// Moves one payment along the chain that ends at `last`, and says which end of `at` it freed.
    fn shift(
        &mut self,
        at: Connection,
        last: Island,
        came: &[Option<(Connection, Island)>; Island::COUNT],
    ) -> usize {
        self.used[last.index()] += 1;
        let mut island = last;
        while let Some((connection, from)) = came[island.index()] {
            let to = usize::from(connection.ends().0 != island);
            self.paid[connection.index()][to] += 1;
            self.paid[connection.index()][1 - to] -= 1;
            island = from;
        }
        self.used[island.index()] -= 1;
        usize::from(at.ends().0 != island)
    }

    /// The smallest set of islands that cannot pay for the plays between them once `cards` more are asked for at a
    /// connection.
    ///
    /// Every such set holds both ends of that connection, for without the new play all was well.
    fn overdrawn(&self, at: Connection, cards: u8) -> IslandSet {
        let (a, b) = at.ends();
        let ends = IslandSet::from(a).with(b);
        let mut search = Search { owed: self.owed_between(), best: IslandSet::ALL };
        let spare = 2 * CARDS_PER_ISLAND - search.owed[a.index()][b.index()];
        // Every other island may join or not, in alphabetical order: the first of a size is the first in the alphabet.
        search.grow(ends, IslandSet::ALL - ends, i16::from(spare) - i16::from(cards));
        search.best
    }

    /// How many cards the plays between each two islands take.
    fn owed_between(&self) -> [[u8; Island::COUNT]; Island::COUNT] {
        let mut owed = [[0; Island::COUNT]; Island::COUNT];
        for connection in Connection::all() {
            let (a, b) = connection.ends();
            let [first, second] = self.paid[connection.index()];
            owed[a.index()][b.index()] = first + second;
            owed[b.index()][a.index()] = first + second;
        }
        owed
    }
}

struct Search {
    owed: [[u8; Island::COUNT]; Island::COUNT],
    best: IslandSet,
}

impl Search {
    /// Tries every set that adds some of `rest` to `set`, whose cards exceed its plays by `spare`.
    fn grow(&mut self, set: IslandSet, rest: IslandSet, spare: i16) {
        if spare < 0 {
            if set.len() < self.best.len() {
                self.best = set;
            }
            return;
        }
        if set.len() + 1 >= self.best.len() {
            return;
        }
        let mut rest = rest;
        while let Some(island) = rest.first() {
            rest = rest.without(island);
            let owed: u8 = set.iter().map(|other| self.owed[island.index()][other.index()]).sum();
            self.grow(set.with(island), rest, spare + i16::from(CARDS_PER_ISLAND) - i16::from(owed));
        }
    }
}
