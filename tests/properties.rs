//! What holds in every game, shown on long random ones. `PROPTEST_CASES` makes the run longer.

mod common;

use std::fmt::Write as _;

use common::{chooser, deal, turn_up};
use kahuna_board::map::{Connection, Island, IslandSet};
use kahuna_board::record::{AnyGame, Notation, Record, Ruling};
use kahuna_board::rules::{
    Action, BRIDGES, Cards, Counted, Edition, Game, HAND_LIMIT, Handicap, History, Known, Phase, Playable,
    Player, Position, Refusal, Settings, Unseen,
};
use proptest::prelude::*;

/// No game by any edition has more actions, but for passes of players who both sit on five cards.
const LONGEST: usize = 256;

fn settings() -> impl Strategy<Value = Settings> {
    let player = || prop_oneof![Just(Player::White), Just(Player::Black)];
    let edition = prop::sample::select(Edition::ALL.to_vec());
    (edition, any::<bool>(), any::<bool>(), player(), prop::option::of((player(), 1..=Handicap::MOST)))
        .prop_map(|(edition, calm, open, first, handicap)| Settings {
            edition,
            calm,
            open,
            first,
            handicap: handicap.and_then(|(player, bridges)| Handicap::new(player, bridges)),
        })
}

/// How a game is played: at random, or with a liking for passes so that it gets long.
fn next_action<K: Playable>(
    game: &Game<K>,
    choose: &mut impl FnMut(usize) -> usize,
    lazy: bool,
) -> Action<K> {
    let player = game.turn().unwrap();
    if lazy && choose(3) > 0 && game.allows(player, Action::Pass) {
        return Action::Pass;
    }
    game.random_action(choose).unwrap()
}

/// Any action at all, most of them illegal.
fn any_action(choose: &mut impl FnMut(usize) -> usize) -> (Player, Action) {
    let player = Player::BOTH[choose(2)];
    let at = Connection::from_index(choose(Connection::COUNT)).unwrap();
    let action = match choose(7) {
        0 => Action::Handicap(at),
        1 => Action::Place(at, Unseen),
        2 => Action::Remove(at, Unseen),
        3 => Action::Replace(at),
        4 => Action::Discard(u8::try_from(choose(7) + 1).unwrap()),
        5 => Action::Draw(Unseen),
        _ => Action::Pass,
    };
    (player, action)
}

/// C1 from scratch, by counting.
fn controls(position: &Position, player: Player, island: Island) -> bool {
    let own =
        Connection::all().filter(|at| at.touches(island) && position.owner(*at) == Some(player)).count();
    2 * own > Connection::all().filter(|at| at.touches(island)).count()
}

fn assert_board_is_sound(position: &Position) {
    assert!(
        (position.bridges(Player::White) & position.bridges(Player::Black)).is_empty(),
        "bridges overlap"
    );
    for player in Player::BOTH {
        assert!(position.bridges(player).len() <= BRIDGES);
        for island in Island::ALL {
            assert_eq!(
                position.control(player).contains(island),
                controls(position, player, island),
                "{island}"
            );
        }
    }
}

/// A2 from scratch: the smallest set whose cards the plays within it exceed, alphabetically first.
fn overdrawn(plays: &[(Connection, u32)]) -> Option<IslandSet> {
    (0..1u16 << Island::COUNT)
        .map(IslandSet::from_bits)
        .filter(|set| {
            let within = |at: Connection| set.contains(at.ends().0) && set.contains(at.ends().1);
            let owed: u32 = plays.iter().filter(|(at, _)| within(*at)).map(|(_, cards)| cards).sum();
            owed as usize > 2 * set.len()
        })
        .min_by_key(|set| (set.len(), set.iter().collect::<Vec<_>>()))
}

proptest! {
    #[test]
    fn counted_games_are_sound_end_and_can_be_taken_back(settings in settings(), seed: u64, lazy: bool) {
        let mut choose = chooser(seed);
        let start = Game::new(settings);
        let mut history = History::<1024>::new(start);
        let mut before = vec![start];
        let mut idle = 0;
        while history.game().turn().is_some() && history.len() < 1000 {
            let game = *history.game();
            let (player, action) = any_action(&mut choose);
            let mut tried = game;
            if tried.play(player, action).is_err() {
                prop_assert_eq!(tried, game, "a refused action changed something");
            }
            let sits = Player::BOTH.into_iter().all(|player| game.held(player) == HAND_LIMIT);
            let action = next_action(&game, &mut choose, lazy);
            idle += usize::from(action == Action::Pass && sits && settings.edition == Edition::French1999);
            history.play(game.turn().unwrap(), action).unwrap();
            let game = *history.game();
            assert_board_is_sound(game.position());
            let held: u8 = Player::BOTH.into_iter().map(|player| game.held(player)).sum();
            prop_assert!(Player::BOTH.into_iter().all(|player| game.held(player) <= HAND_LIMIT));
            prop_assert!(held + game.to_draw() <= 24);
            before.push(game);
        }
        prop_assert!(history.len() - idle <= LONGEST, "{} actions", history.len());
        if idle == 0 {
            prop_assert!(matches!(history.game().phase(), Phase::Over(_)), "the game does not end");
        }
        while let Some(expected) = { before.pop(); before.last() } {
            prop_assert!(history.undo().is_some());
            prop_assert_eq!(history.game(), expected);
        }
        prop_assert_eq!(history.game(), &start);
        prop_assert!(history.undo().is_none());
    }

    #[test]
    fn known_and_counted_cards_agree_and_no_card_is_lost(settings in settings(), seed: u64, lazy: bool) {
        let mut choose = chooser(seed);
        let mut known = Game::known(settings, deal(&mut choose));
        let mut counted = Game::new(settings);
        for _ in 0..600 {
            if known.owes_face_up() {
                turn_up(&mut known, &mut choose);
            }
            let Some(player) = known.turn() else { break };
            // What the table refuses without a look at a card, both refuse alike.
            let (who, action) = any_action(&mut choose);
            if let (Some(named), Err(refusal)) = (named(&known, who, action), { counted }.play(who, action)) {
                let twin = { known }.play(who, named).expect_err("counting refused what knowing allows");
                if !matches!(refusal, Refusal::NotEnoughCards { .. } | Refusal::ImpossibleCards { .. }) {
                    prop_assert_eq!(twin.name(), refusal.name());
                }
            }
            let action = next_action(&known, &mut choose, lazy);
            let effects = known.play(player, action).unwrap();
            let twin = counted.play(player, unnamed(action));
            prop_assert_eq!(twin, Ok(effects), "counting refused what knowing allowed");
            prop_assert_eq!(known.to_draw(), counted.to_draw());
            for player in Player::BOTH {
                prop_assert_eq!(known.held(player), counted.held(player));
            }
            prop_assert_eq!(known.phase(), counted.phase());
            let cards = known.cards();
            let all = [cards.hand(Player::White), cards.hand(Player::Black), cards.pile(), cards.face_up(), cards.discards()];
            prop_assert_eq!(all.into_iter().fold(Cards::EMPTY, Cards::with_all), Cards::DECK);
            prop_assert_eq!(all.iter().map(|cards| cards.len()).sum::<u8>(), 24);
        }
    }

    #[test]
    fn the_audit_finds_what_trying_every_set_finds(settings in settings(), seed: u64) {
        let mut choose = chooser(seed);
        let mut game = Game::new(settings);
        let mut plays = Vec::new();
        while let Some(player) = game.turn() {
            let at = Connection::from_index(choose(Connection::COUNT)).unwrap();
            for (action, cards) in [(Action::Place(at, Unseen), 1), (Action::Remove(at, Unseen), 2)] {
                let answer = { game }.play(player, action);
                plays.push((at, cards));
                match answer {
                    Err(Refusal::ImpossibleCards { islands }) => prop_assert_eq!(Some(islands), overdrawn(&plays)),
                    Ok(_) => prop_assert_eq!(overdrawn(&plays), None),
                    Err(_) => {}
                }
                plays.pop();
            }
            let action = next_action(&game, &mut choose, false);
            if game.play(player, action).unwrap().score.is_some() {
                plays.clear();
            }
            match action {
                Action::Place(at, _) => plays.push((at, 1)),
                Action::Remove(at, _) => plays.push((at, 2)),
                _ => {}
            }
        }
    }

    #[test]
    fn a_game_written_down_and_read_back_is_the_same_game(settings in settings(), seed: u64) {
        let mut choose = chooser(seed);
        let mut known = Game::known(settings, deal(&mut choose));
        let mut text = kahuna_board::record::Header { settings, deal: Some(*known.cards()) }.to_string();
        while let Some(player) = known.turn() {
            if known.owes_face_up() {
                let [a, b, c] = turn_up(&mut known, &mut choose);
                writeln!(text, "face-up {a} {b} {c}").unwrap();
            }
            write_action(&mut text, player, next_action(&known, &mut choose, false), &mut known);
        }
        prop_assert_eq!(read_back(&text), AnyGame::Known(known));

        let mut counted = Game::new(settings);
        let mut text = kahuna_board::record::Header { settings, deal: None }.to_string();
        while let Some(player) = counted.turn() {
            write_action(&mut text, player, next_action(&counted, &mut choose, false), &mut counted);
        }
        prop_assert_eq!(read_back(&text), AnyGame::Counted(counted));
    }

    #[test]
    fn rubbish_is_judged_or_cannot_be_read(bytes: Vec<u8>, text in "[a-zA-Z0-9# \t\r\n-]{0,200}") {
        for rubbish in [&bytes[..], text.as_bytes()] {
            if let Ok(record) = Record::read(rubbish) {
                record.judge().count();
                prop_assert_eq!(Record::faults(rubbish).count(), 0);
            } else {
                prop_assert!(Record::faults(rubbish).count() > 0);
            }
        }
    }
}

fn write_action<K: Notation>(text: &mut String, player: Player, action: Action<K>, game: &mut Game<K>) {
    game.play(player, action).unwrap();
    writeln!(text, "{player} {action}").unwrap();
}

fn read_back(text: &str) -> AnyGame {
    let record = Record::read(text.as_bytes()).unwrap();
    let mut judge = record.judge();
    for judgement in judge.by_ref() {
        assert!(!matches!(judgement.unwrap().ruling, Ruling::Illegal { .. }));
    }
    *judge.game()
}

/// The action as a board sees it.
fn unnamed(action: Action<Known>) -> Action<Counted> {
    match action {
        Action::Handicap(at) => Action::Handicap(at),
        Action::Place(at, _) => Action::Place(at, Unseen),
        Action::Remove(at, _) => Action::Remove(at, Unseen),
        Action::Replace(at) => Action::Replace(at),
        Action::Discard(cards) => Action::Discard(cards.len()),
        Action::Draw(_) => Action::Draw(Unseen),
        Action::Pass => Action::Pass,
    }
}

/// The action with cards that fit, if the player holds any; a draw names a card that can be drawn.
fn named(game: &Game<Known>, player: Player, action: Action<Counted>) -> Option<Action<Known>> {
    let cards = game.cards();
    Some(match action {
        Action::Handicap(at) => Action::Handicap(at),
        Action::Place(at, _) => Action::Place(at, cards.cards_for(player, at).next()?),
        Action::Remove(at, _) => Action::Remove(at, cards.pairs_for(player, at).next()?),
        Action::Replace(at) => Action::Replace(at),
        Action::Discard(count) if count <= cards.hand(player).len() => {
            Action::Discard(cards.hand(player).iter().take(usize::from(count)).collect())
        }
        Action::Discard(_) => return None,
        Action::Draw(_) => Action::Draw(cards.choose_drawn(&mut |_| 0)?),
        Action::Pass => Action::Pass,
    })
}
