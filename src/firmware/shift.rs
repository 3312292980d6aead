//! Reads a chain of 74HC165 shift registers.

use cortex_m::asm::delay;
use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Input, Level, Output, Pull};

/// Half a clock, in core cycles: about 0.13 µs. At 3.3 V a 74HC165 needs 50 ns for a pulse and shows the next bit within
/// 100 ns of the edge; a bit is read a whole clock after it.
const HALF: u32 = 12;

/// Inputs that are pulled up, so that a closed contact reads 0.
pub(crate) struct Scanner<const BITS: usize> {
    load: Output<'static>,
    clock: Output<'static>,
    data: Input<'static>,
}

impl<const BITS: usize> Scanner<BITS> {
    /// Takes the pins of SH/LD, CLK and the chain's last QH.
    pub(crate) fn new(
        load: Peri<'static, AnyPin>,
        clock: Peri<'static, AnyPin>,
        data: Peri<'static, AnyPin>,
    ) -> Self {
        Self {
            load: Output::new(load, Level::High),
            clock: Output::new(clock, Level::Low),
            // A chain that is not there reads as open contacts.
            data: Input::new(data, Pull::Up),
        }
    }

    /// Reads every place, a bit each, the first one shifted out first.
    pub(crate) fn read(&mut self) -> u64 {
        self.load.set_low();
        delay(2 * HALF);
        self.load.set_high();
        delay(HALF);
        let mut places = 0;
        let mut place = 1;
        for _ in 0..BITS {
            delay(HALF);
            if self.data.is_low() {
                places |= place;
            }
            place <<= 1;
            self.clock.set_high();
            delay(HALF);
            self.clock.set_low();
        }
        places
    }
}
