use serde::Serialize;

use crate::map::{ConnectionSet, IslandSet};

use super::{ByPlayer, Game, Knowledge, Player};

/// What a game looks like from outside, as records and the link print it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// The round, 1 to 3.
    pub round: u8,
    /// Who is to act; nobody when the game is over.
    pub turn: Option<Player>,
    /// `handicap`, `play`, `last-turns` or `over`.
    pub phase: &'static str,
    /// Where each player's bridges stand.
    pub bridges: ByPlayer<ConnectionSet>,
    /// The islands that each player controls.
    pub control: ByPlayer<IslandSet>,
    /// How many cards each player holds.
    pub hands: ByPlayer<u8>,
    /// How many cards are left to draw in this round.
    pub to_draw: u8,
    /// The points of all scorings so far.
    pub score: ByPlayer<u8>,
}

impl<K: Knowledge> From<&Game<K>> for Summary {
    fn from(game: &Game<K>) -> Self {
        let position = game.position();
        Self {
            round: game.round(),
            turn: game.turn(),
            phase: game.phase().name(),
            bridges: ByPlayer::from_fn(|player| position.bridges(player)),
            control: ByPlayer::from_fn(|player| position.control(player)),
            hands: ByPlayer::from_fn(|player| game.held(player)),
            to_draw: game.to_draw(),
            score: game.total(),
        }
    }
}
