//! The referee at the table against the rules alone: perfect hands, clumsy hands, and monkeys.
//!
//! `KAHUNA_GAMES` says how many games of each kind are played; the long run is in docs/testing.md.

mod common;
mod hands;

use common::{chooser, deal, turn_up};
use hands::Table;
use kahuna_board::map::{Connection, ConnectionSet};
use kahuna_board::referee::{Ask, Cause, Event, Shown};
use kahuna_board::rules::{
    Action, Edition, Game, Handicap, Known, Phase, Player, Position, Settings, Unseen,
};
use kahuna_board::sensing::{PlayerButton, Press, Settled};

/// How many games of each kind are played.
fn games() -> u64 {
    std::env::var("KAHUNA_GAMES").map_or(2000, |count| count.parse().expect("KAHUNA_GAMES is a number"))
}

/// Settings of every kind, one after another.
fn settings(seed: u64) -> Settings {
    let pick = |divisor: u64, count: u64| usize::try_from(seed / divisor % count).unwrap();
    Settings {
        edition: Edition::ALL[pick(1, 3)],
        calm: pick(3, 2) == 1,
        open: pick(6, 2) == 1,
        first: Player::BOTH[pick(12, 2)],
        handicap: Handicap::new(Player::BOTH[pick(24, 2)], u8::try_from(pick(48, 4)).unwrap()),
    }
}

/// A game with known cards and the table at which it is played.
struct Match {
    known: Game<Known>,
    table: Table,
}

impl Match {
    fn new(seed: u64, choose: &mut impl FnMut(usize) -> usize) -> Self {
        let settings = settings(seed);
        Self { known: Game::known(settings, deal(choose)), table: Table::new(settings) }
    }

    /// The next action, as the table will see it; `None` when the game is over or has gone on for long enough.
    fn next(&mut self, choose: &mut impl FnMut(usize) -> usize) -> Option<(Player, Action)> {
        if self.known.owes_face_up() {
            turn_up(&mut self.known, choose);
        }
        let player = self.known.turn()?;
        let mut action = self.known.random_action(choose)?;
        // At the table a bridge of the mover's on the line just cleared is the free one, if it may be.
        if let Action::Place(at, _) = action
            && self.known.allows(player, Action::Replace(at))
        {
            action = Action::Replace(at);
        }
        self.known.play(player, action).unwrap();
        let seen = match action {
            Action::Handicap(at) => Action::Handicap(at),
            Action::Place(at, _) => Action::Place(at, Unseen),
            Action::Remove(at, _) => Action::Remove(at, Unseen),
            Action::Replace(at) => Action::Replace(at),
            Action::Discard(cards) => Action::Discard(cards.len()),
            Action::Draw(_) => Action::Draw(Unseen),
            Action::Pass => Action::Pass,
        };
        Some((player, seen))
    }

    /// Does it with sticks and buttons.
    fn act(&mut self, player: Player, action: Action) {
        let table = &mut self.table;
        match action {
            Action::Handicap(at) | Action::Place(at, _) | Action::Replace(at) => {
                table.put(at);
                table.wait(110);
                if table.referee.ask() == Some(Ask::Owner(at)) {
                    table.press(player, PlayerButton::Pass);
                }
            }
            Action::Remove(at, _) => {
                table.lift(at);
                table.wait(510);
            }
            Action::Discard(_) => table.press(player, PlayerButton::Discard),
            Action::Draw(_) => table.press(player, PlayerButton::Draw),
            Action::Pass => table.press(player, PlayerButton::Pass),
        }
    }

    /// The table and the rules must agree.
    fn compare(&self) {
        let (table, known) = (self.table.referee.game(), &self.known);
        assert_eq!(table.position(), known.position());
        assert_eq!(table.total(), known.total());
        assert_eq!(
            (table.turn(), table.round(), table.phase()),
            (known.turn(), known.round(), known.phase())
        );
        for player in Player::BOTH {
            assert_eq!(table.held(player), known.held(player));
        }
    }

    /// How many idle turns a game may have before nobody watches any more.
    fn is_too_long(&self) -> bool {
        self.table.referee.history().len() > 300
    }
}

#[test]
fn perfect_hands_play_the_same_game_as_the_rules() {
    for seed in 0..games() {
        let choose = &mut chooser(seed);
        let mut game = Match::new(seed, choose);
        while let Some((player, action)) = game.next(choose) {
            game.act(player, action);
            game.table.follow(player);
            assert_eq!(game.table.refused(), None, "seed {seed}: {player} {action}");
            game.compare();
            if game.is_too_long() {
                break;
            }
        }
    }
}

#[test]
fn clumsy_hands_come_to_the_same_game_and_honest_ones_are_never_refused() {
    for seed in 0..games() {
        let choose = &mut chooser(seed);
        let mut game = Match::new(seed, choose);
        while let Some((player, action)) = game.next(choose) {
            for _ in 0..choose(3) {
                stumble(&mut game.table, player, choose);
            }
            game.table.events.clear();
            game.act(player, action);
            if choose(3) > 0 {
                lift_out_of_order(&mut game.table, choose);
            }
            game.table.follow(player);
            assert_eq!(game.table.refused(), None, "seed {seed}: {player} {action}");
            game.compare();
            if game.is_too_long() {
                break;
            }
        }
    }
}

/// Something that happens at a table and leaves the game as it was, once what the board asks for is done.
fn stumble(table: &mut Table, mover: Player, choose: &mut impl FnMut(usize) -> usize) {
    let before = *table.referee.game();
    let honest = match choose(10) {
        0 => bump(table, choose),
        1 | 2 => straighten(table, choose),
        3 => chatter(table, choose),
        4 => {
            table.cut_power();
            true
        }
        5 => {
            take_a_look_back(table, choose);
            true
        }
        6 => {
            table.press(mover.opponent(), PlayerButton::ALL[choose(3)]);
            false
        }
        7 => {
            wrong_stick_down(table, choose);
            false
        }
        8 => {
            wrong_stick_up(table, choose);
            false
        }
        _ => {
            play_and_undo(table, mover, choose);
            false
        }
    };
    if honest {
        table.wait(1500);
        assert_eq!(table.refused(), None, "an honest hand was accused");
        assert_eq!(table.referee.ask(), None, "an honest hand was asked for something");
    }
    // What was wrongly put down may have been legal: the players take it back, as they would.
    table.follow(mover);
    while table.referee.history().len() > steps_of(&before, table) {
        table.hear(Cause::Press(Press::ShortHold));
        table.follow(mover);
    }
    table.events.clear();
    assert_eq!(*table.referee.game(), before);
    assert_eq!(table.sticks, before.position().occupied());
}

/// How many actions led to a game that stood in this history.
fn steps_of(game: &Game, table: &Table) -> usize {
    let history = table.referee.history();
    (0..=history.len()).rev().find(|&step| history.after(step) == *game).expect("the game stood there once")
}

fn some(set: ConnectionSet, choose: &mut impl FnMut(usize) -> usize) -> Option<Connection> {
    if set.is_empty() { None } else { set.iter().nth(choose(set.len())) }
}

fn bump(table: &mut Table, choose: &mut impl FnMut(usize) -> usize) -> bool {
    // The contacts open and close again within 50 ms, not all in the same millisecond.
    let (mut open, mut closed) = (table.sticks, ConnectionSet::EMPTY);
    while let Some(line) = some(open, choose) {
        open = open.without(line);
        table.see(open);
        if choose(4) > 0 {
            table.wait(choose(2) as u64);
        }
    }
    table.wait(20);
    while let Some(line) = some(table.sticks - closed, choose) {
        closed = closed.with(line);
        table.see(closed);
    }
    true
}

fn straighten(table: &mut Table, choose: &mut impl FnMut(usize) -> usize) -> bool {
    if let Some(line) = some(table.sticks, choose) {
        table.lift(line);
        table.wait(choose(490) as u64);
        table.put(line);
    }
    true
}

fn chatter(table: &mut Table, choose: &mut impl FnMut(usize) -> usize) -> bool {
    let line = Connection::from_index(choose(Connection::COUNT)).unwrap();
    let until = table.now + 75;
    while table.now < until {
        let flipped = if choose(2) == 0 { table.sticks.with(line) } else { table.sticks.without(line) };
        table.see(flipped);
        table.wait(choose(6) as u64);
    }
    table.look();
    true
}

fn take_a_look_back(table: &mut Table, choose: &mut impl FnMut(usize) -> usize) {
    let looks_back = |table: &Table| matches!(table.referee.view().shown, Shown::Review { .. });
    for _ in 0..choose(5) {
        table.hear(Cause::Press(Press::Tap));
    }
    for _ in 0..choose(3) {
        if looks_back(table) {
            table.press(Player::BOTH[choose(2)], PlayerButton::ALL[choose(3)]);
        }
    }
    if looks_back(table) {
        table.hear(Cause::Press(Press::OtherHold));
    }
}

fn wrong_stick_down(table: &mut Table, choose: &mut impl FnMut(usize) -> usize) {
    // A stick put back where one has just been removed may be no mistake.
    let just_removed = table.referee.game().just_removed().map_or(ConnectionSet::EMPTY, ConnectionSet::from);
    if let Some(line) = some(ConnectionSet::ALL - table.sticks - just_removed, choose) {
        table.put(line);
        table.wait(choose(400) as u64);
    }
}

fn wrong_stick_up(table: &mut Table, choose: &mut impl FnMut(usize) -> usize) {
    // A handicap stick may be lifted.
    let is_handicap = matches!(table.referee.game().phase(), Phase::Handicap { .. });
    if let Some(line) = some(table.sticks, choose).filter(|_| !is_handicap) {
        table.lift(line);
        table.wait(choose(1500) as u64);
    }
}

fn play_and_undo(table: &mut Table, mover: Player, choose: &mut impl FnMut(usize) -> usize) {
    match choose(3) {
        0 => wrong_stick_down(table, choose),
        1 => table.press(mover, PlayerButton::Discard),
        _ => table.press(mover, PlayerButton::ALL[choose(2)]),
    }
}

/// Lifts what must come off in any order, and bumps the board meanwhile.
fn lift_out_of_order(table: &mut Table, choose: &mut impl FnMut(usize) -> usize) {
    loop {
        let extra = table.sticks - table.referee.game().position().occupied();
        if table.referee.game().end().is_some() || matches!(table.referee.ask(), Some(Ask::Owner(_))) {
            return;
        }
        let Some(line) = some(extra, choose) else { return };
        table.lift(line);
        table.wait(choose(700) as u64);
        table.wait(1000);
    }
}

#[test]
fn whatever_monkeys_do_following_the_asks_comes_to_rest() {
    for seed in 0..games() {
        let choose = &mut chooser(seed);
        let mut table = Table::new(settings(seed));
        for _ in 0..choose(200) {
            monkey(&mut table, choose);
            if choose(20) == 0 {
                leave_what_covers_the_game(&mut table);
                table.follow(Player::BOTH[choose(2)]);
            }
        }
        leave_what_covers_the_game(&mut table);
        table.follow(Player::BOTH[choose(2)]);
        if matches!(table.referee.game().phase(), Phase::Over(_)) {
            continue;
        }
        let believed = ConnectionSet::ALL - table.referee.view().disbelieved;
        let occupied = table.referee.game().position().occupied();
        assert_eq!(table.sticks & believed, occupied & believed, "seed {seed}");
        assert_sound(table.referee.game().position());
        // What was remembered is the game.
        let game = *table.referee.game();
        let history = table.referee.history().clone();
        table.cut_power();
        assert_eq!(*table.referee.game(), game, "seed {seed}");
        assert_eq!(*table.referee.history(), history, "seed {seed}");
        if believed == ConnectionSet::ALL {
            assert_eq!(table.follow(Player::White), 0, "seed {seed}: after the cut the board is as it was");
        }
    }
}

fn monkey(table: &mut Table, choose: &mut impl FnMut(usize) -> usize) {
    let player = Player::BOTH[choose(2)];
    match choose(16) {
        0..6 => {
            let line = Connection::from_index(choose(Connection::COUNT)).unwrap();
            if table.sticks.contains(line) { table.lift(line) } else { table.put(line) }
        }
        6..10 => table.press(player, PlayerButton::ALL[choose(3)]),
        10 => table.hear(Cause::Press(Press::ShortHold)),
        11 => {
            let presses = [Press::Tap, Press::OtherHold, Press::LongHold, Press::BothPass];
            table.hear(Cause::Press(presses[choose(presses.len())]));
        }
        12 => table.see(ConnectionSet::from_bits(u32::try_from(choose(1 << 27)).unwrap())),
        13 => table.look(),
        14 => table.cut_power(),
        _ => {
            let at = Connection::from_index(choose(Connection::COUNT)).unwrap();
            table.hear(Cause::Play(player, Action::Place(at, Unseen)));
        }
    }
    table.wait([0, 20, 110, 350, 600, 1100][choose(6)]);
}

/// Leaves the set-up and the look back, and takes the monkeys' paws off the contacts.
fn leave_what_covers_the_game(table: &mut Table) {
    table.look();
    for _ in 0..2 {
        if matches!(table.referee.view().shown, Shown::Menu(_) | Shown::Review { .. }) {
            table.hear(Cause::Press(Press::OtherHold));
        }
        table.wait(1200);
    }
}

fn assert_sound(position: &Position) {
    let [white, black] = Player::BOTH.map(|player| position.bridges(player));
    assert!((white & black).is_empty());
    assert!(white.len() <= 25 && black.len() <= 25);
}

#[test]
fn two_players_who_pass_for_ever_are_remembered_for_a_hundred_turns() {
    let settings = Settings { edition: Edition::French1999, ..Settings::default() };
    let mut table = Table::new(settings);
    for _ in 0..4 {
        table.press(Player::White, PlayerButton::Draw);
        table.press(Player::Black, PlayerButton::Draw);
    }
    // The third and fourth draw of each were refused: five cards are a full hand.
    table.events.clear();
    for turn in 0..1000 {
        let player = table.referee.game().turn().unwrap();
        assert_eq!(player, Player::BOTH[turn % 2]);
        table.press(player, PlayerButton::Pass);
        assert!(matches!(table.events.pop(), Some(Event::Accepted(_, Action::Pass, _))), "turn {turn}");
    }
    let passes = table.referee.history().actions().filter(|(_, action)| *action == Action::Pass).count();
    assert!((99..=100).contains(&passes), "{passes}");
    let referee = table.referee.clone();
    table.cut_power();
    assert_eq!(table.referee.history(), referee.history());
}

#[test]
fn a_contact_that_chatters_without_end_is_told_once_and_shown_while_it_lasts() {
    let mut table = Table::new(Settings::default());
    let line: Connection = "ELAI-HUNA".parse().unwrap();
    let chattering = Settled { lines: ConnectionSet::EMPTY, chattering: line.into() };
    for _ in 0..3 {
        table.referee.sense(table.now, chattering);
        table.wait(100);
        assert_eq!(table.referee.view().moving, line.into());
    }
    assert_eq!(table.events.iter().filter(|event| **event == Event::Chatters(line)).count(), 1);
    table.look();
    assert_eq!(table.referee.view().moving, ConnectionSet::EMPTY);
}
