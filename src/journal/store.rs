use heapless::Vec;

use super::{ENTRY_BYTES, Entry};

/// The games that were kept, in the order in which they were begun.
pub trait Archive {
    /// How many games can be read back.
    fn games(&self) -> usize;

    /// Reads the entries of a game in the order in which they were kept, 0 being the newest game; they stop at what is
    /// damaged, and a game that is not there has none. They are lent: flash is read while they are taken.
    fn read<R>(&self, game: usize, with: impl FnOnce(&mut dyn Iterator<Item = Entry>) -> R) -> R;
}

/// Where a journal's entries are kept; they go to the newest game. Memory in tests and scenarios; flash on the chip,
/// where the one task that writes keeps what the others read.
pub trait Store: Archive {
    /// Why something cannot be kept.
    type Error;

    /// Keeps one entry; when this returns, it survives a power cut. An [`Entry::Start`] begins a new game.
    ///
    /// # Errors
    /// The entry is not kept.
    fn append(&mut self, entry: Entry) -> Result<(), Self::Error>;
}

/// A store in memory, of so many bytes: for tests, scenarios and a board whose flash is broken.
#[derive(Clone, Debug, Default)]
pub struct Memory<const BYTES: usize> {
    bytes: Vec<u8, BYTES>,
}

/// The store is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

impl<const BYTES: usize> Memory<BYTES> {
    /// An empty store.
    pub const fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    /// The bytes as they would lie in flash.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The entries of a game, as [`Archive::read`] lends them.
    pub fn entries(&self, game: usize) -> impl Iterator<Item = Entry> {
        // Games are counted from the newest, entries run from the oldest.
        let wanted = self.games().saturating_sub(game);
        let mut begun = 0;
        self.all().filter(move |entry| {
            begun += usize::from(matches!(entry, Entry::Start(_)));
            begun == wanted && wanted > 0
        })
    }

    fn all(&self) -> impl DoubleEndedIterator<Item = Entry> {
        let chunks = self.bytes.chunks_exact(ENTRY_BYTES);
        chunks.filter_map(|chunk| Entry::decode([chunk[0], chunk[1], chunk[2]]).ok())
    }
}

impl<const BYTES: usize> Store for Memory<BYTES> {
    type Error = Full;

    fn append(&mut self, entry: Entry) -> Result<(), Full> {
        self.bytes.extend_from_slice(&entry.encode()).map_err(|_| Full)
    }
}

impl<const BYTES: usize> Archive for Memory<BYTES> {
    fn games(&self) -> usize {
        self.all().filter(|entry| matches!(entry, Entry::Start(_))).count()
    }

    fn read<R>(&self, game: usize, with: impl FnOnce(&mut dyn Iterator<Item = Entry>) -> R) -> R {
        with(&mut self.entries(game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Action, Player, Settings, Unseen};

    #[test]
    fn games_are_read_back_newest_first() {
        let mut store = Memory::<64>::new();
        assert_eq!((store.games(), store.entries(0).count()), (0, 0));
        let draw = Entry::Act(Player::White, Action::Draw(Unseen));
        let start = Entry::Start(Settings::default());
        for entry in [start, draw, Entry::Undo, start, draw] {
            store.append(entry).unwrap();
        }
        assert_eq!(store.games(), 2);
        assert!(store.entries(0).eq([start, draw]));
        assert!(store.entries(1).eq([start, draw, Entry::Undo]));
        assert_eq!(store.entries(2).count(), 0);
    }

    #[test]
    fn a_full_store_says_so() {
        let mut store = Memory::<4>::new();
        assert_eq!(store.append(Entry::Undo), Ok(()));
        assert_eq!(store.append(Entry::Undo), Err(Full));
    }
}
