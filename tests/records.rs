//! Every record under tests/records is judged as its `.expected` file says: the exit status `cargo kahuna referee`
//! would have, then the JSON lines without their messages.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kahuna_board::record::{Record, Ruling};
use kahuna_board::rules::Refusal;
use serde_json::{Value, json};

/// The first line of a record that is to be judged past its illegal lines.
const GO_ON: &str = "# judged with --continue";

fn records() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|file| file.extension().is_some_and(|ending| ending == "kahuna")).collect();
    files.sort();
    files
}

/// What `referee --json` would print, messages left out, after the exit status.
fn judged(bytes: &[u8], go_on: bool) -> (u8, Vec<Value>) {
    let Ok(record) = Record::read(bytes) else { return (2, Vec::new()) };
    let mut lines = Vec::new();
    let mut status = 0;
    let mut judge = record.judge();
    for judged in judge.by_ref() {
        let Ok(judgement) = judged else { return (2, lines) };
        let line = judgement.line;
        match judgement.ruling {
            Ruling::Legal(effects) => lines.push(json!({"line": line, "ok": true, "effects": effects})),
            Ruling::TurnedUp => {}
            Ruling::Illegal { refusal, overdrew } => {
                let mut object = json!({"line": line, "ok": false, "error": refusal.name(), "rule": refusal.rule().to_string()});
                if let Refusal::ImpossibleCards { islands } = refusal {
                    object["islands"] = json!(islands);
                    object["lines"] = json!(overdrew.as_slice());
                }
                lines.push(object);
                status = 1;
                if !go_on {
                    break;
                }
            }
        }
    }
    lines.push(json!({"state": judge.game().summary()}));
    (status, lines)
}

#[test]
fn every_record_is_judged_as_expected() {
    let mut wrong = String::new();
    let files = records();
    assert!(files.len() >= 100, "the records are missing");
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let expected = std::fs::read_to_string(file.with_extension("expected")).unwrap();
        let (exit, rest) = expected.split_once('\n').unwrap_or((&expected, ""));
        let expected: Vec<Value> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (status, lines) = judged(&bytes, bytes.starts_with(GO_ON.as_bytes()));
        if exit != format!("exit {status}") || lines != expected {
            writeln!(wrong, "{}: expected {exit}, was exit {status}", file.display()).unwrap();
            for (want, was) in expected.iter().zip(&lines).filter(|(want, was)| want != was) {
                writeln!(wrong, "  expected {want}\n       was {was}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_refusal_and_every_end_is_shown_by_some_record() {
    let mut shown = String::new();
    for file in records() {
        shown.push_str(&std::fs::read_to_string(file.with_extension("expected")).unwrap());
    }
    let documented =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/records.md")).unwrap();
    for name in Refusal::NAMES {
        assert!(shown.contains(&format!("\"error\":\"{name}\"")), "no record shows {name}");
        assert!(documented.contains(&format!("`{name}`")), "docs/records.md does not name {name}");
    }
    for reason in ["points", "third-scoring", "bridges", "no-bridges-left-on-board", "draw"] {
        assert!(shown.contains(&format!("\"reason\":\"{reason}\"")), "no record ends by {reason}");
        assert!(documented.contains(&format!("`{reason}`")), "docs/records.md does not name {reason}");
    }
}

#[test]
fn a_record_cut_at_any_byte_is_judged_or_cannot_be_read() {
    for file in records() {
        let bytes = std::fs::read(&file).unwrap();
        // The long ones are cut at every seventh byte: each cut judges all that stands before it.
        let step = if bytes.len() > 600 { 7 } else { 1 };
        for cut in (0..bytes.len()).step_by(step) {
            for go_on in [false, true] {
                let (status, lines) = judged(&bytes[..cut], go_on);
                assert!(status <= 2);
                assert_eq!(
                    lines.last().is_some_and(|last| last.get("state").is_some()),
                    status < 2,
                    "{}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn a_judged_record_written_again_is_the_same_record() {
    for file in records() {
        let bytes = std::fs::read(&file).unwrap();
        let Ok(record) = Record::read(&bytes) else { continue };
        let mut written = record.header().to_string();
        let judgements: Vec<_> = record.judge().map_while(Result::ok).collect();
        for judgement in &judgements {
            writeln!(written, "{}", judgement.statement).unwrap();
        }
        let again =
            Record::read(written.as_bytes()).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
        assert_eq!(again.header(), record.header(), "{}", file.display());
        let again: Vec<_> = again.judge().map_while(Result::ok).collect();
        assert_eq!(again.len(), judgements.len());
        for (one, two) in judgements.iter().zip(&again) {
            assert_eq!(one.statement, two.statement);
            match (&one.ruling, &two.ruling) {
                // The lines have other numbers now.
                (Ruling::Illegal { refusal: a, .. }, Ruling::Illegal { refusal: b, .. }) => assert_eq!(a, b),
                (a, b) => assert_eq!(a, b),
            }
        }
    }
}
