use core::fmt;

use crate::map::{Connection, Island, ParseConnectionError};
use crate::rules::Player;

/// Why a record cannot be read: where, what was expected, what was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault<'a> {
    /// The line, from 1.
    pub line: u32,
    /// What should have stood there.
    pub expected: Expected,
    /// What stood there.
    pub found: Found<'a>,
}

/// What should have stood in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// UTF-8.
    Utf8,
    /// No byte-order mark.
    NoByteOrderMark,
    /// A header word or a player.
    Statement,
    /// A player, or a new face-up row where cards are known.
    ActionOrFaceUp,
    /// An action, after the player.
    Action,
    /// A given word.
    Keyword(&'static str),
    /// `pile` or `face-up`.
    PileOrFaceUp,
    /// The name of an edition.
    Edition,
    /// `calm` or `open`.
    Variant,
    /// A player.
    Player,
    /// A handicap from 1 to 3.
    HandicapCount,
    /// A number of cards, 1 or more.
    CardCount,
    /// An island.
    Island,
    /// A connection.
    Connection,
    /// Nothing more.
    EndOfLine,
    /// A header word that stands once only.
    Once(&'static str),
    /// Header words only before the first action.
    HeaderFirst(&'static str),
    /// `cards known` in the header, because this line names cards.
    CardsKnown,
    /// A header that tells the whole deal.
    Deal(DealPart),
    /// A deal in which no card stands three times (M3).
    TwoOfEach(Island),
    /// A `face-up` line after the scoring, before the next action.
    FaceUp,
    /// No `face-up` line, because no scoring has just been.
    NoFaceUp,
}

/// A part of a deal where cards are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealPart {
    /// `deal white …` or `deal black …`.
    Hand(Player),
    /// `face-up …`.
    FaceUp,
}

/// What stood in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found<'a> {
    /// This word.
    Word(&'a str),
    /// The end of the line.
    EndOfLine,
    /// What the expectation says by itself.
    Nothing,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf8 => f.write_str("the file is not UTF-8 here; save it as UTF-8 text"),
            Self::NoByteOrderMark => {
                f.write_str("the file begins with a byte-order mark; save it as UTF-8 without one")
            }
            Self::Statement => f.write_str(
                "expected edition, variant, first, handicap, cards, deal, face-up, white or black",
            ),
            Self::ActionOrFaceUp => f.write_str("expected white, black or face-up"),
            Self::Action => f.write_str(
                "expected place, remove, replace, discard, draw, pass or handicap after the player",
            ),
            Self::Keyword(word) => write!(f, "expected `{word}`"),
            Self::PileOrFaceUp => {
                f.write_str("expected pile or face-up: where cards are known, a draw says whence")
            }
            Self::Edition => f.write_str("expected english-2014, french-kosmos or french-1999"),
            Self::Variant => f.write_str("expected calm or open"),
            Self::Player => f.write_str("expected white or black"),
            Self::HandicapCount => f.write_str("expected a handicap of 1, 2 or 3"),
            Self::CardCount => f.write_str("expected how many cards, 1 or more"),
            Self::Island => {
                f.write_str("expected an island:")?;
                Island::ALL.into_iter().try_for_each(|island| write!(f, " {island}"))
            }
            Self::Connection => f.write_str("expected a connection like ALOA-BARI"),
            Self::EndOfLine => f.write_str("expected the end of the line"),
            Self::Once(word) => write!(f, "`{word}` stands in the header already; once is enough"),
            Self::HeaderFirst(word) => write!(f, "`{word}` belongs in the header, before the first action"),
            Self::CardsKnown => {
                f.write_str("this line names cards, but the header does not say `cards known`; add that line")
            }
            Self::Deal(DealPart::Hand(player)) => {
                write!(f, "the cards are known, so the header needs `deal {player}` with three islands")
            }
            Self::Deal(DealPart::FaceUp) => {
                f.write_str("the cards are known, so the header needs `face-up` with three islands")
            }
            Self::TwoOfEach(card) => {
                write!(f, "{card} is dealt more than twice; there are two cards of each island")
            }
            Self::FaceUp => f.write_str("expected a `face-up` line with three islands after the scoring"),
            Self::NoFaceUp => {
                f.write_str("no `face-up` line belongs here; one follows each of the first two scorings")
            }
        }
    }
}

impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.expected)?;
        match self.found {
            Found::Nothing => Ok(()),
            Found::EndOfLine => f.write_str(", found the end of the line"),
            Found::Word(word) => {
                write!(f, ", found `{}`", Excerpt(word))?;
                match self.expected {
                    Expected::Connection => explain_connection(word, f),
                    _ => Ok(()),
                }
            }
        }
    }
}

impl core::error::Error for Fault<'_> {}

/// Says what keeps a word from naming a connection: a misspelt island and a pair without a line between them deserve
/// more than "expected a connection".
fn explain_connection(word: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Err(fault) = word.parse::<Connection>() else { return Ok(()) };
    match word.split_once('-') {
        Some((a, b)) if fault == ParseConnectionError::Form && ![a, b].iter().any(is_no_name) => {
            for name in [a, b].iter().filter(|name| name.parse::<Island>().is_err()) {
                write!(f, "; `{}` is no island", Excerpt(name))?;
            }
            f.write_str("; the islands are")?;
            Island::ALL.into_iter().try_for_each(|island| write!(f, " {island}"))
        }
        _ => write!(f, "; {fault}"),
    }
}

/// Whether a word could not even be a misspelt name.
fn is_no_name(word: &&str) -> bool {
    word.is_empty() || word.contains('-')
}

/// The beginning of a word of any length, with what cannot be seen made visible.
struct Excerpt<'a>(&'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 32;
        for c in self.0.chars().take(MOST) {
            match c {
                '\'' | '"' => write!(f, "{c}")?,
                // Blank, though they count as letters and symbols.
                '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' => {
                    write!(f, "{}", c.escape_unicode())?;
                }
                // Escapes what has no shape of its own, or turns the text around it.
                _ => write!(f, "{}", c.escape_debug())?,
            }
        }
        if self.0.chars().nth(MOST).is_some() { f.write_str("…") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn what_cannot_be_seen_is_made_visible() {
        // A null, an escape, a right-to-left override and isolate, a zero-width space, a soft hyphen, a no-break space,
        // a combining accent, a filler, a tag.
        let unseen = "\0\u{1b}\u{202e}\u{2067}\u{200b}\u{ad}\u{a0}\u{301}\u{3164}\u{e0041}";
        for c in unseen.chars() {
            let shown = Excerpt(c.encode_utf8(&mut [0; 4])).to_string();
            assert!(shown.starts_with('\\') && shown.is_ascii(), "{c:?} is shown as {shown}");
        }
        let seen = "it's \"ALÖA\"-巴里";
        assert_eq!(Excerpt(seen).to_string(), seen);
    }

    #[test]
    fn a_word_of_any_length_is_shortened() {
        assert_eq!(Excerpt(&"ä".repeat(32)).to_string(), "ä".repeat(32));
        assert_eq!(Excerpt(&"ä".repeat(33)).to_string(), "ä".repeat(32) + "…");
    }
}
