use crate::sensing::{Button, ButtonSet, Contacts, PlayerButton, Settled};
use crate::time::Millis;

use super::{
    Chain, Contact, ContactSet, Event, Lamp, LampSet, Order, Outcome, Part, Report, Step, Verdict, View,
};

/// What the scan has read and [`Sensing`](crate::sensing::Sensing) has settled, in the board's own order of contacts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Readings {
    /// The lines that are closed, before any learnt [`Order`] is applied.
    pub lines: Settled,
    /// The buttons that are down.
    pub buttons: ButtonSet,
    /// The contacts that conduct against their diode, from a scan that runs the other way. Always none where there are
    /// no diodes.
    pub reversed: Contacts,
}

/// How a test was begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// By the referee button, held while the board was switched on. That proves it; and whoever has nothing but the lamps
    /// must be able to trust them, so the test ends if they are wrong.
    Button,
    /// Over the link, which names what is asked for.
    Link,
}

/// How long a lamp is lit in the walk.
pub(super) const WALK: Millis = 500;
/// A button counts when nothing has changed for so long: a short press lasts twice that.
pub(super) const PRESSED: Millis = 40;
/// A stick counts when nothing has changed for so long: it may slide into its place.
pub(super) const LAID: Millis = 150;
/// What is closed for so long while a button is to be pressed is no press.
pub(super) const STAYS: Millis = 1500;
/// How long an empty board is looked at, at least.
pub(super) const LOOK: Millis = 1000;
/// A tap of the referee button is shorter than this ...
const TAP: Millis = 2000;
/// ... and when it has been held so long, the test is given up.
pub(super) const GIVE_UP: Millis = 5000;
/// A button that is not let go for so long is stuck.
pub(super) const STUCK: Millis = 10_000;
/// A referee button of which nothing is seen for so long is dead, as every other one may be.
pub(super) const DEAD: Millis = 60_000;
/// How often something doubtful is asked for again.
pub(super) const TRIES: u8 = 2;

pub(super) const REFEREE: Contact = Contact::Button(Button::Referee);

/// A test of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "what is to be told once, and what has been seen")]
pub struct SelfTest {
    pub(super) start: Start,
    pub(super) chain: Chain,
    /// The order of the contacts that is in use.
    pub(super) known: Order,
    pub(super) step: Step,
    pub(super) since: Millis,
    /// Whether the contacts have been read.
    pub(super) awake: bool,
    pub(super) closed: ContactSet,
    pub(super) reversed: ContactSet,
    /// When either changed last.
    pub(super) changed: Millis,
    /// What was closed when nothing had changed for a moment.
    pub(super) quiet: ContactSet,
    /// Whether nothing was closed since the step began.
    pub(super) armed: bool,
    /// Since when the referee button is down, and whether it alone moved since.
    pub(super) referee: Option<(Millis, bool)>,
    pub(super) tapped: bool,
    /// What does not open.
    pub(super) stuck: ContactSet,
    /// What was called stuck or dead and was seen to move after all: that happens once to each.
    pub(super) moved: ContactSet,
    /// What was closed when something was last judged.
    pub(super) held: ContactSet,
    /// What was seen on the line or at the button that is asked for, and how often something was.
    pub(super) doubt: Option<Verdict>,
    pub(super) tries: u8,
    /// What was seen once instead of the referee button alone, and whether all was let go since.
    pub(super) suspect: Option<Verdict>,
    pub(super) released: bool,
    /// Which button said that all lamps are right.
    pub(super) vouched: Option<Button>,
    pub(super) noted: Option<Contact>,
    /// Which button answered for each lamp, and which stands for each answer.
    pub(super) answers: [Option<Button>; Lamp::COUNT],
    pub(super) meant: [Option<Button>; PlayerButton::ALL.len()],
    pub(super) report: Report,
    pub(super) untold: ContactSet,
    pub(super) untold_lamps: LampSet,
    pub(super) lamps_good: bool,
    pub(super) untold_done: bool,
    pub(super) learn: Option<Order>,
    pub(super) outcome: Option<Outcome>,
    pub(super) is_over: bool,
}

const _: () = assert!(size_of::<SelfTest>() <= 512, "the self-test outgrew what it may take");

impl SelfTest {
    /// A test that begins now.
    pub fn new(now: Millis, start: Start, chain: Chain) -> Self {
        Self {
            start,
            chain,
            known: Order::default(),
            step: Step::Release,
            since: now,
            awake: false,
            closed: ContactSet::EMPTY,
            reversed: ContactSet::EMPTY,
            changed: now,
            quiet: ContactSet::EMPTY,
            armed: false,
            referee: None,
            tapped: false,
            stuck: ContactSet::EMPTY,
            moved: ContactSet::EMPTY,
            held: ContactSet::EMPTY,
            doubt: None,
            tries: 0,
            suspect: None,
            released: false,
            vouched: None,
            noted: None,
            answers: [None; Lamp::COUNT],
            meant: [None; PlayerButton::ALL.len()],
            report: Report::new(),
            untold: ContactSet::EMPTY,
            untold_lamps: LampSet::EMPTY,
            lamps_good: false,
            untold_done: false,
            learn: None,
            outcome: None,
            is_over: false,
        }
    }

    /// The test of a board that uses this order: where it finds it again, nothing is to be learnt.
    #[must_use]
    pub fn knowing(self, order: Order) -> Self {
        Self { known: order, ..self }
    }

    /// The order that was in use is forgotten.
    pub fn forget_order(&mut self) {
        self.known = Order::default();
        self.report.learnt = false;
    }

    /// What it wants done.
    pub fn step(&self) -> Step {
        self.step
    }

    /// What it has to show.
    pub fn view(&self) -> View {
        View {
            step: self.step,
            since: self.since,
            noted: self.noted,
            report: self.report,
            lamps: self.chain.lamps(),
        }
    }

    /// What was found so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes what has settled.
    pub fn sense(&mut self, now: Millis, readings: Readings) {
        let closed = ContactSet::new(readings.lines.lines, readings.buttons);
        let reversed = readings.reversed.into();
        if !self.awake {
            self.awake = true;
            self.quiet = closed;
        } else if (closed, reversed) == (self.closed, self.reversed) {
            return;
        } else {
            self.watch_referee(now, closed);
        }
        (self.closed, self.reversed, self.changed) = (closed, reversed, now);
    }

    /// A tap moves the referee button alone: whatever else moves with it is joined to it, or is no tap.
    fn watch_referee(&mut self, now: Millis, closed: ContactSet) {
        let alone = self.closed.without(REFEREE) == closed.without(REFEREE);
        match (self.referee, closed.contains(REFEREE)) {
            (None, true) if !self.closed.contains(REFEREE) => self.referee = Some((now, alone)),
            (Some((since, clean)), true) => self.referee = Some((since, clean && alone)),
            (Some((since, clean)), false) => {
                self.referee = None;
                self.tapped = clean && alone && now.saturating_sub(since) < TAP;
            }
            _ => {}
        }
    }

    /// The next thing that came of it, if there is one.
    pub fn poll(&mut self, now: Millis) -> Option<Event> {
        if self.is_over || !self.awake {
            return None;
        }
        if let Some(event) = self.tell() {
            return Some(event);
        }
        self.advance(now);
        self.tell()
    }

    /// When something may be due that is not due now, if nothing is sensed meanwhile.
    pub fn deadline(&self, now: Millis) -> Option<Millis> {
        let mut times = [
            Some(self.changed + PRESSED),
            Some(self.changed + LAID),
            Some(self.changed + STAYS),
            Some(self.since + LOOK),
            Some(self.since + STUCK),
            Some(self.since + DEAD),
            Some(self.since + self.walk()),
            self.referee.map(|(since, _)| since + GIVE_UP),
        ];
        times.sort_unstable();
        times.into_iter().flatten().find(|&time| time > now).filter(|_| !self.is_over)
    }

    /// How long the walk along the lamps takes.
    pub(super) fn walk(&self) -> Millis {
        WALK * self.chain.lamps().len() as Millis
    }

    fn tell(&mut self) -> Option<Event> {
        if core::mem::take(&mut self.lamps_good) {
            return Some(Event::LampsGood);
        }
        if let Some(lamp) = self.untold_lamps.first() {
            self.untold_lamps = self.untold_lamps.without(lamp);
            return self.report.fault(Part::Lamp(lamp)).map(Event::Found);
        }
        if let Some(contact) = self.untold.first() {
            self.untold = self.untold.without(contact);
            let at = Part::Contact(contact);
            return Some(self.report.fault(at).map_or(Event::Good(contact), Event::Found));
        }
        if core::mem::take(&mut self.untold_done) {
            return Some(Event::Done);
        }
        if let Some(order) = self.learn.take() {
            return Some(Event::Learn(order));
        }
        let outcome = self.outcome.take()?;
        self.is_over = true;
        Some(Event::Ended(outcome))
    }
}
