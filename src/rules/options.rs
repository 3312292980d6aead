use crate::map::{Connection, ConnectionSet};

use super::cards::HAND_LIMIT;
use super::random::Playable;
use super::{Action, Game, Phase, Player};

/// What the player who is to act may do: each found by trying it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Who is to act.
    pub player: Player,
    /// Where a head start's bridge may go (S2).
    pub handicap: ConnectionSet,
    /// Where a bridge may be placed (T2).
    pub place: ConnectionSet,
    /// Which bridges may be removed (T3).
    pub remove: ConnectionSet,
    /// Where a free bridge may go (V1).
    pub replace: Option<Connection>,
    /// Whether a card may be discarded (T4).
    pub discard: bool,
    /// Whether a card may be drawn (T5).
    pub draw: bool,
    /// Whether the turn may end without a card (T6).
    pub pass: bool,
}

impl<K: Playable> Game<K> {
    /// Whether a player's action would be accepted.
    pub fn allows(&self, player: Player, action: Action<K>) -> bool {
        // A copy is played on, and thrown away.
        { *self }.play(player, action).is_ok()
    }

    /// What the player who is to act may do; `None` when the game is over.
    pub fn options(&self) -> Option<Options> {
        let player = self.turn()?;
        let may = |action| self.allows(player, action);
        let cards = self.cards();
        let all = ConnectionSet::ALL;
        let place = |&at: &Connection| cards.cards_for(player, at).any(|card| may(Action::Place(at, card)));
        let remove = |&at: &Connection| cards.pairs_for(player, at).any(|pair| may(Action::Remove(at, pair)));
        Some(Options {
            player,
            handicap: all.iter().filter(|&at| may(Action::Handicap(at))).collect(),
            place: all.iter().filter(place).collect(),
            remove: all.iter().filter(remove).collect(),
            replace: self.cleared().filter(|&at| may(Action::Replace(at))),
            discard: cards.some_discard(player).is_some_and(|cards| may(Action::Discard(cards))),
            draw: !matches!(self.phase(), Phase::Handicap { .. })
                && self.to_draw() > 0
                && self.held(player) < HAND_LIMIT,
            pass: may(Action::Pass),
        })
    }
}
