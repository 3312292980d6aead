//! Games in flash: a ring of slots, each a queue of sequential-storage that is erased before its game begins and only
//! appended to afterwards.
//!
//! A slot's first item is its header, written when the slot has been erased completely; a slot without one is no slot,
//! so a cut in the middle of an erase leaves nothing that could be mistaken for a game. The current game is in the slot
//! with the highest number that holds more than its header. The slot after it is prepared while nobody waits, a sector
//! at a time. The ring wears every sector alike: one erase of each in as many games as there are slots.

use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;
use sequential_storage::cache::{Cache, Uncached};
use sequential_storage::queue::{QueueConfig, QueueStorage};

/// A slot's size in sectors: room for some 1800 entries of three bytes; undone actions count as well.
const SLOT_SECTORS: u32 = 5;
/// The format of the slots. A store of another format is left alone until a game begins.
const FORMAT: u8 = 1;
/// A header: the format, and the slot's number, low byte first.
const HEADER: usize = 5;

/// Why an entry could not be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The game's slot is full, or the entry larger than a sector.
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
}

/// Games in flash.
pub(crate) struct Store<S> {
    flash: S,
    slots: u32,
    /// The slot of the current game and its number.
    current: Option<(u32, u32)>,
    next: Next,
}

impl<S: NorFlash> Store<S> {
    #[allow(clippy::cast_possible_truncation, reason = "a sector has 4096 bytes")]
    const SECTOR: u32 = S::ERASE_SIZE as u32;
    const SLOT: u32 = SLOT_SECTORS * Self::SECTOR;

    /// Finds the games in the first `size` bytes of the flash.
    pub(crate) async fn open(flash: S, size: u32) -> Self {
        let mut store = Self { flash, slots: size / Self::SLOT, current: None, next: Next::Erase(0) };
        for slot in 0..store.slots {
            if let Some((number, true)) = store.look(slot).await
                && store.current.is_none_or(|(_, newest)| number > newest)
            {
                store.current = Some((slot, number));
            }
        }
        let (slot, number) = store.after();
        if store.look(slot).await == Some((number, false)) {
            store.next = Next::Ready;
        }
        store
    }

    /// How many games can be read back: all but the one that makes room for the next.
    pub(crate) fn capacity(&self) -> u32 {
        self.slots - 1
    }

    /// Appends an entry to the current game.
    pub(crate) async fn append(&mut self, entry: &[u8]) -> Result<(), Fault> {
        let (slot, _) = self.current.ok_or(Fault::NoGame)?;
        Ok(self.queue(slot).push(entry, false).await?)
    }

    /// Begins another game with its first entry. What preparation is still to be done is done now.
    pub(crate) async fn begin(&mut self, first: &[u8]) -> Result<(), Fault> {
        while !self.prepare().await? {}
        let (slot, number) = self.after();
        self.queue(slot).push(first, false).await?;
        self.current = Some((slot, number));
        self.next = Next::Erase(0);
        Ok(())
    }

    /// Goes a step towards the next game: erases a sector at most. Returns whether all is done.
    pub(crate) async fn prepare(&mut self) -> Result<bool, Fault> {
        let Next::Erase(sector) = self.next else { return Ok(true) };
        let (slot, number) = self.after();
        if sector < SLOT_SECTORS {
            let from = Self::range(slot).start + sector * Self::SECTOR;
            self.flash.erase(from, from + Self::SECTOR).await.map_err(|_| Fault::Flash)?;
            self.next = Next::Erase(sector + 1);
            return Ok(false);
        }
        let mut header = [FORMAT; HEADER];
        header[1..].copy_from_slice(&number.to_le_bytes());
        self.queue(slot).push(&header, false).await?;
        self.next = Next::Ready;
        Ok(true)
    }

    /// Hands out the entries of a game in order, the current one with `back` = 0, the one before with 1. An entry that
    /// is larger than the buffer ends it. Returns whether there is such a game.
    pub(crate) async fn replay(
        &mut self,
        back: u32,
        buffer: &mut [u8],
        mut entry: impl FnMut(&[u8]),
    ) -> Result<bool, Fault> {
        let Some((slot, number)) = self.current.filter(|_| back < self.capacity()) else { return Ok(false) };
        let slot = (slot + self.slots - back) % self.slots;
        if self.look(slot).await.map(|(found, _)| Some(found)) != Some(number.checked_sub(back)) {
            return Ok(false);
        }
        let mut queue = self.queue(slot);
        let mut items = queue.iter().await?;
        items.next(buffer).await?;
        while let Some(item) = items.next(buffer).await? {
            entry(&item);
        }
        Ok(true)
    }

    /// The slot after the current one, and the number it gets.
    fn after(&self) -> (u32, u32) {
        self.current.map_or((0, 1), |(slot, number)| ((slot + 1) % self.slots, number.wrapping_add(1)))
    }

    /// Returns a slot's number and whether it holds a game, if it is a slot.
    async fn look(&mut self, slot: u32) -> Option<(u32, bool)> {
        // Entries are longer than a header: what does not fit is there all the same.
        let mut buffer = [0; HEADER];
        let mut queue = self.queue(slot);
        let mut items = queue.iter().await.ok()?;
        let header = items.next(&mut buffer).await.ok()??;
        let [FORMAT, number @ ..] = header.as_ref() else { return None };
        let number = u32::from_le_bytes(number.try_into().ok()?);
        let has_more = !matches!(items.next(&mut buffer).await, Ok(None));
        Some((number, has_more))
    }

    fn range(slot: u32) -> Range<u32> {
        slot * Self::SLOT..(slot + 1) * Self::SLOT
    }

    fn queue(&mut self, slot: u32) -> QueueStorage<&mut S, Cache<Uncached, Uncached, Uncached>> {
        let range = Self::range(slot);
        QueueStorage::new(&mut self.flash, QueueConfig::new(range), Cache::new_uncached())
    }
}
