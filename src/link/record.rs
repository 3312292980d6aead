use core::fmt::Write;

use heapless::String;

use crate::journal::{Archive, Entry};
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
    hash: Hash,
    /// How many lines have been taken.
    taken: usize,
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
            Some(Self { game, settings, entries: count, hash, taken: 0 })
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
        // One way through the flash for both: what stands there, and whether it is still the same.
        let (mut sum, place) = (Hash::new(), self.taken - header);
        let found = store.read(self.game, |entries| {
            action_at(entries.take(self.entries).inspect(|&entry| sum.add(entry)), place)
        });
        if sum != self.hash {
            return Err(MovedOn);
        }
        let Some((player, action)) = found else { return Ok(None) };
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
