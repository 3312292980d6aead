//! `cargo kahuna build`: the firmware's image for a board, and how large it is.

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::elf::{self, Segment, Sizes};
use crate::run::{self, Workspace};
use crate::terminal::{self, Style, say};
use crate::toolchain::{self, Chip};

/// The board that is built where none is named.
pub(crate) const DEFAULT_BOARD: &str = "pico-matrix";

/// The most an image may take.
const LIMITS: Sizes = Sizes { flash: 160 * 1024, ram: 32 * 1024 };

/// What `cargo kahuna build` takes.
#[derive(clap::Args)]
#[command(after_help = toolchain::HELP)]
pub(crate) struct Args {
    /// A board described in boards/
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOARD)]
    board: String,
}

/// Builds the image; the exit status is 1 if it is too large.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    let chip = Chip::find(&workspace, toolchain::forced()?)?;
    let image = Image::build(&workspace, &chip, &args.board)?;
    say(image.elf.display());
    Ok(if image.fits() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A built image.
pub(crate) struct Image {
    /// Its file, which no other board's image replaces.
    pub(crate) elf: PathBuf,
    pub(crate) segments: Vec<Segment>,
    sizes: Sizes,
}

impl Image {
    /// Builds the image for a board and prints its sizes.
    pub(crate) fn build(workspace: &Workspace, chip: &Chip, board: &str) -> Result<Self> {
        // Its faults read better here than through cargo.
        workspace.boards().read(board)?;
        // So that its sources lie where `anonymous` looks for them.
        run::capture(workspace.command("cargo").args(["fetch", "--quiet", "--target", toolchain::TARGET]))?;
        let mut cargo = chip.cargo("build");
        let (variable, flags) = anonymous(workspace)?;
        cargo.env(variable, flags);
        cargo.args([
            "--release",
            "--package",
            "kahuna-board",
            "--bin",
            "kahuna-firmware",
            "--features",
            "chip",
        ]);
        cargo.arg("--message-format=json-render-diagnostics").env("KAHUNA_BOARD", board);
        say(terminal::for_stdout(Style::Command, &format!("$ {}", run::shown(&cargo))));
        // What cargo says to people stays visible; only what it says to us is caught.
        let messages = run::capture(cargo.stderr(Stdio::inherit()))?;
        let built = executable(&messages).context("cargo made no image")?;
        let elf = workspace.absolute(&chip.target_dir()).join("images").join(format!("{board}.elf"));
        let image = Self::keep(&built, elf).with_context(|| format!("cannot keep {}", built.display()))?;
        say(format_args!("{board}: {}", image.summary()));
        Ok(image)
    }

    /// Copies the image to where the next board's does not replace it, and reads it.
    fn keep(built: &Path, elf: PathBuf) -> Result<Self> {
        let file = fs::read(built)?;
        let (segments, sizes) = (elf::segments(&file)?, elf::sizes(&file)?);
        fs::create_dir_all(elf.parent().context("it has no folder")?)?;
        fs::write(&elf, file)?;
        Ok(Self { elf, segments, sizes })
    }

    /// Whether it is within the limits.
    pub(crate) fn fits(&self) -> bool {
        self.sizes.flash <= LIMITS.flash && self.sizes.ram <= LIMITS.ram
    }

    /// How large it is, and how large it may be.
    pub(crate) fn sizes_and_limits(&self) -> (Sizes, Sizes) {
        (self.sizes, LIMITS)
    }

    /// Fails if it is beyond the limits.
    pub(crate) fn must_fit(&self) -> Result<()> {
        if !self.fits() {
            bail!("{} is too large: {}", self.elf.display(), self.summary());
        }
        Ok(())
    }

    fn summary(&self) -> String {
        let part = |size: u64, limit: u64, of: &str| {
            let text = format!("{:.1} KiB of {} KiB {of}", kib(size), limit / 1024);
            if size > limit { terminal::for_stdout(Style::Bad, &format!("{text}, TOO LARGE")) } else { text }
        };
        let flash = part(self.sizes.flash, LIMITS.flash, "flash");
        format!("{flash}, {}", part(self.sizes.ram, LIMITS.ram, "static RAM"))
    }
}

/// Where cargo looks for the compiler's flags first.
const ENCODED: &str = "CARGO_ENCODED_RUSTFLAGS";

/// The compiler's flags, with those that leave this machine's folders out of the image: a panic names its place in the
/// source, and a hundred and eighty times the way to cargo's registry are eleven kilobytes of flash.
///
/// Returns the variable that cargo reads them from, and its value. A person's own flags stay.
fn anonymous(workspace: &Workspace) -> Result<(&'static str, String)> {
    /// How cargo separates flags of which one may have a space in it.
    const BETWEEN: &str = "\x1f";
    let own = env::var(ENCODED).or_else(|_| {
        env::var("RUSTFLAGS").map(|flags| flags.split_whitespace().collect::<Vec<_>>().join(BETWEEN))
    });
    let mut flags: Vec<String> = own.into_iter().filter(|flags| !flags.is_empty()).collect();
    let mut folders = vec![workspace.absolute(Path::new(""))];
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    if let Some(Ok(registries)) = home.map(|home| fs::read_dir(home.join("registry/src"))) {
        let mut registries: Vec<_> = registries.flatten().map(|entry| entry.path()).collect();
        // The order is part of what cargo compares to know whether to build again.
        registries.sort();
        folders.extend(registries);
    }
    for folder in folders {
        let folder =
            folder.to_str().context("a folder's name is not UTF-8")?.trim_end_matches('/').to_owned();
        flags.push(format!("--remap-path-prefix={folder}/="));
    }
    let encoded = flags.join(BETWEEN);
    // The plain variable reads better, and can be typed.
    let is_plain = env::var_os(ENCODED).is_none() && !encoded.contains(char::is_whitespace);
    Ok(if is_plain { ("RUSTFLAGS", encoded.replace(BETWEEN, " ")) } else { (ENCODED, encoded) })
}

#[allow(clippy::cast_precision_loss, reason = "a chip's memory is far below")]
fn kib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0
}

/// What cargo says when it has made something.
#[derive(Deserialize)]
struct Made {
    executable: Option<PathBuf>,
}

/// Returns the program that cargo's messages are about.
fn executable(messages: &str) -> Option<PathBuf> {
    let made = messages.lines().filter_map(|line| serde_json::from_str::<Made>(line).ok());
    made.filter_map(|made| made.executable).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_image_is_what_cargo_says_it_made() {
        let messages = "{\"reason\":\"compiler-artifact\",\"executable\":null}\n\
                        {\"reason\":\"compiler-artifact\",\"executable\":\"/t/kahuna-firmware\"}\n\
                        {\"reason\":\"build-finished\",\"success\":true}\n";
        assert_eq!(executable(messages).unwrap(), Path::new("/t/kahuna-firmware"));
        assert_eq!(executable("{\"reason\":\"build-finished\",\"success\":true}"), None);
    }

    #[test]
    fn an_image_beyond_a_limit_is_refused_with_both_sizes() {
        let image =
            |flash, ram| Image { elf: "big.elf".into(), segments: Vec::new(), sizes: Sizes { flash, ram } };
        assert!(image(160 * 1024, 32 * 1024).must_fit().is_ok());
        assert_eq!(
            image(160 * 1024 + 1, 1024).must_fit().unwrap_err().to_string(),
            "big.elf is too large: 160.0 KiB of 160 KiB flash, TOO LARGE, 1.0 KiB of 32 KiB static RAM"
        );
        assert!(image(1024, 33 * 1024).must_fit().is_err());
    }
}
