//! The microcontroller boards that carry the RP2040.

use std::fmt;

/// A microcontroller board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Microcontroller {
    /// The Raspberry Pi Pico (also the Pico H).
    Pico,
}

impl Microcontroller {
    /// Every board that can be described.
    pub const ALL: [Self; 1] = [Self::Pico];

    /// The name in a description.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pico => "pico",
        }
    }

    /// The name on the packet.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pico => "Raspberry Pi Pico",
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
            _ => None,
        }
    }

    /// The pins that can be wired, in words.
    pub(crate) fn usable(self) -> &'static str {
        match self {
            Self::Pico => "GP0 to GP22 and GP26 to GP28",
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
        let pins: Vec<_> = (0..=22).chain(26..=28).collect();
        assert_eq!(Microcontroller::Pico.pins().collect::<Vec<_>>(), pins);
        assert_eq!(Microcontroller::Pico.usable(), "GP0 to GP22 and GP26 to GP28");
    }
}
