//! `cargo kahuna referee`: judges a written game, line by line.

mod json;
mod speech;

use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use kahuna_board::record::{AnyGame, Header, Judgement, Record, Ruling};

use crate::terminal::{self, UntilClosed};

/// What `cargo kahuna referee` takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record to judge, or - for standard input
    file: PathBuf,
    /// Print a JSON object a line instead of sentences
    #[arg(long)]
    json: bool,
    /// Skip an illegal line and go on, instead of stopping there
    #[arg(long = "continue")]
    go_on: bool,
}

/// Exit status: a line was illegal.
const ILLEGAL: u8 = 1;
/// Exit status: the record could not be read.
const UNREADABLE: u8 = 2;
/// The most faults that are listed.
const MOST_FAULTS: usize = 10;

/// Tells what the judge rules, in one way or another.
trait Report {
    fn start(&mut self, out: &mut dyn Write, header: &Header) -> io::Result<()>;
    /// `game` is the game after the line.
    fn line(&mut self, out: &mut dyn Write, judgement: &Judgement<'_>, game: &AnyGame) -> io::Result<()>;
    fn end(&mut self, out: &mut dyn Write, game: &AnyGame) -> io::Result<()>;
}

/// Judges the record.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let bytes = read(&args.file)?;
    let Ok(record) = Record::read(&bytes) else {
        list_faults(args, &bytes);
        return Ok(ExitCode::from(UNREADABLE));
    };
    let mut report: Box<dyn Report> =
        if args.json { Box::new(json::Json) } else { Box::new(speech::Speech::default()) };
    // The exit status is the verdict, so the judging goes on when nobody reads the rulings any more.
    let mut out = BufWriter::new(UntilClosed(io::stdout().lock()));
    let status = judge(args, &record, report.as_mut(), &mut out).context("cannot write the rulings")?;
    Ok(ExitCode::from(status))
}

/// Says what keeps the record from being read, so that somebody can mend it by hand.
fn list_faults(args: &Args, bytes: &[u8]) {
    let mut faults = Record::faults(bytes);
    for fault in faults.by_ref().take(MOST_FAULTS) {
        unreadable(args, &fault);
    }
    match faults.count() {
        0 => {}
        1 => unreadable(args, &"and one more line that cannot be read"),
        more => unreadable(args, &format_args!("and {more} more lines that cannot be read")),
    }
}

/// Returns the exit status.
fn judge(args: &Args, record: &Record<'_>, report: &mut dyn Report, out: &mut dyn Write) -> io::Result<u8> {
    report.start(out, record.header())?;
    let mut status = 0;
    let mut judge = record.judge();
    while let Some(judged) = judge.next() {
        match judged {
            Ok(judgement) => {
                report.line(out, &judgement, judge.game())?;
                if matches!(judgement.ruling, Ruling::Illegal { .. }) {
                    status = ILLEGAL;
                    if !args.go_on {
                        break;
                    }
                }
            }
            Err(fault) => {
                out.flush()?;
                unreadable(args, &fault);
                return Ok(UNREADABLE);
            }
        }
    }
    report.end(out, judge.game())?;
    out.flush()?;
    Ok(status)
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(bytes);
    }
    std::fs::read(file).with_context(|| format!("cannot read the record {}", file.display()))
}

fn unreadable(args: &Args, what: &dyn std::fmt::Display) {
    let name =
        if args.file == Path::new("-") { "standard input".into() } else { args.file.display().to_string() };
    terminal::complain(format_args!("{name}: {what}"));
}
