//! Random whole games, the same ones every time, and what is measured on them.

use std::fmt::Write;
use std::hint::black_box;

use kahuna_board::record::{AnyAction, Header, Judgement, Record, Ruling, Statement};
use kahuna_board::rules::{Action, Edition, Game, Handicap, Player, Settings};

/// How many ways there are to agree on a game: editions, both variants, who begins, handicaps.
const WAYS: usize = 3 * 2 * 2 * 2 * 7;

/// A whole game, from what was agreed to the action that ended it.
pub(crate) struct Played {
    settings: Settings,
    actions: Vec<(Player, Action)>,
}

impl Played {
    fn at_random(settings: Settings, choose: &mut impl FnMut(usize) -> usize) -> Self {
        let mut game = Game::new(settings);
        let mut actions = Vec::new();
        while let Some(player) = game.turn() {
            let action = game.random_action(choose).expect("a game that goes on has an action");
            game.play(player, action).expect("what is chosen is legal");
            actions.push((player, action));
        }
        Self { settings, actions }
    }

    /// Writes the game as a record.
    pub(crate) fn written(&self) -> String {
        let mut record = Header { settings: self.settings, deal: None }.to_string();
        for &(player, action) in &self.actions {
            let statement = Statement::Action(player, AnyAction::Counted(action));
            writeln!(record, "{statement}").expect("a string takes everything");
        }
        record
    }
}

/// Plays that many games with counted cards, each agreed on in the next of all ways.
pub(crate) fn random(number: usize) -> Vec<Played> {
    let mut choose = xorshift(0x6b61_6875_6e61);
    (0..WAYS).cycle().take(number).map(|way| Played::at_random(agreed(way), &mut choose)).collect()
}

/// How many actions the games have together.
pub(crate) fn actions(games: &[Played]) -> usize {
    games.iter().map(|game| game.actions.len()).sum()
}

/// Plays the games again, each action with its legality check, and returns how many actions were legal: measured.
///
/// It is a function of its own, with this name, because callgrind counts what happens inside it.
#[inline(never)]
pub(crate) fn replay_all_games(games: &[Played]) -> usize {
    let mut legal = 0;
    for played in games {
        let mut game = Game::new(played.settings);
        for &(player, action) in &played.actions {
            let outcome = game.play(player, action);
            legal += usize::from(outcome.is_ok());
            // By reference: a copy of the effects would be counted too.
            black_box(&outcome);
        }
    }
    legal
}

/// Reads and judges the records and returns how many of their actions were legal: measured.
///
/// It is a function of its own, with this name, because callgrind counts what happens inside it.
#[inline(never)]
pub(crate) fn judge_all_records(records: &[String]) -> usize {
    let mut legal = 0;
    for text in records {
        let Ok(record) = Record::read(text.as_bytes()) else { continue };
        for judged in record.judge() {
            legal += usize::from(matches!(judged, Ok(Judgement { ruling: Ruling::Legal(_), .. })));
            black_box(&judged);
        }
    }
    legal
}

fn agreed(mut way: usize) -> Settings {
    let mut one_of = |number: usize| {
        let choice = way % number;
        way /= number;
        choice
    };
    let handicaps =
        Player::BOTH.into_iter().flat_map(|player| (1..=Handicap::MOST).map(move |n| (player, n)));
    Settings {
        edition: Edition::ALL[one_of(3)],
        calm: one_of(2) == 1,
        open: one_of(2) == 1,
        first: Player::BOTH[one_of(2)],
        handicap: match one_of(7) {
            0 => None,
            n => handicaps.skip(n - 1).find_map(|(player, bridges)| Handicap::new(player, bridges)),
        },
    }
}

/// Chooses with Marsaglia's xorshift64* from a seed other than 0: no good for secrets, the same on every machine.
fn xorshift(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |number| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let high = state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        usize::try_from(high % number as u64).expect("it is below a usize")
    }
}
