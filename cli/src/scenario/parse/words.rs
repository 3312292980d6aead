//! The words of one line, read one after another.

use std::fmt;
use std::str::FromStr;

use kahuna_board::map::Connection;
use kahuna_board::rules::Player;
use kahuna_board::selftest::{Contact, Lamp};
use kahuna_board::sensing::Button;

use crate::scenario::script::Micros;

/// Something read, or what was expected instead.
pub(super) type Parsed<T> = Result<T, String>;

/// The words of a line that have not been read yet.
pub(super) struct Words<'a>(pub(super) &'a str);

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self(text.trim())
    }

    /// The next word, if it is this one; else it stays.
    pub(super) fn next_is(&mut self, word: &str) -> bool {
        let is_it = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(word));
        if is_it {
            self.next();
        }
        is_it
    }

    pub(super) fn peek(&self) -> Option<&'a str> {
        self.0.split_whitespace().next()
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.0 = self.0[word.len()..].trim_start();
        Some(word)
    }

    /// The next word, in lower case.
    pub(super) fn keyword(&mut self, expected: &str) -> Parsed<String> {
        let word = self.next().ok_or_else(|| format!("expected {expected}, and the line ends"))?;
        Ok(word.to_ascii_lowercase())
    }

    /// The next word, read as something.
    pub(super) fn read<T: FromStr<Err: fmt::Display>>(&mut self, expected: &str) -> Parsed<T> {
        let word = self.next().ok_or_else(|| format!("expected {expected}, and the line ends"))?;
        word.parse().map_err(|error| format!("expected {expected}, found `{word}`: {error}"))
    }

    pub(super) fn connection(&mut self) -> Parsed<Connection> {
        self.read("a connection")
    }

    /// A line's contact, or a button's.
    pub(super) fn contact(&mut self) -> Parsed<Contact> {
        match self.peek() {
            None => Err("expected a connection or a button, and the line ends".into()),
            Some(word) if word.contains('-') => self.connection().map(Contact::Line),
            Some(_) => self.button().map(Contact::Button),
        }
    }

    /// An island, or `turn` and a player.
    pub(super) fn lamp(&mut self) -> Parsed<Lamp> {
        if self.next_is("turn") {
            return self.player().map(Lamp::Turn);
        }
        self.read("an island, or turn and a player").map(Lamp::Island)
    }

    pub(super) fn player(&mut self) -> Parsed<Player> {
        self.read("white or black")
    }

    pub(super) fn number(&mut self) -> Parsed<u8> {
        self.read("a number")
    }

    /// A player, or the word for none.
    pub(super) fn player_or(&mut self, none: &str) -> Parsed<Option<Player>> {
        if self.next_is(none) {
            return Ok(None);
        }
        self.read(&format!("white, black or {none}")).map(Some)
    }

    pub(super) fn button(&mut self) -> Parsed<Button> {
        let first = self.keyword("a button")?;
        if first == "referee" {
            return Ok(Button::Referee);
        }
        let name = format!("{first} {}", self.keyword("draw, pass or discard")?);
        name.parse().map_err(|error| format!("expected a button, found `{name}`: {error}"))
    }

    pub(super) fn duration(&mut self) -> Parsed<Micros> {
        let word = self.keyword("a time")?;
        duration(&word).ok_or_else(|| {
            format!("expected a time such as 300ms, 2s or 1.5s, at most an hour, found `{word}`")
        })
    }

    pub(super) fn end(&self) -> Parsed<()> {
        match self.0 {
            "" => Ok(()),
            rest => Err(format!("expected the line to end, found `{rest}`")),
        }
    }
}

fn duration(word: &str) -> Option<Micros> {
    let (number, unit) = match (word.strip_suffix("ms"), word.strip_suffix('s')) {
        (Some(number), _) => (number, 1000.0),
        (None, Some(number)) => (number, 1_000_000.0),
        (None, None) => return None,
    };
    if !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let micros = number.parse::<f64>().ok()? * unit;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in the range")]
    (0.0..=3_600_000_000.0).contains(&micros).then_some(micros as Micros)
}
