use crate::rules::{Action, Counted, Known, Player};

use super::fault::{Expected, Fault, Found};
use super::header::{Draft, Header, KEYWORDS, three};
use super::judge::{AnyAction, Judge, Statement};
use super::notation::read_action;
use super::words::{Words, is};

/// A record that can be read from the first line to the last. Whether it is legal is for [`Self::judge`] to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    text: &'a str,
    header: Header,
}

impl<'a> Record<'a> {
    /// Reads a record whole.
    ///
    /// # Errors
    /// The first fault; [`Self::faults`] has them all.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Fault<'a>> {
        let text = decode(bytes)?;
        let mut lines = Lines::new(text);
        for line in &mut lines {
            line?;
        }
        Ok(Self { text, header: lines.draft.finish()? })
    }

    /// Every fault of a text, line by line; at most one a line, and only the first if it is not UTF-8 throughout.
    pub fn faults(bytes: &'a [u8]) -> impl Iterator<Item = Fault<'a>> {
        let (text, undecoded) = match decode(bytes) {
            Ok(text) => (text, None),
            Err(fault) => ("", Some(fault)),
        };
        let mut lines = Lines::new(text);
        let mut ended = false;
        let faults = core::iter::from_fn(move || {
            for line in &mut lines {
                if let Err(fault) = line {
                    return Some(fault);
                }
            }
            // A header that no action follows ends with the record.
            let at_end = !ended && !lines.started;
            ended = true;
            if at_end { lines.draft.finish().err() } else { None }
        });
        undecoded.into_iter().chain(faults)
    }

    /// What stands before the first action.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What follows the header, line by line.
    pub(super) fn statements(&self) -> Lines<'a> {
        Lines::new(self.text)
    }

    /// Rules on every line.
    pub fn judge(&self) -> Judge<'a> {
        Judge::new(self)
    }
}

/// The text of a record, if it is UTF-8 without a byte-order mark.
fn decode(bytes: &[u8]) -> Result<&str, Fault<'_>> {
    let fault = |line, expected| Fault { line, expected, found: Found::Nothing };
    match core::str::from_utf8(bytes) {
        Ok(text) if text.starts_with('\u{feff}') => Err(fault(1, Expected::NoByteOrderMark)),
        Ok(text) => Ok(text),
        Err(error) => {
            let lines = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
            Err(fault(u32::try_from(lines).unwrap_or(u32::MAX), Expected::Utf8))
        }
    }
}

/// The statements after the header, each with its line.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    rest: Option<&'a str>,
    line: u32,
    draft: Draft,
    /// An action has stood, so the header is over.
    started: bool,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: Some(text), line: 0, draft: Draft::default(), started: false }
    }

    /// The next line without its end; a carriage return belongs to the end only before a line feed.
    fn next_line(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        self.line = self.line.saturating_add(1);
        let Some((line, rest)) = rest.split_once('\n') else {
            self.rest = None;
            return Some(rest);
        };
        self.rest = Some(rest);
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// Reads one line: nothing for a header line or a blank one.
    fn read(&mut self, text: &'a str) -> Result<Option<Statement>, Fault<'a>> {
        let mut words = Words::of(self.line, text);
        let Some(word) = words.next() else { return Ok(None) };
        if let Ok(player) = word.parse::<Player>() {
            if !self.started {
                self.started = true;
                self.draft.finish()?;
            }
            return self.read_action(player, &mut words).map(Some);
        }
        match KEYWORDS.into_iter().find(|keyword| is(word, keyword)) {
            None if self.started && self.draft.known() => {
                Err(words.fault(Expected::ActionOrFaceUp, Some(word)))
            }
            None => Err(words.fault(Expected::Statement, Some(word))),
            Some("face-up") if self.started && self.draft.known() => {
                let cards = three(&mut words)?;
                words.end()?;
                Ok(Some(Statement::FaceUp(cards)))
            }
            Some("face-up") if self.started => {
                Err(Fault { line: self.line, expected: Expected::CardsKnown, found: Found::Nothing })
            }
            Some(keyword) if self.started => Err(Fault {
                line: self.line,
                expected: Expected::HeaderFirst(keyword),
                found: Found::Nothing,
            }),
            Some(keyword) => self.draft.read(keyword, &mut words).map(|()| None),
        }
    }

    fn read_action(&self, player: Player, words: &mut Words<'a>) -> Result<Statement, Fault<'a>> {
        let action = if self.draft.known() {
            AnyAction::Known(read_action::<Known>(words)?)
        } else {
            AnyAction::Counted(read_counted(words)?)
        };
        Ok(Statement::Action(player, action))
    }
}

/// Reads what follows the player where cards are only counted.
fn read_counted<'a>(words: &mut Words<'a>) -> Result<Action, Fault<'a>> {
    let mut again = words.clone();
    read_action::<Counted>(words).map_err(|fault| {
        // Cards named where they are only counted: say that, rather than "expected the end of the line".
        let names_cards = read_action::<Known>(&mut again).is_ok();
        let expected = if names_cards { Expected::CardsKnown } else { fault.expected };
        let found = if names_cards { Found::Nothing } else { fault.found };
        Fault { expected, found, ..fault }
    })
}

/// Reads one action by itself, as a record that only counts cards writes it: `white place ALOA-BARI`.
///
/// # Errors
/// What was expected instead; the line is 1.
pub fn read_deed(text: &str) -> Result<(Player, Action), Fault<'_>> {
    let mut words = Words::of(1, text);
    let player = words.parse(Expected::Player)?;
    Ok((player, read_counted(&mut words)?))
}

impl<'a> Iterator for Lines<'a> {
    type Item = Result<(u32, Statement), Fault<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let text = self.next_line()?;
            match self.read(text) {
                Ok(None) => {}
                Ok(Some(statement)) => return Some(Ok((self.line, statement))),
                Err(fault) => return Some(Err(fault)),
            }
        }
    }
}

/// Keeps the compiler honest about what an action costs on the stack: a few bytes.
const _: () = assert!(size_of::<Action<Known>>() <= 12);
