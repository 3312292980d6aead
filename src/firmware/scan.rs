//! The scan: the only reader of pins.

use embassy_sync::channel::TrySendError;
use embassy_time::{Duration, Instant, Timer};
use kahuna_board::map::ConnectionSet;
use kahuna_board::selftest::{Boot, Readings, Wanted};
use kahuna_board::sensing::{Button, ButtonSet, Contacts, Press, Sensing, SettleTimes};
use kahuna_board::time::Millis;
use portable_atomic::Ordering;

use super::alive::{self, Feeder, Loop};
use super::board::{CLOSING_MS, Closed, OPENING_MS, Scanner};
use super::wires::{IS_TESTING, MOVED, PRESSES, READINGS, REFEREE_DOWN, WANTED};

/// How often the contacts are read.
const PERIOD_MS: Millis = 1;
const PERIOD: Duration = Duration::from_millis(PERIOD_MS);

/// Reads the contacts, tells what has settled, and feeds the watchdog.
#[embassy_executor::task]
pub(crate) async fn task(mut scanner: Scanner, mut feeder: Feeder) -> ! {
    let mut sensing = Sensing::new(SettleTimes { closing: CLOSING_MS, opening: OPENING_MS });
    let (mut places, mut contacts, mut is_referee_down) = (None, Contacts::default(), false);
    let (mut boot, mut told) = (Some(Boot::new()), None);
    let mut next = Instant::now();
    let mut now = next.as_millis();
    loop {
        let read = scanner.read();
        if places != Some(read) {
            places = Some(read);
            contacts = sorted(read);
            is_referee_down = contacts.buttons.contains(Button::Referee);
            REFEREE_DOWN.store(is_referee_down, Ordering::Relaxed);
            #[allow(clippy::cast_possible_truncation, reason = "see there")]
            MOVED.store(now as u32, Ordering::Relaxed);
        }
        sensing.sample(now, contacts);
        if let Some(wanted) = boot.as_mut().and_then(|boot| boot.sample(now, is_referee_down)) {
            boot = None;
            if wanted == Wanted::SelfTest {
                WANTED.signal(());
            }
        }
        let is_testing = IS_TESTING.load(Ordering::Relaxed);
        let reversed = if is_testing { sorted(scanner.read_backwards()) } else { Contacts::default() };
        if let Some(lines) = sensing.settled() {
            let readings = Readings { lines, buttons: sensing.down(), reversed };
            if told != Some(readings) {
                told = Some(readings);
                READINGS.signal((now, readings));
            }
        }
        if is_testing {
            // None is for the game, nor is what is still down when the test ends.
            sensing.drop_presses();
        }
        while let Some(press) = sensing.take_press() {
            tell(now, press);
        }
        alive::here(Loop::Scan);
        next += PERIOD;
        now += PERIOD_MS;
        let late = Instant::now();
        if late > next {
            // The flash has stopped everything for a while: the readings that were missed are not made up for. Only here
            // is a time divided, for that takes this core some 400 cycles.
            (next, now) = (late, late.as_millis());
        }
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
