//! `cargo kahuna play`: the board in a web page, running the very image that would be flashed.

mod browser;
mod server;
mod site;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};

use crate::firmware::{DEFAULT_BOARD, Image};
use crate::run::{self, Workspace};
use crate::terminal::{self, Style, say};
use crate::toolchain::{self, Chip};
pub(crate) use browser::test;
use server::Server;

/// Where the page is served unless a person says otherwise.
const PORT: u16 = 8027;

/// What `cargo kahuna play` takes.
#[derive(clap::Args)]
#[command(after_help = toolchain::HELP)]
pub(crate) struct Args {
    /// A board described in boards/
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOARD)]
    board: String,
    /// The port on localhost; 0 for any that is free [default: 8027, or any that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Only say the address, open no browser
    #[arg(long)]
    no_open: bool,
    /// Open the game written in this record
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write the page to this folder, for any web server, and serve nothing
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
}

/// Builds the image and the page, then serves or writes them. Serving goes on until somebody stops it.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    // Read first: a mistyped name should not cost a build.
    let record = args.record.as_deref().map(read_record).transpose()?;
    let (server, folder) = if let Some(folder) = &args.export {
        // Where the person stands, not where the workspace is.
        (None, std::path::absolute(folder)?)
    } else {
        // Also before the build, and with a folder of its own: another board may be served at this moment.
        let server = listen(args.port)?;
        let folder = workspace.target_dir("page").join(server.port().to_string());
        (Some(server), workspace.absolute(&folder))
    };
    let chip = Chip::find(&workspace, toolchain::forced()?)?;
    let image = Image::build(&workspace, &chip, &args.board)?;
    image.must_fit()?;
    let site = site::build(&workspace, &folder, &image, &args.board, record.as_deref())?;
    say(format_args!("the page: {:.0} KiB in {}", site.kib(), folder.display()));
    let Some(server) = server else { return Ok(ExitCode::SUCCESS) };
    let address = format!("http://localhost:{}/{}", server.port(), site.query());
    say(terminal::for_stdout(Style::Heading, &format!("The board lies at {address}")));
    say("Stop it with Ctrl-C.");
    if !args.no_open && !open(&address) {
        say("No browser could be opened; open the address by hand.");
    }
    server.serve(&folder)
}

fn read_record(file: &Path) -> Result<String> {
    let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    match String::from_utf8(text) {
        Ok(text) => Ok(text),
        Err(_) => bail!("{} is not UTF-8, so it is no record", file.display()),
    }
}

/// Takes the port that is asked for; without such a wish the usual one, or any if something else has that.
fn listen(port: Option<u16>) -> Result<Server> {
    match port {
        Some(port) => Server::listen(port).with_context(|| {
            format!("port {port} cannot be had; name another with --port, or none and a free one is found")
        }),
        None => {
            Server::listen(PORT).or_else(|_| Server::listen(0)).context("no port of localhost can be had")
        }
    }
}

/// Opens the address in the person's browser; whether a program for that could be started.
fn open(address: &str) -> bool {
    let openers: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["cmd", "/C", "start", ""]]
    } else {
        &[&["xdg-open"], &["wslview"]]
    };
    openers.iter().any(|words| {
        let Some((program, rest)) = words.split_first() else { return false };
        let mut command = Command::new(program);
        command.args(rest).arg(address);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}

/// Has npm fetch what the page is built with.
fn fetch_packages(workspace: &Workspace) -> Result<()> {
    if !run::succeeds(workspace.command("npm").arg("--version")) {
        bail!(
            "the page is built with Node.js 20 or newer and its npm, and npm does not run here: install them \
             (on Debian: sudo apt-get install nodejs npm)"
        );
    }
    let fetched = workspace.absolute(Path::new("emulator/node_modules/.package-lock.json"));
    let locked = workspace.absolute(Path::new("emulator/package-lock.json"));
    let age = |file: &Path| fs::metadata(file).and_then(|data| data.modified()).ok();
    // `npm ci` empties the folder first, which takes a while; nothing is gained if nothing has changed.
    if age(&fetched).is_some_and(|fetched| age(&locked).is_some_and(|locked| fetched >= locked)) {
        return Ok(());
    }
    run::visibly(workspace.command("npm").args(["ci", "--prefix", "emulator", "--no-audit", "--no-fund"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_is_not_there_or_not_text_is_named() {
        let error = read_record(Path::new("no-such.kahuna")).unwrap_err();
        assert_eq!(error.to_string(), "cannot read no-such.kahuna");
        let file = std::env::temp_dir().join(format!("kahuna-play-{}.kahuna", std::process::id()));
        fs::write(&file, b"white draw\xff").unwrap();
        let error = read_record(&file).unwrap_err().to_string();
        fs::remove_file(&file).unwrap();
        assert!(error.ends_with("is not UTF-8, so it is no record"), "{error}");
    }

    #[test]
    fn a_port_that_is_taken_is_refused_only_if_it_was_asked_for() {
        let taken = listen(Some(0)).unwrap();
        assert!(listen(Some(taken.port())).is_err());
        assert!(listen(None).is_ok());
    }
}
