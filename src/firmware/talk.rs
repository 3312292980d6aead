//! The referee's end of the link: what the host says, what it is told, and what is left of an answer.

use embassy_futures::select::{Either, select};
use embassy_futures::yield_now;
use embassy_time::{Duration, Instant, Timer};
use kahuna_board::lights::Palette;
use kahuna_board::link::{BUFFER, Buffer, Health, LONGEST_LINE, Line, Link, Reply, Table, Then};
use kahuna_board::referee::{Ask, Event, Referee};
use kahuna_board::selftest::{self, Report, Step};
use portable_atomic::Ordering;

use super::board;
use super::shelf::Reader;
use super::usb;
use super::wires::{HEARD, IS_OPEN, OPENED, Packet, REFEREE_DOWN, ROOM, TOLD};

/// How long the last line before the boot loader may take to the host.
const FAREWELL: Duration = Duration::from_millis(100);
/// Room for the line that says how many were lost.
const LOST_LINE: usize = 256;

/// One end of the link and its memory.
pub(crate) struct Talk {
    link: Link,
    games: Reader,
    palette: Palette,
    /// What the host has sent and nobody has read yet: this packet, from this place on.
    packet: Packet,
    taken: usize,
    /// The answer under way. The next command is read when it is out.
    reply: Option<Reply>,
    buffer: Buffer,
}

impl Talk {
    /// A link that has heard nothing.
    pub(crate) fn new(games: Reader, palette: Palette) -> Self {
        let packet = Packet::new();
        Self { link: Link::new(), games, palette, packet, taken: 0, reply: None, buffer: BUFFER }
    }

    /// Waits until [`Self::go_on`] has something to do.
    pub(crate) async fn wait(&mut self) {
        // The port first: what comes after it was opened is another host's.
        if let Either::First(()) = select(OPENED.wait(), self.wait_for_host()).await {
            self.link.connect();
            self.reply = None;
            self.packet.clear();
            self.taken = 0;
        }
    }

    async fn wait_for_host(&mut self) {
        if self.reply.is_some() {
            while !has_room() {
                ROOM.wait().await;
            }
        } else if self.taken == self.packet.len() {
            self.packet = HEARD.receive().await;
            self.taken = 0;
        }
    }

    /// Sends one line of an answer, or reads on up to the end of the next command. Returns what is to
    /// be done, but for the boot loader, which is started here.
    pub(crate) async fn go_on(&mut self, referee: &Referee, report: Option<&Report>) -> Option<Then> {
        if self.reply.is_none() {
            let mut rest = &self.packet[self.taken..];
            self.link.hold_referee(REFEREE_DOWN.load(Ordering::Relaxed));
            let heard = self.link.receive(&mut rest);
            self.taken = self.packet.len() - rest.len();
            self.reply = Some(self.link.answer(heard?, referee));
        }
        let Self { games, palette, reply, buffer, .. } = self;
        let answer = &mut reply.as_mut()?.answer;
        if has_room() {
            let table = Table { referee, store: games, palette, report, board: board::NAME };
            if let Some(line) = answer.next(&table, buffer) {
                put(line.bytes());
                // An answer may have many lines, and each may take a while.
                yield_now().await;
                return None;
            }
        } else {
            return None;
        }
        match self.reply.take()?.then? {
            Then::BootSel => {
                let patience = Instant::now() + FAREWELL;
                while !TOLD.is_empty() && Instant::now() < patience {
                    Timer::after_millis(1).await;
                }
                // The packet that was taken last is still on its way.
                Timer::after_millis(2).await;
                usb::boot();
                None
            }
            then => Some(then),
        }
    }

    /// Tells what happened at the table, or counts it as lost.
    pub(crate) fn tell_event(&mut self, event: &Event) {
        self.tell(|link, buffer| link.event(event, buffer));
    }

    /// Tells what came of a self-test, or counts it as lost.
    pub(crate) fn tell_proof(&mut self, event: &selftest::Event, report: &Report) {
        self.tell(|link, buffer| link.proof(event, report, buffer));
    }

    /// Tells that what a self-test found, learnt or forgot is not kept, or counts it as lost.
    pub(crate) fn tell_not_noted(&mut self) {
        self.tell(Link::not_noted);
    }

    /// Answers that a self-test cannot begin, or counts it as lost.
    pub(crate) fn refuse_test(&mut self) {
        self.tell(Link::no_self_test);
    }

    fn tell(&mut self, write: impl for<'b> FnOnce(&Link, &'b mut Buffer) -> Line<'b>) {
        if !IS_OPEN.load(Ordering::Relaxed) {
            return;
        }
        self.tell_losses();
        if !try_put(write(&self.link, &mut self.buffer).bytes()) {
            self.link.lose();
        }
    }

    /// Tells what the self-test wants done, where that has changed.
    pub(crate) fn tell_step(&mut self, step: Option<Step>) {
        if !self.can_tell_anything() {
            return;
        }
        if let Some(line) = self.link.step(step, &mut self.buffer) {
            put(line.bytes());
        }
    }

    /// Tells what is asked for and how the memory of the game is, where that has changed.
    pub(crate) fn tell_rest(&mut self, ask: Option<Ask>, health: Health) {
        if !self.can_tell_anything() {
            return;
        }
        if let Some(line) = self.link.health(health, &mut self.buffer) {
            put(line.bytes());
        }
        if let Some(line) = self.link.asks(ask, &mut self.buffer) {
            put(line.bytes());
        }
    }

    /// Whether any line can be told now. What nothing else says waits for that, instead of being lost.
    fn can_tell_anything(&mut self) -> bool {
        let can = IS_OPEN.load(Ordering::Relaxed) && has_room();
        if can {
            self.tell_losses();
        }
        can
    }

    fn tell_losses(&mut self) {
        if TOLD.free_capacity() >= LOST_LINE
            && let Some(line) = self.link.lost(&mut self.buffer)
        {
            put(line.bytes());
        }
    }
}

/// Whether any line fits.
fn has_room() -> bool {
    TOLD.free_capacity() >= LONGEST_LINE
}

/// Puts a line into the pipe, or says that there is no room. Nobody else writes there, so nobody takes the room that was
/// found.
fn try_put(line: &[u8]) -> bool {
    let fits = TOLD.free_capacity() >= line.len();
    if fits {
        put(line);
    }
    fits
}

/// Puts a line into the pipe; it is known to fit, but may have to be split where the pipe's buffer wraps.
fn put(mut bytes: &[u8]) {
    while let Ok(count) = TOLD.try_write(bytes)
        && count < bytes.len()
    {
        bytes = &bytes[count..];
    }
}
