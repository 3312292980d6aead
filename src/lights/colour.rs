use serde::Serialize;
use smart_leds::RGB8;

use crate::rules::Player;

/// What a lamp says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Nobody's, nothing.
    #[default]
    Off,
    /// White's.
    White,
    /// Black's: a blue-violet, for no lamp shines black.
    Black,
    /// Do something here.
    Amber,
    /// Refused.
    Red,
    /// The board has noticed, or agrees.
    Green,
}

impl Colour {
    /// Every colour.
    pub const ALL: [Self; 6] = [Self::Off, Self::White, Self::Black, Self::Amber, Self::Red, Self::Green];

    /// The name as scenarios write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::White => "white",
            Self::Black => "black",
            Self::Amber => "amber",
            Self::Red => "red",
            Self::Green => "green",
        }
    }

    /// The colour of a lamp with this value on its wire, at any brightness that a [`Palette`](super::Palette) uses.
    ///
    /// It goes by which part leads and what it is mixed with, so it does not depend on the palette.
    pub fn of(rgb: RGB8) -> Self {
        let RGB8 { r, g, b } = rgb;
        // A part counts if it is at least an eighth of the leading one.
        let has = |part: u8, lead: u8| u16::from(part) * 8 >= u16::from(lead);
        if r == 0 && g == 0 && b == 0 {
            Self::Off
        } else if b > r && b > g {
            Self::Black
        } else if g > r {
            Self::Green
        } else if has(b, r) {
            Self::White
        } else if has(g, r) {
            Self::Amber
        } else {
            Self::Red
        }
    }

    /// The colour as the eye is to see it, before gamma and budget.
    pub(super) const fn pure(self) -> RGB8 {
        let (r, g, b) = match self {
            Self::Off => (0, 0, 0),
            Self::White => (255, 220, 190),
            Self::Black => (140, 50, 255),
            Self::Amber => (255, 165, 0),
            Self::Red => (255, 0, 0),
            // Bluish, so that whoever sees red and green alike can tell it from amber.
            Self::Green => (0, 255, 120),
        };
        RGB8 { r, g, b }
    }
}

impl From<Player> for Colour {
    fn from(player: Player) -> Self {
        match player {
            Player::White => Self::White,
            Player::Black => Self::Black,
        }
    }
}
