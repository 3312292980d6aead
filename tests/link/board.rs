//! A board without hardware: a referee, a journal and a link, and hands that move sticks and press buttons.

use kahuna_board::journal::{Memory, Store as _};
use kahuna_board::lights::Palette;
use kahuna_board::link::{BUFFER, Buffer, Health, Link, Table, Then};
use kahuna_board::map::{Connection, ConnectionSet};
use kahuna_board::referee::{Cause, Referee};
use kahuna_board::sensing::{Press, Settled};
use kahuna_board::time::Millis;

pub(crate) struct Board {
    pub(crate) referee: Referee,
    pub(crate) link: Link,
    pub(crate) store: Memory<16_384>,
    now: Millis,
    sticks: ConnectionSet,
    chattering: ConnectionSet,
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
            self.referee.sense(self.now, Settled { lines: self.sticks, chattering: self.chattering });
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
        self.hear(Cause::Press(press));
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
                let table = Table { referee, store, palette, board: "pico-matrix" };
                let Some(line) = reply.answer.next(&table, &mut self.buffer) else { break };
                self.said.push(line.text().into());
            }
            match reply.then {
                Some(Then::Hear(cause)) => self.hear(cause),
                Some(Then::BootSel) | None => {}
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
