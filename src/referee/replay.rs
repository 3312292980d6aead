use heapless::Vec;

use crate::journal::Entry;

use super::{Referee, ReplayError};

/// How many actions are held back, because an undo may follow that makes playing them needless.
const HELD: usize = 256;

impl Referee {
    /// Plays a journal again, before the first lines are sensed. What was taken back later is not even played: to take
    /// back is to play the whole game up to there, and a journal may hold more of that than a board has time for when
    /// it is switched on.
    ///
    /// # Errors
    /// An entry cannot follow the ones before. The game stands as it was before that entry or some before it, and the
    /// rest is not played.
    pub fn replay_all(&mut self, entries: impl IntoIterator<Item = Entry>) -> Result<(), ReplayError> {
        let mut held = Vec::<Entry, HELD>::new();
        for entry in entries {
            if entry == Entry::Undo && held.pop().is_some() {
                continue;
            }
            if held.is_full() || !matches!(entry, Entry::Act(..)) {
                self.replay_held(&mut held)?;
            }
            match entry {
                Entry::Act(..) => {
                    // There is room: it was just made if there was none.
                    let _ = held.push(entry);
                }
                Entry::Start(_) | Entry::Undo => self.replay(entry)?,
            }
        }
        self.replay_held(&mut held)
    }

    fn replay_held(&mut self, held: &mut Vec<Entry, HELD>) -> Result<(), ReplayError> {
        let result = held.iter().try_for_each(|&entry| self.replay(entry));
        held.clear();
        result
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::super::HISTORY;
    use super::*;
    use crate::rules::{Action, Edition, Game, History, Player, Settings, Unseen};

    /// Two players who pass if they may, and take back every now and then.
    fn idle(undos: usize) -> Vec<Entry> {
        let settings = Settings { edition: Edition::French1999, ..Settings::default() };
        let mut entries = std::vec![Entry::Start(settings)];
        let mut history = History::<HISTORY>::new(Game::new(settings));
        for round in 1..2000 {
            // A history that is full would forget the oldest, and it is not the same whether that is soon undone.
            if history.len() + 8 > HISTORY {
                break;
            }
            let player = history.game().turn().unwrap();
            let legal = |action: &Action| { *history.game() }.play(player, *action).is_ok();
            let action = [Action::Pass, Action::Draw(Unseen)].into_iter().find(legal).unwrap();
            history.play(player, action).unwrap();
            entries.push(Entry::Act(player, action));
            for _ in 0..undos {
                if round % 5 == 0 && history.undo().is_some() {
                    entries.push(Entry::Undo);
                }
            }
        }
        entries
    }

    #[test]
    fn what_is_left_out_makes_no_difference() {
        for undos in 0..8 {
            let entries = idle(undos);
            let (mut one_by_one, mut at_once) = (Referee::new(), Referee::new());
            for &entry in &entries {
                one_by_one.replay(entry).unwrap();
            }
            at_once.replay_all(entries).unwrap();
            assert_eq!(at_once, one_by_one, "{undos}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let act = Entry::Act(Player::White, Action::Pass);
        let start = Entry::Start(Settings::default());
        for (entries, error) in [
            (std::vec![act], ReplayError::NoGame),
            (std::vec![Entry::Undo], ReplayError::NoGame),
            (std::vec![start, Entry::Undo], ReplayError::NothingToUndo),
            (std::vec![start, act, Entry::Undo, Entry::Undo], ReplayError::NothingToUndo),
        ] {
            assert_eq!(Referee::new().replay_all(entries), Err(error));
        }
        let refused = [start, Entry::Act(Player::Black, Action::Pass)];
        assert!(matches!(Referee::new().replay_all(refused), Err(ReplayError::Refused(_))));
    }
}
