//! The whole board without its hardware, moved by bytes that mean anything: contacts, buttons, time, words, the plug.

use kahuna_board::journal::{Memory, Store as _};
use kahuna_board::lights::{self, Palette};
use kahuna_board::link::{BUFFER, Buffer, Link, Table, Then};
use kahuna_board::map::{Connection, ConnectionSet};
use kahuna_board::referee::{Cause, Referee};
use kahuna_board::sensing::{Button, ButtonSet, Contacts, Sensing, SettleTimes};
use kahuna_board::time::Millis;

/// What the default board may draw.
const BUDGET: u16 = 400;

struct Machine {
    sensing: Sensing,
    referee: Referee,
    link: Link,
    store: Memory<6000>,
    palette: Palette,
    contacts: Contacts,
    now: Millis,
    buffer: Buffer,
}

/// Runs the board on bytes; panics if anything is wrong.
pub(crate) fn run(bytes: &[u8]) {
    let mut machine = Machine {
        sensing: Sensing::new(SettleTimes::default()),
        referee: Referee::new(),
        link: Link::new(),
        store: Memory::new(),
        palette: Palette::new(BUDGET).unwrap(),
        contacts: Contacts::default(),
        now: 0,
        buffer: BUFFER,
    };
    let mut bytes = bytes.iter().copied();
    while let Some(byte) = bytes.next() {
        let mut more = || bytes.next().unwrap_or(0);
        match byte % 16 {
            0..5 => {
                let line = usize::from(more()) % Connection::COUNT;
                let flipped = ConnectionSet::from_bits(1 << line);
                machine.contacts.lines = machine.contacts.lines ^ flipped;
                machine.pass(u64::from(byte / 16) * 40 + 7);
            }
            5..8 => {
                let button = Button::ALL[usize::from(more()) % Button::COUNT];
                machine.contacts.buttons = ButtonSet::EMPTY.with(button);
                machine.pass(20 + u64::from(byte / 16) * 400);
                machine.contacts.buttons = ButtonSet::EMPTY;
                machine.pass(20);
            }
            8 => machine.contacts.buttons = ButtonSet::from_bits(more()),
            9 => {
                let bits = [more(), more(), more(), more()];
                machine.contacts.lines = ConnectionSet::from_bits(u32::from_le_bytes(bits));
            }
            10 => machine.pass(u64::from(more()) * 25),
            // A chip that stood still.
            11 => machine.now += u64::from(more()) * 100,
            12 => {
                let length = usize::from(more());
                let words: Vec<u8> = (0..length).map(|_| more()).collect();
                machine.hear(&words);
            }
            13 => {
                let lines: [&[u8]; 8] = [
                    b"state\n",
                    b"new edition=french-1999 variant=calm\n",
                    b"undo\n",
                    b"record\n",
                    b"new handicap=black:3\n",
                    b"play white place ALOA-BARI\n",
                    b"play black draw\nplay white draw\n",
                    b"lang fr\nhelp\n",
                ];
                machine.hear(lines[usize::from(byte / 16) % lines.len()]);
            }
            14 => machine.cut_power(),
            _ => machine.pass(1),
        }
    }
    machine.pass(2000);
    machine.cut_power();
    machine.pass(50);
}

impl Machine {
    /// Lets time pass, a reading every millisecond.
    fn pass(&mut self, time: Millis) {
        for _ in 0..time {
            self.now += 1;
            self.sensing.sample(self.now, self.contacts);
            if let Some(settled) = self.sensing.settled() {
                self.referee.sense(self.now, settled);
            }
            while let Some(press) = self.sensing.take_press() {
                self.referee.hear(self.now, Cause::Press(press));
            }
            self.rule();
        }
        self.look();
    }

    fn rule(&mut self) {
        let mut rulings = 0;
        while let Some(ruling) = self.referee.poll(self.now) {
            for entry in ruling.entries {
                // A full store costs the memory of the game, never the game.
                let _ = self.store.append(entry);
            }
            assert!(self.link.event(&ruling.event, &mut self.buffer).text().starts_with('{'));
            rulings += 1;
            assert!(rulings < 200, "it never stops ruling");
        }
        if let Some(deadline) = self.referee.deadline(self.now) {
            assert!(deadline > self.now, "it would never sleep");
        }
    }

    fn look(&mut self) {
        let view = self.referee.view();
        let frame = lights::frame(&view, self.now, &self.palette);
        assert!(frame.current() <= BUDGET, "too much current: {view:?}");
        assert!(lights::next_change(&view, self.now).is_none_or(|next| next > self.now));
        let _ = self.link.asks(self.referee.ask(), &mut self.buffer);
    }

    fn hear(&mut self, mut words: &[u8]) {
        while let Some(heard) = self.link.receive(&mut words) {
            let mut reply = self.link.answer(heard, &self.referee);
            let (referee, store, palette) = (&self.referee, &self.store, &self.palette);
            let table = Table { referee, store, palette, report: None, board: "none" };
            let mut lines = 0;
            while let Some(line) = reply.answer.next(&table, &mut self.buffer) {
                assert!(line.text().starts_with('{') && line.text().ends_with('}'));
                lines += 1;
                assert!(lines < 1000, "it never stops answering");
            }
            if let Some(Then::Hear(cause)) = reply.then {
                self.referee.hear(self.now, cause);
            }
            self.rule();
        }
    }

    /// Pulls the plug and puts it in again.
    fn cut_power(&mut self) {
        let before = self.referee.clone();
        self.referee = Referee::new();
        let full = self.store.bytes().len() + 12 > 6000;
        self.referee.replay_all(self.store.entries(0)).expect("what was remembered can be played again");
        if !full {
            assert_eq!(self.referee.history(), before.history(), "the game was forgotten");
        }
        self.sensing = Sensing::new(SettleTimes::default());
        self.link.connect();
        self.now = 0;
    }
}
