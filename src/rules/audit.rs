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

    /// Pays for a play with `cards` cards of the ends of a connection, one or two.
    ///
    /// # Errors
    /// The smallest overdrawn set of islands; of several, the alphabetically first. The audit is then of no further
    /// use: the caller works on a copy.
    pub(super) fn pay(&mut self, at: Connection, cards: u8) -> Result<(), IslandSet> {
        for paid in 0..cards {
            if !self.pay_one(at) {
                return Err(self.overdrawn(at, cards - paid));
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
                let (end, other) = far_end(connection, island);
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

    /// The smallest set of islands that cannot pay for the plays between them once `short` more cards are asked for at
    /// a connection; the first of these finds no card.
    ///
    /// Every such set holds both ends of the connection, for without the new play all was well. Its *slack* are its
    /// cards that no play between its islands has: unspent ones, and those spent on plays that lead out of it. It is
    /// overdrawn if its slack is less than `short`. Without slack it must hold, with each island, wherever that island's
    /// cards are spent: one such closure exists, and it is part of every other. With a slack of one, one payment may
    /// lead out: each is tried.
    fn overdrawn(&self, at: Connection, short: u8) -> IslandSet {
        let reach = self.closure(at, None);
        let mut best = reach;
        if short > 1 {
            for island in reach {
                for connection in island.connections() {
                    let (end, _) = far_end(connection, island);
                    if self.paid[connection.index()][end] != 1 {
                        // Nothing is spent there, or letting one card go leaves another.
                        continue;
                    }
                    let set = self.closure(at, Some((connection, island)));
                    let is_better =
                        (set.len(), first_in_alphabet(set)) < (best.len(), first_in_alphabet(best));
                    if is_better && self.slack(set) < short {
                        best = set;
                    }
                }
            }
        }
        best
    }

    /// The ends of a connection and, with each island, every island at the other end of what it pays for; one card
    /// that an island pays for a connection is let go.
    fn closure(&self, at: Connection, let_go: Option<(Connection, Island)>) -> IslandSet {
        let (a, b) = at.ends();
        let mut set = IslandSet::from(a).with(b);
        let mut todo = set;
        while let Some(island) = todo.first() {
            todo = todo.without(island);
            for connection in island.connections() {
                let (end, other) = far_end(connection, island);
                let gone = u8::from(let_go == Some((connection, island)));
                if self.paid[connection.index()][end] > gone && !set.contains(other) {
                    set = set.with(other);
                    todo = todo.with(other);
                }
            }
        }
        set
    }

    /// How many cards of these islands no play between them has.
    fn slack(&self, set: IslandSet) -> u8 {
        set.iter().fold(0, |slack, island| {
            let leaving = island.connections().iter().fold(0, |leaving, connection| {
                let (end, other) = far_end(connection, island);
                if set.contains(other) { leaving } else { leaving + self.paid[connection.index()][end] }
            });
            slack + CARDS_PER_ISLAND - self.used[island.index()] + leaving
        })
    }
}

/// Which end of a connection an island is, and the island at the other.
fn far_end(connection: Connection, island: Island) -> (usize, Island) {
    let (first, second) = connection.ends();
    if first == island { (0, second) } else { (1, first) }
}

/// A number that is smaller the earlier a set comes in the alphabet, among sets of one size.
fn first_in_alphabet(set: IslandSet) -> u16 {
    !set.bits().reverse_bits()
}
