//! A board without hardware: a referee, a journal and a link, and hands that move sticks and press buttons.

use kahuna_board::journal::{Memory, Store as _};
use kahuna_board::lights::Palette;
use kahuna_board::link::{BUFFER, Buffer, Health, Link, Table, Then};
use kahuna_board::map::{Connection, ConnectionSet};
use kahuna_board::referee::{Cause, Referee};
use kahuna_board::rules::Player;
use kahuna_board::selftest::{Chain, Event, Readings, Report, SelfTest, Start, Step};
use kahuna_board::sensing::{Button, ButtonSet, Contacts, PlayerButton, Press, Settled};
use kahuna_board::time::Millis;

pub(crate) struct Board {
    pub(crate) referee: Referee,
    pub(crate) link: Link,
    pub(crate) store: Memory<16_384>,
    now: Millis,
    sticks: ConnectionSet,
    chattering: ConnectionSet,
    /// The lines whose wires are cut.
    cut: ConnectionSet,
    buttons: ButtonSet,
    test: Option<SelfTest>,
    report: Option<Report>,
    buffer: Buffer,
    /// What the board said, a line each.
    pub(crate) said: Vec<String>,
}

impl Board {
    /// A board with blank flash and no stick on it, just switched on.
    pub(crate) fn new() -> Self {
        let mut board = Self {
            referee: Referee::new(),
            link: Link::new(),
            store: Memory::new(),
            now: 0,
            sticks: ConnectionSet::EMPTY,
            chattering: ConnectionSet::EMPTY,
            cut: ConnectionSet::EMPTY,
            buttons: ButtonSet::EMPTY,
            test: None,
            report: None,
            buffer: BUFFER,
            said: Vec::new(),
        };
        board.pass(10);
        board
    }

    /// Takes the power away and gives it back.
    pub(crate) fn power_cycle(&mut self) {
        self.referee = Referee::new();
        for entry in self.store.entries(0) {
            self.referee.replay(entry).unwrap();
        }
        self.link = Link::new();
        self.pass(10);
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, time: Millis) {
        let until = self.now + time;
        loop {
            if self.test.is_some() {
                self.test_on();
                if self.now >= until {
                    break;
                }
                self.now += 10;
                continue;
            }
            self.referee
                .sense(self.now, Settled { lines: self.sticks - self.cut, chattering: self.chattering });
            while let Some(ruling) = self.referee.poll(self.now) {
                for entry in ruling.entries {
                    self.store.append(entry).unwrap();
                }
                self.said.push(self.link.event(&ruling.event, &mut self.buffer).text().into());
            }
            if let Some(line) = self.link.asks(self.referee.ask(), &mut self.buffer) {
                self.said.push(line.text().into());
            }
            if self.now >= until {
                break;
            }
            self.now += 10;
        }
    }

    pub(crate) fn put(&mut self, at: Connection) {
        self.sticks = self.sticks.with(at);
        self.pass(300);
    }

    pub(crate) fn take(&mut self, at: Connection) {
        self.sticks = self.sticks.without(at);
        self.pass(1200);
    }

    pub(crate) fn press(&mut self, press: Press) {
        if self.test.is_none() {
            return self.hear(Cause::Press(press));
        }
        self.press_down(match press {
            Press::Button(player, button) => Button::Player(player, button),
            _ => Button::Referee,
        });
    }

    fn press_down(&mut self, button: Button) {
        self.buttons = self.buttons.with(button);
        self.pass(100);
        self.buttons = ButtonSet::EMPTY;
        self.pass(200);
    }

    pub(crate) fn cut(&mut self, at: Connection) {
        self.cut = self.cut.with(at);
    }

    /// One reading of the self-test that is under way.
    fn test_on(&mut self) {
        let Some(test) = &mut self.test else { return };
        let lines = Settled { lines: self.sticks - self.cut, chattering: self.chattering };
        test.sense(self.now, Readings { lines, buttons: self.buttons, reversed: Contacts::default() });
        while let Some(event) = test.poll(self.now) {
            if event == Event::Done {
                self.report = Some(*test.report());
            }
            self.said.push(self.link.proof(&event, test.report(), &mut self.buffer).text().into());
        }
        let step = (!test.is_over()).then(|| test.step());
        if let Some(line) = self.link.step(step, &mut self.buffer) {
            self.said.push(line.text().into());
        }
        if step.is_none() {
            self.test = None;
            self.power_cycle();
        }
    }

    /// Does what the self-test asks for until it shows its result; nobody listens meanwhile.
    pub(crate) fn finish_test(&mut self) {
        while let Some(step) = self.test.as_ref().map(SelfTest::step) {
            if !matches!(step, Step::Result { .. }) {
                self.said.clear();
            }
            match step {
                Step::Place { line, .. } => {
                    self.sticks = self.sticks.with(line);
                    self.pass(300);
                    if self.cut.contains(line) {
                        self.press_down(Button::Referee);
                    }
                }
                Step::Lift { line, .. } => self.take(line),
                Step::Press { button, .. } => self.press_down(button),
                Step::Result { .. } => return,
                Step::Referee => self.press_down(Button::Referee),
                Step::Lights => self.press(Press::Button(Player::White, PlayerButton::Draw)),
                _ => self.pass(500),
            }
            if !self.cut.is_empty() {
                self.sticks = self.sticks - self.cut;
            }
        }
    }

    pub(crate) fn chatter(&mut self, at: Connection) {
        self.chattering = self.chattering ^ ConnectionSet::from(at);
        self.pass(10);
    }

    fn hear(&mut self, cause: Cause) {
        self.referee.hear(self.now, cause);
        self.pass(300);
    }

    /// Sends bytes to the board, and lets it answer.
    pub(crate) fn send(&mut self, mut bytes: &[u8]) {
        while let Some(heard) = self.link.receive(&mut bytes) {
            let mut reply = self.link.answer(heard, &self.referee);
            loop {
                let (referee, store, palette) = (&self.referee, &self.store, &Palette::default());
                let report = self.report.as_ref();
                let table = Table { referee, store, palette, report, board: "pico-matrix" };
                let Some(line) = reply.answer.next(&table, &mut self.buffer) else { break };
                self.said.push(line.text().into());
            }
            match reply.then {
                Some(Then::Hear(cause)) => self.hear(cause),
                Some(Then::SelfTest) if self.test.is_some() => {
                    self.said.push(self.link.no_self_test(&mut self.buffer).text().into());
                }
                Some(Then::SelfTest) => {
                    self.test = Some(SelfTest::new(self.now, Start::Link, Chain::default()));
                    self.pass(50);
                }
                Some(Then::BootSel | Then::Forget) | None => {}
            }
        }
    }

    /// Loses lines, as if the computer had not read them.
    pub(crate) fn lose(&mut self, lines: u32) {
        (0..lines).for_each(|_| self.link.lose());
        if let Some(line) = self.link.lost(&mut self.buffer) {
            self.said.push(line.text().into());
        }
    }

    /// Lets the flash fail, or work again.
    pub(crate) fn remember(&mut self, health: Health) {
        if let Some(line) = self.link.health(health, &mut self.buffer) {
            self.said.push(line.text().into());
        }
    }

    /// Sends one line, and gives back what the board said to it.
    pub(crate) fn say(&mut self, line: &str) -> Vec<String> {
        self.said.clear();
        self.send(format!("{line}\n").as_bytes());
        std::mem::take(&mut self.said)
    }
}
