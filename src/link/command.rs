use core::str::FromStr;

use heapless::String;
use serde::{Serialize, Serializer};

use crate::map::{Connection, ParseConnectionError};
use crate::record::{self, Found, read_deed};
use crate::rules::{Action, Handicap, Player, Settings};

use super::{CommandError, Excerpt, Expected, Language};

/// A word that comes back in the answer, so that a program knows which question it answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Id(String<{ Self::MOST_BYTES }>);

impl Id {
    /// The most bytes that it may have.
    pub const MOST_BYTES: usize = 32;

    /// A word as an id; `None` if it is too long.
    pub fn new(word: &str) -> Option<Self> {
        word.try_into().ok().map(Self)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// What can be said to the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Who are you?
    Hello,
    /// What can be said?
    Help,
    /// How does the game stand?
    State(Option<Id>),
    /// A game as a record, 0 being the newest.
    Record(usize),
    /// How many games can be read?
    Games,
    /// A new game, at once.
    New(Settings),
    /// The last action taken back.
    Undo,
    /// An action; the sticks follow.
    Play(Player, Action),
    /// Another language.
    Lang(Language),
    /// A test of contacts, buttons and lights.
    SelfTest(Proof),
    /// A restart as a drive that takes new firmware.
    BootSel,
    /// The table of the lights' colours.
    Palette,
}

/// What is wanted of the self-test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// What the last one found.
    Tell,
    /// That one begins.
    Start,
    /// That a learnt order of the contacts is forgotten.
    Forget,
}

/// The word that begins a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the words are the commands")]
pub enum Verb {
    Hello,
    Help,
    State,
    Record,
    Games,
    New,
    Undo,
    Play,
    Lang,
    SelfTest,
    Palette,
    BootSel,
}

impl Verb {
    /// Every verb, as `help` lists them.
    pub const ALL: [Self; 12] = [
        Self::Hello,
        Self::Help,
        Self::State,
        Self::Record,
        Self::Games,
        Self::New,
        Self::Undo,
        Self::Play,
        Self::Lang,
        Self::SelfTest,
        Self::Palette,
        Self::BootSel,
    ];

    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hello => "hello",
            Self::Help => "help",
            Self::State => "state",
            Self::Record => "record",
            Self::Games => "games",
            Self::New => "new",
            Self::Undo => "undo",
            Self::Play => "play",
            Self::Lang => "lang",
            Self::SelfTest => "selftest",
            Self::Palette => "palette",
            Self::BootSel => "bootsel",
        }
    }

    /// The word and what may follow it, what is optional in brackets.
    pub const fn usage(self) -> &'static str {
        match self {
            Self::State => "state [ID]",
            Self::Record => "record [N]",
            Self::New => {
                "new [edition=NAME] [variant=calm] [variant=open] [first=white|black] [handicap=white|black:N]"
            }
            Self::Play => "play white|black place|remove|replace|handicap X-Y | discard N | draw | pass",
            Self::Lang => "lang en|fr|de",
            Self::SelfTest => "selftest [start|forget]",
            _ => self.name(),
        }
    }
}

impl FromStr for Verb {
    type Err = CommandError;

    /// Reads a word in any case.
    fn from_str(word: &str) -> Result<Self, CommandError> {
        let is_named = |verb: &Self| word.eq_ignore_ascii_case(verb.name());
        Self::ALL.into_iter().find(is_named).ok_or_else(|| CommandError::Unknown(Excerpt::of(word)))
    }
}

impl Command {
    /// Reads a line: a verb and what follows it, separated by spaces or tabs, in any case.
    ///
    /// # Errors
    /// What was expected instead.
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        let line = line.trim_matches(BLANK);
        let (word, rest) = line.split_once(BLANK).unwrap_or((line, ""));
        let verb: Verb = word.parse()?;
        let mut words = Words { verb, rest };
        let command = match verb {
            Verb::Hello => Self::Hello,
            Verb::Help => Self::Help,
            Verb::Games => Self::Games,
            Verb::Undo => Self::Undo,
            Verb::SelfTest => Self::SelfTest(words.optional(Expected::Proof, proof)?.unwrap_or(Proof::Tell)),
            Verb::Palette => Self::Palette,
            Verb::BootSel => Self::BootSel,
            Verb::State => Self::State(words.optional(Expected::Id, Id::new)?),
            Verb::Record => Self::Record(words.optional(Expected::RecordNumber, number)?.unwrap_or(0)),
            Verb::Lang => Self::Lang(words.one(Expected::Language, |word| word.parse().ok())?),
            Verb::New => Self::New(settings(&mut words)?),
            Verb::Play => {
                let (player, action) = read_deed(rest).map_err(|fault| words.fault(fault))?;
                return Ok(Self::Play(player, action));
            }
        };
        words.end()?;
        Ok(command)
    }
}

const BLANK: [char; 2] = [' ', '\t'];

/// What follows a verb.
struct Words<'a> {
    verb: Verb,
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start_matches(BLANK);
        let (word, rest) = rest.split_once(BLANK).unwrap_or((rest, ""));
        self.rest = rest;
        if word.is_empty() { None } else { Some(word) }
    }

    fn error(&self, expected: Expected, found: Option<&str>) -> CommandError {
        CommandError::Argument { verb: self.verb, expected, found: found.map(Excerpt::of) }
    }

    fn one<T>(&mut self, expected: Expected, read: impl Fn(&str) -> Option<T>) -> Result<T, CommandError> {
        let word = self.next();
        word.and_then(read).ok_or_else(|| self.error(expected, word))
    }

    fn optional<T>(
        &mut self,
        expected: Expected,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, CommandError> {
        match self.next() {
            None => Ok(None),
            Some(word) => read(word).map(Some).ok_or_else(|| self.error(expected, Some(word))),
        }
    }

    fn end(&mut self) -> Result<(), CommandError> {
        match self.next() {
            None => Ok(()),
            more => Err(self.error(Expected::EndOfLine, more)),
        }
    }

    /// What is wrong with an action, as the link says it.
    fn fault(&self, fault: record::Fault<'_>) -> CommandError {
        let found = match fault.found {
            Found::Word(word) => Some(word),
            Found::EndOfLine | Found::Nothing => None,
        };
        let expected = match fault.expected {
            record::Expected::Player => Expected::Player,
            record::Expected::Connection => match found.map(str::parse::<Connection>) {
                Some(Err(ParseConnectionError::NoLine(a, b))) => Expected::Line(a, b),
                _ => Expected::Connection,
            },
            record::Expected::CardCount => Expected::CardCount,
            record::Expected::CardsKnown => Expected::NoCards,
            record::Expected::EndOfLine => Expected::EndOfLine,
            _ => Expected::Action,
        };
        self.error(expected, found)
    }
}

fn proof(word: &str) -> Option<Proof> {
    let words = [("start", Proof::Start), ("forget", Proof::Forget)];
    words.into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|(_, proof)| proof)
}

/// A number from 0, in decimal digits; one that is too large is the largest.
fn number(word: &str) -> Option<usize> {
    let add = |sum: usize, byte: u8| sum.saturating_mul(10).saturating_add(usize::from(byte - b'0'));
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.bytes().fold(0, add))
}

/// Reads the words of `new`, each at most once, in any order.
fn settings(words: &mut Words<'_>) -> Result<Settings, CommandError> {
    let (mut edition, mut first, mut handicap) = (None, None, None);
    let (mut calm, mut open) = (None, None);
    while let Some(word) = words.next() {
        let bad = |expected| words.error(expected, Some(word));
        let (key, value) = word.split_once('=').ok_or_else(|| bad(Expected::Setting))?;
        let is = |text: &str, name: &str| text.eq_ignore_ascii_case(name);
        let stands = if is(key, "edition") {
            edition.replace(value.parse().map_err(|_| bad(Expected::Edition))?).is_some()
        } else if is(key, "first") {
            first.replace(value.parse().map_err(|_| bad(Expected::Player))?).is_some()
        } else if is(key, "handicap") {
            let agreed = read_handicap(value).ok_or_else(|| bad(Expected::Handicap))?;
            handicap.replace(agreed).is_some()
        } else if is(key, "variant") {
            let variant = match value {
                value if is(value, "calm") => &mut calm,
                value if is(value, "open") => &mut open,
                _ => return Err(bad(Expected::Variant)),
            };
            variant.replace(()).is_some()
        } else {
            return Err(bad(Expected::Setting));
        };
        if stands {
            return Err(bad(Expected::Once));
        }
    }
    Ok(Settings {
        edition: edition.unwrap_or_default(),
        calm: calm.is_some(),
        open: open.is_some(),
        first: first.unwrap_or(Player::White),
        handicap,
    })
}

/// Reads `black:2`.
fn read_handicap(text: &str) -> Option<Handicap> {
    let (player, bridges) = text.split_once(':')?;
    Handicap::new(player.parse().ok()?, number(bridges)?.try_into().ok()?)
}
