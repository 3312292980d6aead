use core::fmt;

use crate::map::{Connection, Island, IslandSet};
use crate::words::{self, Phrase, Words};

use super::cards::{CARDS, HAND_LIMIT};
use super::{BRIDGES, Handicap, Player, Rule};

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

impl Refusal {
    /// Says why, in a language.
    pub(crate) fn say_in(self, words: &'static Words, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => words.say(f, Phrase::GameOver, &[]),
            Self::NoHandicap(why) => why.say_in(words, f),
            Self::ConnectionOccupied { at, owner } => {
                words.say(f, Phrase::ConnectionOccupied, &[&at, &words.colour(owner)])
            }
            Self::HandicapFirst { player, left } => {
                let phrase = if left == 1 { Phrase::HandicapFirstOne } else { Phrase::HandicapFirst };
                words.say(f, phrase, &[&words.name(player), &left])
            }
            Self::NotYourTurn { turn } => words.say(f, Phrase::NotYourTurn, &[&words.name(turn)]),
            Self::AlreadyDiscarded => words.say(f, Phrase::AlreadyDiscarded, &[]),
            Self::OpponentControls { islands } => {
                let phrase =
                    if islands.len() == 1 { Phrase::OpponentControlsOne } else { Phrase::OpponentControls };
                words.say(f, phrase, &[&words.list(islands)])
            }
            Self::NoBridgeInSupply { player } => {
                words.say(f, Phrase::NoBridgeInSupply, &[&words.name(player), &BRIDGES])
            }
            Self::CardDoesNotFit { card, at, .. } => words.say(f, Phrase::CardDoesNotFit, &[&card, &at]),
            Self::CardNotHeld { card, .. } => words.say(f, Phrase::CardNotHeld, &[&card]),
            Self::NotEnoughCards { held, needed } => {
                let phrase = match needed {
                    1 => Phrase::NotEnoughCardsOne,
                    ..=CARDS => Phrase::NotEnoughCards,
                    _ => Phrase::MoreCardsThanThereAre,
                };
                words.say(f, phrase, &[&held, &needed])
            }
            Self::ImpossibleCards { islands } => {
                words.say(f, Phrase::ImpossibleCards, &[&(islands.len() * 2), &words.list(islands)])
            }
            Self::NoBridgeThere { at } => words.say(f, Phrase::NoBridgeThere, &[&at]),
            Self::OwnBridge { at } => words.say(f, Phrase::OwnBridge, &[&at]),
            Self::NothingToReplace { instead: Some(at) } => words.say(f, Phrase::ReplaceElsewhere, &[&at]),
            Self::NothingToReplace { instead: None } => words.say(f, Phrase::NothingToReplace, &[]),
            Self::DiscardNotAllowed(why) => why.say_in(words, f),
            Self::NothingToDraw => words.say(f, Phrase::NothingToDraw, &[]),
            Self::HandFull => words.say(f, Phrase::HandFull, &[&HAND_LIMIT]),
            Self::CardNotAvailable(why) => why.say_in(words, f),
            Self::MustDraw(why) => why.say_in(words, f),
        }
    }
}

impl NoHandicap {
    fn say_in(self, words: &'static Words, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (phrase, handicap) = match self {
            Self::NoneAgreed => return words.say(f, Phrase::NoHandicapAgreed, &[]),
            Self::AllPlaced(handicap) => (Phrase::HandicapAllPlaced, handicap),
            Self::NotTheirs(handicap) => (Phrase::HandicapNotTheirs, handicap),
        };
        words.say(f, phrase, &[&words.name(handicap.player())])
    }
}

impl DiscardNotAllowed {
    fn say_in(self, words: &'static Words, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played => words.say(f, Phrase::DiscardPlayed, &[]),
            Self::FewerThanFive { held } => words.say(f, Phrase::DiscardFewerThanFive, &[&HAND_LIMIT, &held]),
            Self::NothingToDraw => words.say(f, Phrase::DiscardNothingToDraw, &[]),
        }
    }
}

impl CardNotAvailable {
    fn say_in(self, words: &'static Words, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (phrase, card) = match self {
            Self::NotFaceUp(card) => (Phrase::NotFaceUp, card),
            Self::NotInPile(card) => (Phrase::NotInPile, card),
            Self::NothingToReveal(card) => (Phrase::NothingToReveal, card),
            Self::RevealMissing => return words.say(f, Phrase::RevealMissing, &[]),
        };
        words.say(f, phrase, &[&card])
    }
}

impl MustDraw {
    fn say_in(self, words: &'static Words, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OpponentPassed => words.say(f, Phrase::OpponentPassed, &[]),
            Self::Discarded => words.say(f, Phrase::Discarded, &[]),
            Self::FewerThanFive { held } => words.say(f, Phrase::PassFewerThanFive, &[&HAND_LIMIT, &held]),
        }
    }
}

impl fmt::Display for Refusal {
    /// Says why, in English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say_in(&words::ENGLISH, f)
    }
}

impl core::error::Error for Refusal {}
