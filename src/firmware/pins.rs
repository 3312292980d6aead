//! Several pins at once. The chip sets, clears and reads all its pins in one access, which is what makes a scan cheap.

use embassy_rp::gpio::Level;
use embassy_rp::pac::SIO;

/// The RP2040 has one bank of pins.
const BANK: usize = 0;

/// Pins that somebody owns, a bit each. Whoever holds a mask holds the pins it was made from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mask(u32);

impl Mask {
    /// The mask of one pin.
    pub(super) fn of(pin: u8) -> Self {
        Self(1 << pin)
    }

    /// The pins of all these.
    #[cfg(wiring = "matrix")]
    pub(super) fn all(masks: impl Iterator<Item = Self>) -> Self {
        Self(masks.fold(0, |all, mask| all | mask.0))
    }

    /// Sets the level that the pins have while they are driven.
    #[inline]
    pub(super) fn set(self, level: Level) {
        let out = SIO.gpio_out(BANK);
        match level {
            Level::High => out.value_set().write_value(self.0),
            Level::Low => out.value_clr().write_value(self.0),
        }
    }

    /// Drives the pins.
    #[cfg(wiring = "matrix")]
    #[inline]
    pub(super) fn drive(self) {
        SIO.gpio_oe(BANK).value_set().write_value(self.0);
    }

    /// Lets the pins go.
    #[cfg(wiring = "matrix")]
    #[inline]
    pub(super) fn release(self) {
        SIO.gpio_oe(BANK).value_clr().write_value(self.0);
    }

    /// Reads which of the pins are high.
    #[inline]
    pub(super) fn high(self) -> Self {
        Self(SIO.gpio_in(BANK).read() & self.0)
    }

    /// Whether no pin is in it.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a pin is in both.
    #[cfg(wiring = "matrix")]
    #[inline]
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
