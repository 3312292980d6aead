use serde::Serialize;

use crate::journal::Archive;
use crate::lights::Palette;
use crate::referee::{Cause, Referee};
use crate::selftest::Report;
use crate::words::{Phrase, Worded};

use super::command::Verb;
use super::proof::ProofLine;
use super::record::{RecordLines, RecordText};
use super::sentences::does;
use super::state::Standing;
use super::{Buffer, CommandError, Id, Language, Line, PROTOCOL, Said, StateMessage};

/// What answers are taken from.
#[derive(Debug)]
pub struct Table<'a, S: Archive> {
    /// The referee.
    pub referee: &'a Referee,
    /// Where the games are kept.
    pub store: &'a S,
    /// The colours of its lamps.
    pub palette: &'a Palette,
    /// What the last self-test found, if one was made.
    pub report: Option<&'a Report>,
    /// The name of the board that this firmware was built for.
    pub board: &'a str,
}

/// What becomes of a line that was heard: lines to send, then something to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The lines to send.
    pub answer: Answer,
    /// What is to be done when they are sent.
    pub then: Option<Then>,
}

/// What is to be done about a command, other than to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Then {
    /// The referee is to hear it; the events that follow are the answer.
    Hear(Cause),
    /// The board is to restart as a drive that takes new firmware.
    BootSel,
    /// A self-test is to begin, and its steps and events are the answer; if it cannot, [`Link::no_self_test`] is.
    ///
    /// [`Link::no_self_test`]: super::Link::no_self_test
    SelfTest,
    /// A learnt order of the contacts is to be forgotten.
    Forget,
}

/// An answer on its way out, a line at a time, so that nothing long is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    language: Language,
    left: Left,
}

/// What is left of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Left {
    Nothing,
    Hello,
    Help(usize),
    State(Option<Id>),
    Games,
    Lang,
    Palette,
    BootSel,
    Proof(usize),
    Forgotten,
    Record(usize),
    Lines(RecordLines),
    Error(CommandError),
}

impl Answer {
    pub(super) const fn new(language: Language, left: Left) -> Self {
        Self { language, left }
    }

    /// Writes the next line; `None` when all are written.
    pub fn next<'b, S: Archive>(&mut self, table: &Table<'_, S>, buffer: &'b mut Buffer) -> Option<Line<'b>> {
        let language = self.language;
        if let Left::Record(game) = self.left {
            self.left = match RecordLines::of(table.store, game) {
                Some(lines) => Left::Lines(lines),
                None => Left::Error(CommandError::NoSuchRecord { games: table.store.games() }),
            };
        }
        let line = match &mut self.left {
            Left::Help(at) => {
                let verb = *Verb::ALL.get(*at)?;
                *at += 1;
                return Some(Line::write(&HelpMessage::new(verb, language), buffer));
            }
            Left::Proof(told) => {
                let fault = table.report.and_then(|report| Some((report, report.faults().nth(*told)?)));
                if let Some((report, fault)) = fault {
                    *told += 1;
                    return Some(Line::write(&ProofLine::fault(report, fault, language), buffer));
                }
                match table.report {
                    Some(report) => Line::write(&ProofLine::summary(report, language), buffer),
                    None => Line::write(&ProofLine::none(language), buffer),
                }
            }
            Left::Forgotten => Line::write(&ProofLine::forgotten(language), buffer),
            Left::Lines(lines) => match lines.next(table.store) {
                Ok(Some(text)) => {
                    let message = RecordMessage { record: lines.game(), line: lines.taken(), text };
                    return Some(Line::write(&message, buffer));
                }
                Ok(None) => {
                    Line::write(&RecordEndMessage { record: lines.game(), lines: lines.taken() }, buffer)
                }
                Err(_) => Line::write(&ErrorMessage::new(&CommandError::Changed, language), buffer),
            },
            // It became one of the above or below.
            Left::Nothing | Left::Record(_) => return None,
            Left::Hello => Line::write(&HelloMessage::new(table.board, language), buffer),
            Left::State(id) => {
                let standing = Standing::of(table.referee);
                let state = StateMessage::new(table.referee, &standing, language);
                Line::write(&StateAnswer { state, id: id.as_ref() }, buffer)
            }
            Left::Games => Line::write(&GamesMessage { games: table.store.games() }, buffer),
            Left::Lang => Line::write(&LangMessage { lang: language }, buffer),
            Left::Palette => Line::write(&PaletteMessage { palette: table.palette }, buffer),
            Left::BootSel => {
                let message = language.words().phrase(Phrase::BootSel);
                Line::write(&BootSelMessage { bootsel: true, message }, buffer)
            }
            Left::Error(error) => Line::write(&ErrorMessage::new(error, language), buffer),
        };
        self.left = Left::Nothing;
        Some(line)
    }
}

#[derive(Serialize)]
struct HelloMessage<'a> {
    hello: &'static str,
    protocol: u8,
    firmware: &'static str,
    board: &'a str,
    lang: Language,
}

impl<'a> HelloMessage<'a> {
    fn new(board: &'a str, lang: Language) -> Self {
        let (hello, firmware) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        Self { hello, protocol: PROTOCOL, firmware, board, lang }
    }
}

#[derive(Serialize)]
struct HelpMessage {
    help: &'static str,
    #[serde(rename = "use")]
    usage: &'static str,
    does: Worded,
}

impl HelpMessage {
    fn new(verb: Verb, language: Language) -> Self {
        Self { help: verb.name(), usage: verb.usage(), does: language.words().phrase(does(verb)) }
    }
}

#[derive(Serialize)]
struct StateAnswer<'a> {
    state: StateMessage<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Id>,
}

#[derive(Serialize)]
struct GamesMessage {
    games: usize,
}

#[derive(Serialize)]
struct LangMessage {
    lang: Language,
}

#[derive(Serialize)]
struct PaletteMessage<'a> {
    palette: &'a Palette,
}

#[derive(Serialize)]
struct BootSelMessage {
    bootsel: bool,
    message: Worded,
}

#[derive(Serialize)]
struct RecordMessage {
    record: usize,
    line: usize,
    #[serde(serialize_with = "as_text")]
    text: RecordText,
}

fn as_text<S: serde::Serializer>(text: &RecordText, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

#[derive(Serialize)]
struct RecordEndMessage {
    record: usize,
    lines: usize,
}

#[derive(Serialize)]
pub(super) struct ErrorMessage<'a> {
    error: &'static str,
    message: Said<'a, CommandError>,
}

impl<'a> ErrorMessage<'a> {
    pub(super) fn new(error: &'a CommandError, language: Language) -> Self {
        Self { error: error.name(), message: Said { language, what: error } }
    }
}
