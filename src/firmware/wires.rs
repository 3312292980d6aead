//! What runs between the tasks. Each says who writes, who reads, and what happens when nobody reads.

use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_sync::pipe::Pipe;
use embassy_sync::signal::Signal;
use heapless::{String, Vec};
use portable_atomic::{AtomicBool, AtomicU32, Ordering};
use smart_leds::RGB8;

use super::board::Closed;

/// The newest reading of all contacts; older ones may be lost. `scan` -> `referee`.
pub(crate) static CONTACTS: Signal<CriticalSectionRawMutex, Closed> = Signal::new();

/// Whether the referee's button is down, unsettled. Writer: `scan`; reader: `usb`, before it starts the boot loader.
pub(crate) static REFEREE_DOWN: AtomicBool = AtomicBool::new(false);

/// A colour for each lamp: the islands in alphabetical order, then turn white and turn black.
pub(crate) type Frame = [RGB8; 14];

/// The newest frame only; older ones may be lost. `referee` -> `lights`.
pub(crate) static FRAME: Signal<CriticalSectionRawMutex, Frame> = Signal::new();

/// An entry of the journal.
pub(crate) type Entry = Vec<u8, 64>;

/// What the journal is asked to do.
pub(crate) enum Keep {
    /// Append to the current game.
    Append(Entry),
    /// Begin another game with this entry.
    Begin(Entry),
}

/// Entries to be kept. `referee` -> `journal`; the referee waits for each to be kept, so one place is enough.
pub(crate) static KEEP: Channel<CriticalSectionRawMutex, Keep, 1> = Channel::new();

/// Whether the last entry is kept. `journal` -> `referee`, which waits for it.
pub(crate) static KEPT: Signal<CriticalSectionRawMutex, bool> = Signal::new();

/// The longest line from the host, in bytes.
pub(crate) const LINE: usize = 128;
/// A line from the host.
pub(crate) type Line = String<LINE>;

/// Lines from the host, in order; when full, `usb` waits and so does the host. `usb` -> `referee`.
pub(crate) static HEARD: Channel<CriticalSectionRawMutex, Line, 2> = Channel::new();

/// What goes to the host, whole lines only; one that does not fit is dropped and counted. `referee` -> `usb`.
pub(crate) static TOLD: Pipe<CriticalSectionRawMutex, 2048> = Pipe::new();

/// How many lines did not fit into `TOLD`. Writer: `referee`; reader: `usb`, for the log.
pub(crate) static DROPPED: AtomicU32 = AtomicU32::new(0);

/// Tells the host a line, or drops it: a host that is absent or slow never stops the game. Called by `referee` only, so
/// nobody else can take the space that was found.
pub(crate) fn tell(line: &[u8]) {
    let fits = TOLD.free_capacity() > line.len();
    if !fits || !put(line) || !put(b"\n") {
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

/// Puts all of it into the pipe; it is known to fit, but may have to be split where the pipe's buffer wraps.
fn put(mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        match TOLD.try_write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(_) => return false,
        }
    }
    true
}
