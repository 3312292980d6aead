//! The page's tests in a real browser.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::site;
use crate::apt;
use crate::firmware::{DEFAULT_BOARD, Image};
use crate::run::{self, Workspace};
use crate::terminal::say;
use crate::toolchain::Chip;

/// Names the browser to test in; without it one on PATH is taken, or Debian's is installed.
const CHOSEN: &str = "CHROMIUM";
const PACKAGE: &str = "chromium";
/// What the same browser is called here and there.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Exports the page with its firmware as anybody would, then plays on it in a browser.
pub(crate) fn test(workspace: &Workspace, chip: &Chip) -> Result<()> {
    let browser = browser(workspace)?;
    say(format_args!("the browser: {}", browser.display()));
    let image = Image::build(workspace, chip, DEFAULT_BOARD)?;
    image.must_fit()?;
    let folder = workspace.absolute(&workspace.target_dir("page-test"));
    let site = site::build(workspace, &folder, &image, DEFAULT_BOARD, None)?;
    say(format_args!("the page: {:.0} KiB", site.kib()));
    let mut npm = workspace.command("npm");
    npm.args(["run", "--silent", "--prefix", "emulator", "test:page"]);
    run::visibly(npm.env("KAHUNA_SITE", &folder).env(CHOSEN, browser))
}

/// Finds a browser, or installs Debian's.
fn browser(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(chosen) = std::env::var_os(CHOSEN).filter(|chosen| !chosen.is_empty()) {
        return Ok(chosen.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = |name: &&str| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
    };
    if let Some(found) = NAMES.iter().find_map(on_path) {
        return Ok(found);
    }
    say("no Chromium or Chrome is on PATH");
    apt::install(workspace, &[PACKAGE]).with_context(by_hand)?;
    apt::file_of(workspace, PACKAGE, "/bin/chromium").with_context(by_hand)
}

fn by_hand() -> String {
    format!(
        "the page is tested in Chromium or Chrome; install one (on Debian: sudo apt-get update && sudo apt-get install \
         --no-install-recommends {PACKAGE}), or name one in {CHOSEN}"
    )
}
