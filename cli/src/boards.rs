//! `cargo kahuna boards`: the described boards, checked.

use std::process::ExitCode;

use anyhow::{Context, Result};
use kahuna_boards::emulator::Wired;
use kahuna_boards::{Board, Wiring};

use crate::run::Workspace;
use crate::terminal::{self, Style};

/// What `cargo kahuna boards` takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print what the emulator needs to know about this board, as JSON
    #[arg(long, value_name = "NAME")]
    json: Option<String>,
}

/// Lists the boards; the exit status is 1 if a description has a fault.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let folder = Workspace::find()?.boards();
    if let Some(name) = &args.json {
        println!("{}", serde_json::to_string_pretty(&Wired::new(&folder.read(name)?))?);
        return Ok(ExitCode::SUCCESS);
    }
    let mut status = ExitCode::SUCCESS;
    for name in folder.names().context("cannot list boards/")? {
        match folder.read(&name) {
            Ok(board) => {
                println!("{name:<16}{}  {}", terminal::for_stdout(Style::Good, "good"), summary(&board));
            }
            Err(faults) => {
                println!("{name:<16}{}\n{faults}", terminal::for_stdout(Style::Bad, "FAULTY"));
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
    }
}
