//! Hands at a table: they move sticks and press buttons, time passes, and the referee rules.

use kahuna_board::journal::Entry;
use kahuna_board::map::{Connection, ConnectionSet};
use kahuna_board::referee::{Ask, Cause, Event, Referee};
use kahuna_board::rules::{Player, Settings};
use kahuna_board::sensing::{PlayerButton, Press, Settled};
use kahuna_board::time::Millis;

/// A table with sticks, a referee and a journal.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) referee: Referee,
    /// The sticks as they lie, whoever's they are.
    pub(crate) sticks: ConnectionSet,
    pub(crate) journal: Vec<Entry>,
    /// What has happened since somebody last looked.
    pub(crate) events: Vec<Event>,
    pub(crate) now: Millis,
}

impl Table {
    /// A table at which a game has just begun.
    pub(crate) fn new(settings: Settings) -> Self {
        let mut table = Self {
            referee: Referee::new(),
            sticks: ConnectionSet::EMPTY,
            journal: Vec::new(),
            events: Vec::new(),
            now: 0,
        };
        table.look();
        table.hear(Cause::New(settings));
        table
    }

    /// Lets time pass; everything that is due is ruled when it is due.
    pub(crate) fn wait(&mut self, time: Millis) {
        let until = self.now + time;
        loop {
            while let Some(ruling) = self.referee.poll(self.now) {
                self.journal.extend(ruling.entries);
                self.events.push(ruling.event);
            }
            match self.referee.deadline(self.now) {
                Some(deadline) if deadline <= until => {
                    assert!(
                        deadline > self.now,
                        "a deadline that has passed would never let the board sleep"
                    );
                    self.now = deadline;
                }
                _ => break,
            }
        }
        self.now = until;
    }

    /// The contacts settle as the sticks lie.
    pub(crate) fn look(&mut self) {
        self.see(self.sticks);
    }

    /// The contacts settle in some way, whatever lies there.
    pub(crate) fn see(&mut self, lines: ConnectionSet) {
        self.referee.sense(self.now, Settled { lines, ..Settled::default() });
        self.wait(1);
    }

    pub(crate) fn put(&mut self, at: Connection) {
        self.sticks = self.sticks.with(at);
        self.look();
    }

    pub(crate) fn lift(&mut self, at: Connection) {
        self.sticks = self.sticks.without(at);
        self.look();
    }

    pub(crate) fn hear(&mut self, cause: Cause) {
        self.referee.hear(self.now, cause);
        self.wait(1);
    }

    pub(crate) fn press(&mut self, player: Player, button: PlayerButton) {
        self.hear(Cause::Press(Press::Button(player, button)));
    }

    /// Pulls the plug and puts it in again; the sticks stay.
    pub(crate) fn cut_power(&mut self) {
        self.referee = Referee::new();
        for &entry in &self.journal {
            self.referee.replay(entry).expect("what was remembered can be played again");
        }
        self.look();
    }

    /// Does the one thing that the board asks for; `mine` answers the question whose stick it is.
    pub(crate) fn do_asked(&mut self, ask: Ask, mine: Player) {
        match ask {
            Ask::Lift(at) => {
                assert!(self.sticks.contains(at), "asks for a stick that is not there: {ask}");
                self.lift(at);
                self.wait(600);
            }
            Ask::Place(at, player) => {
                assert!(!self.sticks.contains(at), "asks for a stick that is there: {ask}");
                let supply = self.referee.game().position().bridges(player).len();
                assert!(supply <= 25, "asks for a stick that nobody has");
                self.put(at);
                self.wait(150);
            }
            Ask::Owner(at) => {
                assert!(self.sticks.contains(at));
                self.press(mine, PlayerButton::Discard);
            }
        }
    }

    /// Does what is asked, again and again, until nothing is; says how often.
    pub(crate) fn follow(&mut self, mine: Player) -> usize {
        self.wait(1200);
        for done in 0..60 {
            let Some(ask) = self.referee.ask() else { return done };
            self.do_asked(ask, mine);
            assert_ne!(
                self.referee.ask(),
                Some(ask),
                "asked again for what was done; {:?}",
                &self.events[self.events.len().saturating_sub(4)..]
            );
        }
        panic!("it never stops asking");
    }

    /// Whether anything was refused since somebody last looked; forgets what happened.
    pub(crate) fn refused(&mut self) -> Option<&'static str> {
        self.events.drain(..).find_map(|event| match event {
            Event::Refused { objection, .. } => Some(objection.name()),
            _ => None,
        })
    }
}
