use core::fmt;
use core::str::FromStr;

use serde::{Serialize, Serializer};

use crate::words::{self, Words};

/// A language that the board speaks. Names of islands, players, errors and commands are the same in all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names are the languages")]
pub enum Language {
    #[default]
    English,
    French,
    German,
}

impl Language {
    /// Every language, the default first.
    pub const ALL: [Self; 3] = [Self::English, Self::French, Self::German];

    /// The name as the link writes it (ISO 639-1).
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::German => "de",
        }
    }

    pub(super) fn words(self) -> &'static Words {
        match self {
            Self::English => &words::ENGLISH,
            Self::French => &words::FRENCH,
            Self::German => &words::GERMAN,
        }
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The text names no language that the board speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseLanguageError;

impl fmt::Display for ParseLanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a language is en, fr or de")
    }
}

impl core::error::Error for ParseLanguageError {}

impl FromStr for Language {
    type Err = ParseLanguageError;

    /// Reads a name in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_named = |language: &Self| text.eq_ignore_ascii_case(language.name());
        Self::ALL.into_iter().find(is_named).ok_or(ParseLanguageError)
    }
}

/// What can be said in every [`Language`]: in a sentence without its capital and its full stop.
pub trait Say {
    /// Writes the sentence.
    ///
    /// # Errors
    /// The writer's.
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Something said in a language; a string in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Said<'a, T> {
    /// In which language.
    pub language: Language,
    /// What is said.
    pub what: &'a T,
}

impl<T: Say> fmt::Display for Said<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.say(self.language, f)
    }
}

impl<T: Say> Serialize for Said<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
