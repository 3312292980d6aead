use core::fmt;

use crate::rules::{Refusal, Rule};
use crate::words::{self, Phrase, Words};

use super::Ask;

/// Why the referee does not take something: a rule of the game, or a board that is not yet as the rules have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// A rule refuses it.
    Rules(Refusal),
    /// The turn cannot end before the sticks are where the game has them.
    LiftFirst(Ask),
}

/// What kind of reason it is; each kind blinks differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Somebody acts who is not to act, or at the wrong time.
    Turn,
    /// It may not be done on that line.
    Line,
    /// The cards do not pay for it.
    Cards,
    /// The turn may not end so.
    Ending,
}

impl Objection {
    /// The name of the one objection that is not a rule's.
    pub const LIFT_FIRST: &str = "lift-first";

    /// The name that records and scenarios use.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Rules(refusal) => refusal.name(),
            Self::LiftFirst(_) => Self::LIFT_FIRST,
        }
    }

    /// The rule behind it.
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Rules(refusal) => refusal.rule(),
            Self::LiftFirst(_) => Rule::C2,
        }
    }

    /// What kind of reason it is.
    pub const fn family(&self) -> Family {
        match self {
            Self::LiftFirst(_) => Family::Ending,
            Self::Rules(refusal) => match refusal {
                Refusal::GameOver
                | Refusal::NoHandicap(_)
                | Refusal::HandicapFirst { .. }
                | Refusal::NotYourTurn { .. }
                | Refusal::AlreadyDiscarded => Family::Turn,
                Refusal::ConnectionOccupied { .. }
                | Refusal::OpponentControls { .. }
                | Refusal::NoBridgeInSupply { .. }
                | Refusal::NoBridgeThere { .. }
                | Refusal::OwnBridge { .. }
                | Refusal::NothingToReplace { .. } => Family::Line,
                Refusal::CardDoesNotFit { .. }
                | Refusal::CardNotHeld { .. }
                | Refusal::NotEnoughCards { .. }
                | Refusal::ImpossibleCards { .. }
                | Refusal::CardNotAvailable(_) => Family::Cards,
                Refusal::DiscardNotAllowed(_)
                | Refusal::NothingToDraw
                | Refusal::HandFull
                | Refusal::MustDraw(_) => Family::Ending,
            },
        }
    }
}

impl From<Refusal> for Objection {
    fn from(refusal: Refusal) -> Self {
        Self::Rules(refusal)
    }
}

impl Objection {
    /// Says why, in a language.
    pub(crate) fn say_in(self, words: &'static Words, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(refusal) => refusal.say_in(words, f),
            Self::LiftFirst(Ask::Place(at, player)) => {
                words.say(f, Phrase::PutBackFirst, &[&at, &words.colour(player)])
            }
            Self::LiftFirst(ask) => words.say(f, Phrase::LiftFirst, &[&ask.at()]),
        }
    }
}

impl fmt::Display for Objection {
    /// Says why, in English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say_in(&words::ENGLISH, f)
    }
}
