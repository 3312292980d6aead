//! What hands and eyes would notice: the scan and the lights run in an interrupt of their own, so that no long line of
//! JSON and no replayed game keeps them waiting. Only the flash does, which stops everything while it is written.

use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_rp::interrupt;
use embassy_rp::interrupt::{InterruptExt as _, Priority};

static EXECUTOR: InterruptExecutor = InterruptExecutor::new();

/// Starts what is quicker than everything else, but for the interrupts of the peripherals.
pub(crate) fn start() -> SendSpawner {
    interrupt::SWI_IRQ_0.set_priority(Priority::P3);
    EXECUTOR.start(interrupt::SWI_IRQ_0)
}

#[embassy_rp::interrupt]
#[allow(unsafe_code, reason = "the executor's own handler")]
unsafe fn SWI_IRQ_0() {
    // SAFETY: this is the handler, nobody else calls this; and the interrupt is enabled by `start`, so not before it.
    unsafe { EXECUTOR.on_interrupt() }
}
