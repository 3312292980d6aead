//! What runs between the tasks. Each says who writes, who reads, and what happens when nobody reads.

use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_sync::pipe::Pipe;
use embassy_sync::signal::Signal;
use embassy_time::Instant;
use heapless::Vec;
use kahuna_board::lights::Sight;
use kahuna_board::link::LONGEST_LINE;
use kahuna_board::selftest::{Notes, Readings};
use kahuna_board::sensing::Press;
use kahuna_board::time::Millis;
use kahuna_board::{referee, selftest};
use portable_atomic::{AtomicBool, AtomicU32};

use super::store::ITEM;

/// The time, as the library takes it.
pub(crate) fn now() -> Millis {
    Instant::now().as_millis()
}

/// What has settled last, and when; older ones may be lost, the referee and the self-test compare levels. `scan` ->
/// `referee`.
pub(crate) static READINGS: Signal<CriticalSectionRawMutex, (Millis, Readings)> = Signal::new();

/// The board was switched on for a self-test; told once at most. `scan` -> `referee`.
pub(crate) static WANTED: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// Whether a self-test is under way: then the contacts are read against their diodes as well, and no press is told.
/// Writer: `referee`; reader: `scan`.
pub(crate) static IS_TESTING: AtomicBool = AtomicBool::new(false);

/// Every press, in order, and when it was; when full, the oldest goes and is logged. `scan` -> `referee`.
pub(crate) static PRESSES: Channel<CriticalSectionRawMutex, (Millis, Press), 16> = Channel::new();

/// Whether the referee's button is down, unsettled. Writer: `scan`; readers: `usb` and `referee`, before they start the
/// boot loader.
pub(crate) static REFEREE_DOWN: AtomicBool = AtomicBool::new(false);

/// When a contact last moved, in ms since power-up; it wraps after seven weeks, which costs an erase at a bad moment.
/// Writer: `scan`; reader: `journal`.
pub(crate) static MOVED: AtomicU32 = AtomicU32::new(0);

/// What there is to be seen on the table: a game, or a self-test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    Game(referee::View),
    Test(selftest::View),
}

impl<'a> From<&'a Shown> for Sight<'a> {
    fn from(shown: &'a Shown) -> Self {
        match shown {
            Shown::Game(view) => Self::Game(view),
            Shown::Test(view) => Self::Test(view),
        }
    }
}

/// What is to be shown, the newest only; older ones may be lost. `referee` -> `lights`.
pub(crate) static SHOWN: Signal<CriticalSectionRawMutex, Shown> = Signal::new();

/// Entries of the journal, as bytes.
pub(crate) type Entries = Vec<u8, ITEM>;

/// What the journal is asked to do.
pub(crate) enum Keep {
    /// Append to the current game.
    Append(Entries),
    /// Begin another game.
    Begin(Entries),
    /// Begin to write the current game anew.
    BeginCopy,
    /// Write a part of it.
    Copy(Entries),
    /// It is complete, and the current game from now on.
    EndCopy,
    /// Write what outlives games.
    Note(Notes),
}

/// What is to be kept. `referee` -> `journal`; the referee waits for each to be kept, so one place is enough.
pub(crate) static KEEP: Channel<CriticalSectionRawMutex, Keep, 1> = Channel::new();

/// Whether the last thing is kept. `journal` -> `referee`, which waits for it.
pub(crate) static KEPT: Signal<CriticalSectionRawMutex, bool> = Signal::new();

/// The largest packet of a full-speed bulk endpoint.
pub(crate) const PACKET: usize = 64;
/// What the host sends at once.
pub(crate) type Packet = Vec<u8, PACKET>;

/// Packets from the host, in order; when full, `usb` waits and so does the host. `usb` -> `referee`.
pub(crate) static HEARD: Channel<CriticalSectionRawMutex, Packet, 2> = Channel::new();

/// What goes to the host, whole lines only; an event that does not fit is dropped and counted, an answer waits. Twice the
/// longest line, so that events find room beside an answer. `referee` -> `usb`.
pub(crate) static TOLD: Pipe<CriticalSectionRawMutex, { 2 * LONGEST_LINE }> = Pipe::new();

/// `TOLD` has more room than before. `usb` -> `referee`, which waits only while it has an answer to give; otherwise it
/// may be lost.
pub(crate) static ROOM: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// Whether a host has the port open. Writer: `usb`; reader: `referee`, which tells nothing to nobody.
pub(crate) static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// A host has opened the port, perhaps again. `usb` -> `referee`; one that is lost was followed by another.
pub(crate) static OPENED: Signal<CriticalSectionRawMutex, ()> = Signal::new();
