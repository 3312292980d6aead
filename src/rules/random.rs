use crate::map::{Connection, ConnectionSet, Island};

use super::{Action, Counted, Drawn, Game, Knowledge, Known, Player, Unseen};

/// Chooses one of `n` (at least one) things: a number below `n`. Where chance comes from is the caller's affair.
pub trait Chooser {
    /// A number below `n`.
    fn choose(&mut self, n: usize) -> usize;
}

impl<F: FnMut(usize) -> usize> Chooser for F {
    fn choose(&mut self, n: usize) -> usize {
        self(n)
    }
}

/// Cards of which one can say what could be played next.
pub trait Playable: Knowledge {
    /// The cards of a hand that fit a connection, each kind once.
    fn cards_for(&self, player: Player, at: Connection) -> impl Iterator<Item = Self::Card>;

    /// The pairs of a hand that fit a connection, each kind once.
    fn pairs_for(&self, player: Player, at: Connection) -> impl Iterator<Item = Self::Pair>;

    /// One card of a hand to discard; `None` from an empty hand.
    fn some_discard(&self, player: Player) -> Option<Self::Discards>;

    /// A card to draw, chosen; there is one.
    fn choose_drawn(&self, chooser: &mut impl Chooser) -> Option<Self::Drawn>;
}

impl Playable for Counted {
    fn cards_for(&self, _: Player, _: Connection) -> impl Iterator<Item = Unseen> {
        core::iter::once(Unseen)
    }

    fn pairs_for(&self, _: Player, _: Connection) -> impl Iterator<Item = Unseen> {
        core::iter::once(Unseen)
    }

    fn some_discard(&self, player: Player) -> Option<u8> {
        (self.held(player) > 0).then_some(1)
    }

    fn choose_drawn(&self, _: &mut impl Chooser) -> Option<Unseen> {
        Some(Unseen)
    }
}

impl Playable for Known {
    fn cards_for(&self, player: Player, at: Connection) -> impl Iterator<Item = Island> {
        let (a, b) = at.ends();
        let hand = self.hand(player);
        [a, b].into_iter().filter(move |&card| hand.count(card) > 0)
    }

    fn pairs_for(&self, player: Player, at: Connection) -> impl Iterator<Item = [Island; 2]> {
        let (a, b) = at.ends();
        let hand = self.hand(player);
        let held = move |pair: &[Island; 2]| hand.without_all(pair.iter().copied().collect()).is_ok();
        [[a, a], [a, b], [b, b]].into_iter().filter(held)
    }

    fn some_discard(&self, player: Player) -> Option<super::Cards> {
        self.hand(player).iter().next().map(|card| core::iter::once(card).collect())
    }

    fn choose_drawn(&self, chooser: &mut impl Chooser) -> Option<Drawn> {
        let mut pick = |cards: super::Cards| {
            if cards.is_empty() { None } else { cards.iter().nth(chooser.choose(usize::from(cards.len()))) }
        };
        let from_pile = pick(self.pile());
        let from_row = pick(self.face_up());
        match (from_pile, from_row) {
            (Some(card), Some(taken)) if chooser.choose(2) == 0 => {
                Some(Drawn::FaceUp { taken, reveal: Some(card) })
            }
            (Some(card), _) => Some(Drawn::Pile(card)),
            (None, taken) => Some(Drawn::FaceUp { taken: taken?, reveal: None }),
        }
    }
}

impl<K: Playable> Game<K> {
    /// A legal action of the player who is to act, chosen at random: for tests, benchmarks and demonstrations.
    ///
    /// Bridges are likelier than discards, so that games look like games. `None` when the game is over.
    pub fn random_action(&self, chooser: &mut impl Chooser) -> Option<Action<K>> {
        let options = self.options()?;
        let player = options.player;
        if let Some(at) = some(options.handicap, chooser) {
            return Some(Action::Handicap(at));
        }
        loop {
            let action = match chooser.choose(16) {
                0..5 => some(options.place, chooser).and_then(|at| {
                    let ways = self.cards().cards_for(player, at).count();
                    let card = self.cards().cards_for(player, at).nth(chooser.choose(ways))?;
                    Some(Action::Place(at, card))
                }),
                5..8 => some(options.remove, chooser).and_then(|at| {
                    let ways = self.cards().pairs_for(player, at).count();
                    let pair = self.cards().pairs_for(player, at).nth(chooser.choose(ways))?;
                    Some(Action::Remove(at, pair))
                }),
                8..10 => options.replace.map(Action::Replace),
                10 if options.discard => self.cards().some_discard(player).map(Action::Discard),
                11..15 if options.draw => self.cards().choose_drawn(chooser).map(Action::Draw),
                15 if options.pass => Some(Action::Pass),
                _ => None,
            };
            if let Some(action) = action {
                return Some(action);
            }
        }
    }
}

fn some(set: ConnectionSet, chooser: &mut impl Chooser) -> Option<Connection> {
    if set.is_empty() { None } else { set.iter().nth(chooser.choose(set.len())) }
}
