//! Debian's packages: what is installed, and how to get the rest.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::run::{self, Workspace};
use crate::terminal::say;

/// Installed packages and their versions.
pub(crate) struct Packages(Vec<(String, String)>);

impl Packages {
    /// Asks dpkg; without dpkg nothing is installed.
    pub(crate) fn installed(workspace: &Workspace, packages: &[&str]) -> Self {
        let mut query = workspace.command("dpkg-query");
        query.args(["--show", "--showformat", "${Package} ${Version} ${db:Status-Status}\n"]).args(packages);
        // Its status is no answer: one unknown package fails the query, and the others are still listed.
        let listing = query.output().map(|output| output.stdout).unwrap_or_default();
        Self::parse(&String::from_utf8_lossy(&listing))
    }

    pub(crate) fn parse(listing: &str) -> Self {
        let package = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
            [name, version, "installed"] => Some((name.to_owned(), version.to_owned())),
            _ => None,
        };
        Self(listing.lines().filter_map(package).collect())
    }

    /// Returns the version of a package that is installed.
    pub(crate) fn version(&self, package: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == package).map(|(_, version)| version.as_str())
    }
}

/// Returns the package's file whose path ends so.
pub(crate) fn file_of(workspace: &Workspace, package: &str, end: &str) -> Result<PathBuf> {
    let files = run::capture(workspace.command("dpkg").args(["--listfiles", package]))?;
    let file = files.lines().find(|file| file.ends_with(end));
    Ok(file.with_context(|| format!("package {package} has no file {end}"))?.into())
}

/// Installs packages with apt-get, its output visible; says why if it cannot be done without a person.
pub(crate) fn install(workspace: &Workspace, packages: &[&str]) -> Result<()> {
    if !run::succeeds(workspace.command("apt-get").arg("--version")) {
        bail!("apt-get is not installed");
    }
    let is_root = run::capture(workspace.command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if !is_root && !run::succeeds(workspace.command("sudo").args(["--non-interactive", "true"])) {
        bail!("apt-get needs root, and sudo without a password is not to be had");
    }
    let apt_get = || {
        if is_root {
            return workspace.command("apt-get");
        }
        let mut sudo = workspace.command("sudo");
        sudo.args(["--non-interactive", "apt-get"]);
        sudo
    };
    // Without it the archive's older compiler is all a fresh machine knows. One unreachable archive of several is no
    // reason to stop: whether the packages are to be had shows next.
    if let Err(error) = run::visibly(apt_get().args(["update", "--quiet"])) {
        say(format_args!("{error:#}"));
    }
    // Debian's own rustc and rustup conflict with some of ours: someone who has them must not lose them to a test.
    let careful = ["--yes", "--quiet", "--no-install-recommends", "--no-remove"];
    // A fresh machine may still be busy with its own updates; without a terminal of its own dpkg draws no progress.
    let patient = ["--option", "DPkg::Lock::Timeout=120", "--option", "Dpkg::Use-Pty=0"];
    run::visibly(apt_get().arg("install").args(careful).args(patient).args(packages))
}
