//! Where a microcontroller board has its pads.

use kahuna_boards::Microcontroller;

/// A side of the board, its USB socket up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Counted downwards.
    Left,
    /// Counted downwards.
    Right,
}

/// A pad at the edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pad {
    /// Its number, as the maker counts.
    pub number: u8,
    /// What is printed there, or what the maker calls it.
    pub name: &'static str,
    /// Where it is drawn.
    pub side: Side,
}

/// The Pico's pads, from pad 1 on: down the left side, then up the right one.
#[rustfmt::skip]
const PICO: [&str; 40] = [
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
    "GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN",
    "GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS",
];

/// The Zero's pads, from pad 1 on: down the right side, along the bottom, up the left side.
#[rustfmt::skip]
const ZERO: [&str; 23] = [
    "GP0", "GP1", "GP2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8",
    "GP9", "GP10", "GP11", "GP12", "GP13",
    "GP14", "GP15", "GP26", "GP27", "GP28", "GP29", "3V3", "GND", "5V",
];

/// A board's pads in the order of their numbers. The Zero's bottom row is drawn as the lower part of its right side.
pub fn pads(board: Microcontroller) -> Vec<Pad> {
    let (names, left): (&[&'static str], std::ops::RangeInclusive<u8>) = match board {
        Microcontroller::Pico | Microcontroller::PicoW => (&PICO, 1..=20),
        Microcontroller::Zero => (&ZERO, 15..=23),
    };
    let side = |number| if left.contains(&number) { Side::Left } else { Side::Right };
    (1..).zip(names).map(|(number, name)| Pad { number, name, side: side(number) }).collect()
}

/// The pads of a side from the top down.
pub fn down(board: Microcontroller, side: Side) -> Vec<Pad> {
    let mut pads: Vec<_> = pads(board).into_iter().filter(|pad| pad.side == side).collect();
    let counts_up = match board {
        Microcontroller::Pico | Microcontroller::PicoW => side == Side::Right,
        Microcontroller::Zero => side == Side::Left,
    };
    if counts_up {
        pads.reverse();
    }
    pads
}

/// The pad of a pin of the chip.
pub fn pad(board: Microcontroller, pin: u8) -> Option<Pad> {
    named(board, &format!("GP{pin}"))
}

/// The pad with USB's 5 V.
pub fn five_volts(board: Microcontroller) -> Option<Pad> {
    named(board, "VBUS").or_else(|| named(board, "5V"))
}

/// The pad with the board's own 3.3 V.
pub fn three_volts(board: Microcontroller) -> Option<Pad> {
    named(board, "3V3")
}

/// The ground that is nearest the 5 V.
pub fn ground(board: Microcontroller) -> Option<Pad> {
    pads(board).into_iter().rfind(|pad| pad.name == "GND")
}

fn named(board: Microcontroller, name: &str) -> Option<Pad> {
    pads(board).into_iter().find(|pad| pad.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pin_that_can_be_wired_has_one_pad_and_no_other_has() {
        for board in Microcontroller::ALL {
            let gpio: Vec<u8> =
                pads(board).iter().filter_map(|pad| pad.name.strip_prefix("GP")?.parse().ok()).collect();
            let mut sorted = gpio.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, board.pins().collect::<Vec<_>>(), "{board}");
            assert!(five_volts(board).is_some() && three_volts(board).is_some() && ground(board).is_some());
        }
    }

    #[test]
    fn the_picos_corners_are_where_they_are() {
        let number = |pad: Option<Pad>| pad.unwrap().number;
        let pico = Microcontroller::Pico;
        assert_eq!([pad(pico, 0), pad(pico, 15), pad(pico, 16), pad(pico, 22)].map(number), [1, 20, 21, 29]);
        assert_eq!([five_volts(pico), three_volts(pico), ground(pico)].map(number), [40, 36, 38]);
        assert_eq!(down(pico, Side::Right)[0].name, "VBUS");
        let zero = Microcontroller::Zero;
        assert_eq!([five_volts(zero), three_volts(zero), ground(zero)].map(number), [23, 21, 22]);
        assert_eq!((down(zero, Side::Left)[0].name, down(zero, Side::Right)[0].name), ("5V", "GP0"));
    }
}
