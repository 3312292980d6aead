//! Games in flash: a ring of slots, each a queue of sequential-storage that is erased before its game begins and only
//! appended to afterwards.
//!
//! A slot's first item is its header, written when the slot has been erased completely; a slot without one is no slot,
//! so a cut in the middle of an erase leaves nothing that could be mistaken for a game. Every other item is some entries
//! of the game, kept together or not at all, or a mark. The current game is in the slot with the highest number that
//! holds more than its header. The slot after it is prepared while nobody waits, a sector at a time. The ring wears every
//! sector alike: one erase of each in as many games as there are slots.
//!
//! A game that outgrows its slot is written anew in the next one, without what was taken back: a mark, the entries, an
//! end mark. Without the end mark the copy does not count, so a cut leaves the game where it was.
//!
//! Nothing here waits for anything: reads come from mapped memory, and while flash is written the core stands still
//! anyway. So the futures of sequential-storage are ready whenever they are asked.

use core::ops::Range;

use embassy_futures::block_on;
use embedded_storage_async::nor_flash::NorFlash;
use heapless::Vec;
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::queue::{QueueConfig, QueueIterator, QueueStorage};

/// A slot's size in sectors: room for some 1800 entries of three bytes; undone actions count as well.
const SLOT_SECTORS: u32 = 5;
/// The most slots: as many as fit into a megabyte.
const MOST_SLOTS: usize = 51;
/// The format of the slots. A store of another format is left alone until a game begins.
const FORMAT: u8 = 1;
/// A header: the format, and the slot's number, low byte first.
const HEADER: usize = 5;
/// Marks are shorter than an entry. This one begins a game that was written anew ...
const COPY: [u8; 1] = [1];
/// ... and this one ends it: from now on the slot counts, and the slot before does not.
const END: [u8; 1] = [2];

/// How long an entry is.
pub(crate) const ENTRY: usize = 3;
/// The most bytes that are kept together.
pub(crate) const ITEM: usize = 16 * ENTRY;

type Queue<'a, S> = QueueStorage<&'a mut S, NoCache>;
type NoCache = Cache<Uncached, Uncached, Uncached>;

/// Why an entry could not be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The game's slot is full.
    Full,
    /// There is no game to append to.
    NoGame,
    /// The flash failed, or holds what the store did not write.
    Flash,
}

impl<E> From<sequential_storage::Error<E>> for Fault {
    fn from(error: sequential_storage::Error<E>) -> Self {
        match error {
            sequential_storage::Error::FullStorage | sequential_storage::Error::ItemTooBig => Self::Full,
            _ => Self::Flash,
        }
    }
}

/// What is known of the slot after the current one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// These sectors of it, from this one on, are still to be erased.
    Erase(u32),
    /// It is erased and has its header.
    Ready,
    /// The current game is being written anew there.
    Copying,
}

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    /// Its header.
    Nothing,
    /// A game.
    Game,
    /// The game of the slot before, written anew.
    Copy,
    /// A part of it: power went, or the flash failed.
    HalfCopy,
}

/// Games in flash.
pub(crate) struct Store<S> {
    flash: S,
    slots: u32,
    /// The slot of the current game and its number.
    current: Option<(u32, u32)>,
    next: Next,
    /// The slots of the games that can be read, the newest first.
    games: Vec<u32, MOST_SLOTS>,
}

impl<S: NorFlash> Store<S> {
    #[allow(clippy::cast_possible_truncation, reason = "a sector has 4096 bytes")]
    const SECTOR: u32 = S::ERASE_SIZE as u32;
    const SLOT: u32 = SLOT_SECTORS * Self::SECTOR;

    /// Finds the games in the first `size` bytes of the flash.
    #[allow(clippy::cast_possible_truncation, reason = "there are few slots")]
    pub(crate) fn open(flash: S, size: u32) -> Self {
        let slots = (size / Self::SLOT).min(MOST_SLOTS as u32);
        let mut store = Self { flash, slots, current: None, next: Next::Erase(0), games: Vec::new() };
        let mut found = [None; MOST_SLOTS];
        for slot in 0..store.slots {
            let look = store.look(slot);
            found[slot as usize] = look;
            if let Some((number, Content::Game | Content::Copy)) = look
                && store.current.is_none_or(|(_, newest)| number > newest)
            {
                store.current = Some((slot, number));
            }
        }
        store.list(&found);
        let (slot, number) = store.after();
        if found[slot as usize] == Some((number, Content::Nothing)) {
            store.next = Next::Ready;
        } else if found == [None; MOST_SLOTS] && store.is_blank(slot) {
            // No game was ever begun here, so nothing was ever erased either, and no erase can have been cut short.
            store.next = Next::Erase(SLOT_SECTORS);
        }
        store
    }

    /// Lists the games from the current one back.
    fn list(&mut self, found: &[Option<(u32, Content)>; MOST_SLOTS]) {
        let Some((newest, newest_number)) = self.current else { return };
        let mut is_replaced = false;
        for back in 0..self.slots - 1 {
            let slot = (newest + self.slots - back) % self.slots;
            let number = newest_number.checked_sub(back);
            let game = found[slot as usize].filter(|&(found, _)| Some(found) == number);
            if let Some((_, Content::Game | Content::Copy)) = game
                && !is_replaced
            {
                // There is a place for each slot.
                let _ = self.games.push(slot);
            }
            is_replaced = matches!(game, Some((_, Content::Copy)));
        }
    }

    /// The flash, for what is kept beside the games.
    pub(crate) fn flash(&mut self) -> &mut S {
        &mut self.flash
    }

    /// How many games can be read back.
    pub(crate) fn games(&self) -> usize {
        self.games.len()
    }

    /// Appends entries to the current game: all of them or, if it fails or the power goes, none.
    pub(crate) fn append(&mut self, entries: &[u8]) -> Result<(), Fault> {
        let (slot, _) = self.current.ok_or(Fault::NoGame)?;
        self.push(slot, entries)
    }

    /// Begins another game with its first entries. What preparation is still to be done is done now.
    pub(crate) fn begin(&mut self, first: &[u8]) -> Result<(), Fault> {
        while !self.prepare()? {}
        let (slot, _) = self.after();
        self.push(slot, first)?;
        if self.games.is_full() {
            self.games.pop();
        }
        // There is room.
        let _ = self.games.insert(0, slot);
        self.go_on();
        Ok(())
    }

    /// Begins to write the current game anew. What preparation is still to be done is done now.
    pub(crate) fn begin_copy(&mut self) -> Result<(), Fault> {
        self.current.ok_or(Fault::NoGame)?;
        while !self.prepare()? {}
        self.next = Next::Copying;
        self.push(self.after().0, &COPY)
    }

    /// Writes entries of the game that is written anew.
    pub(crate) fn copy(&mut self, entries: &[u8]) -> Result<(), Fault> {
        if self.next != Next::Copying {
            return Err(Fault::NoGame);
        }
        self.push(self.after().0, entries)
    }

    /// Ends the game that is written anew: it is the current one now.
    pub(crate) fn end_copy(&mut self) -> Result<(), Fault> {
        self.copy(&END)?;
        let (slot, _) = self.after();
        if let Some(newest) = self.games.first_mut() {
            *newest = slot;
        }
        self.go_on();
        Ok(())
    }

    /// The next slot is the current one now.
    fn go_on(&mut self) {
        self.current = Some(self.after());
        self.next = Next::Erase(0);
        let (next, _) = self.after();
        self.games.retain(|&slot| slot != next);
    }

    /// Goes a step towards the next game: erases a sector at most. Returns whether all is done.
    pub(crate) fn prepare(&mut self) -> Result<bool, Fault> {
        let sector = match self.next {
            Next::Ready => return Ok(true),
            Next::Erase(sector) => sector,
            // That copy came to nothing.
            Next::Copying => 0,
        };
        let (slot, number) = self.after();
        if sector < SLOT_SECTORS {
            let from = Self::range(slot).start + sector * Self::SECTOR;
            block_on(self.flash.erase(from, from + Self::SECTOR)).map_err(|_| Fault::Flash)?;
            self.next = Next::Erase(sector + 1);
            return Ok(false);
        }
        let mut header = [FORMAT; HEADER];
        header[1..].copy_from_slice(&number.to_le_bytes());
        // Half a header must not be built upon.
        self.next = Next::Erase(0);
        self.push(slot, &header)?;
        self.next = Next::Ready;
        Ok(true)
    }

    /// Lends the entries of a game in order, 0 being the newest game; a game that is not there has none.
    pub(crate) fn read<R>(
        &mut self,
        game: usize,
        with: impl FnOnce(&mut dyn Iterator<Item = [u8; ENTRY]>) -> R,
    ) -> R {
        let Some(&slot) = self.games.get(game) else { return with(&mut core::iter::empty()) };
        let mut queue = self.queue(slot);
        let items = block_on(queue.iter()).ok();
        with(&mut Entries { items, buffer: [0; ITEM], length: 0, taken: 0 })
    }

    /// The slot after the current one, and the number it gets.
    fn after(&self) -> (u32, u32) {
        self.current.map_or((0, 1), |(slot, number)| ((slot + 1) % self.slots, number.wrapping_add(1)))
    }

    /// Returns a slot's number and what it holds, if it is a slot.
    fn look(&mut self, slot: u32) -> Option<(u32, Content)> {
        let mut buffer = [0; ITEM];
        let mut queue = self.queue(slot);
        let mut items = block_on(queue.iter()).ok()?;
        let header = block_on(items.next(&mut buffer)).ok()??;
        let [FORMAT, number @ ..] = header.as_ref() else { return None };
        let number = u32::from_le_bytes(number.try_into().ok()?);
        let content = match block_on(items.next(&mut buffer)) {
            Ok(None) => Content::Nothing,
            Ok(Some(item)) if *item == COPY => loop {
                match block_on(items.next(&mut buffer)) {
                    Ok(Some(item)) if *item == END => break Content::Copy,
                    Ok(Some(_)) => {}
                    Ok(None) | Err(_) => break Content::HalfCopy,
                }
            },
            // What cannot be read is there all the same.
            Ok(Some(_)) | Err(_) => Content::Game,
        };
        Some((number, content))
    }

    /// Whether nothing was ever written into a slot.
    fn is_blank(&mut self, slot: u32) -> bool {
        let mut buffer = [0; 256];
        Self::range(slot).step_by(buffer.len()).all(|at| {
            block_on(self.flash.read(at, &mut buffer)).is_ok() && buffer.iter().all(|&byte| byte == 0xff)
        })
    }

    fn push(&mut self, slot: u32, item: &[u8]) -> Result<(), Fault> {
        Ok(block_on(self.queue(slot).push(item, false))?)
    }

    fn range(slot: u32) -> Range<u32> {
        slot * Self::SLOT..(slot + 1) * Self::SLOT
    }

    fn queue(&mut self, slot: u32) -> Queue<'_, S> {
        let range = Self::range(slot);
        QueueStorage::new(&mut self.flash, QueueConfig::new(range), Cache::new_uncached())
    }
}

/// The entries of a slot.
struct Entries<'a, 's, S: NorFlash> {
    items: Option<QueueIterator<'a, &'s mut S, NoCache>>,
    buffer: [u8; ITEM],
    length: usize,
    taken: usize,
}

impl<S: NorFlash> Iterator for Entries<'_, '_, S> {
    type Item = [u8; ENTRY];

    fn next(&mut self) -> Option<[u8; ENTRY]> {
        while self.taken == self.length {
            self.taken = 0;
            self.length = 0;
            // What cannot be read ends it.
            let item = block_on(self.items.as_mut()?.next(&mut self.buffer)).ok()??;
            // The header and the marks are no entries.
            if item.len().is_multiple_of(ENTRY) {
                self.length = item.len();
            }
        }
        let entry = self.buffer[self.taken..].first_chunk().copied();
        self.taken += ENTRY;
        entry
    }
}
