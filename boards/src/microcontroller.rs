//! The microcontroller boards that carry the RP2040.

use std::fmt;

/// A microcontroller board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Microcontroller {
    /// The Raspberry Pi Pico (also the Pico H).
    Pico,
    /// The Raspberry Pi Pico W (also the Pico WH).
    PicoW,
    /// Waveshare's RP2040-Zero.
    Zero,
}

impl Microcontroller {
    /// Every board that can be described.
    pub const ALL: [Self; 3] = [Self::Pico, Self::PicoW, Self::Zero];

    /// The name in a description.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pico => "pico",
            Self::PicoW => "pico-w",
            Self::Zero => "zero",
        }
    }

    /// The name on the packet.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pico => "Raspberry Pi Pico",
            Self::PicoW => "Raspberry Pi Pico W",
            Self::Zero => "Waveshare RP2040-Zero",
        }
    }

    /// The plug of the USB cable that fits it.
    pub fn plug(self) -> &'static str {
        match self {
            Self::Pico | Self::PicoW => "micro-USB",
            Self::Zero => "USB-C",
        }
    }

    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|board| board.name() == name)
    }

    /// The pins that can be wired, in ascending order.
    pub fn pins(self) -> impl Iterator<Item = u8> {
        (0..=29).filter(move |pin| self.taken(*pin).is_none())
    }

    /// What a pin of the chip does on this board instead of being free to use.
    pub fn taken(self, pin: u8) -> Option<&'static str> {
        match (self, pin) {
            (Self::Pico, 23) => Some("sets the power supply's mode"),
            (Self::Pico, 24) => Some("senses USB power"),
            (Self::Pico, 25) => Some("drives the board's own LED"),
            (Self::Pico, 29) => Some("measures the supply voltage"),
            (Self::PicoW, 23..=25 | 29) => Some("talks to the radio"),
            (Self::Zero, 16) => Some("drives the board's own light"),
            (Self::Zero, 17..=25) => Some("is only a pad on the underside"),
            _ => None,
        }
    }

    /// The pins that can be wired, in words.
    pub(crate) fn usable(self) -> &'static str {
        match self {
            Self::Pico | Self::PicoW => "GP0 to GP22 and GP26 to GP28",
            Self::Zero => "GP0 to GP15 and GP26 to GP29",
        }
    }
}

impl fmt::Display for Microcontroller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_and_the_pins_agree() {
        let picos: Vec<_> = (0..=22).chain(26..=28).collect();
        for pico in [Microcontroller::Pico, Microcontroller::PicoW] {
            assert_eq!(pico.pins().collect::<Vec<_>>(), picos);
            assert_eq!(pico.usable(), "GP0 to GP22 and GP26 to GP28");
        }
        let zeros: Vec<_> = (0..=15).chain(26..=29).collect();
        assert_eq!(Microcontroller::Zero.pins().collect::<Vec<_>>(), zeros);
        assert_eq!(Microcontroller::Zero.usable(), "GP0 to GP15 and GP26 to GP29");
    }
}
