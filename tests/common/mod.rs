//! What several tests need: chance that can be repeated, and cards.

use kahuna_board::map::Island;
use kahuna_board::rules::{ByPlayer, Cards, Game, Known};

/// A small generator of chance: the same seed, the same choices.
pub(crate) fn chooser(seed: u64) -> impl FnMut(usize) -> usize {
    // Neighbouring seeds must not begin alike.
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move |n| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as usize % n
    }
}

/// Deals from a shuffled deck.
pub(crate) fn deal(choose: &mut impl FnMut(usize) -> usize) -> Known {
    let mut deck: Vec<Island> = Cards::DECK.iter().collect();
    let mut three = || std::array::from_fn(|_| deck.swap_remove(choose(deck.len())));
    let hands = ByPlayer { white: three(), black: three() };
    Known::dealt(hands, three()).unwrap()
}

/// Three cards for a new row.
pub(crate) fn turn_up(game: &mut Game<Known>, choose: &mut impl FnMut(usize) -> usize) -> [Island; 3] {
    let mut pile: Vec<Island> = game.cards().pile().iter().collect();
    let cards = std::array::from_fn(|_| pile.swap_remove(choose(pile.len())));
    game.turn_up(cards).unwrap();
    cards
}
