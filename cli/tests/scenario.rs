//! `kahuna scenario` as a person runs it: what it says, and its exit statuses.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The exit status, standard output and standard error.
fn answer(args: &[&Path]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_kahuna")).arg("scenario").args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("it speaks UTF-8");
    (output.status.code().expect("it was not killed"), text(output.stdout), text(output.stderr))
}

/// Writes scenarios into a folder of their own.
fn folder(name: &str, scenarios: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in scenarios {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

fn scenarios() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios")
}

const GOOD: &str = "title A stick is a bridge\ngame\nplace ALOA-BARI\nexpect bridge ALOA-BARI white\n";
const BAD: &str = "title A stick is black's\ngame\nplace ALOA-BARI\nexpect bridge ALOA-BARI black\n";

#[test]
fn every_scenario_of_the_project_passes() {
    let (status, out, err) = answer(&[&scenarios()]);
    let failed: Vec<_> = out.lines().skip_while(|line| line.starts_with("passed")).collect();
    assert_eq!((status, err.as_str()), (0, ""), "{}", failed.join("\n"));
}

#[test]
fn every_scenario_of_the_project_says_what_it_shows_and_expects_something() {
    let mut titles = HashSet::new();
    for entry in fs::read_dir(scenarios()).unwrap() {
        let file = entry.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        let title = text.lines().next().unwrap().to_owned();
        assert!(title.starts_with("title ") && titles.insert(title), "{}", file.display());
        assert!(text.contains("\nexpect "), "{}", file.display());
    }
    assert!(titles.len() >= 70, "{}", titles.len());
}

#[test]
fn what_passes_is_a_line_and_status_0() {
    let folder = folder("passes", &[("good.scenario", GOOD), ("notes.txt", "no scenario")]);
    let (status, out, err) = answer(&[&folder.join("good.scenario")]);
    assert_eq!((status, err.as_str(), out.lines().count()), (0, "", 1));
    assert!(out.starts_with("passed") && out.contains("good.scenario: A stick is a bridge"), "{out}");
    assert_eq!(answer(&[&folder]).0, 0);
}

#[test]
fn what_fails_is_told_with_what_was_true_and_what_came_before_and_status_1() {
    let folder = folder("fails", &[("a.scenario", BAD), ("b.scenario", GOOD)]);
    let (status, out, err) = answer(&[&folder]);
    assert_eq!((status, err.as_str()), (1, ""));
    for told in [
        "a.scenario: A stick is black's",
        "line 4:  expect bridge ALOA-BARI black",
        "expected: bridge ALOA-BARI black",
        "in truth: bridge ALOA-BARI white",
        " s  > place ALOA-BARI",
        r#" s  < {"event":"placed""#,
        "b.scenario: A stick is a bridge",
        "1 passed, 1 failed",
    ] {
        assert!(out.contains(told), "{told} is missing in\n{out}");
    }
    assert!(!out.contains("scenario-"), "the runner's own questions are nobody's business:\n{out}");
}

#[test]
fn only_the_last_twenty_events_are_told() {
    let text = format!("{}{}expect hand white 9\n", "game\n", "press black draw\n".repeat(30));
    let folder = folder("events", &[("long.scenario", &text)]);
    let (status, out, _) = answer(&[&folder]);
    assert_eq!((status, out.lines().filter(|line| line.contains(" s  ")).count()), (1, 20), "{out}");
}

#[test]
fn a_thing_that_must_never_be_and_is_fails() {
    let text = "game\nplace ALOA-BARI\nnever expect bridge ALOA-BARI white\n";
    let folder = folder("never", &[("never.scenario", text)]);
    let (status, out, _) = answer(&[&folder]);
    assert_eq!(status, 1);
    assert!(out.contains("expected: never bridge ALOA-BARI white"), "{out}");
}

#[test]
fn what_cannot_be_read_is_told_by_file_and_line_and_nothing_is_played() {
    let text = "title a\ngame\nplase ALOA-BARI\nwait 3 days\nlift COCO-GOLA\n";
    let folder = folder("unreadable", &[("bad.scenario", text), ("good.scenario", GOOD)]);
    let (status, out, err) = answer(&[&folder]);
    assert_eq!((status, out.as_str()), (2, ""));
    for told in [
        "bad.scenario: line 3: expected title, game, place",
        "found `plase`",
        "bad.scenario: line 4: expected a time such as 300ms",
        "bad.scenario: line 5: no stick lies on COCO-GOLA",
    ] {
        assert!(err.contains(told), "{told} is missing in\n{err}");
    }
}

#[test]
fn what_is_not_there_is_status_2() {
    let empty = folder("empty", &[]);
    for path in [empty.join("nothing.scenario"), empty] {
        let (status, out, err) = answer(&[&path]);
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(err.starts_with("error:"), "{err}");
    }
}
