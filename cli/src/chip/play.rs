//! Hands that play a game on the emulated board, and the same game by the rules beside it.

use anyhow::{Result, ensure};
use kahuna_board::map::ConnectionSet;
use kahuna_board::record::{AnyAction, Header, Statement};
use kahuna_board::rules::{Action, Game, Player, Settings};
use serde_json::{Value, json};

use super::table::{MS, Table};

/// How long a stick that was put down is waited for: the board rules on it after some 105 ms.
pub(crate) const PLACED: f64 = 130.0 * MS;
/// The same for a stick that was lifted.
pub(crate) const LIFTED: f64 = 540.0 * MS;
/// How long a button is down, and how long it is let alone after.
pub(crate) const DOWN: f64 = 40.0 * MS;

/// A deed of a player.
pub(crate) type Deed = (Player, Action);

/// A game and how it came about.
#[derive(Clone)]
pub(crate) struct Course {
    pub(crate) settings: Settings,
    pub(crate) deeds: Vec<Deed>,
}

impl Course {
    /// A game that has just begun.
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, deeds: Vec::new() }
    }

    /// The game as it stands.
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::new(self.settings);
        for &(player, action) in &self.deeds {
            let _ = game.play(player, action);
        }
        game
    }

    /// Its record, line by line, as the board would send it.
    pub(crate) fn record(&self) -> Vec<String> {
        let header = Header { settings: self.settings, deal: None }.to_string();
        let deeds = self.deeds.iter().map(|&(player, action)| spoken(player, action));
        header.lines().map(str::to_owned).chain(deeds).collect()
    }
}

fn spoken(player: Player, action: Action) -> String {
    Statement::Action(player, AnyAction::Counted(action)).to_string()
}

/// Moves the hands for an action; what it takes back is not lifted yet. Returns how long the board has to rule, and
/// when the contact changed last.
pub(crate) fn gesture(table: &mut Table, (player, action): Deed) -> Result<(f64, f64)> {
    let press = |table: &mut Table, name: &str| table.press(&format!("{player} {name}"), DOWN);
    Ok(match action {
        Action::Place(at, _) | Action::Handicap(at) | Action::Replace(at) => (PLACED, table.stick(at, true)?),
        Action::Remove(at, _) => (LIFTED, table.stick(at, false)?),
        Action::Discard(_) => (2.0 * DOWN, press(table, "discard")?),
        Action::Draw(_) => (2.0 * DOWN, press(table, "draw")?),
        Action::Pass => (2.0 * DOWN, press(table, "pass")?),
    })
}

/// Plays an action that the rules allow and lifts what it sends back.
pub(crate) fn act(table: &mut Table, game: &mut Game, deed: Deed) -> Result<()> {
    let (time, _) = gesture(table, deed)?;
    table.run(time)?;
    let allowed = game.play(deed.0, deed.1);
    ensure!(allowed.is_ok(), "the script plays what the rules refuse: {deed:?}");
    if table.arrange(game.position().occupied())? {
        // They are no noise any more, and the next gesture ends the waiting for them.
        table.run(PLACED)?;
    }
    Ok(())
}

/// Where the board's state differs from the game by the rules.
pub(crate) fn difference(state: &Value, game: &Game) -> Option<String> {
    let by_player =
        |of: &dyn Fn(Player) -> Value| json!({"white": of(Player::White), "black": of(Player::Black)});
    let names = |set: ConnectionSet| set.iter().map(|at| at.to_string()).collect::<Vec<_>>();
    let expected = json!({
        "round": game.round(),
        "turn": game.turn().map(|player| player.to_string()),
        "bridges": by_player(&|player| json!(names(game.position().bridges(player)))),
        "control": by_player(&|player| {
            json!(game.position().control(player).iter().map(|island| island.to_string()).collect::<Vec<_>>())
        }),
        "hands": by_player(&|player| json!(game.held(player))),
        "to_draw": game.to_draw(),
    });
    expected
        .as_object()?
        .iter()
        .find(|(name, value)| state[name] != **value)
        .map(|(name, value)| format!("{name} is {}, but by the rules {value}", state[name]))
}
