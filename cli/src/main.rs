//! `cargo kahuna …`: the project's own tool. Referees written games, tests the whole project, puts it on a board.

// They panic where nobody reads any more; see `terminal` for what does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]
//! `cargo kahuna …`: the project's own tool. Referees written games, plays scenarios, tests the whole project.

mod apt;
mod bench;
mod boards;
mod chance;
mod chip;
mod elf;
mod firmware;
mod flash;
mod pictures;
mod play;
mod referee;
mod run;
mod scenario;
mod terminal;
mod test;
mod toolchain;
mod uf2;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Referee a written game of Kahuna, test the project, put it on a board.
#[derive(Parser)]
#[command(name = "cargo kahuna", bin_name = "cargo kahuna", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Referee a written game
    Referee(referee::Args),
    /// Play scenarios: what hands do at the board, and what it must answer
    Scenario(scenario::Args),
    /// Play on a virtual board, in the browser
    Play(play::Args),
    /// Test everything that is to be tested, set-up included
    Test(test::Args),
    /// Measure how fast the core is, or the firmware on an emulated chip
    Bench(bench::Args),
    /// List and check the described boards
    Boards(boards::Args),
    /// Build the firmware for a board and say how large it is
    Build(firmware::Args),
    /// Build the firmware for a board and put it there
    Flash(flash::Args),
    /// Draw the pictures of the documentation
    Pictures(pictures::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Referee(args) => referee::run(&args),
        Command::Scenario(args) => scenario::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Boards(args) => boards::run(&args),
        Command::Build(args) => firmware::run(&args),
        Command::Flash(args) => flash::run(&args),
        Command::Pictures(args) => pictures::run(&args),
    };
    result.unwrap_or_else(|error| {
        terminal::complain(format_args!("{error:#}"));
        // As clap does for a command line it cannot read; 1 is for a verdict: a failed step, a refused action.
        ExitCode::from(2)
    })
}
