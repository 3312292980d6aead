//! The journal: the only writer of flash.

use embassy_time::{Duration, Instant, Timer, with_timeout};
use portable_atomic::Ordering;

use super::alive::{self, HEARTBEAT, Loop};
use super::notes;
use super::shelf::Writer;
use super::store::Fault;
use super::wires::{KEEP, KEPT, Keep, MOVED};

/// How long nothing must have been kept, and no contact moved, before the next game's flash is prepared: an erase stops
/// everything for a while, so it waits until nobody does.
const IDLE: Duration = Duration::from_secs(5);

/// Keeps what the referee asks for, and prepares the next game's flash while nobody waits.
#[embassy_executor::task]
pub(crate) async fn task(writer: Writer) -> ! {
    let mut is_prepared = false;
    let mut last = Instant::now();
    loop {
        alive::here(Loop::Journal);
        match with_timeout(HEARTBEAT, KEEP.receive()).await {
            Ok(keep) => {
                let kept = carry_out(&writer, keep).await;
                if let Err(fault) = kept {
                    defmt::error!("not kept: {}", defmt::Debug2Format(&fault));
                }
                KEPT.signal(kept.is_ok());
                is_prepared = false;
                last = Instant::now();
            }
            Err(_) if is_prepared || !is_idle(last) => {}
            Err(_) => {
                is_prepared = writer.prepare().unwrap_or_else(|fault| {
                    defmt::error!("the next game's flash: {}", defmt::Debug2Format(&fault));
                    // It is tried again when the game begins.
                    true
                });
            }
        }
    }
}

/// Whether nothing has happened for a while.
fn is_idle(last: Instant) -> bool {
    let moved = Instant::from_millis(MOVED.load(Ordering::Relaxed).into());
    last.max(moved).elapsed() > IDLE
}

async fn carry_out(writer: &Writer, keep: Keep) -> Result<(), Fault> {
    if matches!(keep, Keep::Begin(_) | Keep::BeginCopy) {
        // Somebody waits, but the others need not: they run between two sectors.
        while !writer.prepare()? {
            alive::here(Loop::Journal);
            Timer::after_millis(1).await;
        }
    }
    writer.with(|store| match keep {
        Keep::Append(entries) => store.append(&entries),
        Keep::Begin(entries) => store.begin(&entries),
        Keep::BeginCopy => store.begin_copy(),
        Keep::Copy(entries) => store.copy(&entries),
        Keep::EndCopy => store.end_copy(),
        Keep::Note(notes) => notes::write(store.flash(), &notes).map_err(|_| Fault::Flash),
    })
}
