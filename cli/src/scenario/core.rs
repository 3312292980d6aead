//! The core by itself: sensing, referee, journal, lights and link, wired up as on the chip, with time as it pleases.

use std::collections::VecDeque;

use anyhow::{Result, anyhow, bail};
use kahuna_board::journal::{Memory, Store as _};
use kahuna_board::lights::{self, Palette, RGB8};
use kahuna_board::link::{BUFFER, Link, Table, Then};
use kahuna_board::map::Island;
use kahuna_board::referee::{Cause, Referee};
use kahuna_board::sensing::{Contacts, Sensing, SettleTimes};
use kahuna_board::time::Millis;

use super::hands::{Contact, Edge, Level};
use super::script::{Micros, Power};
use super::world::{Lamps, World};

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
    inbox: VecDeque<u8>,
}

impl CoreWorld {
    pub(crate) fn new() -> Self {
        Self {
            now: 0,
            edges: VecDeque::new(),
            contacts: Contacts::default(),
            flash: Memory::new(),
            palette: Palette::default(),
            awake: None,
            lamps: [RGB8::default(); Island::COUNT],
            seen: Vec::new(),
            heard: Vec::new(),
        }
    }

    fn switch_on(&mut self) -> Result<()> {
        let mut referee = Referee::new();
        let replayed = referee.replay_all(self.flash.entries(0));
        replayed.map_err(|error| anyhow!("the journal cannot be played again: {error}"))?;
        let (sensing, mut link) = (Sensing::new(SettleTimes::default()), Link::new());
        link.connect();
        self.awake = Some(Awake { since: self.now, sensing, referee, link, inbox: VecDeque::new() });
        Ok(())
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
        let Some(awake) = &mut self.awake else { return Ok(()) };
        let now = (self.now - awake.since) / 1000;
        awake.sensing.sample(now, self.contacts);
        if let Some(settled) = awake.sensing.settled() {
            awake.referee.sense(now, settled);
        }
        while let Some(press) = awake.sensing.take_press() {
            awake.referee.hear(now, Cause::Press(press));
        }
        let mut buffer = BUFFER;
        let bytes: Vec<u8> = awake.inbox.drain(..).collect();
        let mut bytes = bytes.as_slice();
        while let Some(heard) = awake.link.receive(&mut bytes) {
            let mut reply = awake.link.answer(heard, &awake.referee);
            let (referee, store, palette) = (&awake.referee, &self.flash, &self.palette);
            let table = Table { referee, store, palette, board: "core" };
            while let Some(line) = reply.answer.next(&table, &mut buffer) {
                self.heard.push((self.now, line.text().to_owned()));
            }
            match reply.then {
                Some(Then::Hear(cause)) => awake.referee.hear(now, cause),
                Some(Then::BootSel) => bail!("the core has no drive to restart as"),
                None => {}
            }
        }
        while let Some(ruling) = awake.referee.poll(now) {
            for entry in &ruling.entries {
                self.flash.append(*entry).map_err(|_| anyhow!("the journal is full"))?;
            }
            self.heard.push((self.now, awake.link.event(&ruling.event, &mut buffer).text().to_owned()));
        }
        if let Some(line) = awake.link.asks(awake.referee.ask(), &mut buffer) {
            self.heard.push((self.now, line.text().to_owned()));
        }
        if now.is_multiple_of(DRAW) {
            let lamps = lights::frame(&awake.referee.view(), now, &self.palette).islands;
            self.show(lamps);
        }
        Ok(())
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
                self.show([RGB8::default(); Island::COUNT]);
                Ok(())
            }
        }
    }

    fn renew(&mut self) -> Result<()> {
        self.power(Power::Off)?;
        self.edges.clear();
        self.contacts = Contacts::default();
        self.flash = Memory::new();
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
