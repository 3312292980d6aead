//! Every line is one JSON object that fits, in every language, in long random games.

use std::fmt::Write as _;

use kahuna_board::journal::{Archive as _, Entry, Memory};
use kahuna_board::lights::Palette;
use kahuna_board::link::{BUFFER, Health, LINE_END, LONGEST_LINE, Language, Line, Link, Table, actions_from};
use kahuna_board::record::{Record, Ruling};
use kahuna_board::referee::Referee;
use kahuna_board::rules::{Action, Edition, Game, Handicap, History, Player, Settings, Summary};
use proptest::prelude::*;
use serde_json::Value;

use crate::board::Board;
use crate::every;

fn chooser(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed | 1;
    move |n| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as usize % n
    }
}

/// What a line holds, once it is known to be a line.
fn object(line: &str) -> Value {
    let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert!(value.is_object(), "{line}");
    assert_ne!(value["error"], "too-long", "{line}");
    assert!(line.len() + LINE_END.len() <= LONGEST_LINE, "{} bytes: {line}", line.len());
    // No space but in sentences, usages and actions: as short as JSON gets.
    assert_eq!(value.to_string().len(), line.len(), "{line}");
    value
}

fn words_of(settings: Settings) -> String {
    let mut words = format!("new edition={} first={}", settings.edition, settings.first);
    if settings.calm {
        words += " variant=calm";
    }
    if settings.open {
        words += " variant=open";
    }
    if let Some(handicap) = settings.handicap {
        write!(words, " handicap={}:{}", handicap.player(), handicap.bridges()).unwrap();
    }
    words
}

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// A game played over the link is the game that the rules play, and its record is the way to it.
    #[test]
    fn a_game_over_the_link_is_the_game_of_the_rules(settings in settings(), seed: u64) {
        let mut choose = chooser(seed);
        let mut board = Board::new();
        let mut game = Game::new(settings);
        board.send(format!("lang {}\n", ["en", "fr", "de"][choose(3)]).as_bytes());
        board.send(format!("{}\n", words_of(settings)).as_bytes());
        for _ in 0..200 {
            let Some(player) = game.turn() else { break };
            let action = game.random_action(&mut choose).unwrap();
            if choose(8) == 0 {
                board.send(format!("PLAY {} draw\n", player.opponent()).as_bytes());
            }
            if choose(8) == 0 {
                board.send(format!("play {player} {action}\nundo\n").as_bytes());
            }
            let said = board.say(&format!("play {player} {action}"));
            let event = object(&said[0]);
            prop_assert_eq!(&event["player"], player.name());
            let effects = game.play(player, action).unwrap();
            prop_assert_eq!(&event["effects"], &serde_json::to_value(effects).unwrap());
            board.said.extend(said);
        }
        board.send(b"state last\nstate\nrecord\ngames\nhelp\nhello\n");
        let values: Vec<Value> = board.said.iter().map(|line| object(line)).collect();
        let state = values.iter().find(|value| value["id"] == "last").unwrap();
        let summary = serde_json::to_value(Summary::from(&game)).unwrap();
        for (member, value) in summary.as_object().unwrap() {
            prop_assert_eq!(&state["state"][member], value, "{}", member);
        }
        let lines: Vec<&Value> = values.iter().filter(|value| value["record"] == 0).collect();
        let text: String = lines.iter().filter_map(|value| value["text"].as_str()).flat_map(|line| [line, "\n"]).collect();
        prop_assert_eq!(&lines.last().unwrap()["lines"], text.lines().count());
        let record = Record::read(text.as_bytes()).unwrap();
        prop_assert_eq!(record.header().settings, settings);
        let mut judge = record.judge();
        for judged in &mut judge {
            let legal = matches!(judged.unwrap().ruling, Ruling::Legal(_));
            prop_assert!(legal);
        }
        prop_assert_eq!(judge.game().summary(), Summary::from(&game));
    }

    /// Folding a journal without keeping it gives what keeping it gives.
    #[test]
    fn what_was_taken_back_is_left_out(settings in settings(), seed: u64) {
        let mut choose = chooser(seed);
        let mut history = History::<256>::new(Game::new(settings));
        let mut entries = vec![Entry::Start(settings)];
        for _ in 0..150 {
            if choose(3) == 0 {
                entries.push(Entry::Undo);
                if history.undo().is_none() {
                    entries.pop();
                }
            } else if let Some(player) = history.game().turn() {
                let action: Action = history.game().random_action(&mut choose).unwrap();
                history.play(player, action).unwrap();
                entries.push(Entry::Act(player, action));
            }
        }
        for first in 0..history.len() + 2 {
            let found = actions_from(entries.iter().copied(), first);
            prop_assert!(found.is_full() || first + found.len() >= history.len());
            prop_assert!(found.into_iter().eq(history.actions().skip(first).take(16)));
        }
    }
}

#[test]
fn every_event_and_error_is_one_object_that_fits_in_every_language() {
    let mut buffer = BUFFER;
    let mut link = Link::new();
    let (referee, store) = (Referee::new(), Memory::<16>::new());
    let palette = Palette::default();
    let table =
        Table { referee: &referee, store: &store, palette: &palette, report: None, board: &"b".repeat(64) };
    for language in Language::ALL {
        let mut bytes: &[u8] = &[b"lang ", language.name().as_bytes(), b"\n"].concat();
        let heard = link.receive(&mut bytes).unwrap();
        link.answer(heard, &referee);
        for event in every::events() {
            let value = object(link.event(&event, &mut buffer).text());
            assert!(value["message"].is_string());
        }
        for ask in every::asks() {
            object(link.asks(Some(ask), &mut buffer).unwrap().text());
            assert_eq!(link.asks(Some(ask), &mut buffer), None, "told once");
        }
        assert_eq!(link.asks(None, &mut buffer).map(Line::text), Some(r#"{"event":"asks","asks":null}"#));
        for line in every::proofs() {
            object(&line);
        }
        for error in every::errors() {
            let name = error.name();
            let mut reply = link.answer(Err(error), &referee);
            let value = object(reply.answer.next(&table, &mut buffer).unwrap().text());
            assert_eq!(value["error"], name);
            assert_eq!(reply.answer.next(&table, &mut buffer), None);
        }
        for health in [Health::NotKept, Health::Unreadable, Health::Kept] {
            assert!(object(link.health(health, &mut buffer).unwrap().text())["message"].is_string());
            assert_eq!(link.health(health, &mut buffer), None, "told once");
        }
        link.hold_referee(language != Language::English);
        for command in ["hello", "help", "palette", "bootsel", "games", "record 7"] {
            let mut bytes: &[u8] = &[command.as_bytes(), b"\n"].concat();
            let heard = link.receive(&mut bytes).unwrap();
            let mut reply = link.answer(heard, &referee);
            while let Some(line) = reply.answer.next(&table, &mut buffer) {
                object(line.text());
            }
        }
    }
}

#[test]
fn a_line_ends_as_a_terminal_needs_it() {
    let mut buffer = BUFFER;
    let mut link = Link::new();
    link.lose();
    let told = link.lost(&mut buffer).unwrap();
    assert_eq!(told.bytes(), format!("{told}\r\n").as_bytes());
}

#[test]
fn a_record_is_sent_as_it_was_when_it_was_asked_for() {
    let mut board = Board::new();
    board.say("new");
    board.say("play white place ALOA-BARI");
    let heard = board.link.receive(&mut &b"record\n"[..]).unwrap();
    let mut reply = board.link.answer(heard, &board.referee);
    let mut buffer = BUFFER;
    let mut next = |board: &Board| {
        let (referee, store, palette) = (&board.referee, &board.store, &Palette::default());
        let table = Table { referee, store, palette, report: None, board: "" };
        reply.answer.next(&table, &mut buffer).map(|line| line.text().to_owned())
    };
    assert_eq!(next(&board).unwrap(), r#"{"record":0,"line":1,"text":"edition english-2014"}"#);
    board.say("undo");
    board.say("play white draw");
    assert_eq!(next(&board).unwrap(), r#"{"record":0,"line":2,"text":"first white"}"#);
    assert_eq!(next(&board).unwrap(), r#"{"record":0,"line":3,"text":"white place ALOA-BARI"}"#);
    board.say("new first=black");
    assert!(next(&board).unwrap().starts_with(r#"{"error":"changed","#));
    assert_eq!(next(&board), None);
    assert_eq!(board.store.games(), 2);
}

#[test]
fn an_id_comes_back_whatever_it_is_made_of() {
    let mut board = Board::new();
    for id in ["x", r#"""""#, r"\n\", "héhé", &"\"".repeat(32)] {
        let said = board.say(&format!("state {id}"));
        assert_eq!(object(&said[0])["id"], id);
    }
    assert!(board.say(&format!("state {}", "x".repeat(33)))[0].contains("bad-argument"));
}
