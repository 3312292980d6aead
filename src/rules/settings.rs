use core::fmt;
use core::str::FromStr;

use serde::Serialize;

use super::Player;

/// The rule text that a game is played by; the texts disagree in T4, T6 and R6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Edition {
    /// Thames & Kosmos, 2014: the default.
    #[default]
    #[serde(rename = "english-2014")]
    English2014,
    /// The French text in the Kosmos box.
    #[serde(rename = "french-kosmos")]
    FrenchKosmos,
    /// The older French text.
    #[serde(rename = "french-1999")]
    French1999,
}

impl Edition {
    /// Every edition, the default first.
    pub const ALL: [Self; 3] = [Self::English2014, Self::FrenchKosmos, Self::French1999];

    /// The name as records write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English2014 => "english-2014",
            Self::FrenchKosmos => "french-kosmos",
            Self::French1999 => "french-1999",
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is no edition's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseEditionError;

impl fmt::Display for ParseEditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an edition is english-2014, french-kosmos or french-1999")
    }
}

impl core::error::Error for ParseEditionError {}

impl FromStr for Edition {
    type Err = ParseEditionError;

    /// Reads a name in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|edition| text.eq_ignore_ascii_case(edition.name()))
            .ok_or(ParseEditionError)
    }
}

/// An agreed head start (S2): before play, one player puts down bridges at no card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Handicap {
    player: Player,
    bridges: u8,
}

impl Handicap {
    /// The most bridges that may be agreed.
    pub const MOST: u8 = 3;

    /// A head start of 1 to [`Self::MOST`] bridges; `None` for another number.
    pub const fn new(player: Player, bridges: u8) -> Option<Self> {
        if 1 <= bridges && bridges <= Self::MOST { Some(Self { player, bridges }) } else { None }
    }

    /// Who puts them down.
    pub const fn player(self) -> Player {
        self.player
    }

    /// How many are agreed.
    pub const fn bridges(self) -> u8 {
        self.bridges
    }
}

/// What two players agree on before a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// The rule text that holds.
    pub edition: Edition,
    /// V1: fewer surprise attacks.
    pub calm: bool,
    /// V2: cards taken from the face-up row stay visible. Nothing that is refereed depends on it.
    pub open: bool,
    /// Who begins.
    pub first: Player,
    /// The head start, if one is agreed.
    pub handicap: Option<Handicap>,
}

impl Default for Settings {
    /// The English edition without variants or handicap; white begins.
    fn default() -> Self {
        Self { edition: Edition::default(), calm: false, open: false, first: Player::White, handicap: None }
    }
}
