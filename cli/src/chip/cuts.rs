//! Power cuts: a game is played, the power goes at some instant, comes back, and the game must be the one before or
//! after what was under way. Then play goes on, on the flash that the cut has left, until the next cut.

use anyhow::{Context as _, Result, bail, ensure};
use kahuna_board::map::ConnectionSet;
use kahuna_board::rules::{Edition, Player, Settings};
use serde_json::json;

use crate::chance::Chance;

use super::emulator::Rig;
use super::play::{Course, Deed, LIFTED, PLACED, act, difference, gesture};
use super::table::{MS, TYPICAL, Table};

/// More games than there are slots, so that every slot has been used and is erased before it is used again.
const GAMES_BEFORE: usize = 27;
/// How many games stay readable at least.
const KEPT: usize = 20;
/// How long after the last action the next game's flash is prepared, and how long that takes, at most.
const PREPARED: f64 = 7500.0 * MS;

/// How many cuts of each kind there were.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) cuts: usize,
    pub(crate) in_program: usize,
    pub(crate) in_erase: usize,
    /// The game was the one after.
    pub(crate) kept: usize,
    pub(crate) games: usize,
}

/// What is under way when the power goes.
#[derive(Clone, Copy, Debug)]
enum Under {
    Act(Deed),
    Undo,
    Begin(Settings),
    /// Nothing, but the board prepares the next game's flash.
    Nothing,
}

/// Cuts the power so many times.
pub(crate) fn run(rig: &Rig, cuts: usize, seed: u64) -> Result<Tally> {
    let mut table = Table::new(rig, TYPICAL, seed)?;
    table.start()?;
    let mut trial = Trial {
        table,
        chance: Chance(seed),
        course: Course::new(Settings::default()),
        past: Vec::new(),
        programs: 1,
        tally: Tally::default(),
    };
    for _ in 0..GAMES_BEFORE {
        let settings = trial.settings();
        trial.table.new_game(&words(settings))?;
        trial.begun(settings);
    }
    for number in 0..cuts {
        trial.round().with_context(|| format!("cut {number} of seed {seed}"))?;
    }
    Ok(trial.tally)
}

struct Trial {
    table: Table,
    chance: Chance,
    /// The game on the board.
    course: Course,
    /// The records of the games before it, the newest last.
    past: Vec<Vec<String>>,
    /// How many page programs the last action took.
    programs: usize,
    tally: Tally,
}

impl Trial {
    fn round(&mut self) -> Result<()> {
        for _ in 0..self.chance.below(4) {
            self.play_on().context("while nothing was cut")?;
        }
        let under = self.choose();
        let after = self.after(under);
        let before = self.course.clone();
        let detail = self.cut(under)?;
        self.tally.cuts += 1;
        self.table.run(20.0 * MS)?;
        if self.chance.below(8) == 0 {
            // It goes again while the board wakes up.
            self.table.power(true)?;
            let moment = self.chance.share() * 120.0 * MS;
            self.table.run(moment)?;
            self.table.power(false)?;
            self.table.run(20.0 * MS)?;
        }
        self.table.log.lines.clear();
        self.table.log.flash.clear();
        self.table.start().context(detail.clone())?;
        let record = self.table.record(0)?.with_context(|| format!("{detail}: no game is left"))?;
        let is_after = record == after.record();
        if !is_after && record != before.record() {
            bail!(
                "{detail}: neither the game before nor the game after\nbefore {:?}\nafter  {:?}\nfound  {record:?}",
                before.record(),
                after.record()
            );
        }
        if is_after {
            self.tally.kept += 1;
            match under {
                Under::Begin(settings) => self.begun(settings),
                _ => self.course = after,
            }
        }
        self.go_on().context(detail)
    }

    /// Plays an action that nothing disturbs.
    fn play_on(&mut self) -> Result<()> {
        let mut game = self.course.game();
        let Some(deed) = self.chance.action(&game) else { return Ok(()) };
        self.table.log.flash.clear();
        act(&mut self.table, &mut game, deed)?;
        self.course.deeds.push(deed);
        self.programs =
            self.table.log.flash.iter().filter(|operation| operation.kind == "program").count().max(1);
        Ok(())
    }

    /// The board must know the rest of the game, too, and play must go on.
    fn go_on(&mut self) -> Result<()> {
        let game = self.course.game();
        if let Some(difference) = difference(&self.table.state()?, &game) {
            bail!("the record is right, but {difference}");
        }
        if self.table.arrange(game.position().occupied())? {
            self.table.run(LIFTED)?;
        }
        let state = self.table.state()?;
        ensure!(state["asks"].is_null(), "the sticks are right, but it asks {}", state["asks"]);
        if let Some(difference) = difference(&state, &game) {
            bail!("putting the sticks right was taken for a play: {difference}");
        }
        if self.tally.cuts.is_multiple_of(8) {
            self.check_past()?;
        }
        Ok(())
    }

    /// The games before are all still there.
    fn check_past(&mut self) -> Result<()> {
        for back in [1, 2, KEPT - 1] {
            let record = self.table.record(back)?;
            let expected = self.past.len().checked_sub(back).map(|at| &self.past[at]);
            ensure!(record.as_ref() == expected, "game {back} back was {expected:?} and is {record:?}");
        }
        Ok(())
    }

    fn begun(&mut self, settings: Settings) {
        let old = std::mem::replace(&mut self.course, Course::new(settings));
        // Before the first game there was none.
        if self.tally.games > 0 {
            self.past.push(old.record());
        }
        self.tally.games += 1;
    }

    /// What the next game is agreed to be: never what this one is, so that the two can be told apart.
    fn settings(&mut self) -> Settings {
        loop {
            let edition =
                if self.chance.below(2) == 0 { Edition::English2014 } else { Edition::FrenchKosmos };
            let first = if self.chance.below(2) == 0 { Player::White } else { Player::Black };
            let settings = Settings { edition, first, ..Settings::default() };
            if settings != self.course.settings {
                return settings;
            }
        }
    }

    fn choose(&mut self) -> Under {
        let game = self.course.game();
        let Some(deed) = self.chance.action(&game) else { return Under::Begin(self.settings()) };
        match self.chance.below(16) {
            0..3 => Under::Begin(self.settings()),
            3 if !self.course.deeds.is_empty() => Under::Undo,
            4 => Under::Nothing,
            _ => Under::Act(deed),
        }
    }

    fn after(&self, under: Under) -> Course {
        let mut course = self.course.clone();
        match under {
            Under::Act(deed) => course.deeds.push(deed),
            Under::Undo => drop(course.deeds.pop()),
            Under::Begin(settings) => course = Course::new(settings),
            Under::Nothing => {}
        }
        course
    }

    /// Does it, and cuts the power within; says how.
    fn cut(&mut self, under: Under) -> Result<String> {
        self.table.log.flash.clear();
        self.table.log.power.clear();
        let share = self.chance.share();
        let in_flash = self.chance.below(4) > 0;
        if in_flash {
            // An erase of five sectors and a header come before a game's first entry.
            let operations =
                if matches!(under, Under::Begin(_) | Under::Nothing) { 10 } else { self.programs };
            let after = self.chance.below(operations as u64);
            self.table.request(&json!({"cut": {"after": after, "share": share}}))?;
        }
        let time = match under {
            Under::Act(deed) => gesture(&mut self.table, deed)?.0,
            Under::Undo => self.say("undo")?,
            Under::Begin(settings) => {
                // It begins on an empty board.
                self.table.arrange(ConnectionSet::EMPTY)?;
                self.say(&format!("new {}", words(settings)))? + PLACED
            }
            Under::Nothing => PREPARED,
        };
        if in_flash {
            self.table.run(time)?;
        } else {
            self.table.run(time * share)?;
        }
        let was_cut = self.table.log.power.iter().any(|event| event.kind == "power-off");
        if !was_cut {
            self.table.request(&json!({"cut": null}))?;
            self.table.power(false)?;
        }
        let cut = self.table.log.flash.last().filter(|operation| operation.cut.is_some());
        match cut.map(|operation| operation.kind.as_str()) {
            Some("program") => self.tally.in_program += 1,
            Some(_) => self.tally.in_erase += 1,
            None => {}
        }
        let operation = cut.map_or_else(String::new, |operation| {
            format!(
                ", {:.0} % of an operation ({})",
                100.0 * operation.cut.unwrap_or_default(),
                operation.kind
            )
        });
        Ok(format!("{under:?}, cut {:.0} % through{operation}", 100.0 * share))
    }

    /// Sends a line; returns how long it is waited for.
    fn say(&mut self, line: &str) -> Result<f64> {
        self.table.request(&json!({"usb": format!("{line}\n")}))?;
        Ok(if line == "undo" { 15.0 * MS } else { 400.0 * MS })
    }
}

fn words(settings: Settings) -> String {
    format!("edition={} first={}", settings.edition, settings.first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_said_as_the_board_reads_them() {
        assert_eq!(words(Settings::default()), "edition=english-2014 first=white");
    }
}
