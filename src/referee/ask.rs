use core::fmt;

use crate::map::Connection;
use crate::rules::Player;

/// The one next thing that the board wants done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Whose stick is this? Its owner presses any button of theirs.
    Owner(Connection),
    /// The stick on this line must come off.
    Lift(Connection),
    /// A player's stick must be put (back) on this line.
    Place(Connection, Player),
}

impl Ask {
    /// The line it is about.
    pub const fn at(self) -> Connection {
        match self {
            Self::Owner(at) | Self::Lift(at) | Self::Place(at, _) => at,
        }
    }
}

impl fmt::Display for Ask {
    /// Writes it as scenarios do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Owner(at) => write!(f, "owner {at}"),
            Self::Lift(at) => write!(f, "lift {at}"),
            Self::Place(at, player) => write!(f, "place {at} {player}"),
        }
    }
}
