//! A scenario as it was read: what hands do, and what the board must answer.

use std::fmt;

use kahuna_board::lights::Colour;
use kahuna_board::map::{Connection, Island};
use kahuna_board::rules::{Player, Settings};
use kahuna_board::selftest::{Contact, Lamp};
use kahuna_board::sensing::Button;

/// Microseconds of the board's time, counted from the beginning of the scenario.
pub(crate) type Micros = u64;

/// How long a person takes to put a stick down, lift it or press a button.
pub(crate) const GESTURE: Micros = 300_000;
/// How long a pressed button is down.
pub(crate) const PRESS: Micros = 100_000;
/// How long hands rest after each gesture of a sweep.
pub(crate) const REST: Micros = 200_000;

/// A whole scenario. Everything in it can be done: no stick is put where one lies already.
#[derive(Debug)]
pub(crate) struct Script {
    /// What it shows.
    pub(crate) title: Option<String>,
    /// Where its bounce and chatter come from.
    pub(crate) seed: u64,
    pub(crate) statements: Vec<Statement>,
}

impl Script {
    /// Whether it is about diodes, which only a matrix has.
    pub(crate) fn needs_diodes(&self) -> bool {
        let is_about_diodes = |statement: &Statement| {
            matches!(statement.what, What::Fault(Some(Fault::Reversed(_) | Fault::Bridged(_))))
        };
        self.statements.iter().any(is_about_diodes)
    }

    /// Whether it is about lights that say whose turn it is, which not every board has.
    pub(crate) fn needs_turn_lights(&self) -> bool {
        let is_turn_light = |lamp: &Lamp| matches!(lamp, Lamp::Turn(_));
        let is_about_them = |statement: &Statement| match &statement.what {
            What::Fault(Some(Fault::Dark(lamp) | Fault::Missing(lamp))) => is_turn_light(lamp),
            What::Fault(Some(Fault::Lights(a, b))) => is_turn_light(a) || is_turn_light(b),
            _ => false,
        };
        self.statements.iter().any(is_about_them)
    }
}

/// One line of it.
#[derive(Debug)]
pub(crate) struct Statement {
    /// Its place in the file, counted from one.
    pub(crate) line: usize,
    /// As it was written.
    pub(crate) text: String,
    pub(crate) what: What,
}

/// What a line wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// Blank flash, an empty board, power, and a fresh game.
    Game(Settings),
    /// Things that happen at the same instant.
    Deeds(Vec<Deed>),
    /// A stick is put on each of these lines and lifted again, one after the other.
    Sweep(Vec<Connection>),
    /// White answers what a self-test asks about the lamps, by what is to be seen.
    Answer,
    Wait(Micros),
    /// The chip becomes what it was in the shop, without firmware.
    Erase,
    /// The firmware is put onto the board again.
    Update,
    /// Something is built wrongly from now on; `None`: nothing is.
    Fault(Option<Fault>),
    /// A line to the board.
    Say(String),
    /// It must become true.
    Expect(Fact),
    /// It must not become true.
    Never(Fact),
}

/// One thing done to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    Place(Connection),
    Lift(Connection),
    Press(Button),
    Hold(Button, Micros),
    Chatter(Connection, Micros),
    /// A contact breaks, or is mended.
    Stuck(Connection, Stuck),
    Power(Power),
}

/// Something built wrongly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// Each is wired where the other belongs.
    Swapped(Contact, Contact),
    /// Closing either closes both.
    Double(Contact, Contact),
    /// Its diode is the wrong way round.
    Reversed(Contact),
    /// Its diode is bridged or missing: it conducts both ways.
    Bridged(Contact),
    /// It never closes.
    Open(Contact),
    /// It never opens.
    Closed(Contact),
    /// The lamp is dark and passes nothing on.
    Dark(Lamp),
    /// The lamp was left out of the chain.
    Missing(Lamp),
    /// The lamps are in each other's place.
    Lights(Lamp, Lamp),
}

/// How a contact is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stuck {
    Closed,
    Open,
    /// It is not.
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Power {
    Off,
    On,
}

/// Something that may be true of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    Turn(Player),
    Round(u8),
    Hand(Player, u8),
    Score {
        white: u8,
        black: u8,
    },
    Island(Island, Option<Player>),
    Bridge(Connection, Option<Player>),
    Asks(Asked),
    /// By its name; `None` for nothing.
    Refuses(Option<String>),
    Light(Island, Colour, Steadiness),
    Over(Option<Player>, String),
    /// A line of the board contains this.
    Says(String),
}

impl Fact {
    /// Whether the board must be able to speak for it to be found out.
    pub(crate) const fn needs_link(&self) -> bool {
        !matches!(self, Self::Light(..))
    }
}

impl fmt::Display for Fact {
    /// Writes it as a scenario does; what is true is written the same way, and compared.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |player: Option<Player>, none| player.map_or(none, Player::name);
        match self {
            Self::Turn(player) => write!(f, "turn {player}"),
            Self::Round(round) => write!(f, "round {round}"),
            Self::Hand(player, cards) => write!(f, "hand {player} {cards}"),
            Self::Score { white, black } => write!(f, "score white {white} black {black}"),
            Self::Island(island, player) => write!(f, "island {island} {}", name(*player, "free")),
            Self::Bridge(line, player) => write!(f, "bridge {line} {}", name(*player, "none")),
            Self::Asks(Asked::Nothing) => f.write_str("asks nothing"),
            Self::Asks(Asked::Owner(line)) => write!(f, "asks owner {line}"),
            Self::Asks(Asked::Lift(line)) => write!(f, "asks lift {line}"),
            Self::Asks(Asked::Place(line, player)) => write!(f, "asks place {line} {player}"),
            Self::Refuses(refusal) => write!(f, "refuses {}", refusal.as_deref().unwrap_or("nothing")),
            Self::Light(island, colour, Steadiness::Any) => write!(f, "light {island} {}", colour.name()),
            Self::Light(island, colour, Steadiness::Blinking) => {
                write!(f, "light {island} {} blinking", colour.name())
            }
            Self::Over(winner, reason) => write!(f, "over {} {reason}", name(*winner, "nobody")),
            Self::Says(text) => write!(f, "says {text:?}"),
        }
    }
}

/// What the board wants done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    Nothing,
    Owner(Connection),
    Lift(Connection),
    Place(Connection, Player),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Steadiness {
    /// Steady or blinking.
    Any,
    /// It must alternate with another colour.
    Blinking,
}
