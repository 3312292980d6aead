use heapless::Vec;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::map::Connection;
use crate::rules::ByPlayer;
use crate::selftest::{
    Contact, ContactSet, Event, Fault, FaultKind, Lamp, Outcome, Part, Report, Seen, Step,
};
use crate::sensing::Button;

use super::{Language, Said};

/// Everything that is said about a self-test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// What is to be done.
    Step(Step),
    /// A contact is as it should be.
    Good(Contact),
    /// All lamps are.
    LampsGood,
    /// A part is not, and what to do about it.
    Found(Fault),
    /// A part is not, but that does no harm any more.
    Harmless(Fault),
    /// What was found in all.
    Done {
        /// How many faults.
        faults: usize,
        /// Whether all is well.
        is_passed: bool,
        /// Whether everything was tested.
        is_complete: bool,
    },
    /// An order was learnt, and is used from now on.
    Learnt,
    /// No order is kept any more, because the contacts lie as they are described.
    InOrder,
    /// A learnt order is forgotten.
    Forgotten,
    /// What was found or learnt or forgotten could not be kept.
    NotNoted,
    /// How it ended.
    Ended(Outcome),
    /// No self-test was made.
    None,
}

/// What a member of a line can be.
enum Value {
    Word(&'static str),
    Line(Connection),
    Button(Button),
    Lamp(Lamp),
    Contact(Contact),
    Contacts(ContactSet),
    Flag(bool),
    Count(usize),
    Agreed(ByPlayer<bool>),
    /// It is made where it is written.
    Sentence(Language, Told),
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Word(word) => word.serialize(serializer),
            Self::Line(line) => line.serialize(serializer),
            Self::Button(button) => button.serialize(serializer),
            Self::Lamp(lamp) => lamp.serialize(serializer),
            Self::Contact(contact) => contact.serialize(serializer),
            Self::Contacts(contacts) => contacts.serialize(serializer),
            Self::Flag(flag) => flag.serialize(serializer),
            Self::Count(count) => count.serialize(serializer),
            Self::Agreed(agreed) => agreed.serialize(serializer),
            Self::Sentence(language, told) => Said { language: *language, what: told }.serialize(serializer),
        }
    }
}

/// The most members that a line has.
const MOST_MEMBERS: usize = 6;

/// Any line about a self-test: it has the members that belong to what it tells, and no others. A list of them takes
/// far less of the flash than a structure for each kind of line.
pub(super) struct ProofLine(Vec<(&'static str, Value), MOST_MEMBERS>);

impl Serialize for ProofLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_struct("ProofLine", self.0.len())?;
        for (name, value) in &self.0 {
            members.serialize_field(name, value)?;
        }
        members.end()
    }
}

impl ProofLine {
    /// A line of a kind.
    fn new(kind: &'static str, name: &'static str) -> Self {
        let mut line = Self(Vec::new());
        line.put(kind, Value::Word(name));
        line
    }

    /// Ends with the sentence.
    fn say(mut self, language: Language, told: Told) -> Self {
        self.put("message", Value::Sentence(language, told));
        self
    }

    /// That no self-test was made.
    pub(super) fn none(language: Language) -> Self {
        Self::new("selftest", "none").say(language, Told::None)
    }

    /// That a learnt order is forgotten.
    pub(super) fn forgotten(language: Language) -> Self {
        Self::new("selftest", "forgotten").say(language, Told::Forgotten)
    }

    /// That what was found, learnt or forgotten could not be kept.
    pub(super) fn not_noted(language: Language) -> Self {
        Self::new("event", "selftest-not-kept").say(language, Told::NotNoted)
    }

    /// A fault, as the last test found it.
    pub(super) fn fault(report: &Report, fault: Fault, language: Language) -> Self {
        let mut line = Self::new("selftest", "fault");
        line.put_fault(fault);
        line.say(language, if report.is_harmless(fault) { Told::Harmless(fault) } else { Told::Found(fault) })
    }

    /// What the last test found in all.
    pub(super) fn summary(report: &Report, language: Language) -> Self {
        let mut line = Self::new("selftest", "report");
        line.put_summary(report);
        line.say(language, done(report))
    }

    /// What came of a test that is under way.
    pub(super) fn event(event: &Event, report: &Report, language: Language) -> Self {
        let (name, told) = match *event {
            Event::Good(contact) => ("selftest-good", Told::Good(contact)),
            Event::LampsGood => ("selftest-good", Told::LampsGood),
            Event::Found(fault) => ("selftest-found", Told::Found(fault)),
            Event::Done => ("selftest-done", done(report)),
            Event::Learn(order) if order.is_identity() => ("selftest-learnt", Told::InOrder),
            Event::Learn(_) => ("selftest-learnt", Told::Learnt),
            Event::Ended(outcome) => ("selftest-end", Told::Ended(outcome)),
        };
        let mut line = Self::new("event", name);
        match *event {
            Event::Good(contact) => line.put_part(Part::Contact(contact)),
            Event::LampsGood => {}
            Event::Found(fault) => line.put_fault(fault),
            Event::Done => line.put_summary(report),
            Event::Learn(order) => line.put("learnt", Value::Flag(!order.is_identity())),
            Event::Ended(outcome) => line.put("passed", Value::Flag(outcome == Outcome::Passed)),
        }
        line.say(language, told)
    }

    /// What a test that is under way wants done.
    pub(super) fn step(step: Step, language: Language) -> Self {
        let mut line = Self::new("event", "selftest");
        let name = match step {
            Step::Release => "release",
            Step::Referee => "referee",
            Step::Instead(_) => "instead",
            Step::Walk => "walk",
            Step::Lights => "lights",
            Step::Lamp(_) => "lamp",
            Step::Answer(_) => "answer",
            Step::Empty(_) => "empty",
            Step::Place { .. } => "line",
            Step::Lift { .. } => "lift",
            Step::Press { .. } => "button",
            Step::LetGo { .. } => "let-go",
            Step::Result { .. } => "result",
        };
        line.put("step", Value::Word(name));
        match step {
            Step::Release | Step::Referee | Step::Walk | Step::Lights => {}
            Step::Instead(button) => line.put_part(Part::Contact(Contact::Button(button))),
            Step::Lamp(lamp) => line.put_part(Part::Lamp(lamp)),
            Step::Answer(kind) => line.put("answer", Value::Word(kind.name())),
            Step::Empty(closed) => line.put("closed", Value::Contacts(closed)),
            Step::Place { line: connection, again } => line.put_asked(Contact::Line(connection), again),
            Step::Press { button, again } => line.put_asked(Contact::Button(button), again),
            Step::Lift { line: connection, seen } => line.put_seen(Contact::Line(connection), seen),
            Step::LetGo { button, seen } => line.put_seen(Contact::Button(button), seen),
            Step::Result { offers, agreed } => {
                line.put("offers", Value::Flag(offers));
                line.put("agreed", Value::Agreed(agreed));
            }
        }
        line.say(language, Told::Step(step))
    }

    fn put(&mut self, name: &'static str, value: Value) {
        let is_put = self.0.push((name, value)).is_ok();
        debug_assert!(is_put, "a line with more than {MOST_MEMBERS} members");
    }

    fn put_part(&mut self, part: Part) {
        let (name, value) = match part {
            Part::Contact(Contact::Line(line)) => ("connection", Value::Line(line)),
            Part::Contact(Contact::Button(button)) => ("button", Value::Button(button)),
            Part::Lamp(lamp) => ("lamp", Value::Lamp(lamp)),
        };
        self.put(name, value);
    }

    fn put_fault(&mut self, Fault { at, kind }: Fault) {
        self.put("fault", Value::Word(kind.name()));
        self.put_part(at);
        match kind {
            FaultKind::Swapped { found } => self.put("found", Value::Contact(found)),
            FaultKind::Double { with } => self.put("with", Value::Contact(with)),
            FaultKind::Misplaced { with: Some(other) } => self.put("with_lamp", Value::Lamp(other)),
            _ => {}
        }
    }

    fn put_summary(&mut self, report: &Report) {
        self.put("passed", Value::Flag(report.is_passed()));
        self.put("complete", Value::Flag(report.is_complete()));
        self.put("faults", Value::Count(report.faults().count()));
        self.put("learnt", Value::Flag(report.is_learnt()));
    }

    fn put_asked(&mut self, contact: Contact, again: bool) {
        self.put_part(Part::Contact(contact));
        self.put("again", Value::Flag(again));
    }

    fn put_seen(&mut self, contact: Contact, seen: Seen) {
        self.put_part(Part::Contact(contact));
        let seen = match seen {
            Seen::Right => "right",
            Seen::Doubtful(other) => {
                self.put("found", Value::Contact(other));
                "doubtful"
            }
            Seen::Wrong => "wrong",
        };
        self.put("seen", Value::Word(seen));
    }
}

fn done(report: &Report) -> Told {
    let (is_passed, is_complete) = (report.is_passed(), report.is_complete());
    Told::Done { faults: report.faults().count(), is_passed, is_complete }
}
