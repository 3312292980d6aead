//! The drivers and tasks of the firmware. Everything that judges is in the library.

mod alive;
mod board;
mod flash;
mod journal;
mod keeper;
mod lights;
#[cfg(wiring = "matrix")]
mod matrix;
mod notes;
mod pins;
mod quick;
mod referee;
mod scan;
mod shelf;
#[cfg(wiring = "shift")]
mod shift;
mod store;
mod talk;
mod usb;
mod wires;

use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_rp::watchdog::Watchdog;
use kahuna_board::lights::Palette;
use panic_probe as _;

use lights::Lamps;

/// Gives each task its own part of the chip and starts it. A task that cannot be started is a fault of this list, found
/// by the first run of any image, so it may panic.
pub(crate) fn start(spawner: Spawner) {
    let p = embassy_rp::init(embassy_rp::config::Config::default());
    let watchdog = alive::start(Watchdog::new(p.WATCHDOG));
    defmt::info!("kahuna {} on {}", env!("CARGO_PKG_VERSION"), board::NAME);
    let lamps = Lamps::new(p.PIO0, board::light_pin!(p));
    let (writer, reader) = shelf::open(flash::Journal::new(p.FLASH));
    const { assert!(board::BUDGET_MA >= Palette::LEAST, "the description gives the lamps too little current") };
    let palette = Palette::new(board::BUDGET_MA).unwrap_or_default();
    let quick = quick::start();
    quick.spawn(scan::task(board::scanner!(p), watchdog).unwrap());
    quick.spawn(lights::task(lamps, palette).unwrap());
    spawner.spawn(journal::task(writer).unwrap());
    spawner.spawn(referee::task(reader, palette).unwrap());
    spawner.spawn(usb::task(p.USB).unwrap());
}
