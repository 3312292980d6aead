use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

use serde::Serialize;

/// One of the two players (M2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the colours are the players")]
pub enum Player {
    White,
    Black,
}

impl Player {
    /// Both players, white first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The colour as records write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is neither `white` nor `black`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePlayerError;

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a player is white or black")
    }
}

impl core::error::Error for ParsePlayerError {}

impl FromStr for Player {
    type Err = ParsePlayerError;

    /// Reads a colour in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::BOTH.into_iter().find(|player| text.eq_ignore_ascii_case(player.name())).ok_or(ParsePlayerError)
    }
}

/// One value for each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[allow(missing_docs, reason = "the colours are the players")]
pub struct ByPlayer<T> {
    pub white: T,
    pub black: T,
}

impl<T> ByPlayer<T> {
    /// A value for each player, made by a function.
    pub fn from_fn(mut value: impl FnMut(Player) -> T) -> Self {
        Self { white: value(Player::White), black: value(Player::Black) }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::White => &self.white,
            Player::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::White => &mut self.white,
            Player::Black => &mut self.black,
        }
    }
}
