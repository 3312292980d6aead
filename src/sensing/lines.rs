use crate::map::{Connection, ConnectionSet};
use crate::time::Millis;

use super::SettleTimes;

/// The lines as they have settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settled {
    /// The lines on which a stick lies.
    pub lines: ConnectionSet,
    /// The lines whose contact chatters without end: their level is the last steady one.
    pub chattering: ConnectionSet,
}

/// The most milliseconds that one reading counts for: a frozen chip proves nothing about what happened meanwhile.
const MOST_CREDIT: Millis = 2;

/// A contact that changed this often (a stick that slides does not come near it) ...
const CHATTER_CHANGES: u8 = 200;
/// ... while no pause between two changes was longer than this many milliseconds chatters, until it is steady as long.
const CHATTER_PAUSE: u8 = 100;

/// Debounces the 27 lines, each by itself: no line can disturb another.
///
/// Every line has an integrator. A reading that agrees with the settled level empties it, one that differs fills it
/// by the time since the reading before; full, the level changes.
#[derive(Clone, Debug)]
pub struct Lines {
    times: SettleTimes,
    last: Option<Millis>,
    /// What the newest reading said.
    raw: ConnectionSet,
    settled: Settled,
    /// The level at which each line was last steady for [`CHATTER_PAUSE`]: what it goes back to when it chatters.
    rest: ConnectionSet,
    /// For how many milliseconds each line has differed from its settled level.
    doubt: [u8; Connection::COUNT],
    /// How often each line has changed without a pause.
    changes: [u8; Connection::COUNT],
    /// For how many milliseconds each line has not changed, up to [`CHATTER_PAUSE`].
    steady: [u8; Connection::COUNT],
    /// The lines that have not been steady for that long.
    unsteady: ConnectionSet,
    /// For how many milliseconds readings have come, up to the longer settle time.
    awake: u8,
}

impl Lines {
    /// Lines of which nothing is known yet.
    pub const fn new(times: SettleTimes) -> Self {
        Self {
            times,
            last: None,
            raw: ConnectionSet::EMPTY,
            settled: Settled { lines: ConnectionSet::EMPTY, chattering: ConnectionSet::EMPTY },
            rest: ConnectionSet::EMPTY,
            doubt: [0; Connection::COUNT],
            changes: [0; Connection::COUNT],
            steady: [CHATTER_PAUSE; Connection::COUNT],
            unsteady: ConnectionSet::EMPTY,
            awake: 0,
        }
    }

    /// Takes one reading.
    #[allow(clippy::cast_possible_truncation, reason = "the credit is small")]
    pub fn sample(&mut self, now: Millis, raw: ConnectionSet) {
        let credit = match self.last {
            None => {
                // The first reading is where everything starts; the settle time that follows proves it.
                self.raw = raw;
                self.settled.lines = raw;
                self.rest = raw;
                0
            }
            Some(last) => now.saturating_sub(last).min(MOST_CREDIT) as u8,
        };
        self.last = Some(now);
        self.awake = self.awake.saturating_add(credit);
        let changed = self.raw ^ raw;
        self.raw = raw;
        // The others have nothing to count: this runs a thousand times a second.
        for line in changed | (self.settled.lines ^ raw) | self.settled.chattering | self.unsteady {
            self.watch_chatter(line, changed.contains(line), credit);
            self.integrate(line, credit);
            let is_steady = self.steady[line.index()] == CHATTER_PAUSE;
            self.unsteady = set(self.unsteady, line, !is_steady);
            if is_steady {
                self.rest = set(self.rest, line, self.settled.lines.contains(line));
            }
        }
    }

    /// The lines as they have settled; `None` until they have been read long enough to be believed.
    pub fn settled(&self) -> Option<Settled> {
        let long_enough = self.awake > self.times.closing.max(self.times.opening);
        long_enough.then_some(self.settled)
    }

    fn watch_chatter(&mut self, line: Connection, has_changed: bool, credit: u8) {
        let (changes, steady) = (&mut self.changes[line.index()], &mut self.steady[line.index()]);
        if has_changed {
            *changes = changes.saturating_add(1);
            *steady = 0;
            if *changes >= CHATTER_CHANGES && !self.settled.chattering.contains(line) {
                self.settled.chattering = self.settled.chattering.with(line);
                // It may have come to settle in the other position for a moment, and that was chatter as well.
                let is_closed = self.rest.contains(line);
                self.settled.lines = set(self.settled.lines, line, is_closed);
            }
        } else {
            *steady = steady.saturating_add(credit).min(CHATTER_PAUSE);
            if *steady == CHATTER_PAUSE {
                *changes = 0;
                self.settled.chattering = self.settled.chattering.without(line);
            }
        }
    }

    fn integrate(&mut self, line: Connection, credit: u8) {
        let closed = self.raw.contains(line);
        let doubt = &mut self.doubt[line.index()];
        if closed == self.settled.lines.contains(line) || self.settled.chattering.contains(line) {
            *doubt = 0;
            return;
        }
        *doubt = doubt.saturating_add(credit);
        let needed = if closed { self.times.closing } else { self.times.opening };
        if *doubt >= needed {
            *doubt = 0;
            self.settled.lines = set(self.settled.lines, line, closed);
        }
    }
}

/// The lines with this one or without it.
fn set(lines: ConnectionSet, line: Connection, is_in: bool) -> ConnectionSet {
    if is_in { lines.with(line) } else { lines.without(line) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: SettleTimes = SettleTimes { closing: 4, opening: 6 };

    fn line(index: usize) -> Connection {
        Connection::from_index(index).unwrap()
    }

    /// Lines that have been read for a while, and the time.
    fn awake(raw: ConnectionSet) -> (Lines, Millis) {
        let mut lines = Lines::new(TIMES);
        for now in 0..20 {
            lines.sample(now, raw);
        }
        assert_eq!(lines.settled(), Some(Settled { lines: raw, ..Settled::default() }));
        (lines, 20)
    }

    #[test]
    fn nothing_is_believed_before_it_has_been_read_for_the_settle_time() {
        let mut lines = Lines::new(TIMES);
        for now in 0..=6 {
            lines.sample(now, ConnectionSet::ALL);
            assert_eq!(lines.settled(), None, "{now}");
        }
        lines.sample(7, ConnectionSet::ALL);
        assert_eq!(lines.settled().unwrap().lines, ConnectionSet::ALL);
    }

    #[test]
    fn closing_and_opening_take_their_own_times() {
        let (mut lines, mut now) = awake(ConnectionSet::EMPTY);
        let stick = ConnectionSet::from(line(3));
        for (raw, time) in [(stick, TIMES.closing), (ConnectionSet::EMPTY, TIMES.opening)] {
            for passed in 1..=time {
                assert_ne!(lines.settled().unwrap().lines, raw, "after {passed} ms");
                lines.sample(now, raw);
                now += 1;
            }
            assert_eq!(lines.settled().unwrap().lines, raw);
        }
    }

    #[test]
    fn a_line_that_bounces_delays_no_other() {
        let (mut lines, start) = awake(ConnectionSet::EMPTY);
        for now in start..start + Millis::from(TIMES.closing) {
            let bouncing = if now % 2 == 0 { ConnectionSet::from(line(0)) } else { ConnectionSet::EMPTY };
            lines.sample(now, bouncing.with(line(26)));
        }
        assert_eq!(lines.settled().unwrap().lines, line(26).into());
    }

    #[test]
    fn one_reading_after_a_freeze_settles_nothing() {
        let (mut lines, now) = awake(ConnectionSet::EMPTY);
        lines.sample(now + 400, ConnectionSet::ALL);
        assert_eq!(lines.settled().unwrap().lines, ConnectionSet::EMPTY);
    }

    #[test]
    fn chatter_that_settles_for_a_moment_is_chatter_all_the_same() {
        let stick = ConnectionSet::from(line(5));
        for (rest, other) in [(ConnectionSet::EMPTY, stick), (stick, ConnectionSet::EMPTY)] {
            let (mut lines, start) = awake(rest);
            let mut now = start;
            for round in 0..300u64 {
                // Mostly in the position where it does not belong, and long enough to settle there.
                let (raw, time) = if round % 2 == 0 { (other, 20) } else { (rest, 3) };
                for _ in 0..time {
                    lines.sample(now, raw);
                    now += 1;
                }
            }
            let expected = Settled { lines: rest, chattering: stick };
            assert_eq!(lines.settled(), Some(expected));
        }
    }

    #[test]
    fn endless_chatter_keeps_the_last_steady_level_and_is_told_until_it_stops() {
        let stick = ConnectionSet::from(line(5));
        let (mut lines, start) = awake(stick);
        let mut now = start;
        let mut told = false;
        for round in 0..400u64 {
            // Open for longer than the settle time, again and again.
            let raw = if round % 2 == 0 { ConnectionSet::EMPTY } else { stick };
            for _ in 0..10 {
                lines.sample(now, raw);
                now += 1;
            }
            let settled = lines.settled().unwrap();
            told |= settled.chattering == stick;
            assert_eq!(told, settled.chattering == stick, "once told it stays told while it lasts");
        }
        assert!(told);
        for _ in 0..=CHATTER_PAUSE {
            lines.sample(now, ConnectionSet::EMPTY);
            now += 1;
        }
        for _ in 0..TIMES.opening {
            lines.sample(now, ConnectionSet::EMPTY);
            now += 1;
        }
        assert_eq!(lines.settled().unwrap(), Settled::default());
    }
}
