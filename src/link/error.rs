use core::fmt::{self, Write as _};

use heapless::String;

use crate::map::Island;

use super::{Language, LineError, Said, Verb};

/// Why a line to the board is not done, or what it asks for is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// The line is too long.
    Overlong,
    /// The line is not UTF-8, or holds control characters.
    NotText,
    /// No command begins with this word.
    Unknown(Excerpt),
    /// Something else should have followed the command.
    Argument {
        /// The command.
        verb: Verb,
        /// What should have followed.
        expected: Expected,
        /// What did; nothing at the end of the line.
        found: Option<Excerpt>,
    },
    /// There is no such game in the journal.
    NoSuchRecord {
        /// How many there are.
        games: usize,
    },
    /// An action was said before a game was begun.
    NoGame,
    /// The board restarts only while somebody holds the referee button.
    NotHeld,
    /// A self-test was to begin, and cannot now.
    NoSelfTest,
    /// The journal moved on while a record was being sent.
    Changed,
}

/// What should have followed a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Nothing more.
    EndOfLine,
    /// A word of at most [`Id::MOST_BYTES`](super::Id::MOST_BYTES).
    Id,
    /// The number of a game, from 0.
    RecordNumber,
    /// A language.
    Language,
    /// `edition=`, `variant=`, `first=` or `handicap=`.
    Setting,
    /// A setting that stands once only.
    Once,
    /// The name of an edition.
    Edition,
    /// `calm` or `open`.
    Variant,
    /// A player.
    Player,
    /// A handicap such as `black:2`.
    Handicap,
    /// What a player does.
    Action,
    /// A connection.
    Connection,
    /// A connection, but no line is printed between these islands.
    Line(Island, Island),
    /// A number of cards, 1 or more.
    CardCount,
    /// `start` or `forget`.
    Proof,
    /// An action without the names of its cards: the board does not see them.
    NoCards,
}

impl CommandError {
    /// The name that the link uses.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Overlong => "overlong",
            Self::NotText => "not-text",
            Self::Unknown(_) => "unknown-command",
            Self::Argument { .. } => "bad-argument",
            Self::NoSuchRecord { .. } => "no-such-record",
            Self::NoGame | Self::NotHeld | Self::NoSelfTest => "not-allowed",
            Self::Changed => "changed",
        }
    }
}

impl From<LineError> for CommandError {
    fn from(error: LineError) -> Self {
        match error {
            LineError::Overlong => Self::Overlong,
            LineError::NotText => Self::NotText,
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Said { language: Language::English, what: self }.fmt(f)
    }
}

impl core::error::Error for CommandError {}

/// The beginning of a word that somebody sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    kept: String<{ Self::MOST_BYTES }>,
    is_cut: bool,
}

impl Excerpt {
    /// The most that is kept of a word.
    pub const MOST_BYTES: usize = 32;

    /// The beginning of a word, as many whole characters as fit.
    pub fn of(word: &str) -> Self {
        let mut kept = String::new();
        let is_cut = word.chars().any(|c| kept.push(c).is_err());
        Self { kept, is_cut }
    }
}

impl fmt::Display for Excerpt {
    /// Writes it with what cannot be seen, or turns the text around it, made visible. Beyond Latin letters that is
    /// everything: to know what can be seen would take two kilobytes of tables in the board's flash.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.kept.chars() {
            match c {
                '\\' => f.write_str("\\\\")?,
                ' '..='~' | '¡'..='¬' | '®'..='ɏ' => f.write_char(c)?,
                _ => c.escape_unicode().try_for_each(|c| f.write_char(c))?,
            }
        }
        f.write_str(if self.is_cut { "…" } else { "" })
    }
}
