//! The compiler for the chip: finds its way by itself and says which one it took.

mod debian;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run::{self, Workspace};
use crate::terminal::say;
use debian::Compiler;

/// The chip's target: a Cortex-M0+ without an operating system.
pub(crate) const TARGET: &str = "thumbv6m-none-eabi";

/// The environment variable that forces a way.
const FORCE: &str = "KAHUNA_TOOLCHAIN";

/// What `--help` says about the choice.
pub(crate) const HELP: &str = "\
The chip's toolchain: tried in this order, and the way taken is said.
  installed  the active toolchain already has the target
  rustup     `rustup target add` fetches it
  debian     Debian's rustc-web builds `core` from rust-web-src; both come through apt-get
             if this runs as root or sudo asks for no password
KAHUNA_TOOLCHAIN=installed|rustup|debian forces one of them.";

/// A way to a compiler for the chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// The active toolchain has the target's `core` already.
    Installed,
    /// Rustup adds the target to the active toolchain.
    Rustup,
    /// Debian's compiler builds `core` from Debian's source of it.
    Debian,
}

impl Way {
    /// Every way, in the order they are tried.
    pub(crate) const ALL: [Self; 3] = [Self::Installed, Self::Rustup, Self::Debian];

    /// Returns the way's name in [`FORCE`].
    fn name(self) -> &'static str {
        match self {
            Self::Installed => "installed",
            Self::Rustup => "rustup",
            Self::Debian => "debian",
        }
    }

    /// Reads the value of [`FORCE`]; unset and empty force nothing.
    fn from_setting(value: &str) -> Result<Option<Self>> {
        let way = Self::ALL.into_iter().find(|way| way.name() == value);
        if way.is_none() && !value.is_empty() {
            let names = Self::ALL.map(Self::name).join(", ");
            bail!("{FORCE}={value} is none of {names}: choose one of them, or unset {FORCE}");
        }
        Ok(way)
    }
}

/// Returns the way a person forces, if any; fails on a value that names none.
pub(crate) fn forced() -> Result<Option<Way>> {
    Way::from_setting(&env::var_os(FORCE).unwrap_or_default().to_string_lossy())
}

/// A toolchain that builds and links for the chip.
#[derive(Debug)]
pub(crate) struct Chip {
    workspace: Workspace,
    way: Way,
    /// Only on the Debian way.
    compiler: Option<Compiler>,
    description: String,
}

impl Chip {
    /// Finds a way, installing what it needs; `forced` leaves no other. Fails with the commands a person must run.
    pub(crate) fn find(workspace: &Workspace, forced: Option<Way>) -> Result<Self> {
        let chip = first_open(forced, |way| {
            let chip = Self::by(way, workspace);
            if let Err(why) = &chip {
                say(format_args!("not {}: {why:#}", way.name()));
            }
            chip
        })?;
        say(format_args!("the chip's toolchain: {}", chip.description));
        Ok(chip)
    }

    fn by(way: Way, workspace: &Workspace) -> Result<Self> {
        let (compiler, description) = match way {
            Way::Installed => {
                let version = installed(workspace)?;
                (None, format!("{TARGET} is installed for {version}"))
            }
            Way::Rustup => {
                run::visibly(workspace.command("rustup").args(["target", "add", TARGET]))?;
                let version = installed(workspace).context("rustup added it to another toolchain")?;
                (None, format!("rustup added {TARGET} to {version}"))
            }
            Way::Debian => {
                let compiler = debian::prepare(workspace)?;
                let description = format!("Debian's {compiler} builds {TARGET} from its own source");
                (Some(compiler), description)
            }
        };
        Ok(Self {
            workspace: workspace.clone(),
            way,
            compiler,
            description: format!("{} ({description})", way.name()),
        })
    }

    /// Whether it can lint what it builds.
    pub(crate) fn has_clippy(&self) -> bool {
        self.compiler.is_none()
    }

    /// Prepares `cargo SUBCOMMAND` for the chip, run from the workspace's root; the caller adds what to build.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = self.workspace.command("cargo");
        cargo.args([subcommand, "--target", TARGET, "--target-dir"]).arg(self.target_dir());
        if let Some(compiler) = &self.compiler {
            compiler.take_over(&mut cargo);
        }
        cargo
    }

    /// Returns the folder the chip's builds go to, relative to the workspace's root if inside it. It is not the
    /// host's, and each compiler has its own, so that none evicts another's artifacts.
    pub(crate) fn target_dir(&self) -> PathBuf {
        match self.way {
            Way::Installed | Way::Rustup => self.workspace.target_dir("chip"),
            Way::Debian => self.workspace.target_dir(debian::TARGET_DIR),
        }
    }
}

/// Tries the ways in order and returns the first that is open.
fn first_open<T>(forced: Option<Way>, mut take: impl FnMut(Way) -> Result<T>) -> Result<T> {
    let mut closed = Vec::new();
    for way in Way::ALL.into_iter().filter(|way| forced.is_none_or(|only| only == *way)) {
        match take(way) {
            Ok(chip) => return Ok(chip),
            Err(why) => closed.push(format!("  {}: {why:#}", way.name())),
        }
    }
    let only = forced.map_or(String::new(), |way| format!(" with {FORCE}={}", way.name()));
    bail!("no compiler for the chip{only}:\n{}\n{}", closed.join("\n"), by_hand())
}

/// What a person can do where no way is open to us.
fn by_hand() -> String {
    format!(
        "Run one of these, then `cargo kahuna test` again:\n  \
         rustup target add {TARGET}  # where rustup's servers can be reached\n  \
         {}  # on Debian 12 with its security archive",
        debian::by_hand()
    )
}

/// Returns the active compiler's version if it has `core` for the chip.
fn installed(workspace: &Workspace) -> Result<String> {
    let version = run::capture(workspace.rustc().arg("--version"))?.trim().to_owned();
    let folder = run::capture(workspace.rustc().args(["--print", "target-libdir", "--target", TARGET]))?;
    // The folder's name is known whether or not anything was ever put into it.
    let has_core = fs::read_dir(folder.trim())
        .is_ok_and(|files| files.flatten().any(|file| is_core(&file.file_name().to_string_lossy())));
    if !has_core {
        bail!("{version} has no core for {TARGET}");
    }
    Ok(version)
}

fn is_core(file: &str) -> bool {
    file.starts_with("libcore-") && Path::new(file).extension().is_some_and(|end| end == "rlib")
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    /// Walks the ways with only `open` ones open; returns those tried and the result.
    fn walk(forced: Option<Way>, open: &[Way]) -> (Vec<Way>, Result<Way>) {
        let mut tried = Vec::new();
        let result = first_open(forced, |way| {
            tried.push(way);
            if open.contains(&way) { Ok(way) } else { Err(anyhow!("closed")) }
        });
        (tried, result)
    }

    #[test]
    fn the_first_open_way_is_taken_and_no_later_one_tried() {
        for (count, way) in (1..).zip(Way::ALL) {
            let (tried, result) = walk(None, &Way::ALL[count - 1..]);
            assert_eq!(tried, Way::ALL[..count]);
            assert_eq!(result.unwrap(), way);
        }
    }

    #[test]
    fn a_forced_way_is_the_only_one_tried() {
        let (tried, result) = walk(Some(Way::Debian), &Way::ALL);
        assert_eq!((tried, result.unwrap()), (vec![Way::Debian], Way::Debian));

        let (tried, result) = walk(Some(Way::Rustup), &[Way::Installed, Way::Debian]);
        assert_eq!(tried, [Way::Rustup]);
        assert!(
            result
                .unwrap_err()
                .to_string()
                .starts_with("no compiler for the chip with KAHUNA_TOOLCHAIN=rustup:")
        );
    }

    #[test]
    fn with_no_way_open_a_person_is_told_why_and_what_to_run() {
        let text = walk(None, &[]).1.unwrap_err().to_string();
        for part in [
            "  installed: closed\n  rustup: closed\n  debian: closed\n",
            "rustup target add thumbv6m-none-eabi ",
            "sudo apt-get update && sudo apt-get install --no-install-recommends rustc-web rust-web-src lld-22 ",
        ] {
            assert!(text.contains(part), "{part} is missing in: {text}");
        }
    }

    #[test]
    fn the_setting_names_a_way_or_is_refused() {
        for way in Way::ALL {
            assert_eq!(Way::from_setting(way.name()).unwrap(), Some(way));
            assert!(HELP.contains(&format!("\n  {} ", way.name())));
        }
        assert_eq!(Way::from_setting("").unwrap(), None);
        assert_eq!(
            Way::from_setting("Debian").unwrap_err().to_string(),
            "KAHUNA_TOOLCHAIN=Debian is none of installed, rustup, debian: choose one of them, or unset KAHUNA_TOOLCHAIN"
        );
    }

    #[test]
    fn core_is_known_by_its_file() {
        assert!(is_core("libcore-0123456789abcdef.rlib"));
        assert!(!is_core("libcompiler_builtins-0123456789abcdef.rlib"));
        assert!(!is_core("libcore-0123456789abcdef.rmeta"));
    }
}
