//! The firmware's image in an emulated chip: measured, cut off and abused.

mod abuse;
mod cuts;
mod emulator;
mod games;
mod limits;
mod play;
mod reports;
mod table;

use std::process::ExitCode;
use std::sync::OnceLock;
use std::thread;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::bench::{Figure, report_figures};
use crate::run::Workspace;
use crate::terminal::say;
pub(crate) use emulator::{Emulator, Frame, Line, Rig};

/// How many cuts each board gets; `KAHUNA_CUTS` says otherwise.
const CUTS: usize = 120;
/// The environment variable for longer runs.
const CUTS_VARIABLE: &str = "KAHUNA_CUTS";

/// Measures a board and prints every figure beside its limit.
pub(crate) fn bench(board: &str, is_quick: bool) -> Result<ExitCode> {
    let rig = Rig::build(board)?;
    let figures = limits::measure(&rig, is_quick)?;
    report_figures(&figures);
    Ok(ExitCode::SUCCESS)
}

/// Fails if a board of ours is beyond a limit.
pub(crate) fn limits_hold() -> Result<()> {
    on_each_board(|name, rig| {
        let figures = limits::measure(rig, true)?;
        let missed: Vec<_> =
            figures.iter().filter(|figure| figure.is_met() == Some(false)).map(Figure::row).collect();
        Ok((format!("{name}: {} figures", figures.len()), figures, missed))
    })
    .and_then(|boards| {
        let mut missed = Vec::new();
        for (name, figures, faults) in boards {
            say(name);
            report_figures(&figures);
            missed.extend(faults);
        }
        if missed.is_empty() { Ok(()) } else { bail!("beyond their limits:\n{}", missed.join("\n")) }
    })
}

/// Fails if a power cut loses or changes a game, or what outlives games.
pub(crate) fn cuts_lose_nothing() -> Result<()> {
    let cuts = match std::env::var(CUTS_VARIABLE) {
        Ok(text) => text.parse().with_context(|| format!("{CUTS_VARIABLE} must be a number"))?,
        Err(_) => CUTS,
    };
    let tallies = on_each_board(|name, rig| {
        let seed = name.bytes().map(u64::from).sum();
        Ok((name.to_owned(), cuts::run(rig, cuts, seed)?, reports::run(rig, seed)?))
    })?;
    let (mut all, mut inside) = (0, 0);
    for (name, tally, (while_noting, noted)) in tallies {
        say(format_args!(
            "{name}: {} cuts, {} in a page program, {} in an erase; {} games; the action was kept {} times",
            tally.cuts, tally.in_program, tally.in_erase, tally.games, tally.kept
        ));
        say(format_args!("{name}: {while_noting} cuts while a report was noted; it was kept {noted} times"));
        all += tally.cuts;
        inside += tally.in_program + tally.in_erase;
    }
    if 2 * inside < all {
        bail!("only {inside} of {all} cuts were inside a flash operation");
    }
    Ok(())
}

/// Fails if anybody at the table could notice what a computer does.
pub(crate) fn usb_is_not_noticed() -> Result<()> {
    let boards = on_each_board(|name, rig| Ok((name.to_owned(), abuse::run(rig, 1)?)))?;
    for (name, shifts) in boards {
        for (abuse, shift) in shifts {
            say(format_args!("{name}: {abuse}: the lights move by at most {shift:.0} µs"));
        }
    }
    Ok(())
}

/// Does something with each of our boards, all at once.
fn on_each_board<T: Send>(what: impl Fn(&str, &Rig) -> Result<T> + Sync) -> Result<Vec<T>> {
    let rigs = rigs()?;
    thread::scope(|scope| {
        let what = &what;
        let threads: Vec<_> =
            rigs.iter().map(|(name, rig)| (name, scope.spawn(move || what(name, rig)))).collect();
        threads
            .into_iter()
            .map(|(name, thread)| match thread.join() {
                Ok(result) => result.with_context(|| format!("on {name}")),
                Err(_) => Err(anyhow!("on {name}: this program itself failed")),
            })
            .collect()
    })
}

/// Builds every board's image, once: one replaces the other where cargo builds it.
fn rigs() -> Result<&'static [(String, Rig)]> {
    static RIGS: OnceLock<Vec<(String, Rig)>> = OnceLock::new();
    if let Some(rigs) = RIGS.get() {
        return Ok(rigs);
    }
    let names = Workspace::find()?.boards().names()?;
    let rigs = names.into_iter().map(|name| Ok((name.clone(), Rig::build(&name)?))).collect::<Result<_>>()?;
    Ok(RIGS.get_or_init(|| rigs))
}
