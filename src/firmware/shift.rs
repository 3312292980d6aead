//! Reads a chain of 74HC165 shift registers.

use cortex_m::asm::delay;
use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Input, Level, Output, Pin as _, Pull};

use super::pins::Mask;

/// Half a clock, in core cycles: 0.1 µs with the loop around it. At 3.3 V a 74HC165 needs 50 ns for a pulse and shows the
/// next bit within 100 ns of the edge; a bit is read a whole clock after it.
const HALF: u32 = 6;

/// Inputs that are pulled up, so that a closed contact reads 0.
pub(crate) struct Scanner<const BITS: usize> {
    load: (Output<'static>, Mask),
    clock: (Output<'static>, Mask),
    data: (Input<'static>, Mask),
}

impl<const BITS: usize> Scanner<BITS> {
    /// Takes the pins of SH/LD, CLK and the chain's last QH.
    pub(crate) fn new(
        load: Peri<'static, AnyPin>,
        clock: Peri<'static, AnyPin>,
        data: Peri<'static, AnyPin>,
    ) -> Self {
        let [load_mask, clock_mask, data_mask] = [&load, &clock, &data].map(|pin| Mask::of(pin.pin()));
        Self {
            load: (Output::new(load, Level::High), load_mask),
            clock: (Output::new(clock, Level::Low), clock_mask),
            // A chain that is not there reads as open contacts.
            data: (Input::new(data, Pull::Up), data_mask),
        }
    }

    /// Reads every place, a bit each, the first one shifted out first.
    pub(crate) fn read(&mut self) -> u64 {
        let (load, clock, data) = (self.load.1, self.clock.1, self.data.1);
        load.set(Level::Low);
        delay(4 * HALF);
        load.set(Level::High);
        let mut places = 0;
        for register in 0..BITS / 8 {
            // Eight bits in a register of the core: 64 would be moved to and from memory at each clock.
            let mut closed = 0_u32;
            for bit in 0..8 {
                delay(HALF);
                closed |= u32::from(data.high().is_empty()) << bit;
                clock.set(Level::High);
                delay(HALF);
                clock.set(Level::Low);
            }
            places |= u64::from(closed) << (register * 8);
        }
        places
    }

    /// Nothing conducts backwards: there are no diodes.
    #[allow(clippy::unused_self, reason = "as where there are diodes")]
    pub(crate) fn read_backwards(&mut self) -> u64 {
        0
    }
}
