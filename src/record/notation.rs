use core::fmt;

use crate::map::{Connection, Island};
use crate::rules::{Action, Cards, Counted, Drawn, Known, Playable, Unseen};

use super::fault::{Expected, Fault};
use super::words::{Words, is};

/// How what a game knows of its cards is written.
pub trait Notation: Playable {
    /// Reads ` with …` after a bridge.
    ///
    /// # Errors
    /// What was expected instead.
    fn read_card<'a>(words: &mut Words<'a>) -> Result<Self::Card, Fault<'a>>;
    /// Reads ` with … …` after a removal.
    ///
    /// # Errors
    /// What was expected instead.
    fn read_pair<'a>(words: &mut Words<'a>) -> Result<Self::Pair, Fault<'a>>;
    /// Reads what is discarded.
    ///
    /// # Errors
    /// What was expected instead.
    fn read_discards<'a>(words: &mut Words<'a>) -> Result<Self::Discards, Fault<'a>>;
    /// Reads what is drawn.
    ///
    /// # Errors
    /// What was expected instead.
    fn read_drawn<'a>(words: &mut Words<'a>) -> Result<Self::Drawn, Fault<'a>>;

    /// Writes what [`Self::read_card`] reads.
    ///
    /// # Errors
    /// The writer's.
    fn write_card(card: Self::Card, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Writes what [`Self::read_pair`] reads.
    ///
    /// # Errors
    /// The writer's.
    fn write_pair(pair: Self::Pair, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Writes what [`Self::read_discards`] reads.
    ///
    /// # Errors
    /// The writer's.
    fn write_discards(cards: Self::Discards, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Writes what [`Self::read_drawn`] reads.
    ///
    /// # Errors
    /// The writer's.
    fn write_drawn(drawn: Self::Drawn, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Notation for Counted {
    fn read_card<'a>(_: &mut Words<'a>) -> Result<Unseen, Fault<'a>> {
        Ok(Unseen)
    }

    fn read_pair<'a>(_: &mut Words<'a>) -> Result<Unseen, Fault<'a>> {
        Ok(Unseen)
    }

    fn read_discards<'a>(words: &mut Words<'a>) -> Result<u8, Fault<'a>> {
        words.count(Expected::CardCount)
    }

    fn read_drawn<'a>(_: &mut Words<'a>) -> Result<Unseen, Fault<'a>> {
        Ok(Unseen)
    }

    fn write_card(_: Unseen, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    fn write_pair(_: Unseen, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }

    fn write_discards(cards: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " {cards}")
    }

    fn write_drawn(_: Unseen, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Notation for Known {
    fn read_card<'a>(words: &mut Words<'a>) -> Result<Island, Fault<'a>> {
        words.keyword("with")?;
        words.parse(Expected::Island)
    }

    fn read_pair<'a>(words: &mut Words<'a>) -> Result<[Island; 2], Fault<'a>> {
        words.keyword("with")?;
        Ok([words.parse(Expected::Island)?, words.parse(Expected::Island)?])
    }

    fn read_discards<'a>(words: &mut Words<'a>) -> Result<Cards, Fault<'a>> {
        let mut cards = Cards::EMPTY.with(words.parse(Expected::Island)?);
        while let Some(word) = words.next() {
            cards = cards.with(word.parse().map_err(|_| words.fault(Expected::Island, Some(word)))?);
        }
        Ok(cards)
    }

    fn read_drawn<'a>(words: &mut Words<'a>) -> Result<Drawn, Fault<'a>> {
        let face_up = words.read(Expected::PileOrFaceUp, |word| {
            ["pile", "face-up"].into_iter().find(|name| is(word, name)).map(|name| name == "face-up")
        })?;
        let taken = words.parse(Expected::Island)?;
        if !face_up {
            return Ok(Drawn::Pile(taken));
        }
        let reveal = match words.next() {
            None => None,
            Some(word) if is(word, "reveal") => Some(words.parse(Expected::Island)?),
            other => return Err(words.fault(Expected::Keyword("reveal"), other)),
        };
        Ok(Drawn::FaceUp { taken, reveal })
    }

    fn write_card(card: Island, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " with {card}")
    }

    fn write_pair([one, two]: [Island; 2], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " with {one} {two}")
    }

    fn write_discards(cards: Cards, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        cards.iter().try_for_each(|card| write!(f, " {card}"))
    }

    fn write_drawn(drawn: Drawn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match drawn {
            Drawn::Pile(card) => write!(f, " pile {card}"),
            Drawn::FaceUp { taken, reveal: None } => write!(f, " face-up {taken}"),
            Drawn::FaceUp { taken, reveal: Some(card) } => write!(f, " face-up {taken} reveal {card}"),
        }
    }
}

/// Reads what follows the player.
pub(super) fn read_action<'a, K: Notation>(words: &mut Words<'a>) -> Result<Action<K>, Fault<'a>> {
    let word = words.next();
    let connection = |words: &mut Words<'a>| words.parse::<Connection>(Expected::Connection);
    let action = match word {
        Some(word) if is(word, "handicap") => Action::Handicap(connection(words)?),
        Some(word) if is(word, "place") => Action::Place(connection(words)?, K::read_card(words)?),
        Some(word) if is(word, "remove") => Action::Remove(connection(words)?, K::read_pair(words)?),
        Some(word) if is(word, "replace") => Action::Replace(connection(words)?),
        Some(word) if is(word, "discard") => Action::Discard(K::read_discards(words)?),
        Some(word) if is(word, "draw") => Action::Draw(K::read_drawn(words)?),
        Some(word) if is(word, "pass") => Action::Pass,
        other => return Err(words.fault(Expected::Action, other)),
    };
    words.end()?;
    Ok(action)
}
