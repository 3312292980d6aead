use serde::Serialize;

use crate::map::{Connection, Island};
use crate::rules::ByPlayer;
use crate::selftest::{Contact, ContactSet, Event, Fault, FaultKind, Outcome, Part, Report, Seen, Step};
use crate::sensing::Button;

use super::{Language, Said};

/// Everything that is said about a self-test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// What is to be done.
    Step(Step),
    /// A part is as it should be.
    Good(Part),
    /// All lamps are.
    LampsGood,
    /// A part is not, and what to do about it.
    Found(Fault),
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
    /// How it ended.
    Ended(Outcome),
    /// No self-test was made.
    None,
}

/// A sentence that is part of a message: it is made where it is written.
struct Sentence(Language, Told);

impl Serialize for Sentence {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Said { language: self.0, what: &self.1 }.serialize(serializer)
    }
}

/// Any line about a self-test: it has the members that belong to what it tells, and no others.
#[derive(Serialize)]
pub(super) struct ProofLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    selftest: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    connection: Option<Connection>,
    #[serde(skip_serializing_if = "Option::is_none")]
    button: Option<Button>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lamp: Option<Island>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Contact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<Contact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    with_lamp: Option<Island>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<ContactSet>,
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    learnt: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offers: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreed: Option<ByPlayer<bool>>,
    message: Sentence,
}

impl ProofLine {
    fn new(language: Language, told: Told) -> Self {
        Self {
            event: None,
            selftest: None,
            step: None,
            fault: None,
            connection: None,
            button: None,
            lamp: None,
            found: None,
            with: None,
            with_lamp: None,
            answer: None,
            closed: None,
            again: None,
            seen: None,
            passed: None,
            complete: None,
            faults: None,
            learnt: None,
            offers: None,
            agreed: None,
            message: Sentence(language, told),
        }
    }

    /// That no self-test was made.
    pub(super) fn none(language: Language) -> Self {
        Self { selftest: Some("none"), ..Self::new(language, Told::None) }
    }

    /// That a learnt order is forgotten.
    pub(super) fn forgotten(language: Language) -> Self {
        Self { selftest: Some("forgotten"), ..Self::new(language, Told::Forgotten) }
    }

    /// A fault, as the last test found it.
    pub(super) fn fault(fault: Fault, language: Language) -> Self {
        let mut line = Self { selftest: Some("fault"), ..Self::new(language, Told::Found(fault)) };
        line.put_fault(fault);
        line
    }

    /// What the last test found in all.
    pub(super) fn summary(report: &Report, language: Language) -> Self {
        let mut line = Self { selftest: Some("report"), ..Self::new(language, done(report)) };
        line.put_summary(report);
        line
    }

    /// What came of a test that is under way.
    pub(super) fn event(event: &Event, report: &Report, language: Language) -> Self {
        let (name, told) = match *event {
            Event::Good(part) => ("selftest-good", Told::Good(part)),
            Event::LampsGood => ("selftest-good", Told::LampsGood),
            Event::Found(fault) => ("selftest-found", Told::Found(fault)),
            Event::Done => ("selftest-done", done(report)),
            Event::Learn(order) if order.is_identity() => ("selftest-learnt", Told::InOrder),
            Event::Learn(_) => ("selftest-learnt", Told::Learnt),
            Event::Ended(outcome) => ("selftest-end", Told::Ended(outcome)),
        };
        let mut line = Self { event: Some(name), ..Self::new(language, told) };
        match *event {
            Event::Good(part) => line.put_part(part),
            Event::LampsGood => {}
            Event::Found(fault) => line.put_fault(fault),
            Event::Done => line.put_summary(report),
            Event::Learn(order) => line.learnt = Some(!order.is_identity()),
            Event::Ended(outcome) => line.passed = Some(outcome == Outcome::Passed),
        }
        line
    }

    /// What a test that is under way wants done.
    pub(super) fn step(step: Step, language: Language) -> Self {
        let mut line = Self { event: Some("selftest"), ..Self::new(language, Told::Step(step)) };
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
        line.step = Some(name);
        match step {
            Step::Release | Step::Referee | Step::Walk | Step::Lights => {}
            Step::Instead(button) => line.button = Some(button),
            Step::Lamp(island) => line.lamp = Some(island),
            Step::Answer(kind) => line.answer = Some(kind.name()),
            Step::Empty(closed) => line.closed = Some(closed),
            Step::Place { line: connection, again } => {
                (line.connection, line.again) = (Some(connection), Some(again));
            }
            Step::Press { button, again } => (line.button, line.again) = (Some(button), Some(again)),
            Step::Lift { line: connection, seen } => {
                line.connection = Some(connection);
                line.put_seen(seen);
            }
            Step::LetGo { button, seen } => {
                line.button = Some(button);
                line.put_seen(seen);
            }
            Step::Result { offers, agreed } => (line.offers, line.agreed) = (Some(offers), Some(agreed)),
        }
        line
    }

    fn put_part(&mut self, part: Part) {
        match part {
            Part::Contact(Contact::Line(line)) => self.connection = Some(line),
            Part::Contact(Contact::Button(button)) => self.button = Some(button),
            Part::Lamp(island) => self.lamp = Some(island),
        }
    }

    fn put_fault(&mut self, Fault { at, kind }: Fault) {
        self.fault = Some(kind.name());
        self.put_part(at);
        match kind {
            FaultKind::Swapped { found } => self.found = Some(found),
            FaultKind::Double { with } => self.with = Some(with),
            FaultKind::Misplaced { with } => self.with_lamp = with,
            _ => {}
        }
    }

    fn put_summary(&mut self, report: &Report) {
        (self.passed, self.complete) = (Some(report.is_passed()), Some(report.is_complete()));
        (self.faults, self.learnt) = (Some(report.faults().count()), Some(report.is_learnt()));
    }

    fn put_seen(&mut self, seen: Seen) {
        self.seen = Some(match seen {
            Seen::Right => "right",
            Seen::Doubtful(_) => "doubtful",
            Seen::Wrong => "wrong",
        });
        if let Seen::Doubtful(other) = seen {
            self.found = Some(other);
        }
    }
}

fn done(report: &Report) -> Told {
    let (is_passed, is_complete) = (report.is_passed(), report.is_complete());
    Told::Done { faults: report.faults().count(), is_passed, is_complete }
}
