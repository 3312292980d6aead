//! `cargo kahuna bench`: how fast the core is, beside what it aims at.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};

use anyhow::{Context, Result, ensure};
use kahuna_board::rules::{Counted, Game, Known};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::chip;
use crate::firmware::DEFAULT_BOARD;
use crate::run::{self, Workspace};
use crate::terminal::{self, Style, say};

/// What `cargo kahuna bench` takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Measure times only briefly; instructions are counted as exactly as ever
    #[arg(long)]
    quick: bool,
    /// Measure the core here, or the firmware on an emulated chip
    #[arg(long, value_enum, default_value_t = On::Core)]
    on: On,
    /// The board of the chip, described in boards/
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOARD)]
    board: String,
}

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum On {
    Core,
    Chip,
}

/// Measures everything and prints it beside its aim; the exit status is 1 if something does not run, not if an aim is
/// missed.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if args.on == On::Chip {
        return chip::bench(&args.board, args.quick);
    }
    let workspace = Workspace::find()?;
    let mut figures = sizes();
    let mut failed = false;
    match Benches::build(&workspace) {
        Ok(benches) => {
            for measured in [benches.speed(args.quick), benches.instructions()] {
                measured.map_or_else(|error| failed |= report(&error), |more| figures.extend(more));
            }
        }
        Err(error) => failed |= report(&error),
    }
    report_figures(&figures);
    if failed {
        say("something did not run; see above");
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prints the figures, one a line.
pub(crate) fn report_figures(figures: &[Figure]) {
    say(heading("Summary"));
    for figure in figures {
        say(figure.row());
    }
}

/// Something measured. Where there is an aim, the figure should be no larger.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Figure {
    of: Cow<'static, str>,
    value: f64,
    /// How many digits after the point tell something.
    digits: usize,
    aim: Option<f64>,
}

impl Figure {
    pub(crate) fn new(of: impl Into<Cow<'static, str>>, value: f64) -> Self {
        Self { of: of.into(), value, digits: 0, aim: None }
    }

    pub(crate) fn with_digits(self, digits: usize) -> Self {
        Self { digits, ..self }
    }

    pub(crate) fn at_most(self, aim: f64) -> Self {
        Self { aim: Some(aim), ..self }
    }

    /// `None` without an aim.
    pub(crate) fn is_met(&self) -> Option<bool> {
        self.aim.map(|aim| self.value <= aim)
    }

    /// The figure as a row of the summary.
    pub(crate) fn row(&self) -> String {
        let verdict = self.aim.zip(self.is_met()).map_or_else(String::new, |(aim, met)| {
            let (style, word) = if met { (Style::Good, "met") } else { (Style::Bad, "MISSED") };
            format!("  at most {:>5}: {}", grouped(aim, 0), terminal::for_stdout(style, word))
        });
        format!("{:<54}{:>14}{verdict}", self.of, grouped(self.value, self.digits))
    }
}

/// The benchmarks' programs, compiled.
struct Benches<'a> {
    workspace: &'a Workspace,
    speed: PathBuf,
    instructions: PathBuf,
}

impl<'a> Benches<'a> {
    fn build(workspace: &'a Workspace) -> Result<Self> {
        let mut cargo = workspace.command("cargo");
        cargo.args(["bench", "--package", "kahuna-cli", "--bench", "speed", "--bench", "instructions"]);
        cargo.args(["--no-run", "--message-format=json-render-diagnostics"]);
        say(heading("The benchmarks are compiled"));
        say(terminal::for_stdout(Style::Command, &format!("$ {}", run::shown(&cargo))));
        // What cargo says to people stays visible; only what it says to us is caught.
        let messages = run::capture(cargo.stderr(Stdio::inherit()))?;
        let find =
            |name| executable(&messages, name).with_context(|| format!("cargo made no benchmark `{name}`"));
        Ok(Self { workspace, speed: find("speed")?, instructions: find("instructions")? })
    }

    /// Times, by Criterion.
    fn speed(&self, quick: bool) -> Result<Vec<Figure>> {
        say(heading("Times are measured"));
        let home = self.workspace.target_dir("criterion");
        let mut bench = self.workspace.command(&self.speed);
        bench.env("CRITERION_HOME", &home).args(["--bench", "--noplot"]);
        if quick {
            bench.args(["--warm-up-time", "0.5", "--measurement-time", "1", "--sample-size", "10"]);
        }
        run::visibly(&mut bench)?;
        let home = self.workspace.absolute(&home).join("kahuna");
        let play = Timing::read(&home.join("play/new"))?;
        let judge = Timing::read(&home.join("judge/new"))?;
        // Each game is a record as well.
        let games = judge.elements;
        Ok(vec![
            Figure::new("actions played per second", play.elements / play.seconds),
            Figure::new("games played per second", games / play.seconds),
            Figure::new("records judged per second", judge.elements / judge.seconds),
            Figure::new("seconds for 10,000 records", 10_000.0 * judge.seconds / judge.elements)
                .with_digits(2)
                .at_most(2.0),
        ])
    }

    /// Instructions, by valgrind's callgrind; no figures where there is no valgrind.
    fn instructions(&self) -> Result<Vec<Figure>> {
        say(heading("Instructions are counted"));
        if !run::succeeds(self.workspace.command("valgrind").arg("--version")) {
            say(NO_VALGRIND);
            return Ok(Vec::new());
        }
        Ok(vec![
            Figure::new("instructions per action", self.count("play", "replay_all_games")?)
                .with_digits(1)
                .at_most(400.0),
            Figure::new("instructions per record", self.count("judge", "judge_all_records")?),
        ])
    }

    /// Counts the instructions that a function takes for each of the things that the benchmark says it worked on.
    fn count(&self, word: &str, function: &str) -> Result<f64> {
        let file = self.workspace.target_dir(&format!("callgrind.{word}.out"));
        // What an earlier run left must not pass for this one's.
        let _ = fs::remove_file(self.workspace.absolute(&file));
        let mut valgrind = self.workspace.command("valgrind");
        valgrind.args(["--quiet", "--tool=callgrind", &format!("--toggle-collect=*{function}*")]);
        valgrind.arg(format!("--callgrind-out-file={}", file.display())).arg(&self.instructions).arg(word);
        say(terminal::for_stdout(Style::Command, &format!("$ {}", run::shown(&valgrind))));
        let said = run::capture(&mut valgrind)?;
        let things: f64 =
            said.trim().parse().with_context(|| format!("`{}` says no number", run::shown(&valgrind)))?;
        let file = self.workspace.absolute(&file);
        let instructions =
            total(&read(&file)?).with_context(|| format!("{} has no total", file.display()))?;
        ensure!(instructions > 0.0 && things > 0.0, "callgrind saw no call of `{function}`");
        say(format_args!("{} instructions for {}", grouped(instructions, 0), grouped(things, 0)));
        Ok(instructions / things)
    }
}

const NO_VALGRIND: &str = "valgrind is not here, so instructions are not counted. To count them, install it \
(Debian, Ubuntu: `sudo apt install valgrind`; Fedora: `sudo dnf install valgrind`) and run this again.";

/// How long a benchmark of Criterion's took.
struct Timing {
    /// For one iteration.
    seconds: f64,
    /// How many things one iteration worked on.
    elements: f64,
}

impl Timing {
    /// Reads what Criterion wrote into a folder.
    fn read(folder: &Path) -> Result<Self> {
        #[derive(Deserialize)]
        struct Benchmark {
            throughput: Throughput,
        }
        #[derive(Deserialize)]
        struct Throughput {
            #[serde(rename = "Elements")]
            elements: f64,
        }
        #[derive(Deserialize)]
        struct Estimates {
            median: Estimate,
        }
        #[derive(Deserialize)]
        struct Estimate {
            point_estimate: f64,
        }
        let benchmark: Benchmark = json(&folder.join("benchmark.json"))?;
        // Where other programs disturb, the median is disturbed least.
        let estimates: Estimates = json(&folder.join("estimates.json"))?;
        Ok(Self { seconds: estimates.median.point_estimate / 1e9, elements: benchmark.throughput.elements })
    }
}

/// What a game takes in memory.
#[allow(clippy::cast_precision_loss, reason = "some hundred bytes")]
fn sizes() -> Vec<Figure> {
    let size = |of, bytes: usize| Figure::new(of, bytes as f64).at_most(256.0);
    vec![
        size("bytes of a game, counted", size_of::<Game<Counted>>()),
        size("bytes of a game, cards known", size_of::<Game<Known>>()),
    ]
}

/// Finds the program of a target among cargo's messages.
fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    #[derive(Deserialize)]
    struct Message {
        target: Target,
        executable: Option<PathBuf>,
    }
    #[derive(Deserialize)]
    struct Target {
        name: String,
        kind: Vec<String>,
    }
    // Other kinds of message have other fields.
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Message>(line).ok())
        .find(|Message { target, .. }| target.name == name && target.kind == ["bench"])?
        .executable
}

/// The total of the first event in what callgrind wrote.
fn total(profile: &str) -> Option<f64> {
    let totals = profile.lines().find_map(|line| line.strip_prefix("totals:"))?;
    totals.split_whitespace().next()?.parse().ok()
}

fn json<T: DeserializeOwned>(file: &Path) -> Result<T> {
    serde_json::from_str(&read(file)?).with_context(|| format!("cannot make sense of {}", file.display()))
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

fn heading(text: &str) -> String {
    terminal::for_stdout(Style::Heading, &format!("== {text}"))
}

/// Shows an error; true, for there was one.
fn report(error: &anyhow::Error) -> bool {
    say(terminal::for_stdout(Style::Bad, &format!("{error:#}")));
    true
}

/// Writes a number with a comma before every three digits.
fn grouped(number: f64, digits: usize) -> String {
    let plain = format!("{number:.digits$}");
    let (whole, rest) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let mut text = String::new();
    for (at, digit) in whole.char_indices() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        let shown = [(0.0, 0), (999.4, 0), (1000.0, 0), (123_456.78, 1), (1_234_567.0, 2)];
        let shown = shown.map(|(number, digits)| grouped(number, digits));
        assert_eq!(shown, ["0", "999", "1,000", "123,456.8", "1,234,567.00"]);
    }

    #[test]
    fn a_program_is_found_by_its_name_and_kind() {
        let messages = r#"{"reason":"compiler-artifact","target":{"kind":["bin"],"name":"speed"},"executable":"/bin"}
{"reason":"compiler-artifact","target":{"kind":["bench"],"name":"speed"},"executable":"/bench"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages, "speed"), Some("/bench".into()));
        assert_eq!(executable(messages, "instructions"), None);
    }

    #[test]
    fn the_total_is_read_from_callgrinds_file() {
        assert_eq!(total("events: Ir\nsummary: 7\n\nfn=(1)\n3 4\ntotals: 16364491\n"), Some(16_364_491.0));
        assert_eq!(total("events: Ir\n"), None);
    }

    #[test]
    fn a_missed_aim_is_marked() {
        let figure = |value| Figure::new("x", value).at_most(400.0);
        assert_eq!(figure(400.0).is_met(), Some(true));
        assert!(figure(400.5).row().ends_with("at most   400: MISSED"));
        assert_eq!(Figure::new("x", 1e9).is_met(), None);
    }
}
