//! The core by itself: sensing, referee, journal, lights and link, wired up as on the chip, with time as it pleases.

use std::collections::VecDeque;

use anyhow::{Result, anyhow, bail};
use kahuna_board::journal::{Memory, Store as _};
use kahuna_board::lights::{self, Palette};
use kahuna_board::link::{BUFFER, Link, Table, Then};
use kahuna_board::referee::{Cause, Referee};
use kahuna_board::selftest::{Boot, Chain, Event, NOTES_BYTES, Notes, Readings, SelfTest, Start, Wanted};
use kahuna_board::sensing::{Button, Contacts, Sensing, SettleTimes, Settled};
use kahuna_board::time::Millis;

use super::build;
use super::hands::{Contact, Edge, Level};
use super::script::{Fault, Micros, Power};
use super::world::{DARK, Lamps, World};

/// How often the contacts are read.
const SCAN: Micros = 1000;
/// How often the lamps are drawn, in scans.
const DRAW: Millis = 10;
/// What the journal may take: more than any scenario fills.
const FLASH: usize = 16 * 1024;

/// A board without hardware.
pub(crate) struct CoreWorld {
    now: Micros,
    /// What will change on the contacts, in the order of time.
    edges: VecDeque<Edge>,
    contacts: Contacts,
    /// What survives a power cut.
    flash: Memory<FLASH>,
    /// What survives a power cut beside the games, as bytes.
    notes: [u8; NOTES_BYTES],
    faults: Vec<Fault>,
    palette: Palette,
    /// What a power cut takes away.
    awake: Option<Awake>,
    lamps: Lamps,
    seen: Vec<(Micros, Lamps)>,
    heard: Vec<(Micros, String)>,
}

/// What lives as long as there is power.
struct Awake {
    since: Micros,
    sensing: Sensing,
    referee: Referee,
    link: Link,
    /// Until it is known why the board was switched on.
    boot: Option<Boot>,
    test: Option<SelfTest>,
    inbox: VecDeque<u8>,
}

impl CoreWorld {
    pub(crate) fn new() -> Self {
        Self {
            now: 0,
            edges: VecDeque::new(),
            contacts: Contacts::default(),
            flash: Memory::new(),
            notes: Notes::default().encode(),
            faults: Vec::new(),
            palette: Palette::default(),
            awake: None,
            lamps: DARK,
            seen: Vec::new(),
            heard: Vec::new(),
        }
    }

    fn switch_on(&mut self) -> Result<()> {
        let referee = self.replay()?;
        let (sensing, mut link) = (Sensing::new(SettleTimes::default()), Link::new());
        link.connect();
        let (boot, inbox) = (Some(Boot::new()), VecDeque::new());
        self.awake = Some(Awake { since: self.now, sensing, referee, link, boot, test: None, inbox });
        Ok(())
    }

    /// The game as it was stored.
    fn replay(&self) -> Result<Referee> {
        let mut referee = Referee::new();
        let replayed = referee.replay_all(self.flash.entries(0));
        replayed.map_err(|error| anyhow!("the journal cannot be played again: {error}"))?;
        Ok(referee)
    }

    /// Changes what is noted.
    fn note(&mut self, change: impl FnOnce(&mut Notes)) {
        let mut notes = Notes::decode(&self.notes);
        change(&mut notes);
        self.notes = notes.encode();
    }

    fn touch(&mut self, edge: Edge) {
        let Contacts { lines, buttons } = self.contacts;
        match (edge.contact, edge.level) {
            (Contact::Line(line), Level::Closed) => self.contacts.lines = lines.with(line),
            (Contact::Line(line), Level::Open) => self.contacts.lines = lines.without(line),
            (Contact::Button(button), Level::Closed) => self.contacts.buttons = buttons.with(button),
            (Contact::Button(button), Level::Open) => self.contacts.buttons = buttons.without(button),
        }
    }

    /// One reading of the contacts and all that comes of it.
    fn scan(&mut self) -> Result<()> {
        let Notes { order, .. } = Notes::decode(&self.notes);
        let (closed, reversed) = build::wired(&self.faults, self.contacts);
        let Some(awake) = &mut self.awake else { return Ok(()) };
        let now = (self.now - awake.since) / 1000;
        awake.sensing.sample(now, closed);
        if let Some(wanted) =
            awake.boot.as_mut().and_then(|boot| boot.sample(now, closed.buttons.contains(Button::Referee)))
        {
            awake.boot = None;
            if wanted == Wanted::SelfTest {
                awake.test = Some(SelfTest::new(now, Start::Button, chain()).knowing(order));
            }
        }
        if let Some(settled) = awake.sensing.settled() {
            if let Some(test) = &mut awake.test {
                let buttons = awake.sensing.down();
                test.sense(now, Readings { lines: settled, buttons, reversed });
            } else {
                let (lines, chattering) = (order.apply(settled.lines), order.apply(settled.chattering));
                awake.referee.sense(now, Settled { lines, chattering });
            }
        }
        if awake.test.is_some() {
            awake.sensing.drop_presses();
        }
        while let Some(press) = awake.sensing.take_press() {
            awake.referee.hear(now, Cause::Press(press));
        }
        self.listen(now)?;
        if self.awake.as_ref().is_some_and(|awake| awake.test.is_some()) {
            self.test(now)?;
        } else {
            self.rule(now)?;
        }
        if now.is_multiple_of(DRAW) {
            self.draw(now);
        }
        Ok(())
    }

    /// Does what was said to the board.
    fn listen(&mut self, now: Millis) -> Result<()> {
        let Some(awake) = &mut self.awake else { return Ok(()) };
        let Notes { report, .. } = Notes::decode(&self.notes);
        let mut buffer = BUFFER;
        let bytes: Vec<u8> = awake.inbox.drain(..).collect();
        let mut bytes = bytes.as_slice();
        let (mut is_heard, mut is_forgotten) = (false, false);
        while let Some(heard) = awake.link.receive(&mut bytes) {
            let mut reply = awake.link.answer(heard, &awake.referee);
            let (referee, store, palette) = (&awake.referee, &self.flash, &self.palette);
            let table = Table { referee, store, palette, report: report.as_ref(), board: "core" };
            while let Some(line) = reply.answer.next(&table, &mut buffer) {
                self.heard.push((self.now, line.text().to_owned()));
            }
            match reply.then {
                Some(Then::Hear(cause)) => {
                    awake.referee.hear(now, cause);
                    is_heard = true;
                }
                Some(Then::BootSel) => bail!("the core has no drive to restart as"),
                Some(Then::SelfTest) if awake.test.is_some() => {
                    self.heard.push((self.now, awake.link.no_self_test(&mut buffer).text().to_owned()));
                }
                Some(Then::SelfTest) => {
                    let Notes { order, .. } = Notes::decode(&self.notes);
                    awake.test = Some(SelfTest::new(now, Start::Link, chain()).knowing(order));
                }
                Some(Then::Forget) => {
                    is_forgotten = true;
                    if let Some(test) = &mut awake.test {
                        test.forget_order();
                    }
                }
                None => {}
            }
        }
        if is_forgotten {
            self.note(Notes::forget);
        }
        // Even in a test, after which the game is read from the flash again.
        if is_heard { self.rule(now) } else { Ok(()) }
    }

    /// Tells what the self-test has to say.
    fn test(&mut self, now: Millis) -> Result<()> {
        let Some(awake) = &mut self.awake else { return Ok(()) };
        let Some(test) = &mut awake.test else { return Ok(()) };
        let mut buffer = BUFFER;
        let mut done = None;
        while let Some(event) = test.poll(now) {
            if event == Event::Done {
                done = Some(*test.report());
            }
            let line = awake.link.proof(&event, test.report(), &mut buffer).text().to_owned();
            self.heard.push((self.now, line));
        }
        let step = (!test.is_over()).then(|| test.step());
        if let Some(line) = awake.link.step(step, &mut buffer) {
            self.heard.push((self.now, line.text().to_owned()));
        }
        if let Some(report) = done {
            self.note(|notes| notes.conclude(&report));
        }
        if step.is_none() {
            // The board goes on as if it had just been switched on.
            let referee = self.replay()?;
            if let Some(awake) = &mut self.awake {
                (awake.test, awake.referee) = (None, referee);
            }
        }
        Ok(())
    }

    /// Tells what the referee has to say.
    fn rule(&mut self, now: Millis) -> Result<()> {
        let Some(awake) = &mut self.awake else { return Ok(()) };
        let mut buffer = BUFFER;
        while let Some(ruling) = awake.referee.poll(now) {
            for entry in &ruling.entries {
                self.flash.append(*entry).map_err(|_| anyhow!("the journal is full"))?;
            }
            self.heard.push((self.now, awake.link.event(&ruling.event, &mut buffer).text().to_owned()));
        }
        if let Some(line) = awake.link.asks(awake.referee.ask(), &mut buffer) {
            self.heard.push((self.now, line.text().to_owned()));
        }
        Ok(())
    }

    fn draw(&mut self, now: Millis) {
        let Some(awake) = &self.awake else { return };
        let frame = match &awake.test {
            Some(test) => lights::frame(&test.view(), now, &self.palette),
            None => lights::frame(&awake.referee.view(), now, &self.palette),
        };
        self.show(build::shown(&self.faults, &frame));
    }

    fn show(&mut self, lamps: Lamps) {
        if lamps != self.lamps {
            self.lamps = lamps;
            self.seen.push((self.now, lamps));
        }
    }
}

impl World for CoreWorld {
    fn now(&self) -> Micros {
        self.now
    }

    fn change(&mut self, edge: Edge) {
        self.edges.push_back(edge);
    }

    fn run_until(&mut self, time: Micros) -> Result<()> {
        while self.now < time {
            self.now = time.min((self.now / SCAN + 1) * SCAN);
            while let Some(&edge) = self.edges.front().filter(|edge| edge.at <= self.now) {
                self.edges.pop_front();
                self.touch(edge);
            }
            if self.now.is_multiple_of(SCAN) {
                self.scan()?;
            }
        }
        Ok(())
    }

    fn power(&mut self, power: Power) -> Result<()> {
        match power {
            Power::On => self.switch_on(),
            Power::Off => {
                self.awake = None;
                self.show(DARK);
                Ok(())
            }
        }
    }

    fn rewind(&mut self) {
        *self = Self::new();
    }

    fn renew(&mut self) -> Result<()> {
        self.power(Power::Off)?;
        self.edges.clear();
        self.contacts = Contacts::default();
        self.erase()?;
        self.faults.clear();
        Ok(())
    }

    fn erase(&mut self) -> Result<()> {
        self.flash = Memory::new();
        self.notes = Notes::default().encode();
        Ok(())
    }

    fn update(&mut self) -> Result<()> {
        // The core is no firmware: what it keeps lies where no image does.
        Ok(())
    }

    fn build(&mut self, faults: &[Fault]) -> Result<()> {
        self.faults = faults.to_vec();
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<()> {
        if let Some(awake) = &mut self.awake {
            awake.inbox.extend(line.bytes().chain([b'\n']));
        }
        Ok(())
    }

    fn heard(&mut self) -> Result<Vec<(Micros, String)>> {
        Ok(std::mem::take(&mut self.heard))
    }

    fn seen(&mut self) -> Result<Vec<(Micros, Lamps)>> {
        Ok(std::mem::take(&mut self.seen))
    }
}

/// The chain of lights, as the self-test knows it.
fn chain() -> Chain {
    Chain::new(build::chain()).unwrap_or_default()
}
