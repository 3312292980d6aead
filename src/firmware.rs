//! The drivers and tasks of the firmware. Everything that judges is in the library.

mod alive;
mod board;
mod flash;
mod journal;
mod lights;
#[cfg(wiring = "matrix")]
mod matrix;
mod pins;
mod referee;
mod scan;
#[cfg(wiring = "shift")]
mod shift;
mod store;
mod usb;
mod wires;

use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_rp::watchdog::Watchdog;
use panic_probe as _;

use lights::Lamps;

/// Gives each task its own part of the chip and starts it. A task that cannot be started is a fault of this list, found
/// by the first run of any image, so it may panic.
pub(crate) fn start(spawner: Spawner) {
    let p = embassy_rp::init(embassy_rp::config::Config::default());
    let watchdog = alive::start(Watchdog::new(p.WATCHDOG));
    defmt::info!("kahuna {} on {}", env!("CARGO_PKG_VERSION"), board::NAME);
    let lamps = Lamps::new(p.PIO0, board::light_pin!(p));
    spawner.spawn(scan::task(board::scanner!(p), watchdog).unwrap());
    spawner.spawn(lights::task(lamps).unwrap());
    spawner.spawn(journal::task(flash::Journal::new(p.FLASH)).unwrap());
    spawner.spawn(referee::task().unwrap());
    spawner.spawn(usb::task(p.USB).unwrap());
}
