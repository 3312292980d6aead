//! `cargo kahuna boards`: the described boards, checked and drawn.

mod draw;
mod out;

use std::process::ExitCode;

use anyhow::{Context, Result};
use kahuna_boards::emulator::Wired;
use kahuna_boards::{Board, Wiring, magnets};
use kahuna_kit::clash::clash;

use crate::run::Workspace;
use crate::terminal::{self, Style, say};

/// What `cargo kahuna boards` takes.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Print what the emulator needs to know about this board, as JSON
    #[arg(long, value_name = "NAME")]
    json: Option<String>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Draw what a person needs to build a board: wiring, parts and drilling template
    Draw(draw::Args),
    /// Write a board's diagram for the simulator Wokwi
    Wokwi(draw::WokwiArgs),
}

/// Lists the boards; the exit status is 1 if a description has a fault.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    let folder = workspace.boards();
    match &args.command {
        Some(Command::Draw(args)) => return draw::run(args, &folder),
        Some(Command::Wokwi(args)) => return draw::wokwi(args, &workspace),
        None => {}
    }
    if let Some(name) = &args.json {
        say(serde_json::to_string_pretty(&Wired::new(&folder.read(name)?))?);
        return Ok(ExitCode::SUCCESS);
    }
    let mut status = ExitCode::SUCCESS;
    let own = folder.names().context("cannot list boards/")?;
    let examples = folder.examples().context("cannot list boards/examples/")?;
    let all =
        own.into_iter().map(|name| (name, "")).chain(examples.into_iter().map(|name| (name, "example, ")));
    for (name, what) in all {
        // What is described well can still be impossible to drill.
        let read = folder.read(&name).map_err(|fault| fault.to_string());
        let read = read.and_then(|board| match clash(&board) {
            Some(fault) => Err(format!("boards/{name}.toml: {fault}")),
            None => Ok(board),
        });
        match read {
            Ok(board) => {
                let good = terminal::for_stdout(Style::Good, "good");
                say(format_args!("{name:<22}{good}  {what}{}", summary(&board)));
                say(format_args!("{:<28}{}", "", widths(&board)));
            }
            Err(faults) => {
                say(format_args!("{name:<22}{}\n{faults}", terminal::for_stdout(Style::Bad, "FAULTY")));
                status = ExitCode::FAILURE;
            }
        }
    }
    Ok(status)
}

/// A board in a line.
fn summary(board: &Board) -> String {
    let wires = match &board.wiring {
        Wiring::Matrix(matrix) => matrix.columns.len() + matrix.rows.len(),
        Wiring::Shift(_) => 3,
    };
    format!(
        "{}: {wires} pins for {} contacts, {} lights on GP{}, at most {} mA",
        board.title,
        kahuna_boards::Contact::all().len(),
        board.lights.len(),
        board.light_pin,
        board.current_budget_ma
    )
}

/// How wide the board is, and how wide it must be.
fn widths(board: &Board) -> String {
    // A description that was read is safe on its own width, so there is a smallest one.
    let smallest = magnets::smallest_width_mm(&board.reed).unwrap_or(board.width_mm);
    format!(
        "printed board {} mm wide; the smallest on which no stick disturbs another line's reed is {smallest} mm",
        board.width_mm
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_summed_up_in_a_line() {
        let board = Workspace::find().unwrap().boards().read("pico-shift").unwrap();
        assert_eq!(
            summary(&board),
            "Pico with five 74HC165 shift registers: 3 pins for 34 contacts, 12 lights on GP22, at most 400 mA"
        );
        assert_eq!(
            widths(&board),
            "printed board 420 mm wide; the smallest on which no stick disturbs another line's reed is 409 mm"
        );
    }
}
