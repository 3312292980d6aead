//! Running other programs: from the workspace's root, with the environment a plain shell would give them, and shown
//! the way they could be typed.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};

use crate::terminal::{self, Style};

/// Where the project lies on this machine.
#[derive(Clone, Debug, serde::Deserialize)]
pub(crate) struct Workspace {
    /// The folder of the workspace's `Cargo.toml`.
    #[serde(rename = "workspace_root")]
    root: PathBuf,
    /// Cargo's target directory, wherever the person's settings put it.
    #[serde(rename = "target_directory")]
    target: PathBuf,
}

impl Workspace {
    /// Asks cargo, so that neither the folder this is started in nor a moved target directory matters.
    pub(crate) fn find() -> Result<Self> {
        let mut cargo = clean(Command::new("cargo"));
        cargo.args(["metadata", "--no-deps", "--format-version", "1"]);
        let answer = capture(&mut cargo).context("start `cargo kahuna` inside the project's folder")?;
        serde_json::from_str(&answer).context("cannot read what `cargo metadata` says")
    }

    /// Prepares `program` to run from the root.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = clean(Command::new(program));
        command.current_dir(&self.root);
        command
    }

    /// Prepares the active toolchain's compiler, the one cargo would take.
    pub(crate) fn rustc(&self) -> Command {
        self.command(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
    }

    /// Returns a folder inside the target directory, relative to the root where possible (it reads better).
    pub(crate) fn target_dir(&self, below: &str) -> PathBuf {
        self.target.strip_prefix(&self.root).unwrap_or(&self.target).join(below)
    }

    /// Returns the folder of the boards' descriptions.
    pub(crate) fn boards(&self) -> kahuna_boards::Folder {
        kahuna_boards::Folder::of_project(&self.root)
    }

    /// Returns `path`, which may be relative to the root, as an absolute one.
    pub(crate) fn absolute(&self, path: &Path) -> PathBuf {
        self.root.join(path)
    }
}

/// Shows the command, runs it with its output visible, and fails if it does.
pub(crate) fn visibly(command: &mut Command) -> Result<()> {
    println!("{}", terminal::for_stdout(Style::Command, &format!("$ {}", shown(command))));
    let status = command.stdin(Stdio::null()).status().map_err(|error| cannot_start(command, &error))?;
    if !status.success() {
        bail!("`{}` failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs the command out of sight and returns its standard output; fails with what it had to say if it does.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| cannot_start(command, &error))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed ({}): {}", shown(command), output.status, said.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` does not answer in UTF-8", shown(command)))
}

/// Returns whether the command runs and succeeds, out of sight.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    capture(command).is_ok()
}

/// Returns the command as it could be typed at the workspace's root.
pub(crate) fn shown(command: &Command) -> String {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut words = Vec::new();
    for (name, value) in command.get_envs() {
        // What is taken away undoes `cargo run`; a shell has nothing to undo.
        let Some(value) = value.filter(|_| name != LIBRARY_PATH) else { continue };
        let value = value.to_string_lossy();
        let tail = format!(":{}", path.to_string_lossy());
        let value = match value.strip_suffix(&tail) {
            Some(first) if name == "PATH" => format!("\"{first}:$PATH\""),
            _ => quoted(&value),
        };
        words.push(format!("{}={value}", name.to_string_lossy()));
    }
    words.push(quoted(&command.get_program().to_string_lossy()));
    words.extend(command.get_args().map(|arg| quoted(&arg.to_string_lossy())));
    words.join(" ")
}

/// Returns `PATH` with one more folder in front.
pub(crate) fn path_with(first: &Path) -> Result<OsString> {
    let rest = env::var_os("PATH").unwrap_or_default();
    // An empty PATH must not become an empty entry: that would mean the current folder.
    let rest = env::split_paths(&rest).filter(|entry| !entry.as_os_str().is_empty());
    env::join_paths(std::iter::once(first.to_owned()).chain(rest))
        .with_context(|| format!("{} cannot stand in PATH", first.display()))
}

const LIBRARY_PATH: &str = "LD_LIBRARY_PATH";

/// Takes away what `cargo run` has set for this process: seen by a nested cargo, it would be baked into fingerprints
/// or mix one compiler's libraries with another's. What a person sets (`CARGO_TARGET_DIR`, `CARGO_TERM_COLOR`, …)
/// and what rustup sets (`RUSTUP_TOOLCHAIN`: the toolchain chosen for us is chosen for them) stays.
fn clean(mut command: Command) -> Command {
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_set_by_cargo_run)) {
        command.env_remove(name);
    }
    if let (Some(paths), Some(cargo)) = (env::var_os(LIBRARY_PATH), env::var_os("CARGO")) {
        // `cargo run` puts the folder of this program and the libraries of its compiler in front.
        let beside_us = env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_owned()));
        let compilers = Path::new(&cargo).ancestors().nth(2).map(|sysroot| sysroot.join("lib"));
        let cargos: Vec<_> = beside_us.into_iter().chain(compilers).collect();
        match without(&paths, &cargos) {
            Some(rest) => command.env(LIBRARY_PATH, rest),
            None => command.env_remove(LIBRARY_PATH),
        };
    }
    command
}

fn is_set_by_cargo_run(name: &str) -> bool {
    let names = [
        "CARGO",
        "CARGO_BIN_NAME",
        "CARGO_CRATE_NAME",
        "CARGO_MANIFEST_DIR",
        "CARGO_MANIFEST_PATH",
        "CARGO_PRIMARY_PACKAGE",
        "OUT_DIR",
    ];
    names.contains(&name) || name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_BIN_EXE_")
}

/// Returns the list of folders without those inside one of `folders`; nothing if none is left.
fn without(list: &OsStr, folders: &[PathBuf]) -> Option<OsString> {
    let keep = |entry: &PathBuf| !folders.iter().any(|folder| entry.starts_with(folder));
    let rest: Vec<_> = env::split_paths(list).filter(keep).collect();
    if rest.is_empty() { None } else { env::join_paths(rest).ok() }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn cannot_start(command: &Command, error: &io::Error) -> anyhow::Error {
    let program = command.get_program().display();
    match error.kind() {
        io::ErrorKind::NotFound => anyhow!("`{program}` is not installed, or not on PATH"),
        _ => anyhow!("`{program}` does not start: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_could_be_typed() {
        let mut command = Command::new("cargo");
        command.args(["doc", "it's", ""]).env("RUSTDOCFLAGS", "-D warnings").env_remove("CARGO_PKG_NAME");
        assert_eq!(shown(&command), r"RUSTDOCFLAGS='-D warnings' cargo doc 'it'\''s' ''");
    }

    #[test]
    fn a_folder_put_before_path_is_shown_without_the_rest() {
        let mut command = Command::new("cargo");
        command.env("PATH", path_with(Path::new("/linker/bin")).unwrap());
        assert_eq!(shown(&command), r#"PATH="/linker/bin:$PATH" cargo"#);
    }

    #[test]
    fn only_what_cargo_run_sets_is_taken_away() {
        for name in ["CARGO", "CARGO_MANIFEST_DIR", "CARGO_PKG_NAME", "CARGO_PKG_VERSION_PRE", "OUT_DIR"] {
            assert!(is_set_by_cargo_run(name), "{name}");
        }
        for name in
            ["CARGO_HOME", "CARGO_TARGET_DIR", "CARGO_TERM_COLOR", "CARGO_NET_OFFLINE", "RUSTUP_TOOLCHAIN"]
        {
            assert!(!is_set_by_cargo_run(name), "{name}");
        }
    }

    #[test]
    fn a_persons_library_folders_outlive_cargos() {
        let cargos = [PathBuf::from("/p/target/debug"), PathBuf::from("/toolchain")];
        let list = OsStr::new("/p/target/debug/deps:/toolchain/lib:/mine:/p/target/debugger");
        assert_eq!(without(list, &cargos).unwrap(), "/mine:/p/target/debugger");
        assert_eq!(without(OsStr::new("/toolchain/lib"), &cargos), None);
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = visibly(&mut Command::new("kahuna-no-such-program")).unwrap_err();
        assert_eq!(error.to_string(), "`kahuna-no-such-program` is not installed, or not on PATH");
    }

    #[test]
    fn the_target_directory_is_relative_only_inside_the_project() {
        let at = |target: &str| Workspace { root: "/p".into(), target: target.into() }.target_dir("chip");
        assert_eq!(at("/p/target"), Path::new("target/chip"));
        assert_eq!(at("/elsewhere"), Path::new("/elsewhere/chip"));
    }
}
