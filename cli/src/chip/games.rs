//! Games worth playing on the chip, found by playing many at random by the rules: the same ones on every machine.

use kahuna_board::rules::{Action, Effect, Game, Refusal, Settings, Unseen};

use crate::chance::Chance;

use super::play::{Course, Deed};

/// How many games are looked at.
const GAMES: u64 = 4000;

impl Chance {
    /// An action that the rules allow and that no question follows: nobody puts a stick where one was just removed.
    /// `None` when the game is over.
    pub(crate) fn action(&mut self, game: &Game) -> Option<Deed> {
        let player = game.turn()?;
        loop {
            let mut choose = |n: usize| usize::try_from(self.below(n as u64)).unwrap_or_default();
            let action = game.random_action(&mut choose)?;
            match action {
                Action::Place(at, _) if game.just_removed() == Some(at) => {}
                _ => return Some((player, action)),
            }
        }
    }
}

fn random(seed: u64) -> Course {
    let mut chance = Chance(seed);
    let mut course = Course::new(Settings::default());
    let mut game = course.game();
    while let Some((player, action)) = chance.action(&game) {
        let _ = game.play(player, action);
        course.deeds.push((player, action));
    }
    course
}

/// The longest of the games.
pub(crate) fn longest() -> Course {
    (0..GAMES).map(random).max_by_key(|course| course.deeds.len()).unwrap_or_else(|| random(0))
}

/// Games that end in the actions that should take a referee longest: the audits that find most islands overdrawn, and
/// the bridges with most effects. The last deed of each is the one to be measured.
pub(crate) fn heaviest(number: usize) -> Vec<Course> {
    let (mut audits, mut bridges) = (Vec::new(), Vec::new());
    for seed in 0..GAMES {
        let course = random(seed);
        let mut game = course.game_at(0);
        for (length, &(player, action)) in course.deeds.iter().enumerate() {
            let removed = game.just_removed();
            for at in kahuna_board::map::Connection::all().filter(|&at| removed != Some(at)) {
                for wish in [Action::Place(at, Unseen), Action::Remove(at, Unseen)] {
                    if let Err(Refusal::ImpossibleCards { islands, .. }) = { game }.play(player, wish) {
                        let twice = usize::from(matches!(wish, Action::Remove(..)));
                        audits.push(((twice * islands.len(), islands.len(), length), seed, (player, wish)));
                    }
                }
            }
            let Ok(effects) = game.play(player, action) else { break };
            let returns = effects.iter().filter(|effect| matches!(effect, Effect::Return { .. })).count();
            bridges.push(((effects.iter().count(), returns, length), seed, (player, action)));
        }
    }
    let mut heaviest = Vec::new();
    for found in [&mut audits, &mut bridges] {
        found.sort_by_key(|&(weight, seed, _)| (std::cmp::Reverse((weight.0, weight.1)), weight.2, seed));
        found.dedup_by_key(|&mut (_, seed, _)| seed);
        for &((_, _, length), seed, deed) in found.iter().take(number) {
            let mut course = random(seed);
            course.deeds.truncate(length);
            course.deeds.push(deed);
            heaviest.push(course);
        }
    }
    heaviest
}

impl Course {
    fn game_at(&self, length: usize) -> Game {
        Course { settings: self.settings, deeds: self.deeds[..length].to_vec() }.game()
    }
}
