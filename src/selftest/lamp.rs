use core::fmt;

use crate::map::{Island, set_of};
use crate::rules::Player;

/// A lamp that a board may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lamp {
    /// An island's.
    Island(Island),
    /// The one at a player's edge that says whose turn it is. Not every board has them.
    Turn(Player),
}

impl Lamp {
    /// How many there are at most.
    pub const COUNT: usize = Island::COUNT + Player::BOTH.len();

    /// Every lamp: the islands' in alphabetical order, then the players'.
    pub fn all() -> impl Iterator<Item = Self> {
        Island::ALL.into_iter().map(Self::Island).chain(Player::BOTH.map(Self::Turn))
    }

    /// The lamp's place in [`Self::all`].
    pub const fn index(self) -> usize {
        match self {
            Self::Island(island) => island.index(),
            Self::Turn(Player::White) => Island::COUNT,
            Self::Turn(Player::Black) => Island::COUNT + 1,
        }
    }

    /// The lamp at a place in [`Self::all`].
    pub fn from_index(index: usize) -> Option<Self> {
        match index.checked_sub(Island::COUNT) {
            None => Island::from_index(index).map(Self::Island),
            Some(player) => Player::BOTH.get(player).copied().map(Self::Turn),
        }
    }
}

impl fmt::Display for Lamp {
    /// The name that the board's description has for it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Island(island) => island.fmt(f),
            Self::Turn(player) => write!(f, "turn {player}"),
        }
    }
}

impl serde::Serialize for Lamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

set_of! {
    /// A set of lamps. Bits from [`Lamp::COUNT`] up are never set.
    LampSet of Lamp in u16, Lamps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lamp_is_found_by_its_place() {
        for (index, lamp) in Lamp::all().enumerate() {
            assert_eq!(lamp.index(), index);
            assert_eq!(Lamp::from_index(index), Some(lamp));
        }
        assert_eq!(Lamp::from_index(Lamp::COUNT), None);
        assert!(LampSet::ALL.iter().eq(Lamp::all()));
    }
}
