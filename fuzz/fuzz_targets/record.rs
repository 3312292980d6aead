//! Any bytes are judged or cannot be read, and what was judged is written down and judged the same again.
#![no_main]

use std::fmt::Write as _;

use kahuna_board::record::{Judgement, Record, Ruling};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let faults = Record::faults(bytes).inspect(|fault| assert!(!fault.to_string().is_empty())).count();
    let Ok(record) = Record::read(bytes) else {
        assert!(faults > 0, "what cannot be read has a fault");
        return;
    };
    assert_eq!(faults, 0, "what can be read has none");

    let judgements = judged(&record);
    let mut written = record.header().to_string();
    for judgement in &judgements {
        writeln!(written, "{}", judgement.statement).unwrap();
    }
    let again = Record::read(written.as_bytes()).expect("what was written can be read");
    assert_eq!(again.header(), record.header());
    let again = judged(&again);
    assert_eq!(again.len(), judgements.len());
    for (one, two) in judgements.iter().zip(&again) {
        assert_eq!(one.statement, two.statement);
        assert_eq!(refusal_or_ruling(&one.ruling), refusal_or_ruling(&two.ruling));
    }
});

/// The lines up to a fault that only judging shows.
fn judged<'a>(record: &Record<'a>) -> Vec<Judgement<'a>> {
    record.judge().map_while(Result::ok).collect()
}

/// A ruling without the numbers of lines, which change when a record is written again.
fn refusal_or_ruling(ruling: &Ruling) -> String {
    match ruling {
        Ruling::Illegal { refusal, .. } => refusal.to_string(),
        ruling => format!("{ruling:?}"),
    }
}
