use core::fmt;

use crate::map::Island;

/// How many cards there are (M3).
pub const CARDS: u8 = 24;
/// How many cards name each island (M3).
pub const CARDS_PER_ISLAND: u8 = 2;
/// How many cards a hand may hold (T5).
pub const HAND_LIMIT: u8 = 5;
/// How many cards each player is dealt (S1).
pub const DEAL: u8 = 3;
/// How many cards lie face up (S1).
pub const FACE_UP: u8 = 3;

/// A bag of cards, each named by its island: two bits for each island.
///
/// It counts to three of a kind and no further, so a bag that somebody wrote down can hold one card too many and
/// is then found to be no part of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(u32);

const LOW: u32 = 0x0055_5555;

impl Cards {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 24 (M3).
    pub const DECK: Self = Self(LOW * CARDS_PER_ISLAND as u32);

    /// How many cards name this island, at most three.
    #[allow(clippy::cast_possible_truncation, reason = "two bits")]
    pub const fn count(self, island: Island) -> u8 {
        (self.0 >> (2 * island.index()) & 3) as u8
    }

    /// How many cards there are.
    #[allow(clippy::cast_possible_truncation, reason = "at most 36")]
    pub const fn len(self) -> u8 {
        (self.0.count_ones() + (self.0 >> 1 & LOW).count_ones()) as u8
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bag with one more card; a fourth of a kind stays three.
    #[must_use]
    pub const fn with(self, island: Island) -> Self {
        if self.count(island) == 3 { self } else { Self(self.0 + (1 << (2 * island.index()))) }
    }

    /// The bag with one such card fewer; `None` if it holds none.
    pub const fn without(self, island: Island) -> Option<Self> {
        if self.count(island) == 0 { None } else { Some(Self(self.0 - (1 << (2 * island.index())))) }
    }

    /// The bag without all of these; the first card that is missing if it does not hold them.
    ///
    /// # Errors
    /// The alphabetically first card that these have more of.
    pub fn without_all(self, these: Self) -> Result<Self, Island> {
        match Island::ALL.into_iter().find(|&island| self.count(island) < these.count(island)) {
            Some(missing) => Err(missing),
            None => Ok(Self(self.0 - these.0)),
        }
    }

    /// Both bags together; more than three of a kind stay three.
    #[must_use]
    pub fn with_all(self, these: Self) -> Self {
        these.iter().fold(self, Self::with)
    }

    /// Every card, in alphabetical order.
    pub fn iter(self) -> impl Iterator<Item = Island> {
        Island::ALL.into_iter().flat_map(move |island| (0..self.count(island)).map(move |_| island))
    }
}

impl FromIterator<Island> for Cards {
    fn from_iter<I: IntoIterator<Item = Island>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deck_has_two_of_each() {
        assert_eq!(Cards::DECK.len(), CARDS);
        assert!(Island::ALL.iter().all(|&island| Cards::DECK.count(island) == CARDS_PER_ISLAND));
        assert_eq!(Cards::DECK.iter().collect::<Cards>(), Cards::DECK);
    }

    #[test]
    fn a_bag_counts_to_three_and_stays_there() {
        let bag = [Island::Lale; 300].into_iter().collect::<Cards>();
        assert_eq!(bag.count(Island::Lale), 3);
        assert_eq!(bag.len(), 3);
        assert_eq!(Cards::DECK.without_all(bag), Err(Island::Lale));
    }

    #[test]
    fn what_is_taken_out_was_in() {
        let bag: Cards = [Island::Aloa, Island::Aloa, Island::Huna].into_iter().collect();
        assert_eq!(bag.without(Island::Bari), None);
        assert_eq!(bag.without(Island::Huna).map(Cards::len), Some(2));
        assert_eq!(Cards::DECK.without_all(bag).map(|rest| rest.with_all(bag)), Ok(Cards::DECK));
    }
}
