//! The journal: the only writer of flash.

use embassy_time::{Duration, Timer, with_timeout};

use super::alive::{self, HEARTBEAT, Loop};
use super::flash::Journal;
use super::store::Store;
use super::wires::{KEEP, KEPT, Keep};

/// How long nothing must have been kept before the next game's flash is prepared: an erase stops everything for a while,
/// so it waits until nobody does.
const IDLE: Duration = Duration::from_secs(5);

/// Keeps what the referee asks for, and prepares the next game's flash while nobody waits.
#[embassy_executor::task]
pub(crate) async fn task(flash: Journal) -> ! {
    let size = flash.size();
    let mut store = Store::open(flash, size).await;
    let mut idle = Duration::MIN;
    let mut prepared = false;
    loop {
        alive::here(Loop::Journal);
        match with_timeout(HEARTBEAT, KEEP.receive()).await {
            Ok(keep) => {
                let kept = match keep {
                    Keep::Append(entry) => store.append(&entry).await,
                    Keep::Begin(entry) => store.begin(&entry).await,
                };
                if let Err(fault) = kept {
                    defmt::error!("an entry is not kept: {}", defmt::Debug2Format(&fault));
                }
                KEPT.signal(kept.is_ok());
                (idle, prepared) = (Duration::MIN, false);
            }
            Err(_) if idle < IDLE => idle += HEARTBEAT,
            Err(_) if prepared => {}
            Err(_) => match store.prepare().await {
                Ok(done) => prepared = done,
                Err(fault) => {
                    defmt::error!("the next game's flash: {}", defmt::Debug2Format(&fault));
                    // It is tried again when the game begins.
                    prepared = true;
                }
            },
        }
        Timer::after_ticks(0).await;
    }
}
