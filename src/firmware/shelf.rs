//! The store of games, shared: one hand writes, another reads. Neither ever waits while it has the store, so neither
//! finds it taken.

use core::cell::RefCell;

use kahuna_board::journal::{Archive, Entry};
use kahuna_board::link::Health;
use kahuna_board::referee::Referee;
use kahuna_board::selftest::Notes;
use static_cell::StaticCell;

use super::flash::Journal;
use super::notes;
use super::store::{Fault, Store};

type Shelf = RefCell<Store<Journal>>;

/// Written once, by [`open`].
static SHELF: StaticCell<Shelf> = StaticCell::new();

/// Finds the games and gives out the two hands, one each.
pub(crate) fn open(flash: Journal) -> (Writer, Reader) {
    let size = flash.size() - notes::reserved::<Journal>();
    let shelf: &Shelf = SHELF.init(RefCell::new(Store::open(flash, size)));
    (Writer(shelf), Reader(shelf))
}

/// The hand that writes: the journal's.
pub(crate) struct Writer(&'static Shelf);

impl Writer {
    /// Does something with the store.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut Store<Journal>) -> R) -> R {
        f(&mut self.0.borrow_mut())
    }

    /// Goes a step towards the next game; see [`Store::prepare`].
    pub(crate) fn prepare(&self) -> Result<bool, Fault> {
        self.with(Store::prepare)
    }
}

/// The hand that reads: the referee's.
#[derive(Clone, Copy)]
pub(crate) struct Reader(&'static Shelf);

impl Reader {
    /// What outlives games.
    pub(crate) fn notes(self) -> Notes {
        notes::read(self.0.borrow_mut().flash())
    }

    /// Plays the newest game again, as far as it can be read.
    pub(crate) fn replay(self, referee: &mut Referee) -> Health {
        let mut health = Health::Kept;
        let mut store = self.0.borrow_mut();
        let replayed = store.read(0, |entries| {
            referee.replay_all(entries.map_while(|bytes| match Entry::decode(bytes) {
                Ok(entry) => Some(entry),
                Err(error) => {
                    defmt::error!("the journal: {}", defmt::Display2Format(&error));
                    health = Health::Unreadable;
                    None
                }
            }))
        });
        if let Err(error) = replayed {
            defmt::error!("the journal: {}", defmt::Display2Format(&error));
            health = Health::Unreadable;
        }
        health
    }
}

impl Archive for Reader {
    fn games(&self) -> usize {
        self.0.borrow().games()
    }

    fn read<R>(&self, game: usize, with: impl FnOnce(&mut dyn Iterator<Item = Entry>) -> R) -> R {
        let mut store = self.0.borrow_mut();
        store.read(game, |entries| with(&mut entries.map_while(|bytes| Entry::decode(bytes).ok())))
    }
}
