//! `kahuna`, above all `kahuna referee`, as a person runs it: exit statuses, what it says of broken input, and how it sounds.

use std::io::{PipeWriter, Write as _};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn record(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/records").join(name)
}

fn kahuna(subcommand: &str, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kahuna"));
    command.arg(subcommand).args(args);
    command
}

/// Runs the command to its end with this input.
fn fed(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // A reader that has found a fault may close the pipe early.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// A pipe that nobody reads any more.
fn closed_pipe() -> PipeWriter {
    let (_, writer) = std::io::pipe().unwrap();
    writer
}

fn referee(args: &[&str], input: &[u8]) -> Output {
    fed(kahuna("referee", args).stdout(Stdio::piped()).stderr(Stdio::piped()), input)
}

/// The exit status, standard output and standard error.
fn answer(args: &[&str], input: &[u8]) -> (i32, String, String) {
    let output = referee(args, input);
    let text = |bytes| String::from_utf8(bytes).expect("it speaks UTF-8");
    (output.status.code().expect("it was not killed"), text(output.stdout), text(output.stderr))
}

#[test]
fn a_missing_file_is_named() {
    let (status, out, err) = answer(&["no-such-file.kahuna"], b"");
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("cannot read the record no-such-file.kahuna"), "{err}");
}

#[test]
fn what_cannot_be_read_is_told_by_line_and_nothing_is_judged() {
    let megabyte = vec![b'x'; 1 << 20];
    let mut wordy = b"white pass\n".to_vec();
    wordy.extend(b"white ".repeat(1 << 17));
    let cases: &[(&[u8], &str)] = &[
        (b"\xef\xbb\xbfwhite pass\n", "line 1: the file begins with a byte-order mark"),
        (b"white pass\n\xff\xfe\x00rubbish\n", "line 2: the file is not UTF-8 here"),
        (b"\x00\x01\x02", "line 1: expected edition"),
        (&megabyte, "line 1: expected edition"),
        (&wordy, "line 2: expected place"),
        (b"white place ALOA-LALE\n", "no line joins ALOA and LALE; ALOA is joined to BARI DUDA HUNA"),
        (
            b"white place ALAO-BARI\n",
            "found `ALAO-BARI`; `ALAO` is no island; the islands are ALOA BARI COCO",
        ),
        (b"white place ALOA-BAIR\n", "found `ALOA-BAIR`; `BAIR` is no island; the islands are"),
        (b"white place JO-KA\n", "`JO` is no island; `KA` is no island; the islands are ALOA BARI"),
        (b"white place ALOA-BARI-COCO\n", "a connection is two islands joined by a hyphen"),
        (b"white place ALOA-\n", "a connection is two islands joined by a hyphen"),
        (b"white pass\nfirst black\n", "line 2: `first` belongs in the header"),
        (
            b"white draw pile ALOA\n",
            "line 1: this line names cards, but the header does not say `cards known`",
        ),
        (b"white pass\rblack pass", "line 1: expected place"),
    ];
    for (input, expected) in cases {
        for flags in [&["-"][..], &["-", "--json"], &["-", "--json", "--continue"]] {
            let (status, out, err) = answer(flags, input);
            assert_eq!((status, out.as_str()), (2, ""), "{expected}");
            assert!(err.contains(expected), "expected {expected:?} in {err:?}");
            assert!(err.len() < 1000, "nobody reads a megabyte of message");
        }
    }
}

#[test]
fn a_third_card_of_a_kind_is_told_by_the_line_that_deals_it() {
    let cases = [
        ("deal white ALOA ALOA ALOA\nface-up GOLA HUNA IFFI\ndeal black DUDA ELAI FAAA", "line 2: ALOA"),
        ("deal white ALOA ALOA COCO\nface-up GOLA ALOA IFFI\ndeal black DUDA ELAI FAAA", "line 3: ALOA"),
        ("face-up LALE LALE IFFI\ndeal black DUDA LALE FAAA\ndeal white ALOA ALOA ALOA", "line 3: LALE"),
    ];
    for (deal, expected) in cases {
        let (status, _, err) = answer(&["-"], format!("cards known\n{deal}\nwhite pass\n").as_bytes());
        assert_eq!((status, err.lines().count()), (2, 1));
        assert!(err.contains(&format!("{expected} is dealt more than twice")), "{err}");
    }
}

#[test]
fn every_fault_is_listed_up_to_ten() {
    let (status, _, err) = answer(&["-"], "white jump\n".repeat(13).as_bytes());
    assert_eq!((status, err.lines().count()), (2, 11));
    assert!(err.contains("line 10: ") && err.contains("and 3 more lines"), "{err}");
}

#[test]
fn an_illegal_line_stops_the_judging_unless_it_is_to_go_on() {
    let input = b"black draw\nwhite draw\nwhite draw\nblack pass\n";
    let (status, out, _) = answer(&["-", "--json"], input);
    assert_eq!((status, out.lines().count()), (1, 2));
    let (status, out, _) = answer(&["-", "--json", "--continue"], input);
    assert_eq!((status, out.lines().count()), (1, 5));
    let refused: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(refused["error"], "not-your-turn");
    assert_eq!(refused["message"], "it is white's turn");
}

#[test]
fn a_refused_line_is_quoted_as_it_is_written() {
    let known = "cards known\ndeal white ALOA BARI COCO\ndeal black DUDA ELAI FAAA\nface-up GOLA HUNA IFFI\n";
    let cases = [
        ("white discard 300".into(), "white discard 300."),
        ("\tWhite  discard 0300 # too many".into(), "White discard 0300."),
        ("black place huna-aloa\r".into(), "black place huna-aloa."),
        (
            format!("white discard {}", "9".repeat(100_000)),
            "white discard 9999999999999999999999999999999999999999999999….",
        ),
        (
            format!("{known}white discard{}", " ALOA".repeat(200_000)),
            "white discard ALOA ALOA ALOA ALOA ALOA ALOA ALOA ALOA ALOA A….",
        ),
        (format!("{known}white discard lale"), "white discard lale."),
    ];
    for (record, quote) in cases {
        // Three cards may discard by this edition.
        let (status, out, _) = answer(&["-"], format!("edition french-kosmos\n{record}\n").as_bytes());
        let refused = out.lines().nth(1).unwrap();
        assert_eq!(status, 1);
        assert!(refused.ends_with(&format!("): {quote}")), "expected {quote:?} in {refused:?}");
    }
}

#[test]
fn a_number_too_large_to_count_is_not_called_another() {
    for (number, said) in
        [("24", "takes 24 cards"), ("255", "more cards than there are"), ("300", "more cards than there are")]
    {
        let record = format!("edition french-kosmos\nwhite discard {number}\n");
        let (_, out, _) = answer(&["-", "--json"], record.as_bytes());
        assert!(out.contains(said), "{out}");
    }
}

#[test]
fn the_verdict_does_not_depend_on_who_reads_it() {
    let cases: [(&[u8], i32); 4] = [
        (b"white draw\n", 0),
        (b"white draw\nwhite draw\n", 1),
        // More than any buffer keeps back.
        (&b"black pass\n".repeat(5000), 1),
        (b"white jump\n", 2),
    ];
    for (input, expected) in cases {
        for flags in [&["-"][..], &["-", "--json"], &["-", "--json", "--continue"]] {
            let mut command = kahuna("referee", flags);
            let output = fed(command.stdout(closed_pipe()).stderr(Stdio::piped()), input);
            assert_eq!(output.status.code(), Some(expected), "{}", String::from_utf8_lossy(input));
            assert_eq!(output.stderr.is_empty(), expected < 2);
        }
    }
}

#[test]
fn the_status_stands_when_nobody_reads_the_errors() {
    let cases: [(&str, &[&str], &[u8]); 4] = [
        ("referee", &["no-such-file.kahuna"], b""),
        ("referee", &["-"], b"white jump\n"),
        ("referee", &["-"], &b"white jump\n".repeat(13)),
        ("test", &["no-such-step"], b""),
    ];
    for (subcommand, args, input) in cases {
        let mut command = kahuna(subcommand, args);
        let output = fed(command.stdout(Stdio::piped()).stderr(closed_pipe()), input);
        assert_eq!(output.status.code(), Some(2), "{subcommand} {args:?}");
    }
}

#[test]
fn a_list_that_nobody_reads_is_no_error() {
    let mut command = kahuna("test", &["--list"]);
    let output = fed(command.stdout(closed_pipe()).stderr(Stdio::piped()), b"");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

/// The spoken rulings of some records, as they stand in cli/tests/spoken. `KAHUNA_UPDATE=1` writes them anew, to be
/// read aloud before they are committed.
#[test]
fn it_speaks_like_a_referee() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/spoken");
    let mut heard = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap();
        let (_, out, err) = answer(&[record(&format!("{name}.kahuna")).to_str().unwrap(), "--continue"], b"");
        assert_eq!(err, "");
        if std::env::var_os("KAHUNA_UPDATE").is_some() {
            std::fs::write(&file, &out).unwrap();
        }
        let expected = std::fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
        assert_eq!(out, expected, "{name}");
        heard += 1;
    }
    assert!(heard >= 5, "the spoken rulings are missing");
}
