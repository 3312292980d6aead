use crate::map::Connection;

use super::{Counted, Knowledge};

/// What a player does. What is said of the cards depends on what the game knows of them: [`Counted`] or
/// [`Known`](super::Known).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action<K: Knowledge = Counted> {
    /// Puts down an agreed bridge before play (S2).
    Handicap(Connection),
    /// Puts a bridge on a free connection for one card (T2).
    Place(Connection, K::Card),
    /// Takes an opposing bridge off for two cards (T3).
    Remove(Connection, K::Pair),
    /// Puts a free bridge on the connection just cleared (V1).
    Replace(Connection),
    /// Puts cards under the discard pile (T4).
    Discard(K::Discards),
    /// Takes a card and ends the turn (T5).
    Draw(K::Drawn),
    /// Ends the turn without a card (T6).
    Pass,
}

impl<K: Knowledge> Action<K> {
    /// The connection that it is about, if it is about one.
    pub const fn at(&self) -> Option<Connection> {
        match *self {
            Self::Handicap(at) | Self::Place(at, _) | Self::Remove(at, _) | Self::Replace(at) => Some(at),
            Self::Discard(_) | Self::Draw(_) | Self::Pass => None,
        }
    }
}
