use core::fmt;

use crate::map::{Connection, Island, IslandSet};

use super::cards::{CARDS, HAND_LIMIT};
use super::{Handicap, Player, Rule};

/// Why an action is not allowed. The game is unchanged after one.
///
/// [`Self::name`] and [`Self::rule`] are what records and the link print; the text is a sentence without its full stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game has ended (R5).
    GameOver,
    /// No bridge may be put down at no card (S2).
    NoHandicap(NoHandicap),
    /// A bridge stands there already (T2).
    ConnectionOccupied {
        /// Where.
        at: Connection,
        /// Whose it is.
        owner: Player,
    },
    /// The agreed head start is not all on the board yet (S2).
    HandicapFirst {
        /// Who is to put down bridges.
        player: Player,
        /// How many are still to come.
        left: u8,
    },
    /// It is the other player's turn (T1).
    NotYourTurn {
        /// Whose turn it is.
        turn: Player,
    },
    /// After a discard no card may be played in the same turn (T4).
    AlreadyDiscarded,
    /// In the calm variant an opponent's island is closed (V1).
    OpponentControls {
        /// The ends that the opponent controls.
        islands: IslandSet,
    },
    /// All 25 bridges are on the board (T2).
    NoBridgeInSupply {
        /// Whose are.
        player: Player,
    },
    /// The card names neither end of the connection (T2, T3).
    CardDoesNotFit {
        /// The card.
        card: Island,
        /// The connection.
        at: Connection,
        /// The rule of the action.
        rule: Rule,
    },
    /// The player does not hold that card, or not that often (T2, T3, T4).
    CardNotHeld {
        /// The card.
        card: Island,
        /// The rule of the action.
        rule: Rule,
    },
    /// The player holds fewer cards than the action takes (A1).
    NotEnoughCards {
        /// How many the player holds.
        held: u8,
        /// How many it takes; a number that is too large to count is the largest that is not.
        needed: u8,
    },
    /// No set of cards could have paid for this round's plays (A2).
    ImpossibleCards {
        /// The smallest set of islands whose cards are overdrawn; of several, the alphabetically first.
        islands: IslandSet,
    },
    /// There is no bridge to remove (T3).
    NoBridgeThere {
        /// Where.
        at: Connection,
    },
    /// One's own bridge is never removed (T3).
    OwnBridge {
        /// Where.
        at: Connection,
    },
    /// The free bridge comes right after a removal, on the same connection, in the calm variant (V1).
    NothingToReplace {
        /// The connection that a bridge may be put on, if there is one.
        instead: Option<Connection>,
    },
    /// The edition does not let the player discard now (T4).
    DiscardNotAllowed(DiscardNotAllowed),
    /// Pile and face-up row are empty (T5).
    NothingToDraw,
    /// A hand holds at most five cards (T5).
    HandFull,
    /// That card cannot be where the record has it (T5).
    CardNotAvailable(CardNotAvailable),
    /// The turn cannot end without drawing (T6).
    MustDraw(MustDraw),
}

/// Why no bridge may be put down at no card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoHandicap {
    /// None was agreed.
    NoneAgreed,
    /// All that were agreed are on the board.
    AllPlaced(Handicap),
    /// The head start is the other player's.
    NotTheirs(Handicap),
}

/// Why no card may be discarded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiscardNotAllowed {
    /// A card was played in this turn.
    Played,
    /// The hand is not full.
    FewerThanFive {
        /// How many cards the player holds.
        held: u8,
    },
    /// There is no card left to draw for it.
    NothingToDraw,
}

/// Why a card cannot be drawn or turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardNotAvailable {
    /// It does not lie face up.
    NotFaceUp(Island),
    /// Both such cards are elsewhere, so it is not in the pile.
    NotInPile(Island),
    /// The pile is empty, so no card takes the place of the one taken.
    NothingToReveal(Island),
    /// The pile lasts, so a card takes the place of the one taken.
    RevealMissing,
}

/// Why the turn must end with a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MustDraw {
    /// The opponent passed on the turn just before.
    OpponentPassed,
    /// The player discarded in order to draw.
    Discarded,
    /// This edition lets nobody pass with fewer than five cards.
    FewerThanFive {
        /// How many cards the player holds.
        held: u8,
    },
}

/// Writes each name once: as an arm of a match, which no variant escapes, and in the list of all names.
macro_rules! names {
    ($($refusal:pat => $name:literal,)*) => {
        /// Every name that records use.
        pub const NAMES: &[&str] = &[$($name),*];

        /// The name that records use.
        pub const fn name(&self) -> &'static str {
            match self {
                $($refusal => $name,)*
            }
        }
    };
}

impl Refusal {
    names! {
        Self::GameOver => "game-over",
        Self::NoHandicap(_) => "no-handicap",
        Self::ConnectionOccupied { .. } => "connection-occupied",
        Self::HandicapFirst { .. } => "handicap-first",
        Self::NotYourTurn { .. } => "not-your-turn",
        Self::AlreadyDiscarded => "already-discarded",
        Self::OpponentControls { .. } => "opponent-controls",
        Self::NoBridgeInSupply { .. } => "no-bridge-in-supply",
        Self::CardDoesNotFit { .. } => "card-does-not-fit",
        Self::CardNotHeld { .. } => "card-not-held",
        Self::NotEnoughCards { .. } => "not-enough-cards",
        Self::ImpossibleCards { .. } => "impossible-cards",
        Self::NoBridgeThere { .. } => "no-bridge-there",
        Self::OwnBridge { .. } => "own-bridge",
        Self::NothingToReplace { .. } => "nothing-to-replace",
        Self::DiscardNotAllowed(_) => "discard-not-allowed",
        Self::NothingToDraw => "nothing-to-draw",
        Self::HandFull => "hand-full",
        Self::CardNotAvailable(_) => "card-not-available",
        Self::MustDraw(_) => "must-draw",
    }

    /// The rule that the action breaks.
    pub const fn rule(&self) -> Rule {
        match self {
            Self::GameOver => Rule::R5,
            Self::NoHandicap(_) | Self::HandicapFirst { .. } => Rule::S2,
            Self::NotYourTurn { .. } => Rule::T1,
            Self::ConnectionOccupied { .. } | Self::NoBridgeInSupply { .. } => Rule::T2,
            Self::NoBridgeThere { .. } | Self::OwnBridge { .. } => Rule::T3,
            Self::AlreadyDiscarded | Self::DiscardNotAllowed(_) => Rule::T4,
            Self::NothingToDraw | Self::HandFull | Self::CardNotAvailable(_) => Rule::T5,
            Self::MustDraw(_) => Rule::T6,
            Self::OpponentControls { .. } | Self::NothingToReplace { .. } => Rule::V1,
            Self::CardDoesNotFit { rule, .. } | Self::CardNotHeld { rule, .. } => *rule,
            Self::NotEnoughCards { .. } => Rule::A1,
            Self::ImpossibleCards { .. } => Rule::A2,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NoHandicap(why) => why.fmt(f),
            Self::ConnectionOccupied { at, owner } => write!(f, "{at} already carries a {owner} bridge"),
            Self::HandicapFirst { player, left: 1 } => {
                write!(f, "{player} has one more handicap bridge to put down first")
            }
            Self::HandicapFirst { player, left } => {
                write!(f, "{player} has {left} more handicap bridges to put down first")
            }
            Self::NotYourTurn { turn } => write!(f, "it is {turn}'s turn"),
            Self::AlreadyDiscarded => f.write_str("whoever has discarded plays no card in the same turn"),
            Self::OpponentControls { islands } => {
                list(f, *islands, "and")?;
                let verb = if islands.len() == 1 { "is" } else { "are" };
                write!(f, " {verb} under the opponent's control, and in the calm variant closed")
            }
            Self::NoBridgeInSupply { player } => write!(f, "all 25 of {player}'s bridges are on the board"),
            Self::CardDoesNotFit { card, at, .. } => {
                write!(f, "the card {card} does not fit {at}: a card must name one of the two ends")
            }
            Self::CardNotHeld { card, .. } => {
                write!(f, "the card {card} is not in hand, or not often enough")
            }
            Self::NotEnoughCards { held, needed } if *needed > CARDS => {
                write!(f, "that takes more cards than there are, and the hand holds {held}")
            }
            Self::NotEnoughCards { held, needed } => {
                write!(f, "that takes {needed} card{}, and the hand holds {held}", plural(*needed))
            }
            Self::ImpossibleCards { islands } => {
                write!(f, "the {} cards of ", islands.len() * 2)?;
                list(f, *islands, "and")?;
                f.write_str(" cannot have paid for this round's plays between them")
            }
            Self::NoBridgeThere { at } => write!(f, "there is no bridge on {at}"),
            Self::OwnBridge { at } => {
                write!(f, "the bridge on {at} is the player's own; only an opposing one is removed")
            }
            Self::NothingToReplace { instead: Some(at) } => {
                write!(f, "the free bridge may only go on {at}, just cleared")
            }
            Self::NothingToReplace { instead: None } => {
                f.write_str("a free bridge comes only right after a removal, in the calm variant")
            }
            Self::DiscardNotAllowed(why) => why.fmt(f),
            Self::NothingToDraw => f.write_str("there is no card left to draw"),
            Self::HandFull => write!(f, "a hand of {HAND_LIMIT} cards is full"),
            Self::CardNotAvailable(why) => why.fmt(f),
            Self::MustDraw(why) => why.fmt(f),
        }
    }
}

impl fmt::Display for NoHandicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoneAgreed => f.write_str("no handicap was agreed"),
            Self::AllPlaced(handicap) => {
                write!(f, "all of {}'s handicap bridges are on the board", handicap.player())
            }
            Self::NotTheirs(handicap) => write!(f, "the handicap is {}'s", handicap.player()),
        }
    }
}

impl fmt::Display for DiscardNotAllowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played => f.write_str("whoever has played a card in this turn does not discard"),
            Self::FewerThanFive { held } => {
                write!(f, "only a hand of {HAND_LIMIT} may discard, and this one holds {held}")
            }
            Self::NothingToDraw => f.write_str("one discards in order to draw, and no card is left to draw"),
        }
    }
}

impl fmt::Display for CardNotAvailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFaceUp(card) => write!(f, "{card} does not lie face up"),
            Self::NotInPile(card) => {
                write!(f, "{card} cannot be in the pile, or not that often: its cards are elsewhere")
            }
            Self::NothingToReveal(card) => write!(f, "{card} cannot be revealed: the pile is empty"),
            Self::RevealMissing => {
                f.write_str("the pile lasts, so a card must be revealed in place of the one taken")
            }
        }
    }
}

impl fmt::Display for MustDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OpponentPassed => {
                f.write_str("the opponent has just passed, so this turn must end with a draw")
            }
            Self::Discarded => f.write_str("after a discard the turn must end with a draw"),
            Self::FewerThanFive { held } => {
                write!(f, "only a hand of {HAND_LIMIT} may pass, and this one holds {held}")
            }
        }
    }
}

impl core::error::Error for Refusal {}

const fn plural(count: u8) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Writes "ALOA, BARI and COCO".
fn list(f: &mut fmt::Formatter<'_>, islands: IslandSet, last: &str) -> fmt::Result {
    let count = islands.len();
    for (i, island) in islands.iter().enumerate() {
        match i {
            0 => write!(f, "{island}")?,
            i if i + 1 == count => write!(f, " {last} {island}")?,
            _ => write!(f, ", {island}")?,
        }
    }
    Ok(())
}
