//! The watchdog: fed only while every loop runs, so that a loop that hangs starts the board again. The game is in flash
//! and goes on where it was.

use embassy_rp::watchdog::Watchdog;
use embassy_time::{Duration, Instant};
use portable_atomic::{AtomicU8, Ordering};

/// How long the board may seem dead. The longest thing that stops everything is the erase of one sector of flash, at
/// most 400 ms by the flash's data sheet.
const PATIENCE: Duration = Duration::from_millis(2000);
/// How often the watchdog is fed at most; there is no use in more.
const MEAL: Duration = Duration::from_millis(100);
/// How long a loop that waits for something waits before it says that it is still there.
pub(crate) const HEARTBEAT: Duration = Duration::from_millis(250);

/// A loop that must go on running.
#[derive(Clone, Copy)]
pub(crate) enum Loop {
    Scan,
    Referee,
    Lights,
    Journal,
    Usb,
}

const ALL: u8 = 0b1_1111;

/// The loops that ran since the last meal. Writers: every loop; reader: `scan`, which feeds.
static RAN: AtomicU8 = AtomicU8::new(0);

/// Says that a loop runs.
pub(crate) fn here(who: Loop) {
    RAN.fetch_or(1 << who as u8, Ordering::Relaxed);
}

/// What feeds the watchdog.
pub(crate) struct Feeder {
    watchdog: Watchdog,
    next: Instant,
}

/// Starts the watchdog.
pub(crate) fn start(mut watchdog: Watchdog) -> Feeder {
    if let Some(reason) = watchdog.reset_reason() {
        defmt::warn!("started again by the watchdog: {}", defmt::Debug2Format(&reason));
    }
    // A person at a debugger is not a hanging loop.
    watchdog.pause_on_debug(true);
    watchdog.start(PATIENCE);
    Feeder { watchdog, next: Instant::MIN }
}

impl Feeder {
    /// Feeds the watchdog if every loop ran since the last meal.
    pub(crate) fn feed(&mut self, now: Instant) {
        if now >= self.next && RAN.load(Ordering::Relaxed) == ALL {
            RAN.store(0, Ordering::Relaxed);
            self.watchdog.feed(PATIENCE);
            self.next = now + MEAL;
        }
    }
}
