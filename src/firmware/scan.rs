//! The scan: the only reader of pins.

use embassy_time::{Duration, Instant, Timer};
use portable_atomic::Ordering;

use super::alive::{self, Feeder, Loop};
use super::board::{Closed, Scanner};
use super::wires::{CONTACTS, REFEREE_DOWN};

/// How often the contacts are read.
const PERIOD: Duration = Duration::from_millis(1);

/// Reads the contacts and feeds the watchdog.
#[embassy_executor::task]
pub(crate) async fn task(mut scanner: Scanner, mut feeder: Feeder) -> ! {
    let mut places = None;
    let mut next = Instant::now();
    loop {
        let read = scanner.read();
        if places != Some(read) {
            places = Some(read);
            let closed = Closed::from_places(read);
            REFEREE_DOWN.store(closed.buttons & Closed::REFEREE != 0, Ordering::Relaxed);
            CONTACTS.signal(closed);
        }
        alive::here(Loop::Scan);
        let now = Instant::now();
        feeder.feed(now);
        // After the flash has stopped everything for a while, the readings that were missed are not made up for.
        next = (next + PERIOD).max(now);
        Timer::at(next).await;
    }
}
