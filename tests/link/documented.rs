//! The examples of docs/protocol.md, played: what is sent, what hands do, and what the board says, line by line.
//!
//! In a block marked `link`, `>` begins what is sent, `*` what hands do, `#` a comment; every other line is what the
//! board says. `UPDATE=1` writes what it says into the document.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use kahuna_board::link::{BUFFER, Health, Link, Verb};
use kahuna_board::map::Connection;
use kahuna_board::rules::Player;
use kahuna_board::selftest::Step;
use kahuna_board::sensing::{PlayerButton, Press};
use serde_json::Value;

use crate::board::Board;
use crate::every;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/protocol.md");

fn document() -> String {
    std::fs::read_to_string(PATH).unwrap()
}

/// What hands do.
fn gesture(board: &mut Board, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = |name: &str| name.parse::<Connection>().unwrap();
    match words[..] {
        ["power", "on"] => *board = Board::new(),
        ["power", "off", "and", "on"] => board.power_cycle(),
        ["place", at] => board.put(line(at)),
        ["lift", at] => board.take(line(at)),
        ["chatter", at] => board.chatter(line(at)),
        ["press", player, button] => {
            let player: Player = player.parse().unwrap();
            let button = PlayerButton::ALL.into_iter().find(|other| other.name() == button).unwrap();
            board.press(Press::Button(player, button));
        }
        ["hold", "both", "pass", "3s"] => board.press(Press::BothPass),
        ["tap", "referee"] => board.press(Press::Tap),
        ["hold", "referee", "2s"] => board.press(Press::ShortHold),
        ["hold", "referee", "5s"] => board.press(Press::LongHold),
        ["referee", "down"] => board.link.hold_referee(true),
        ["referee", "up"] => board.link.hold_referee(false),
        ["flash", "fails"] => board.remember(Health::NotKept),
        ["flash", "works"] => board.remember(Health::Kept),
        ["flash", "unreadable"] => board.remember(Health::Unreadable),
        ["wait", "7s"] => board.pass(7000),
        ["cut", "the", "wire", "of", at] => board.cut(line(at)),
        ["finish", "the", "test"] => board.finish_test(),
        ["lose", lines, "lines"] => board.lose(lines.parse().unwrap()),
        _ => panic!("no hand can do this: {text}"),
    }
}

#[test]
fn the_examples_are_what_the_board_says() {
    let document = document();
    let mut board = Board::new();
    let mut played = String::new();
    let mut is_example = false;
    for line in document.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            is_example = kind == "link";
        }
        let is_said = is_example && !line.starts_with(['>', '*', '#', '`']);
        if !is_said {
            writeln!(played, "{line}").unwrap();
        }
        if !is_example {
            continue;
        }
        board.said.clear();
        if let Some(sent) = line.strip_prefix("> ") {
            board.send(format!("{sent}\n").as_bytes());
        } else if let Some(done) = line.strip_prefix("* ") {
            gesture(&mut board, done);
        }
        for said in &board.said {
            writeln!(played, "{said}").unwrap();
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(PATH, &played).unwrap();
    } else {
        for (documented, played) in document.lines().zip(played.lines()) {
            assert_eq!(documented, played);
        }
        assert_eq!(document, played);
    }
}

fn link_step(step: Step) -> String {
    let mut buffer = BUFFER;
    Link::new().step(Some(step), &mut buffer).unwrap().text().into()
}

#[test]
fn every_message_command_and_error_is_documented() {
    let document = document();
    let mut buffer = BUFFER;
    let link = Link::new();
    let mut shown = BTreeSet::new();
    for event in every::events() {
        let value: Value = serde_json::from_str(link.event(&event, &mut buffer).text()).unwrap();
        shown.insert(format!(r#"{{"event":{},"#, value["event"]));
    }
    for told in every::proofs() {
        let value: Value = serde_json::from_str(&told).unwrap();
        shown.insert(format!(r#"{{"event":{},"#, value["event"]));
    }
    for step in every::steps() {
        let text = link_step(step);
        let value: Value = serde_json::from_str(&text).unwrap();
        shown.insert(format!("| `{}` |", value["step"].as_str().unwrap()));
    }
    for fault in every::faults() {
        shown.insert(format!("| `{}` |", fault.kind.name()));
    }
    shown.extend([r#"{"event":"asks","#, r#"{"event":"lost","#, r#"{"event":"journal","#].map(String::from));
    shown.extend(every::errors().iter().map(|error| format!("| `{}` |", error.name())));
    shown.extend(Verb::ALL.map(|verb| format!("\n> {}", verb.name())));
    for text in shown {
        assert!(document.contains(&text), "docs/protocol.md does not show {text}");
    }
}
