use core::fmt::Write;

use heapless::{String, Vec};

use crate::journal::{Archive, Entry};
use crate::record::Header;
use crate::rules::{Action, Player, Settings};

/// The longest line of a record that only counts cards is `white handicap ALOA-BARI`; a header is longer as a whole.
pub(super) type RecordText = String<128>;

/// How many actions are looked up in one way through a journal.
const AT_ONCE: usize = 16;

/// Some actions of a game, one after the other.
pub type Actions = Vec<(Player, Action), AT_ONCE>;

/// The actions that stand from a given place (from 0) on once everything taken back is left out; fewer than
/// `AT_ONCE` only at the end.
///
/// It goes over the entries once: an action stands in place `n` if it was the last one to be done when `n` others
/// stood, and has not been taken back since.
pub fn actions_from(entries: impl IntoIterator<Item = Entry>, first: usize) -> Actions {
    let mut standing = 0usize;
    let mut found = Actions::new();
    for entry in entries {
        match entry {
            Entry::Start(_) => standing = 0,
            Entry::Act(player, action) => {
                if let Some(place) = standing.checked_sub(first) {
                    found.truncate(place);
                    // What is beyond the last place is looked up another time.
                    let _ = found.push((player, action));
                }
                standing += 1;
            }
            Entry::Undo => standing = standing.saturating_sub(1),
        }
    }
    found.truncate(standing.saturating_sub(first));
    found
}

/// A game of the journal on its way out as a record, line by line.
///
/// Little of it is kept: the lines are looked up a few at a time, among the entries that there were at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RecordLines {
    game: usize,
    settings: Settings,
    entries: usize,
    /// A hash of those entries, by which a journal that has moved on is known.
    hash: Hash,
    /// How many lines have been taken.
    taken: usize,
    /// The next actions, the last one first.
    ready: Actions,
}

/// Another game has taken the place of the one that was being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MovedOn;

impl RecordLines {
    /// The record of a game, 0 being the newest; `None` if there is no such game.
    pub(super) fn of(store: &impl Archive, game: usize) -> Option<Self> {
        if game >= store.games() {
            return None;
        }
        store.read(game, |entries| {
            let first = entries.next()?;
            let Entry::Start(settings) = first else { return None };
            let mut count = 0;
            let mut hash = Hash::new();
            for entry in core::iter::once(first).chain(entries) {
                hash.add(entry);
                count += 1;
            }
            Some(Self { game, settings, entries: count, hash, taken: 0, ready: Actions::new() })
        })
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
    pub(super) fn next(&mut self, store: &impl Archive) -> Result<Option<RecordText>, MovedOn> {
        let mut text = RecordText::new();
        // Neither outgrows the text: a header has five short lines.
        let _ = write!(text, "{}", Header { settings: self.settings, deal: None });
        let header = text.lines().count();
        if let Some(line) = text.lines().nth(self.taken) {
            let line = line.try_into().unwrap_or_default();
            self.taken += 1;
            return Ok(Some(line));
        }
        if self.ready.is_empty() {
            // One way through the flash for both: what stands there, and whether it is still the same.
            let (mut sum, place) = (Hash::new(), self.taken - header);
            let found = store.read(self.game, |entries| {
                actions_from(entries.take(self.entries).inspect(|&entry| sum.add(entry)), place)
            });
            if sum != self.hash {
                return Err(MovedOn);
            }
            self.ready = found;
            self.ready.reverse();
        }
        let Some((player, action)) = self.ready.pop() else { return Ok(None) };
        text.clear();
        let _ = write!(text, "{player} {action}");
        self.taken += 1;
        Ok(Some(text))
    }
}

/// FNV-1a over the entries as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hash(u32);

impl Hash {
    const fn new() -> Self {
        Self(0x811C_9DC5)
    }

    fn add(&mut self, entry: Entry) {
        self.0 = entry
            .encode()
            .into_iter()
            .fold(self.0, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    }
}
