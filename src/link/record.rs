use core::fmt::Write;

use heapless::String;

use crate::journal::{Entry, Store};
use crate::record::Header;
use crate::rules::{Action, Player, Settings};

/// The longest line of a record that only counts cards is `white handicap ALOA-BARI`; a header is longer as a whole.
pub(super) type RecordText = String<128>;

/// The action that stands in a given place (from 0) once everything taken back is left out; `None` past the last.
///
/// It goes over the entries once and keeps nothing: an action stands in place `n` if it was the last one to be done
/// when `n` others stood, and has not been taken back since.
pub fn action_at(entries: impl IntoIterator<Item = Entry>, place: usize) -> Option<(Player, Action)> {
    let mut standing = 0usize;
    let mut found = None;
    for entry in entries {
        match entry {
            Entry::Start(_) => standing = 0,
            Entry::Act(player, action) => {
                if standing == place {
                    found = Some((player, action));
                }
                standing += 1;
            }
            Entry::Undo => standing = standing.saturating_sub(1),
        }
    }
    found.filter(|_| standing > place)
}

/// A game of the journal on its way out as a record, line by line.
///
/// Nothing of it is kept but a number: each line is looked up again, among the entries that there were at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RecordLines {
    game: usize,
    settings: Settings,
    entries: usize,
    /// A hash of those entries, by which a journal that has moved on is known.
    hash: u32,
    /// How many lines have been taken.
    taken: usize,
}

/// Another game has taken the place of the one that was being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MovedOn;

impl RecordLines {
    /// The record of a game, 0 being the newest; `None` if there is no such game.
    pub(super) fn of(store: &impl Store, game: usize) -> Option<Self> {
        if game >= store.games() {
            return None;
        }
        let Some(Entry::Start(settings)) = store.entries(game).next() else { return None };
        let entries = store.entries(game).count();
        Some(Self { game, settings, entries, hash: hash(store.entries(game)), taken: 0 })
    }

    /// Which game it is.
    pub(super) fn game(&self) -> usize {
        self.game
    }

    /// How many lines have been taken.
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// The next line; `None` after the last.
    pub(super) fn next(&mut self, store: &impl Store) -> Result<Option<RecordText>, MovedOn> {
        let entries = || store.entries(self.game).take(self.entries);
        if hash(entries()) != self.hash {
            return Err(MovedOn);
        }
        let mut text = RecordText::new();
        // Neither outgrows the text: a header has five short lines.
        let _ = write!(text, "{}", Header { settings: self.settings, deal: None });
        let header = text.lines().count();
        if let Some(line) = text.lines().nth(self.taken) {
            let line = line.try_into().unwrap_or_default();
            self.taken += 1;
            return Ok(Some(line));
        }
        let Some((player, action)) = action_at(entries(), self.taken - header) else { return Ok(None) };
        text.clear();
        let _ = write!(text, "{player} {action}");
        self.taken += 1;
        Ok(Some(text))
    }
}

/// FNV-1a over the entries as bytes.
fn hash(entries: impl Iterator<Item = Entry>) -> u32 {
    entries
        .flat_map(Entry::encode)
        .fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
