//! Whatever comes in costs at most one error line, and the next good line is understood.

use kahuna_board::link::{BUFFER, Command, Link, MOST_BYTES, Verb};
use proptest::prelude::*;
use serde_json::Value;

use crate::board::Board;

/// How many error lines rubbish may cost: one for each line of it, and one for the half line before the good one.
fn lines_of(rubbish: &[u8]) -> usize {
    rubbish.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_empty()).count()
}

/// Sends rubbish, cut into packets; nothing but error lines may come of it, and then a good line is answered.
fn survives(rubbish: &[u8], packet: usize) -> Result<(), TestCaseError> {
    let mut board = Board::new();
    let before = board.referee.clone();
    for packet in rubbish.chunks(packet) {
        board.send(packet);
    }
    board.send(b"\n");
    prop_assert!(board.said.len() <= lines_of(rubbish));
    for line in &board.said {
        let value: Value = serde_json::from_str(line).unwrap();
        prop_assert!(value["error"].is_string() && value["message"].is_string(), "{line}");
    }
    prop_assert!(board.referee == before);
    prop_assert_eq!(board.say("games"), [r#"{"games":0}"#]);
    Ok(())
}

/// Rubbish that is no command by chance.
fn rubbish() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop::collection::vec(any::<u8>(), 0..2000);
    let text = ".{0,300}".prop_map(String::into_bytes);
    let flood = (any::<u8>(), 0..5000_usize).prop_map(|(byte, length)| vec![byte; length]);
    let half = prop::sample::select(Verb::ALL.to_vec()).prop_flat_map(|verb| {
        let word = verb.name();
        (1..word.len()).prop_map(move |length| word.as_bytes()[..length].to_vec())
    });
    let bad = prop::sample::select(vec![
        "state too many words",
        "new edition=",
        "new first=white first=white",
        "new handicap=black:0",
        "play",
        "play white",
        "play white place ALOA-LALE",
        "play white place ALOA-BARI with ALOA",
        "play white discard 0",
        "lang",
        "lang klingon",
        "record -1",
        "undo undo",
    ]);
    let bad = bad.prop_map(|text| text.as_bytes().to_vec());
    prop::collection::vec(prop_oneof![bytes, text, flood, half, bad], 0..6)
        .prop_map(|parts| parts.join(&b'\n'))
}

proptest! {
    #[test]
    fn rubbish_costs_nothing_but_error_lines(rubbish in rubbish(), packet in 1..200_usize) {
        // Chance may write a whole command; that is no rubbish.
        let lines = rubbish.split(|byte| matches!(byte, b'\n' | b'\r'));
        prop_assume!(lines.filter_map(|line| str::from_utf8(line).ok()).all(|line| Command::parse(line).is_err()));
        survives(&rubbish, packet)?;
    }

    #[test]
    fn no_line_breaks_the_parser(line in "\\PC{0,160}") {
        let _ = Command::parse(&line);
    }

    #[test]
    fn commands_made_of_their_own_words_are_done_or_refused(
        words in prop::collection::vec(prop::sample::select(vec![
            "state", "new", "play", "lang", "record", "undo", "white", "black", "place", "remove", "discard", "draw",
            "pass", "handicap", "replace", "ALOA-BARI", "huna-aloa", "1", "2", "99999999999999999999", "edition=",
            "edition=french-1999", "variant=calm", "variant=open", "first=black", "handicap=white:3", "en", "\t", "=",
            ":", "#", "with", "ALOA",
        ]), 1..8)
    ) {
        let mut board = Board::new();
        board.say("new");
        for line in board.say(&words.join(" ")) {
            prop_assert!(serde_json::from_str::<Value>(&line).is_ok(), "{}", line);
        }
        prop_assert_eq!(board.say("lang en"), [r#"{"lang":"en"}"#]);
    }
}

#[test]
fn a_flood_without_an_end_costs_one_error_line() {
    let mut board = Board::new();
    for _ in 0..1000 {
        board.send(&[b'x'; 997]);
    }
    assert_eq!(board.said.len(), 1, "{:?}", board.said);
    assert!(board.said[0].starts_with(r#"{"error":"overlong","#), "{}", board.said[0]);
    board.said.clear();
    board.send(b"\ngames\n");
    assert_eq!(board.said, [r#"{"games":0}"#]);
}

#[test]
fn half_a_line_goes_with_the_computer_that_sent_it() {
    let mut board = Board::new();
    board.send(b"bootse");
    board.link.connect();
    assert_eq!(board.say("games"), [r#"{"games":0}"#]);
}

#[test]
fn lines_are_counted() {
    let mut link = Link::new();
    let mut bytes: &[u8] = b"hello\nhullo\n\xff\n\nstate\n";
    while link.receive(&mut bytes).is_some() {}
    let mut buffer = BUFFER;
    assert_eq!(link.lost(&mut buffer), None);
    link.lose();
    link.lose();
    assert!(link.lost(&mut buffer).unwrap().text().contains(r#""lines":2"#));
    assert_eq!(link.lost(&mut buffer), None);
    let counters = link.counters();
    assert_eq!((counters.good, counters.bad, counters.lost), (2, 2, 2));
}

/// The longest thing that anybody needs to say fits a line.
#[test]
fn every_usage_fits_a_line() {
    let new = "new edition=french-kosmos variant=calm variant=open first=black handicap=black:3";
    assert!(Command::parse(new).is_ok());
    for text in [new].into_iter().chain(Verb::ALL.map(Verb::usage)) {
        assert!(text.len() <= MOST_BYTES, "{text}");
    }
}
