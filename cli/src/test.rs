//! `cargo kahuna test`: everything that is to be tested, set-up included, on a fresh machine.

use std::cell::OnceCell;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use clap::builder::PossibleValuesParser;

use crate::chip;
use crate::firmware::Image;
use crate::play;
use crate::run::{self, Workspace};
use crate::terminal::{self, Style, say};
use crate::toolchain::{self, Chip, Way};

/// The steps, in order. A new one is a line here.
#[rustfmt::skip]
const STEPS: &[Step] = &[
    step("set-up", "rustfmt, clippy and a compiler for the chip are here", set_up),
    step("format", "the code is formatted", |at| at.cargo("fmt --all --check")),
    step("lint", "clippy finds nothing, in the firmware either", lint),
    // Not `--all-targets`: that would run the benchmarks too.
    step("tests", "the tests pass", |at| at.cargo("test --workspace --lib --bins --tests --examples")),
    step("doctests", "the documentation's examples work", |at| at.cargo("test --workspace --doc")),
    step("scenarios", "the board answers as it must to what hands do", |at| {
        at.cargo("kahuna scenario tests/scenarios --on core")
    }),
    step("docs", "the documentation builds without a warning", docs),
    step("seam", "the library builds for the chip by itself, without allocator", |at| at.chip("build --package kahuna-seam")),
    step("boards", "every described board and example is without a fault", boards),
    step("images", "the firmware builds for every board and example and is small enough", images),
    step("chips", "on every emulated board the firmware answers as the core does", chips),
    step("limits", "the chip answers, wakes and rests within its limits", |_| chip::limits_hold()),
    step("cuts", "no power cut loses or changes a game or a report", |_| chip::cuts_lose_nothing()),
    step("usb", "nobody at the table notices what a computer does", |_| chip::usb_is_not_noticed()),
    step("page", "people can play on the page: the firmware in the emulated chip, in a browser", |at| {
        play::test(&at.workspace, at.toolchain()?)
    }),
];

/// How wide the column of the steps' names is.
const COLUMN: usize = 11;

/// What `cargo kahuna test` takes.
#[derive(clap::Args)]
#[command(after_help = toolchain::HELP)]
pub(crate) struct Args {
    /// Only these steps; all of them if none is named
    #[arg(value_name = "STEP", value_parser = PossibleValuesParser::new(STEPS.iter().map(|step| step.name)))]
    steps: Vec<String>,
    /// List the steps and run none
    #[arg(long)]
    list: bool,
}

/// Runs the steps, all of them even if one fails; the exit status is 1 if any does.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let steps = chosen(&args.steps);
    if args.list {
        for step in steps {
            say(format_args!("{:<COLUMN$}{}", step.name, step.shows));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let site = Site { workspace: Workspace::find()?, forced: toolchain::forced()?, chip: OnceCell::new() };
    let mut outcomes = Vec::new();
    for (number, step) in (1..).zip(&steps) {
        let heading = format!("== {number}/{} {}: {}", steps.len(), step.name, step.shows);
        say(terminal::for_stdout(Style::Heading, &heading));
        let start = Instant::now();
        let result = (step.run)(&site);
        let outcome = Outcome { step, passed: result.is_ok(), took: start.elapsed() };
        if let Err(error) = result {
            say(terminal::for_stdout(Style::Bad, &format!("{error:#}")));
        }
        say(format_args!("{}, {}\n", outcome.verdict(), seconds(outcome.took)));
        outcomes.push(outcome);
    }
    summarise(&outcomes);
    Ok(if outcomes.iter().all(|outcome| outcome.passed) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Something to be tested.
struct Step {
    /// What a person types to run only this.
    name: &'static str,
    /// What is known once it passes.
    shows: &'static str,
    run: fn(&Site) -> Result<()>,
}

const fn step(name: &'static str, shows: &'static str, run: fn(&Site) -> Result<()>) -> Step {
    Step { name, shows, run }
}

/// How a step went.
struct Outcome<'a> {
    step: &'a Step,
    passed: bool,
    took: Duration,
}

impl Outcome<'_> {
    fn verdict(&self) -> String {
        let (style, word) = if self.passed { (Style::Good, "passed") } else { (Style::Bad, "FAILED") };
        terminal::for_stdout(style, word)
    }
}

/// What the steps work with.
struct Site {
    workspace: Workspace,
    forced: Option<Way>,
    /// Looked for once, by the first step that needs it; a failure is kept as well, because looking is slow.
    chip: OnceCell<Result<Chip, String>>,
}

impl Site {
    /// Runs cargo with these words.
    fn cargo(&self, words: &str) -> Result<()> {
        run::visibly(self.workspace.command("cargo").args(words.split_whitespace()))
    }

    /// Runs cargo for the chip with these words, the first of which is the subcommand.
    fn chip(&self, words: &str) -> Result<()> {
        let (subcommand, rest) = words.split_once(' ').unwrap_or((words, ""));
        run::visibly(self.toolchain()?.cargo(subcommand).args(rest.split_whitespace()))
    }

    /// Runs npm for the emulator with these words.
    fn npm(&self, words: &str) -> Result<()> {
        let mut npm = self.workspace.command("npm");
        run::visibly(npm.args(["--prefix", "emulator"]).args(words.split_whitespace()))
    }

    fn toolchain(&self) -> Result<&Chip> {
        let find = || Chip::find(&self.workspace, self.forced).map_err(|error| format!("{error:#}"));
        self.chip.get_or_init(find).as_ref().map_err(|error| anyhow!("{error}"))
    }
}

/// The firmware is linted once for each kind of wiring, because only one is compiled at a time.
fn lint(site: &Site) -> Result<()> {
    site.cargo("clippy --workspace --all-targets -- -D warnings")?;
    let chip = site.toolchain()?;
    if !chip.has_clippy() {
        say("the firmware is not linted: Debian's compiler comes without clippy");
        return Ok(());
    }
    for board in ["pico-matrix", "pico-shift"] {
        let mut clippy = chip.cargo("clippy");
        clippy.args(["--package", "kahuna-board", "--bin", "kahuna-firmware", "--features", "chip"]);
        run::visibly(clippy.args(["--", "-D", "warnings"]).env("KAHUNA_BOARD", board))?;
    }
    Ok(())
}

fn set_up(site: &Site) -> Result<()> {
    let mut faults = Vec::new();
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        let has_it = || run::succeeds(site.workspace.command("cargo").args([subcommand, "--version"]));
        if has_it() {
            say(format_args!("{component} is here"));
            continue;
        }
        let added = run::visibly(site.workspace.command("rustup").args(["component", "add", component]));
        if let Err(error) = added {
            faults.push(format!("{component} is missing: {error:#}"));
        } else if !has_it() {
            faults.push(format!("{component} is missing: rustup gave it to another toolchain"));
        }
    }
    faults.extend(site.toolchain().err().map(|error| error.to_string()));
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(())
}

fn boards(site: &Site) -> Result<()> {
    let folder = site.workspace.boards();
    let mut faults = Vec::new();
    for name in folder.names()?.into_iter().chain(folder.examples()?) {
        faults.extend(folder.read(&name).err().map(|fault| fault.to_string()));
        say(format_args!("boards/{name}.toml"));
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(())
}

fn images(site: &Site) -> Result<()> {
    let folder = site.workspace.boards();
    for board in folder.names()?.into_iter().chain(folder.examples()?) {
        Image::build(&site.workspace, site.toolchain()?, &board)?.must_fit()?;
    }
    Ok(())
}

/// Fetches what the emulator is made of, builds and tests it, and plays every scenario on each board.
fn chips(site: &Site) -> Result<()> {
    site.npm("ci --no-fund --no-audit")?;
    site.npm("test")?;
    let mut failed = Vec::new();
    for board in site.workspace.boards().names()? {
        let played = site.cargo(&format!("kahuna scenario tests/scenarios --on chip --board {board}"));
        failed.extend(played.err().map(|error| format!("{board}: {error:#}")));
    }
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

fn docs(site: &Site) -> Result<()> {
    let mut cargo = site.workspace.command("cargo");
    run::visibly(cargo.env("RUSTDOCFLAGS", "-D warnings").args(["doc", "--workspace", "--no-deps"]))
}

/// Returns the named steps in the order they run in, or all if none is named.
fn chosen(names: &[String]) -> Vec<&'static Step> {
    STEPS.iter().filter(|step| names.is_empty() || names.iter().any(|name| name == step.name)).collect()
}

fn summarise(outcomes: &[Outcome]) {
    for outcome in outcomes {
        let Outcome { step, took, .. } = outcome;
        say(format_args!(
            "{}  {:>8}  {:<COLUMN$}{}",
            outcome.verdict(),
            seconds(*took),
            step.name,
            step.shows
        ));
    }
    let (passed, failed): (Vec<_>, Vec<_>) = outcomes.iter().partition(|outcome| outcome.passed);
    if !failed.is_empty() {
        let names: Vec<_> = failed.iter().map(|outcome| outcome.step.name).collect();
        say(format_args!("only these again: cargo kahuna test {}", names.join(" ")));
    }
    say(format_args!("{} passed, {} failed", passed.len(), failed.len()));
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_step_has_its_own_name() {
        let names: HashSet<_> = STEPS.iter().map(|step| step.name).collect();
        assert_eq!(names.len(), STEPS.len());
        // A longer one would break the table's columns.
        assert!(names.iter().all(|name| name.len() < COLUMN));
    }

    #[test]
    fn chosen_steps_keep_their_order() {
        let names = |words: &[&str]| -> Vec<_> {
            chosen(&words.iter().map(ToString::to_string).collect::<Vec<_>>())
                .iter()
                .map(|step| step.name)
                .collect()
        };
        assert_eq!(names(&["seam", "format"]), ["format", "seam"]);
        assert_eq!(names(&[]).len(), STEPS.len());
    }
}
