//! Hands at the board: what each thing they do changes on the contacts, and when.

use kahuna_board::map::{Connection, ConnectionSet};
use kahuna_board::sensing::Button;

use super::noise::Noise;
use super::script::{Deed, GESTURE, Micros, PRESS, Power, Stuck};

/// How much longer a button is held than is said, so that with its bounce two seconds are not a little less.
fn margin(time: Micros) -> Micros {
    time.min(1_000_000) / 50
}

/// One change of one contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    pub(crate) at: Micros,
    pub(crate) contact: Contact,
    pub(crate) level: Level,
}

/// A contact under a line or a button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contact {
    Line(Connection),
    Button(Button),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    Open,
    Closed,
}

impl Level {
    fn of(is_closed: bool) -> Self {
        if is_closed { Self::Closed } else { Self::Open }
    }

    const fn other(self) -> Self {
        match self {
            Self::Open => Self::Closed,
            Self::Closed => Self::Open,
        }
    }
}

/// What comes of some things done at one instant.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// In the order of time.
    pub(crate) edges: Vec<Edge>,
    /// What happens to the plug, at once.
    pub(crate) power: Option<Power>,
    /// How long it keeps the hands busy.
    pub(crate) lasting: Micros,
}

/// Two pairs of hands, the sticks they have put down, and the contacts that are broken.
#[derive(Debug)]
pub(crate) struct Hands {
    noise: Noise,
    sticks: ConnectionSet,
    stuck: [Stuck; Connection::COUNT],
}

impl Hands {
    /// Hands at an empty board without a broken contact.
    pub(crate) const fn new(noise: Noise) -> Self {
        Self { noise, sticks: ConnectionSet::EMPTY, stuck: [Stuck::Off; Connection::COUNT] }
    }

    /// Takes every stick away and mends every contact.
    pub(crate) fn clear(&mut self) {
        self.sticks = ConnectionSet::EMPTY;
        self.stuck = [Stuck::Off; Connection::COUNT];
    }

    /// Does some things at one instant.
    pub(crate) fn act(&mut self, at: Micros, deeds: &[Deed]) -> Outcome {
        let mut outcome = Outcome::default();
        for &deed in deeds {
            let lasting = match deed {
                Deed::Place(line) => self.put(&mut outcome, at, line, Level::Closed),
                Deed::Lift(line) => self.put(&mut outcome, at, line, Level::Open),
                Deed::Press(button) => self.hold(&mut outcome, at, button, PRESS),
                Deed::Hold(button, time) => self.hold(&mut outcome, at, button, time + margin(time)),
                Deed::Chatter(line, time) => {
                    if self.stuck[line.index()] == Stuck::Off {
                        let times = self.noise.chatter(at, time);
                        let rest = Level::of(self.sticks.contains(line));
                        outcome.alternate(Contact::Line(line), rest.other(), times);
                    }
                    time
                }
                Deed::Stuck(line, stuck) => {
                    self.stuck[line.index()] = stuck;
                    let level = self.level(line);
                    outcome.edges.push(Edge { at, contact: Contact::Line(line), level });
                    0
                }
                Deed::Power(power) => {
                    outcome.power = Some(power);
                    GESTURE
                }
            };
            outcome.lasting = outcome.lasting.max(lasting);
        }
        outcome.edges.sort_by_key(|edge| edge.at);
        outcome
    }

    fn put(&mut self, outcome: &mut Outcome, at: Micros, line: Connection, level: Level) -> Micros {
        self.sticks = if level == Level::Closed { self.sticks.with(line) } else { self.sticks.without(line) };
        if self.stuck[line.index()] == Stuck::Off {
            outcome.alternate(Contact::Line(line), level, self.noise.bounce(at));
        }
        GESTURE
    }

    fn hold(&mut self, outcome: &mut Outcome, at: Micros, button: Button, time: Micros) -> Micros {
        let contact = Contact::Button(button);
        outcome.alternate(contact, Level::Closed, self.noise.bounce(at));
        outcome.alternate(contact, Level::Open, self.noise.bounce(at + time));
        time + (GESTURE - PRESS)
    }

    /// How a line's contact reads.
    fn level(&self, line: Connection) -> Level {
        match self.stuck[line.index()] {
            Stuck::Closed => Level::Closed,
            Stuck::Open => Level::Open,
            Stuck::Off => Level::of(self.sticks.contains(line)),
        }
    }
}

impl Outcome {
    /// A contact changes at each of these times, first to `level`.
    fn alternate(&mut self, contact: Contact, level: Level, times: Vec<Micros>) {
        let levels = [level, level.other()].into_iter().cycle();
        self.edges.extend(times.into_iter().zip(levels).map(|(at, level)| Edge { at, contact, level }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(outcome: &Outcome) -> (Level, Micros) {
        let edge = outcome.edges.last().unwrap();
        (edge.level, edge.at)
    }

    #[test]
    fn a_gesture_takes_its_time_and_ends_as_it_should() {
        let line: Connection = "ALOA-BARI".parse().unwrap();
        for seed in 0..100 {
            let mut hands = Hands::new(Noise::new(seed));
            let placed = hands.act(1000, &[Deed::Place(line)]);
            assert_eq!((last(&placed).0, placed.lasting), (Level::Closed, GESTURE));
            let chattered = hands.act(500_000, &[Deed::Chatter(line, 40_000)]);
            assert_eq!((last(&chattered).0, chattered.lasting), (Level::Closed, 40_000));
            let lifted = hands.act(900_000, &[Deed::Lift(line)]);
            assert_eq!(last(&lifted).0, Level::Open);
            let pressed = hands.act(2_000_000, &[Deed::Press(Button::Referee)]);
            assert!(last(&pressed).1 >= 2_000_000 + PRESS && last(&pressed).0 == Level::Open);
            assert_eq!(pressed.lasting, GESTURE);
        }
    }

    #[test]
    fn a_broken_contact_does_not_move_until_it_is_mended() {
        let line: Connection = "ALOA-BARI".parse().unwrap();
        let mut hands = Hands::new(Noise::new(1));
        assert_eq!(last(&hands.act(0, &[Deed::Stuck(line, Stuck::Open)])).0, Level::Open);
        assert!(hands.act(1, &[Deed::Place(line)]).edges.is_empty());
        assert!(hands.act(2, &[Deed::Chatter(line, 9000)]).edges.is_empty());
        assert_eq!(last(&hands.act(9, &[Deed::Stuck(line, Stuck::Off)])).0, Level::Closed);
    }
}
