//! Debian's compiler, which lives beside rustup's and builds `core` from its own source of it: for machines that reach
//! Debian's archive but not rustup's servers.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::apt::{self, Packages};
use crate::run::{self, Workspace};
use crate::terminal::say;

/// Its builds' folder below the target directory.
pub(super) const TARGET_DIR: &str = "chip/debian";

const COMPILER: &str = "rustc-web";
const SOURCE: &str = "rust-web-src";
/// Only where the active toolchain has no rust-lld. Any recent version links what the compiler gives it.
const LINKER: &str = "lld-22";

/// Debian's compiler, ready to build for the chip.
#[derive(Debug)]
pub(super) struct Compiler {
    rustc: PathBuf,
    /// The package's version.
    version: String,
    /// `PATH` with the folder of `rust-lld` in front.
    path: OsString,
}

impl Compiler {
    /// Makes `cargo` compile with this compiler and link with this linker.
    pub(super) fn take_over(&self, cargo: &mut Command) {
        // The bootstrap variable lets a stable compiler build `core`, and a stable cargo ask for it.
        cargo.arg("-Zbuild-std=core").env("RUSTC", &self.rustc).env("RUSTC_BOOTSTRAP", "1");
        cargo.env("PATH", &self.path);
    }
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{COMPILER} {}", self.version)
    }
}

/// What a person would run to get the packages. The linker is small, and asking whether it is needed takes a compiler
/// that may be what is missing.
pub(super) fn by_hand() -> String {
    format!(
        "sudo apt-get update && sudo apt-get install --no-install-recommends {COMPILER} {SOURCE} {LINKER}"
    )
}

/// Installs what is missing and returns the compiler.
pub(super) fn prepare(workspace: &Workspace) -> Result<Compiler> {
    let rust_lld = rust_lld(workspace)?;
    let mut packages = vec![COMPILER, SOURCE];
    if rust_lld.is_none() {
        packages.push(LINKER);
    }
    let mut found = Packages::installed(workspace, &packages);
    if let Some(why) = fault(&found, &packages) {
        say(&why);
        apt::install(workspace, &packages).context(why)?;
        found = Packages::installed(workspace, &packages);
        if let Some(why) = fault(&found, &packages) {
            bail!("after apt-get install, still: {why}");
        }
    }
    let linker = match rust_lld {
        Some(folder) => folder,
        None => stand_in(workspace)?,
    };
    let rustc = apt::file_of(workspace, COMPILER, "/bin/rustc")?;
    let version = found.version(COMPILER).unwrap_or_default().to_owned();
    Ok(Compiler { rustc, version, path: run::path_with(&linker)? })
}

/// Returns the folder of the active toolchain's own rust-lld, which it keeps beside its libraries.
fn rust_lld(workspace: &Workspace) -> Result<Option<PathBuf>> {
    let libraries = run::capture(workspace.rustc().args(["--print", "target-libdir"]))?;
    let folder = Path::new(libraries.trim()).with_file_name("bin");
    Ok(folder.join("rust-lld").is_file().then_some(folder))
}

/// Puts Debian's lld where it answers to the name rustc calls, and returns that folder.
fn stand_in(workspace: &Workspace) -> Result<PathBuf> {
    let lld = apt::file_of(workspace, LINKER, "/bin/lld")?;
    let folder = workspace.absolute(&workspace.target_dir(TARGET_DIR)).join("bin");
    let link = folder.join("rust-lld");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    if link.symlink_metadata().is_ok() {
        fs::remove_file(&link).with_context(|| format!("cannot replace {}", link.display()))?;
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(lld, &link).with_context(|| format!("cannot create {}", link.display()))?;
    Ok(folder)
}

/// Returns why these packages will not do, if so.
fn fault(found: &Packages, needed: &[&str]) -> Option<String> {
    if let Some(missing) = needed.iter().find(|package| found.version(package).is_none()) {
        return Some(format!("Debian's {missing} is not installed"));
    }
    let (compiler, source) = (found.version(COMPILER)?, found.version(SOURCE)?);
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    if minor(compiler) < minor(oldest) {
        Some(format!("Debian's {COMPILER} {compiler} is older than {oldest}, which the project needs"))
    } else if compiler != source {
        Some(format!("Debian's {COMPILER} {compiler} does not fit {SOURCE} {source}"))
    } else {
        None
    }
}

/// Returns a version's first two numbers.
fn minor(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit()).map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [&str; 2] = [COMPILER, SOURCE];

    fn fault_of(listing: &str) -> Option<String> {
        fault(&Packages::parse(listing), &BOTH)
    }

    #[test]
    fn both_packages_of_one_version_will_do() {
        let listing =
            "rustc-web 1.96.0+dfsg1-1~deb12u2 installed\nrust-web-src 1.96.0+dfsg1-1~deb12u2 installed\n";
        assert_eq!(fault_of(listing), None);
        assert_eq!(Packages::parse(listing).version(COMPILER), Some("1.96.0+dfsg1-1~deb12u2"));
    }

    #[test]
    fn a_removed_package_is_not_installed() {
        let listing = "rustc-web 1.96.0 installed\nrust-web-src 1.96.0 config-files\n";
        assert_eq!(fault_of(listing).unwrap(), "Debian's rust-web-src is not installed");
        assert_eq!(fault_of("").unwrap(), "Debian's rustc-web is not installed");
        // dpkg lists a package it only heard of without a version.
        assert_eq!(fault_of("rustc-web  not-installed\n").unwrap(), "Debian's rustc-web is not installed");
    }

    #[test]
    fn a_compiler_too_old_for_the_project_is_replaced() {
        let fault =
            fault_of("rustc-web 1.85.0+dfsg3 installed\nrust-web-src 1.85.0+dfsg3 installed\n").unwrap();
        assert!(fault.starts_with("Debian's rustc-web 1.85.0+dfsg3 is older than "), "{fault}");
    }

    #[test]
    fn the_source_must_be_the_compilers_own() {
        assert_eq!(
            fault_of("rustc-web 1.96.0 installed\nrust-web-src 1.97.0 installed\n").unwrap(),
            "Debian's rustc-web 1.96.0 does not fit rust-web-src 1.97.0"
        );
    }

    #[test]
    fn versions_compare_as_numbers() {
        assert!(minor("1.100.0") > minor("1.96.0+dfsg1-1~deb12u2"));
        assert_eq!(minor("1.88"), Some((1, 88)));
        assert_eq!(minor("unknown"), None);
    }
}
