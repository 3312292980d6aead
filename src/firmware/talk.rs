//! The referee's end of the link: what the host says, what it is told, and what is left of an answer.

use embassy_futures::select::{Either, select};
use embassy_futures::yield_now;
use embassy_time::{Duration, Instant, Timer};
use kahuna_board::lights::Palette;
use kahuna_board::link::{BUFFER, Buffer, Health, LONGEST_LINE, Link, Reply, Table, Then};
use kahuna_board::referee::{Ask, Cause, Event, Referee};
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

    /// Sends one line of an answer, or reads on up to the end of the next command. Returns what the referee is to hear.
    pub(crate) async fn go_on(&mut self, referee: &Referee) -> Option<Cause> {
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
            let table = Table { referee, store: games, palette, report: None, board: board::NAME };
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
            Then::Hear(cause) => Some(cause),
            Then::SelfTest => {
                // There is room, or a line less is told.
                try_put(self.link.no_self_test(&mut self.buffer).bytes());
                None
            }
            Then::Forget => None,
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
        }
    }

    /// Tells what happened at the table, or counts it as lost.
    pub(crate) fn tell_event(&mut self, event: &Event) {
        if !IS_OPEN.load(Ordering::Relaxed) {
            return;
        }
        self.tell_losses();
        if !try_put(self.link.event(event, &mut self.buffer).bytes()) {
            self.link.lose();
        }
    }

    /// Tells what is asked for and how the memory of the game is, where that has changed.
    pub(crate) fn tell_rest(&mut self, ask: Option<Ask>, health: Health) {
        // It is told when there is room for it: nothing else says it.
        if !IS_OPEN.load(Ordering::Relaxed) || !has_room() {
            return;
        }
        self.tell_losses();
        if let Some(line) = self.link.health(health, &mut self.buffer) {
            put(line.bytes());
        }
        if let Some(line) = self.link.asks(ask, &mut self.buffer) {
            put(line.bytes());
        }
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
