use crate::map::{Connection, ConnectionSet};
use crate::time::Millis;

/// How long a stick must lie before it is ruled, and before any gesture is more than noise.
const PLACED: Millis = 100;
/// How long a stick must be away before it is ruled. Back sooner is nothing: that is how sticks are straightened.
const LIFTED: Millis = 500;
/// The same for a stick that its owner may not lift, so that straightening it is never refused.
const OWN_LIFTED: Millis = 1000;
/// What begins within this time is one moment: a bump opens many contacts, and none of them ends another's waiting.
const MOMENT: Millis = 30;

/// The second layer of patience: sticks as they lie, sticks as they were last ruled, and the gestures between.
///
/// A line whose two differ carries an open gesture. It is ruled when it has lasted long enough, or when something else
/// that began later shows that it is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Gestures {
    /// The sticks as the contacts settled.
    seen: ConnectionSet,
    /// The sticks as they were last ruled on.
    ruled: ConnectionSet,
    /// When each open gesture began.
    since: [Millis; Connection::COUNT],
}

impl Gestures {
    pub(super) const fn new() -> Self {
        Self { seen: ConnectionSet::EMPTY, ruled: ConnectionSet::EMPTY, since: [0; Connection::COUNT] }
    }

    /// The sticks as they lie.
    pub(super) fn seen(&self) -> ConnectionSet {
        self.seen
    }

    /// The sticks as they were last ruled on.
    pub(super) fn ruled(&self) -> ConnectionSet {
        self.ruled
    }

    /// The lines with an open gesture.
    pub(super) fn open(&self) -> ConnectionSet {
        self.seen ^ self.ruled
    }

    /// Takes the settled lines.
    pub(super) fn sense(&mut self, now: Millis, lines: ConnectionSet) {
        let changed = self.seen ^ lines;
        self.seen = lines;
        for line in changed & self.open() {
            self.since[line.index()] = now;
        }
    }

    /// Takes the sticks as they lie for ruled.
    pub(super) fn accept_all(&mut self) {
        self.ruled = self.seen;
    }

    /// Says how a line is to be taken from now on; a stick that lies otherwise is a gesture, begun just now.
    pub(super) fn accept(&mut self, now: Millis, line: Connection, stick: bool) {
        self.ruled = if stick { self.ruled.with(line) } else { self.ruled.without(line) };
        self.since[line.index()] = now;
    }

    /// Closes a gesture: the stick is ruled where it lies. Says whether it lies there.
    pub(super) fn close(&mut self, line: Connection) -> bool {
        self.ruled = self.ruled ^ ConnectionSet::from(line);
        self.ruled.contains(line)
    }

    /// The gesture to be ruled now: lifts before placings, each in alphabetical order. `own` are the mover's sticks.
    pub(super) fn due(&self, now: Millis, own: ConnectionSet) -> Option<Connection> {
        let open = self.open();
        if open.is_empty() {
            return None;
        }
        let age = |line: Connection| now.saturating_sub(self.since[line.index()]);
        // The latest beginning of what is certainly a gesture: everything that began before it is over.
        let latest =
            open.iter().filter(|&line| age(line) >= PLACED).map(|line| self.since[line.index()]).max();
        let is_due = |line: &Connection| {
            let began = self.since[line.index()];
            age(*line) >= self.patience(*line, own) || latest.is_some_and(|latest| began + MOMENT < latest)
        };
        let due: ConnectionSet = open.iter().filter(is_due).collect();
        // What was done in the same moment is ruled together, however each contact bounced.
        let is_followed = |line: Connection| {
            let (began, patience) = (self.since[line.index()], self.patience(line, own));
            (open - due).iter().any(|other| {
                self.patience(other, own) == patience && self.since[other.index()].abs_diff(began) <= MOMENT
            })
        };
        let due: ConnectionSet = due.iter().filter(|&line| !is_followed(line)).collect();
        let placing = (due & self.seen).iter().map(|line| self.since[line.index()]).max();
        let lifts = open - self.seen;
        // A stick put down proves that what was lifted before it, or with it, was meant.
        let proved = |line: &Connection| {
            placing
                .is_some_and(|placing| self.since[line.index()] <= placing + MOMENT && age(*line) >= PLACED)
        };
        let lifts = lifts.iter().filter(|line| due.contains(*line) || proved(line)).min();
        lifts.or_else(|| (due & self.seen).first())
    }

    /// What a press ends: the gesture to be ruled before it.
    pub(super) fn before(&self, now: Millis, pressed: Millis) -> Before {
        let began = |line: &Connection| self.since[line.index()] <= pressed;
        let open: ConnectionSet = self.open().iter().filter(began).collect();
        if open.is_empty() {
            return Before::Nothing;
        }
        // A gesture younger than noise may be noise: let it show what it is.
        let young = open.iter().map(|line| self.since[line.index()] + PLACED).max();
        if let Some(until) = young.filter(|&until| until > now) {
            return Before::Wait(until);
        }
        (open - self.seen).first().or(open.first()).map_or(Before::Nothing, Before::Rule)
    }

    /// When something may be due that is not due now.
    pub(super) fn deadline(&self, now: Millis) -> Option<Millis> {
        let ages = [PLACED, LIFTED, OWN_LIFTED];
        let times = self.open().iter().flat_map(|line| ages.map(|age| self.since[line.index()] + age));
        times.filter(|&time| time > now).min()
    }

    fn patience(&self, line: Connection, own: ConnectionSet) -> Millis {
        if self.seen.contains(line) {
            PLACED
        } else if own.contains(line) {
            OWN_LIFTED
        } else {
            LIFTED
        }
    }
}

/// What comes before a press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Before {
    /// Nothing: the press is next.
    Nothing,
    /// A gesture that began before it.
    Rule(Connection),
    /// A gesture that began before it and may still be noise, until then.
    Wait(Millis),
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOBODYS: ConnectionSet = ConnectionSet::EMPTY;

    fn lines(names: &[&str]) -> ConnectionSet {
        names.iter().map(|name| name.parse::<Connection>().unwrap()).collect()
    }

    fn line(name: &str) -> Connection {
        name.parse().unwrap()
    }

    /// Sticks on these lines, ruled long ago.
    fn lying(names: &[&str]) -> Gestures {
        let mut gestures = Gestures::new();
        gestures.sense(0, lines(names));
        gestures.accept_all();
        gestures
    }

    #[test]
    fn a_stick_put_down_is_ruled_after_a_tenth_a_lifted_one_after_half_a_second() {
        let mut gestures = lying(&[]);
        gestures.sense(1000, lines(&["ALOA-BARI"]));
        assert_eq!(gestures.due(1099, NOBODYS), None);
        assert_eq!(gestures.due(1100, NOBODYS), Some(line("ALOA-BARI")));
        let mut gestures = lying(&["ALOA-BARI"]);
        gestures.sense(1000, lines(&[]));
        assert_eq!(gestures.due(1499, NOBODYS), None);
        assert_eq!(gestures.due(1500, NOBODYS), Some(line("ALOA-BARI")));
        assert_eq!(gestures.due(1999, lines(&["ALOA-BARI"])), None);
        assert_eq!(gestures.due(2000, lines(&["ALOA-BARI"])), Some(line("ALOA-BARI")));
    }

    #[test]
    fn two_sticks_put_down_in_one_moment_are_ruled_in_alphabetical_order() {
        let mut gestures = lying(&[]);
        gestures.sense(1000, lines(&["KAHU-LALE"]));
        gestures.sense(1002, lines(&["ELAI-HUNA", "KAHU-LALE"]));
        assert_eq!(gestures.due(1101, NOBODYS), None, "the other may be in a moment");
        assert_eq!(gestures.deadline(1101), Some(1102));
        assert_eq!(gestures.due(1102, NOBODYS), Some(line("ELAI-HUNA")));
        gestures.sense(1033, lines(&["COCO-GOLA", "ELAI-HUNA", "KAHU-LALE"]));
        assert_eq!(gestures.due(1102, NOBODYS), Some(line("ELAI-HUNA")), "a moment has an end");
    }

    #[test]
    fn a_bump_ends_no_waiting() {
        let all = ["ALOA-BARI", "ALOA-DUDA", "ELAI-HUNA"];
        let mut gestures = lying(&all);
        gestures.sense(1000, lines(&all[..2]));
        gestures.sense(1010, lines(&all[..1]));
        gestures.sense(1025, lines(&[]));
        assert_eq!(gestures.due(1200, NOBODYS), None);
        gestures.sense(1400, lines(&all));
        assert!(gestures.open().is_empty());
    }

    #[test]
    fn a_later_gesture_ends_the_waiting_once_it_is_no_noise() {
        let mut gestures = lying(&["ALOA-BARI", "ELAI-HUNA"]);
        gestures.sense(1000, lines(&["ELAI-HUNA"]));
        gestures.sense(1200, lines(&[]));
        assert_eq!(gestures.due(1299, NOBODYS), None);
        assert_eq!(gestures.due(1300, NOBODYS), Some(line("ALOA-BARI")));
        gestures.close(line("ALOA-BARI"));
        assert_eq!(gestures.due(1300, NOBODYS), None, "the later one still waits");
    }

    #[test]
    fn what_was_lifted_with_a_stick_put_down_is_ruled_before_it() {
        let mut gestures = lying(&["ELAI-HUNA", "KAHU-LALE"]);
        gestures.sense(1000, lines(&["ALOA-BARI"]));
        assert_eq!(gestures.due(1100, NOBODYS), Some(line("ELAI-HUNA")));
        gestures.close(line("ELAI-HUNA"));
        assert_eq!(gestures.due(1100, NOBODYS), Some(line("KAHU-LALE")));
        gestures.close(line("KAHU-LALE"));
        assert_eq!(gestures.due(1100, NOBODYS), Some(line("ALOA-BARI")));
    }

    #[test]
    fn chatter_while_a_stick_is_put_down_is_not_taken_for_a_lift() {
        let mut gestures = lying(&["ELAI-HUNA"]);
        gestures.sense(1000, lines(&["ALOA-BARI", "ELAI-HUNA"]));
        gestures.sense(1060, lines(&["ALOA-BARI"]));
        assert_eq!(gestures.due(1100, NOBODYS), Some(line("ALOA-BARI")));
    }

    #[test]
    fn a_press_waits_for_what_began_before_it() {
        let mut gestures = lying(&["ELAI-HUNA"]);
        gestures.sense(1000, lines(&["ALOA-BARI"]));
        assert_eq!(gestures.before(1050, 1050), Before::Wait(1100));
        assert_eq!(gestures.before(1100, 1050), Before::Rule(line("ELAI-HUNA")));
        gestures.close(line("ELAI-HUNA"));
        assert_eq!(gestures.before(1100, 1050), Before::Rule(line("ALOA-BARI")));
        assert_eq!(gestures.before(1100, 999), Before::Nothing);
    }
}
