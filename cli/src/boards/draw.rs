//! `cargo kahuna boards draw` and `wokwi`: what is made from a description for the people who build it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ValueEnum;
use kahuna_boards::Folder;
use kahuna_kit::File;
use kahuna_kit::clash::clash;
use kahuna_kit::sheet::Sheet;
use kahuna_kit::wokwi;

use super::{out, widths};
use crate::run::Workspace;
use crate::terminal::say;

/// What `cargo kahuna boards draw` takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A board described in boards/
    name: String,
    /// The folder to write to; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The printed board's width, if it is not the described one, like 420mm
    #[arg(long, value_name = "LENGTH", value_parser = millimetres, allow_hyphen_values = true)]
    width: Option<f64>,
    /// The paper of the drilling template
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    sheet: Paper,
}

/// What `cargo kahuna boards wokwi` takes.
#[derive(clap::Args)]
pub(crate) struct WokwiArgs {
    /// A board described in boards/
    name: String,
    /// The folder to write to; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Paper {
    /// Sheets of A4 to be joined
    A4,
    /// One sheet as large as the plate
    One,
}

/// Draws the kit of a board.
pub(crate) fn run(args: &Args, folder: &Folder) -> Result<ExitCode> {
    let board = folder.read_as_wide(&args.name, args.width)?;
    if let Some(what) = clash(&board) {
        bail!("{what}");
    }
    let sheet = match args.sheet {
        Paper::A4 => Sheet::A4,
        Paper::One => Sheet::One,
    };
    out::write(&args.out, &kahuna_kit::files(&board, sheet))?;
    say(widths(&board));
    Ok(ExitCode::SUCCESS)
}

/// Writes a board's diagram for Wokwi.
pub(crate) fn wokwi(args: &WokwiArgs, workspace: &Workspace) -> Result<ExitCode> {
    let board = workspace.boards().read(&args.name)?;
    let images = workspace.absolute(&workspace.target_dir("chip/images"));
    let images = out::seen_from(&args.out, &images, &workspace.absolute(Path::new("")))?;
    let file = |name, signature, content: String, what: &str| File {
        name,
        content: content.into_bytes(),
        what: what.into(),
        signature,
    };
    let config = wokwi::config(&args.name, &images);
    out::write(
        &args.out,
        &[
            file("diagram.json", wokwi::DIAGRAM_SIGNATURE, wokwi::diagram(&board)?, "the board for Wokwi"),
            file("wokwi.toml", wokwi::CONFIG_SIGNATURE, config, "where Wokwi finds the firmware"),
        ],
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a length like `420`, `420mm` or `42cm`, in mm.
fn millimetres(text: &str) -> Result<f64, String> {
    let (digits, unit) = text.strip_suffix("mm").map_or_else(
        || text.strip_suffix("cm").map_or((text, 1.0), |digits| (digits, 10.0)),
        |digits| (digits, 1.0),
    );
    let length = digits.trim().parse::<f64>().map_err(|_| "a length is written like 420mm or 42cm")? * unit;
    if !kahuna_boards::WIDTH_MM.contains(&length) {
        let (least, most) = (kahuna_boards::WIDTH_MM.start(), kahuna_boards::WIDTH_MM.end());
        return Err(format!("a board is between {least} and {most} mm wide"));
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_may_have_a_unit() {
        assert_eq!(["420", "420mm", "42 cm"].map(millimetres), [420.0, 420.0, 420.0].map(Ok));
        // The ends of the range are in it.
        assert_eq!(["200", "1500mm"].map(millimetres), [200.0, 1500.0].map(Ok));
        assert!(millimetres("1500.1").is_err() && millimetres("-5").unwrap_err().contains("200 and 1500"));
        assert!(millimetres("wide").is_err() && millimetres("42mm").is_err() && millimetres("nan").is_err());
    }
}
