//! A table with a referee and two players: sticks are put down and lifted, buttons pressed, time passes.

use std::collections::BTreeMap;

use kahuna_board::map::{Connection, ConnectionSet};
use kahuna_board::referee::{Ask, Cause, Referee, View};
use kahuna_board::rules::{Action, Player, Settings};
use kahuna_board::sensing::{Button, PlayerButton, Press, Settled};
use kahuna_board::time::Millis;

/// What lies on the table, and who watches it.
#[derive(Clone)]
pub(super) struct Table {
    referee: Referee,
    /// Whose stick lies where.
    pub(super) sticks: BTreeMap<Connection, Player>,
    /// The last button pressed, if it was the last thing done.
    pub(super) pressed: Option<Button>,
    /// The stick that is in a hand just now, and whose it is.
    pub(super) in_hand: Option<(Connection, Player)>,
    pub(super) now: Millis,
}

impl Table {
    /// A board that has just been switched on for the first time.
    pub(super) fn new() -> Self {
        let (sticks, referee) = (BTreeMap::new(), Referee::new());
        let mut table = Self { referee, sticks, pressed: None, in_hand: None, now: 1000 };
        table.sense();
        table.wait(0);
        table
    }

    /// A game by these settings.
    pub(super) fn game(settings: Settings) -> Self {
        let mut table = Self::new();
        table.referee.hear(table.now, Cause::New(settings));
        table.wait(0);
        table
    }

    pub(super) fn view(&self) -> View {
        self.referee.view()
    }

    /// Lets time pass while the referee rules.
    pub(super) fn wait(&mut self, time: Millis) {
        for _ in 0..=time / 10 {
            while self.referee.poll(self.now).is_some() {}
            self.now += 10;
        }
    }

    /// Puts a stick down and waits for the ruling.
    pub(super) fn place(&mut self, player: Player, at: &str) -> &mut Self {
        self.put(player, line(at));
        self.wait(200);
        self
    }

    fn put(&mut self, player: Player, at: Connection) {
        self.pressed = None;
        self.sticks.insert(at, player);
        self.sense();
    }

    /// Takes a stick away and waits for the ruling.
    pub(super) fn lift(&mut self, at: &str) -> &mut Self {
        self.begin_to_lift(at);
        self.wait(1200);
        self.in_hand = None;
        self
    }

    /// Takes a stick away, just now.
    pub(super) fn begin_to_lift(&mut self, at: &str) {
        self.pressed = None;
        let at = line(at);
        self.in_hand = self.sticks.remove(&at).map(|player| (at, player));
        self.sense();
    }

    /// Presses a button and waits for the ruling, no longer.
    pub(super) fn press(&mut self, button: Button) -> &mut Self {
        let press = match button {
            Button::Player(player, button) => Press::Button(player, button),
            Button::Referee => Press::Tap,
        };
        self.pressed = Some(button);
        self.referee.hear(self.now, Cause::Press(press));
        self.wait(0);
        self
    }

    pub(super) fn draw(&mut self, player: Player) -> &mut Self {
        self.press(Button::Player(player, PlayerButton::Draw))
    }

    /// Lets the players do anything that is allowed, and what they are asked to, until something is shown.
    pub(super) fn play_until(
        &mut self,
        mut choose: impl FnMut(usize) -> usize,
        shown: impl Fn(&View) -> bool,
    ) {
        while !shown(&self.view()) {
            if let Some(Ask::Lift(at)) = self.referee.ask() {
                self.lift(&at.to_string());
                continue;
            }
            let game = *self.referee.game();
            let (Some(player), Some(action)) = (game.turn(), game.random_action(&mut choose)) else { return };
            let mut press = |button| {
                self.press(Button::Player(player, button));
            };
            match action {
                Action::Remove(at, _) => {
                    self.lift(&at.to_string());
                }
                Action::Handicap(at) | Action::Place(at, _) | Action::Replace(at) => self.put(player, at),
                Action::Discard(_) => press(PlayerButton::Discard),
                Action::Draw(_) => press(PlayerButton::Draw),
                Action::Pass => press(PlayerButton::Pass),
            }
            self.wait(200);
            // A stick on the line just cleared may be anybody's; the mover says that it is theirs.
            if let Some(Ask::Owner(_)) = self.referee.ask() {
                self.draw(player);
            }
        }
    }

    fn sense(&mut self) {
        let lines: ConnectionSet = self.sticks.keys().copied().collect();
        self.referee.sense(self.now, Settled { lines, chattering: ConnectionSet::EMPTY });
    }
}

fn line(name: &str) -> Connection {
    name.parse().expect("a line of the map")
}
