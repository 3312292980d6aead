use crate::referee::{Ask, Cause, Event, Referee};
use crate::selftest::{self, Report, Step};

use super::answer::{ErrorMessage, Left};
use super::command::Proof;
use super::event::EventMessage;
use super::proof::ProofLine;
use super::{Answer, Buffer, Command, CommandError, Health, Language, Line, LineReader, Reply, Then};

/// A line that was heard.
pub type Heard = Result<Command, CommandError>;

/// One end of the link: what is remembered between lines.
#[derive(Clone, Debug, Default)]
pub struct Link {
    reader: LineReader,
    language: Language,
    /// The ask that was told last.
    told: Option<Ask>,
    /// The journal's health that was told last.
    told_health: Health,
    /// Whether the referee button is down.
    is_held: bool,
    /// What the self-test wanted when that was told last.
    told_step: Option<Step>,
    /// How many lines were lost since that was last told.
    lost: u32,
    counters: Counters,
}

/// What has come and gone since power-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Lines that were understood.
    pub good: u32,
    /// Lines that were not.
    pub bad: u32,
    /// Lines to the computer that were lost, because it did not read them in time.
    pub lost: u32,
}

impl Link {
    /// A link that speaks English and has heard nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// The language that it speaks.
    pub fn language(&self) -> Language {
        self.language
    }

    /// What has come and gone.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Begins anew with another computer, or the same one come back: half a line is forgotten, and what is asked is
    /// told again. The language stays.
    pub fn connect(&mut self) {
        self.reader.reset();
        self.told = None;
        self.told_health = Health::default();
        self.told_step = None;
        self.lost = 0;
    }

    /// Takes note of whether the referee button is down: only then the board may be restarted from afar.
    pub fn hold_referee(&mut self, is_held: bool) {
        self.is_held = is_held;
    }

    /// Takes bytes up to the end of a line, and says what it was; `None` when all are taken.
    pub fn receive(&mut self, bytes: &mut &[u8]) -> Option<Heard> {
        let heard = match self.reader.read(bytes)? {
            Ok(line) => Command::parse(line),
            Err(error) => Err(error.into()),
        };
        let counter = if heard.is_ok() { &mut self.counters.good } else { &mut self.counters.bad };
        *counter = counter.saturating_add(1);
        Some(heard)
    }

    /// Says what becomes of a line that was heard.
    pub fn answer(&mut self, heard: Heard, referee: &Referee) -> Reply {
        let then = match &heard {
            Ok(Command::New(settings)) => Some(Then::Hear(Cause::New(*settings))),
            Ok(Command::Undo) => Some(Then::Hear(Cause::Undo)),
            Ok(Command::Play(player, action)) if referee.has_game() => {
                Some(Then::Hear(Cause::Play(*player, *action)))
            }
            Ok(Command::BootSel) if self.is_held => Some(Then::BootSel),
            Ok(Command::SelfTest(Proof::Start)) => Some(Then::SelfTest),
            Ok(Command::SelfTest(Proof::Forget)) => Some(Then::Forget),
            _ => None,
        };
        let left = match heard {
            Err(error) => Left::Error(error),
            Ok(Command::Hello) => Left::Hello,
            Ok(Command::Help) => Left::Help(0),
            Ok(Command::State(id)) => Left::State(id),
            Ok(Command::Record(game)) => Left::Record(game),
            Ok(Command::Games) => Left::Games,
            Ok(Command::Play(..)) if then.is_none() => Left::Error(CommandError::NoGame),
            Ok(Command::New(_) | Command::Undo | Command::Play(..) | Command::SelfTest(Proof::Start)) => {
                Left::Nothing
            }
            Ok(Command::Lang(language)) => {
                if self.language != language {
                    // What is wanted is said again, for people to understand it.
                    (self.language, self.told, self.told_step) = (language, None, None);
                }
                Left::Lang
            }
            Ok(Command::BootSel) if then.is_none() => Left::Error(CommandError::NotHeld),
            Ok(Command::BootSel) => Left::BootSel,
            Ok(Command::Palette) => Left::Palette,
            Ok(Command::SelfTest(Proof::Tell)) => Left::Proof(0),
            Ok(Command::SelfTest(Proof::Forget)) => Left::Forgotten,
        };
        Reply { answer: Answer::new(self.language, left), then }
    }

    /// Writes what happened at the table.
    pub fn event<'b>(&self, event: &Event, buffer: &'b mut Buffer) -> Line<'b> {
        Line::write(&EventMessage::of(event, self.language), buffer)
    }

    /// Writes what the board asks for, if that is not what it was when it was last written.
    pub fn asks<'b>(&mut self, ask: Option<Ask>, buffer: &'b mut Buffer) -> Option<Line<'b>> {
        if self.told == ask {
            return None;
        }
        self.told = ask;
        Some(Line::write(&EventMessage::asks(ask.as_ref(), self.language), buffer))
    }

    /// Writes how the board's memory of the game is, if that is not what it was when it was last written.
    pub fn health<'b>(&mut self, health: Health, buffer: &'b mut Buffer) -> Option<Line<'b>> {
        if self.told_health == health {
            return None;
        }
        self.told_health = health;
        Some(Line::write(&EventMessage::health(health, self.language), buffer))
    }

    /// Writes what came of a self-test.
    pub fn proof<'b>(&self, event: &selftest::Event, report: &Report, buffer: &'b mut Buffer) -> Line<'b> {
        Line::write(&ProofLine::event(event, report, self.language), buffer)
    }

    /// Writes what the self-test wants done, if that is not what it was when it was last written; nothing when none is
    /// under way.
    pub fn step<'b>(&mut self, step: Option<Step>, buffer: &'b mut Buffer) -> Option<Line<'b>> {
        if self.told_step == step {
            return None;
        }
        self.told_step = step;
        step.map(|step| Line::write(&ProofLine::step(step, self.language), buffer))
    }

    /// Writes that what a self-test found, learnt or forgot could not be kept.
    pub fn not_noted<'b>(&self, buffer: &'b mut Buffer) -> Line<'b> {
        Line::write(&ProofLine::not_noted(self.language), buffer)
    }

    /// Writes that a self-test cannot begin.
    pub fn no_self_test<'b>(&self, buffer: &'b mut Buffer) -> Line<'b> {
        Line::write(&ErrorMessage::new(&CommandError::NoSelfTest, self.language), buffer)
    }

    /// Counts a line that the computer had no room for.
    pub fn lose(&mut self) {
        self.lost = self.lost.saturating_add(1);
        self.counters.lost = self.counters.lost.saturating_add(1);
    }

    /// Writes how many lines were lost, if any were since it was last told: to be sent before the next line.
    pub fn lost<'b>(&mut self, buffer: &'b mut Buffer) -> Option<Line<'b>> {
        let lost = core::mem::take(&mut self.lost);
        (lost > 0).then(|| Line::write(&EventMessage::lost(lost, self.language), buffer))
    }
}
