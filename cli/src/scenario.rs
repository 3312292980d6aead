//! `cargo kahuna scenario`: plays what hands do, and checks what the board answers.

mod build;
mod chip;
mod core;
mod hands;
mod noise;
mod parse;
mod play;
mod script;
mod truth;
mod watch;
mod world;

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context as _, Result, bail};

use crate::chip::Rig;
use crate::terminal::{Style, complain, for_stdout, say};

use self::core::CoreWorld;
use chip::ChipWorld;
use play::Failure;
use script::Script;
use world::World;

/// What `cargo kahuna scenario` takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scenarios, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where they are played
    #[arg(long, value_enum, default_value_t = On::Core)]
    on: On,
    /// The board, by its name in boards/ (only with --on chip)
    #[arg(long, value_name = "NAME", required_if_eq("on", "chip"))]
    board: Option<String>,
}

/// Where scenarios are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum On {
    /// The core alone, without hardware
    Core,
    /// The firmware, on an emulated chip
    Chip,
}

/// Exit status: a scenario failed.
const FAILED: u8 = 1;
/// Exit status: a scenario could not be read.
const UNREADABLE: u8 = 2;
/// The ending of a scenario's name.
const ENDING: &str = "scenario";

/// Reads all scenarios, then plays them all.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut scripts = Vec::new();
    let mut unreadable = false;
    for file in find(&args.files)? {
        match read(&file) {
            Ok(script) => scripts.push((file, script)),
            Err(faults) => {
                unreadable = true;
                complain(faults);
            }
        }
    }
    if unreadable {
        return Ok(ExitCode::from(UNREADABLE));
    }
    let site = Site::prepare(args)?;
    let (mut failed, mut left_out) = (0, 0);
    play_all(&site, &scripts, |number, outcome| {
        let (file, script) = &scripts[number];
        match outcome {
            Outcome::Passed => {}
            Outcome::Failed(_) | Outcome::Broken(_) => failed += 1,
            Outcome::NotForThisBoard(_) => left_out += 1,
        }
        report(file, script, outcome);
    });
    if scripts.len() > 1 {
        let others = if left_out > 0 { format!(", {left_out} not for this board") } else { String::new() };
        say(format_args!("{} passed, {failed} failed{others}", scripts.len() - failed - left_out));
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

/// How a scenario went.
enum Outcome {
    Passed,
    Failed(Failure),
    /// The world broke down.
    Broken(anyhow::Error),
    /// It was not played: it is about something that the board lacks.
    NotForThisBoard(&'static str),
}

/// Plays all scenarios, on as many boards at once as there are processors, and tells how each went, in their order.
fn play_all(site: &Site, scripts: &[(PathBuf, Script)], mut tell: impl FnMut(usize, Outcome)) {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(scripts.len());
    let next = AtomicUsize::new(0);
    let (to, from) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (to, next) = (to.clone(), &next);
            scope.spawn(move || {
                let mut world = None;
                while let number = next.fetch_add(1, Ordering::Relaxed)
                    && let Some((_, script)) = scripts.get(number)
                {
                    // Nobody is left to tell only if this program is about to end.
                    let _ = to.send((number, play_in(site, &mut world, script)));
                }
            });
        }
        drop(to);
        // Some end before others that began sooner.
        let mut early = BTreeMap::new();
        let mut told = 0;
        for (number, outcome) in from {
            early.insert(number, outcome);
            while let Some(outcome) = early.remove(&told) {
                tell(told, outcome);
                told += 1;
            }
        }
    });
}

/// Plays a scenario in a world, which is made if there is none, and unmade if it broke down.
fn play_in(site: &Site, world: &mut Option<Box<dyn World>>, script: &Script) -> Outcome {
    if let Some(lacking) = site.lacks(script) {
        return Outcome::NotForThisBoard(lacking);
    }
    let played = world.take().map_or_else(|| site.open(), Ok).and_then(|mut here| {
        let failure = play::play(script, here.as_mut())?;
        *world = Some(here);
        Ok(failure)
    });
    match played {
        Ok(None) => Outcome::Passed,
        Ok(Some(failure)) => Outcome::Failed(failure),
        Err(error) => Outcome::Broken(error),
    }
}

/// Where worlds come from.
enum Site {
    Core,
    Chip(Rig),
}

impl Site {
    fn prepare(args: &Args) -> Result<Self> {
        match (args.on, &args.board) {
            (On::Core, None) => Ok(Self::Core),
            (On::Core, Some(_)) => bail!("--board is for --on chip"),
            (On::Chip, Some(board)) => Rig::build(board).map(Self::Chip),
            (On::Chip, None) => bail!("--on chip needs --board NAME"),
        }
    }

    /// What a scenario is about and the board does not have.
    fn lacks(&self, script: &Script) -> Option<&'static str> {
        match self {
            Self::Chip(rig) if script.needs_diodes() && !rig.has_diodes() => Some("it has no diodes"),
            Self::Chip(rig) if script.needs_turn_lights() && !rig.has_turn_lights() => {
                Some("it has no turn lights")
            }
            Self::Core | Self::Chip(_) => None,
        }
    }

    fn open(&self) -> Result<Box<dyn World>> {
        Ok(match self {
            Self::Core => Box::new(CoreWorld::new()),
            Self::Chip(rig) => Box::new(ChipWorld::new(rig)?),
        })
    }
}

/// The files themselves, and the scenarios in the folders, by name.
fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let look = || format!("cannot look into {}", path.display());
        let mut found = Vec::new();
        for entry in fs::read_dir(path).with_context(look)? {
            let file = entry.with_context(look)?.path();
            if file.extension().is_some_and(|ending| ending == ENDING) {
                found.push(file);
            }
        }
        if found.is_empty() {
            bail!("there is no .{ENDING} file in {}", path.display());
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

/// Reads a scenario, or says what keeps it from being read, a line a fault.
fn read(file: &Path) -> Result<Script, String> {
    let name = file.display();
    let bytes = fs::read(file).map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: it is not UTF-8"))?;
    parse::read(&text).map_err(|faults| {
        let lines: Vec<_> = faults.iter().map(|fault| format!("{name}: {fault}")).collect();
        lines.join("\n       ")
    })
}

fn report(file: &Path, script: &Script, outcome: Outcome) {
    let title = script.title.as_deref().unwrap_or("(no title)");
    let name = file.display();
    match outcome {
        Outcome::Passed => say(format_args!("{}  {name}: {title}", for_stdout(Style::Good, "passed"))),
        Outcome::NotForThisBoard(lacking) => {
            say(format_args!("not for this board ({lacking})  {name}: {title}"));
        }
        Outcome::Failed(failure) => {
            say(format_args!("{}  {name}: {title}", for_stdout(Style::Bad, "FAILED")));
            say(format_args!("    line {}:  {}", failure.line, failure.statement));
            say(format_args!("    expected: {}", failure.expected));
            say(format_args!("    in truth: {}", failure.truth));
            say("    before that:");
            say(failure.events.trim_end());
        }
        Outcome::Broken(error) => {
            say(format_args!("{}  {name}: {title}\n    {error:#}", for_stdout(Style::Bad, "FAILED")));
        }
    }
}
