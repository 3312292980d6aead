//! The scan: the only reader of pins.

use embassy_sync::channel::TrySendError;
use embassy_time::{Duration, Instant, Timer};
use kahuna_board::map::ConnectionSet;
use kahuna_board::sensing::{Button, ButtonSet, Contacts, Press, Sensing, SettleTimes};
use kahuna_board::time::Millis;
use portable_atomic::Ordering;

use super::alive::{self, Feeder, Loop};
use super::board::{CLOSING_MS, Closed, OPENING_MS, Scanner};
use super::wires::{LINES, MOVED, PRESSES, REFEREE_DOWN};

/// How often the contacts are read.
const PERIOD: Duration = Duration::from_millis(1);

/// Reads the contacts, tells what has settled, and feeds the watchdog.
#[embassy_executor::task]
pub(crate) async fn task(mut scanner: Scanner, mut feeder: Feeder) -> ! {
    let mut sensing = Sensing::new(SettleTimes { closing: CLOSING_MS, opening: OPENING_MS });
    let (mut places, mut contacts) = (None, Contacts::default());
    let mut settled = None;
    let mut next = Instant::now();
    loop {
        let now = next.as_millis();
        let read = scanner.read();
        if places != Some(read) {
            places = Some(read);
            contacts = sorted(read);
            REFEREE_DOWN.store(contacts.buttons.contains(Button::Referee), Ordering::Relaxed);
            #[allow(clippy::cast_possible_truncation, reason = "see there")]
            MOVED.store(now as u32, Ordering::Relaxed);
        }
        sensing.sample(now, contacts);
        let newer = sensing.settled();
        if newer != settled {
            settled = newer;
            if let Some(newer) = newer {
                LINES.signal((now, newer));
            }
        }
        while let Some(press) = sensing.take_press() {
            tell(now, press);
        }
        alive::here(Loop::Scan);
        // After the flash has stopped everything for a while, the readings that were missed are not made up for.
        next = (next + PERIOD).max(Instant::now());
        feeder.feed(next);
        Timer::at(next).await;
    }
}

/// What was read place by place, as the library knows it.
fn sorted(places: u64) -> Contacts {
    let Closed { lines, buttons } = Closed::from_places(places);
    Contacts { lines: ConnectionSet::from_bits(lines), buttons: ButtonSet::from_bits(buttons) }
}

fn tell(now: Millis, press: Press) {
    if let Err(TrySendError::Full(newest)) = PRESSES.try_send((now, press)) {
        defmt::warn!("more presses than anybody can answer; the oldest is dropped");
        let _ = PRESSES.try_receive();
        let _ = PRESSES.try_send(newest);
    }
}
