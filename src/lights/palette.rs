use core::fmt;

use serde::{Serialize, Serializer};
use smart_leds::{RGB8, brightness, gamma};

use crate::map::Island;
use crate::rules::ByPlayer;

use super::{Colour, Light, Scene};

/// Current.
pub type Milliamps = u16;

/// How bright a lamp is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Level {
    /// As it once was.
    Dim,
    /// Who controls what.
    #[default]
    Resting,
    /// On the way.
    Raised,
    /// Almost there.
    Strong,
    /// What wants to be seen.
    Bright,
}

impl Level {
    /// Every level, the dimmest first.
    pub const ALL: [Self; 5] = [Self::Dim, Self::Resting, Self::Raised, Self::Strong, Self::Bright];

    /// The part of the light that is left, out of 255. The eye takes a quarter of it for more than half.
    const fn part(self) -> u8 {
        match self {
            Self::Dim => 19,
            Self::Resting => 63,
            Self::Raised => 111,
            Self::Strong => 175,
            Self::Bright => 255,
        }
    }
}

/// The values of every lamp, as they go over the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// One lamp an island, in alphabetical order.
    pub islands: [RGB8; Island::COUNT],
    /// The light at each player's edge, on boards that have them.
    pub turn: ByPlayer<RGB8>,
}

/// How many lamps there are at most: twelve islands and two turn lights.
const LAMPS: u32 = 12 + 2;
const _: () = assert!(LAMPS as usize == Island::COUNT + 2);
/// What the chip takes, and a lamp that is dark.
const CHIP: u32 = 50;
const DARK_LAMP: u32 = 1;
/// What a lamp's red, green or blue takes at its full value.
const CHANNEL: u32 = 20;
/// A channel's full value.
const FULL: u32 = 255;

impl Frame {
    /// What the whole board takes while it shows this, rounded up; turn lights included.
    #[allow(clippy::cast_possible_truncation, reason = "fourteen lamps take less than an ampere")]
    pub fn current(&self) -> Milliamps {
        let lamps = self.islands.iter().chain([&self.turn.white, &self.turn.black]);
        (CHIP + LAMPS * DARK_LAMP + (lamps.map(|&rgb| sum(rgb)).sum::<u32>() * CHANNEL).div_ceil(FULL))
            as Milliamps
    }
}

/// The value of each colour at each level, so that no frame takes more than a budget.
///
/// Serialised, it is the list of all its [shades](Self::shades): a table from values back to names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// Each colour of [`Colour::ALL`] at its brightest.
    bright: [RGB8; Colour::ALL.len()],
}

/// One colour at one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Shade {
    /// The colour.
    #[serde(rename = "name")]
    pub colour: Colour,
    /// Its value on the wire.
    #[serde(serialize_with = "as_array")]
    pub rgb: RGB8,
}

/// The budget is below [`Palette::LEAST`]: the dimmest colours could not be told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BudgetTooSmall(pub Milliamps);

impl fmt::Display for BudgetTooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mA are too little for the lamps, which need {} mA", self.0, Palette::LEAST)
    }
}

impl core::error::Error for BudgetTooSmall {}

impl Palette {
    /// What a board may take off a USB port unless its description says otherwise.
    pub const BUDGET: Milliamps = 400;
    /// The smallest budget with which every colour can be told from every other at every level.
    pub const LEAST: Milliamps = 120;

    /// The palette for a budget of the whole board: chip, dark lamps, and all fourteen lit alike.
    ///
    /// # Errors
    /// The budget is below [`Self::LEAST`].
    pub fn new(budget: Milliamps) -> Result<Self, BudgetTooSmall> {
        if budget < Self::LEAST {
            return Err(BudgetTooSmall(budget));
        }
        let share = (u32::from(budget) - CHIP - LAMPS * DARK_LAMP) * FULL / (CHANNEL * LAMPS);
        Ok(Self { bright: Colour::ALL.map(|colour| within(share, colour)) })
    }

    /// A lamp's value.
    pub fn rgb(&self, light: Light) -> RGB8 {
        scaled(self.bright[light.colour as usize], light.level.part())
    }

    /// Every value that a lamp can have, with its name: being off, and each colour at each level.
    pub fn shades(&self) -> impl Iterator<Item = Shade> {
        let off = Shade { colour: Colour::Off, rgb: RGB8::default() };
        let lit = Colour::ALL.into_iter().filter(|&colour| colour != Colour::Off);
        let shades = lit.flat_map(|colour| {
            Level::ALL.map(|level| Shade { colour, rgb: self.rgb(Light { colour, level }) })
        });
        core::iter::once(off).chain(shades)
    }

    pub(super) fn frame(&self, scene: &Scene) -> Frame {
        Frame {
            islands: scene.islands.map(|light| self.rgb(light)),
            turn: ByPlayer::from_fn(|player| self.rgb(scene.turn[player])),
        }
    }
}

impl Default for Palette {
    /// For [`Self::BUDGET`].
    fn default() -> Self {
        const { assert!(Self::BUDGET >= Self::LEAST) };
        Self::new(Self::BUDGET).unwrap_or(Self { bright: [RGB8::default(); Colour::ALL.len()] })
    }
}

impl Serialize for Palette {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.shades())
    }
}

/// A colour after gamma, with no more in its three channels together than its share.
fn within(share: u32, colour: Colour) -> RGB8 {
    let rgb = gamma(core::iter::once(colour.pure())).next().unwrap_or_default();
    let share = share.min(FULL * 3);
    if sum(rgb) <= share {
        return rgb;
    }
    #[allow(clippy::cast_possible_truncation, reason = "it is smaller than before")]
    let part = |value: u8| (u32::from(value) * share / sum(rgb)) as u8;
    RGB8 { r: part(rgb.r), g: part(rgb.g), b: part(rgb.b) }
}

/// A part of the light, where no channel goes out that is on: the mixture is the name.
fn scaled(rgb: RGB8, part: u8) -> RGB8 {
    let less = brightness(core::iter::once(rgb), part).next().unwrap_or_default();
    let keep = |less: u8, before: u8| less.max(before.min(1));
    RGB8 { r: keep(less.r, rgb.r), g: keep(less.g, rgb.g), b: keep(less.b, rgb.b) }
}

fn sum(rgb: RGB8) -> u32 {
    u32::from(rgb.r) + u32::from(rgb.g) + u32::from(rgb.b)
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn as_array<S: Serializer>(rgb: &RGB8, serializer: S) -> Result<S::Ok, S::Error> {
    [rgb.r, rgb.g, rgb.b].serialize(serializer)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    fn budgets() -> impl Iterator<Item = Milliamps> {
        (Palette::LEAST..1200).chain([5000, Milliamps::MAX])
    }

    #[test]
    fn no_colour_on_all_lamps_at_once_exceeds_any_budget() {
        for budget in budgets() {
            let palette = Palette::new(budget).unwrap();
            for shade in palette.shades() {
                let all =
                    Frame { islands: [shade.rgb; Island::COUNT], turn: ByPlayer::from_fn(|_| shade.rgb) };
                assert!(all.current() <= budget, "{shade:?} takes {} of {budget} mA", all.current());
            }
        }
    }

    #[test]
    fn every_shade_is_read_back_whatever_the_budget() {
        for budget in budgets() {
            for shade in Palette::new(budget).unwrap().shades() {
                assert_eq!(Colour::of(shade.rgb), shade.colour, "{budget} mA: {:?}", shade.rgb);
            }
        }
    }

    #[test]
    fn each_level_is_brighter_than_the_one_before() {
        for budget in budgets() {
            let palette = Palette::new(budget).unwrap();
            for colour in Colour::ALL.into_iter().filter(|&colour| colour != Colour::Off) {
                let sums = Level::ALL.map(|level| sum(palette.rgb(Light { colour, level })));
                assert!(sums.is_sorted_by(|a, b| a < b), "{budget} mA: {colour:?} {sums:?}");
            }
        }
    }

    #[test]
    fn a_usb_port_gives_enough_for_most_of_a_lamps_light() {
        let palette = Palette::default();
        let bright = |colour| palette.rgb(Light { colour, level: Level::Bright });
        assert_eq!(bright(Colour::Red), RGB8 { r: 255, g: 0, b: 0 });
        assert!(sum(bright(Colour::White)) > 300);
    }

    #[test]
    fn too_small_a_budget_is_refused() {
        let fault = Palette::new(Palette::LEAST - 1).unwrap_err();
        assert_eq!(fault, BudgetTooSmall(119));
        assert_eq!(std::format!("{fault}"), "119 mA are too little for the lamps, which need 120 mA");
    }

    #[test]
    fn the_table_names_every_value() {
        let table = serde_json::to_value(Palette::default()).unwrap();
        let rows = table.as_array().unwrap();
        assert_eq!(rows[0], serde_json::json!({"name": "off", "rgb": [0, 0, 0]}));
        assert_eq!(rows.len(), 1 + 5 * Level::ALL.len());
        let values: Vec<_> = rows.iter().map(|row| &row["rgb"]).collect();
        for (index, value) in values.iter().enumerate() {
            assert!(!values[..index].contains(value), "{value} has two names");
        }
    }
}
