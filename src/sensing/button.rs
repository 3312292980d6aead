use core::fmt;
use core::str::FromStr;

use crate::rules::Player;

/// One of the three buttons at a player's edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerButton {
    /// A card was drawn; the turn is over.
    Draw,
    /// The turn is over without a card.
    Pass,
    /// One card was discarded.
    Discard,
}

impl PlayerButton {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Draw, Self::Pass, Self::Discard];

    /// The name as scenarios and board descriptions write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Pass => "pass",
            Self::Discard => "discard",
        }
    }
}

/// One of the seven buttons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Button {
    /// A player's.
    Player(Player, PlayerButton),
    /// The one between the players.
    Referee,
}

impl Button {
    /// How many buttons there are.
    pub const COUNT: usize = 7;

    /// Every button: white's, black's, the referee's.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Player(Player::White, PlayerButton::Draw),
        Self::Player(Player::White, PlayerButton::Pass),
        Self::Player(Player::White, PlayerButton::Discard),
        Self::Player(Player::Black, PlayerButton::Draw),
        Self::Player(Player::Black, PlayerButton::Pass),
        Self::Player(Player::Black, PlayerButton::Discard),
        Self::Referee,
    ];

    /// The button's place in [`Self::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Self::Player(player, button) => player as usize * PlayerButton::ALL.len() + button as usize,
            Self::Referee => Self::COUNT - 1,
        }
    }

    /// The button at a place in [`Self::ALL`].
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(player, button) => write!(f, "{player} {}", button.name()),
            Self::Referee => f.write_str("referee"),
        }
    }
}

impl serde::Serialize for Button {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The text is no button's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseButtonError;

impl fmt::Display for ParseButtonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a button is `referee`, or `white` or `black` and one of draw, pass and discard")
    }
}

impl core::error::Error for ParseButtonError {}

impl FromStr for Button {
    type Err = ParseButtonError;

    /// Reads `white draw` or `referee`, in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("referee") {
            return Ok(Self::Referee);
        }
        let (player, button) = text.split_once(' ').ok_or(ParseButtonError)?;
        let player = player.parse().map_err(|_| ParseButtonError)?;
        let named = |wanted: &PlayerButton| button.eq_ignore_ascii_case(wanted.name());
        let button = PlayerButton::ALL.into_iter().find(named).ok_or(ParseButtonError)?;
        Ok(Self::Player(player, button))
    }
}

/// A set of buttons. Bits from [`Button::COUNT`] up are never set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ButtonSet(u8);

impl ButtonSet {
    /// No button.
    pub const EMPTY: Self = Self(0);

    /// The set whose bits are set, in the order of [`Button::ALL`]; bits that mean nothing are dropped.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & ((1 << Button::COUNT) - 1))
    }

    /// One bit for each button, in the order of [`Button::ALL`].
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether it has this button.
    pub const fn contains(self, button: Button) -> bool {
        self.0 & (1 << button.index()) != 0
    }

    /// The set with one more button.
    #[must_use]
    pub const fn with(self, button: Button) -> Self {
        Self(self.0 | 1 << button.index())
    }

    /// The set with one button fewer.
    #[must_use]
    pub const fn without(self, button: Button) -> Self {
        Self(self.0 & !(1 << button.index()))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn every_button_is_found_by_its_place_and_by_its_name() {
        for (index, button) in Button::ALL.into_iter().enumerate() {
            assert_eq!(button.index(), index);
            assert_eq!(button.to_string().parse(), Ok(button));
        }
        for text in ["", "white", "white  draw", "green draw", "white draw draw", "umpire"] {
            assert_eq!(text.parse::<Button>(), Err(ParseButtonError), "{text:?}");
        }
    }
}
