//! The folder that drawings are written to. What is somebody else's there stays.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use kahuna_kit::File;

use crate::terminal::say;

/// Writes files to a folder, which is made if it is not there. If one of them would replace what was not drawn here, none
/// is written.
pub(super) fn write(folder: &Path, files: &[File]) -> Result<()> {
    check(folder, files)?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    say(format_args!("in {}:", folder.display()));
    for file in files {
        let path = folder.join(file.name);
        fs::write(&path, &file.content).with_context(|| format!("cannot write {}", path.display()))?;
        say(format_args!("  {:<14}{}", file.name, file.what));
    }
    Ok(())
}

fn check(folder: &Path, files: &[File]) -> Result<()> {
    if let Some(file) = folder.ancestors().find(|path| path.is_file()) {
        bail!("{} is a file, not a folder; give --out the name of a folder", file.display());
    }
    for file in files {
        let path = folder.join(file.name);
        if path.is_dir() {
            bail!("{} is a folder; move it away, or give --out another folder", path.display());
        }
        match fs::read(&path) {
            Ok(there) if file.may_replace(&there) => {}
            Ok(_) => bail!(
                "{} is there already, and was not drawn by this command; move it away, or give --out another folder",
                path.display()
            ),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }
    Ok(())
}

/// How `to` is called in a file in the folder `from`, which need not be there yet: relative inside the project, so that
/// the project can be moved, and absolute outside.
pub(super) fn seen_from(from: &Path, to: &Path, project: &Path) -> Result<String> {
    let [from, to, project] = [real(from)?, real(to)?, real(project)?];
    Ok(match (from.strip_prefix(&project), to.strip_prefix(&project)) {
        (Ok(down), Ok(to)) => {
            let up = down.components().map(|_| "..".to_owned());
            let to = to.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
            up.chain(to).collect::<Vec<_>>().join("/")
        }
        _ => to.to_string_lossy().into_owned(),
    })
}

/// The absolute path without links and detours, as far as there is something.
fn real(path: &Path) -> Result<PathBuf> {
    let path = std::path::absolute(path).with_context(|| format!("cannot find {}", path.display()))?;
    let there = path.ancestors().find_map(|there| Some((there.canonicalize().ok()?, there)));
    let Some((mut real, there)) = there else { return Ok(path) };
    for part in path.strip_prefix(there).unwrap_or(&path).components() {
        if part == Component::ParentDir {
            real.pop();
        } else {
            real.push(part);
        }
    }
    Ok(real)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(content: &str) -> [File; 2] {
        ["parts.md", "more.md"].map(|name| File {
            name,
            content: content.into(),
            what: String::new(),
            signature: "# Parts of ",
        })
    }

    /// An empty folder of this test's own.
    fn empty(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("kahuna-out-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        folder
    }

    #[test]
    fn what_was_drawn_before_is_drawn_anew_and_what_was_not_stays() {
        let folder = empty("anew");
        for content in ["# Parts of mine\n", "# Parts of another\n"] {
            write(&folder.join("new/one"), &file(content)).unwrap();
            assert_eq!(fs::read_to_string(folder.join("new/one/parts.md")).unwrap(), content);
        }
        // The second of the two is somebody else's: the first is not written either.
        fs::write(folder.join("more.md"), "my own notes").unwrap();
        let error = write(&folder, &file("# Parts of mine\n")).unwrap_err().to_string();
        assert!(error.contains("more.md is there already") && error.contains("--out"), "{error}");
        assert!(!folder.join("parts.md").exists());
        assert_eq!(fs::read_to_string(folder.join("more.md")).unwrap(), "my own notes");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_in_the_folders_place_and_a_folder_in_a_files_place_are_told() {
        let folder = empty("places");
        fs::write(folder.join("README.md"), "read me").unwrap();
        for out in ["README.md", "README.md/below"] {
            let error = write(&folder.join(out), &file("# Parts of mine\n")).unwrap_err().to_string();
            assert!(error.contains("README.md is a file, not a folder"), "{error}");
        }
        fs::create_dir(folder.join("parts.md")).unwrap();
        let error = write(&folder, &file("# Parts of mine\n")).unwrap_err().to_string();
        assert!(error.contains("parts.md is a folder"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn inside_the_project_a_path_is_relative_and_outside_absolute() {
        let folder = empty("paths").canonicalize().unwrap();
        let project = folder.join("project");
        fs::create_dir_all(project.join("boards")).unwrap();
        let images = project.join("target/images");
        let from = |out: &str| seen_from(&folder.join(out), &images, &project).unwrap();
        assert_eq!(from("project/boards/wokwi/mine"), "../../../target/images");
        assert_eq!(from("project"), "target/images");
        assert_eq!(from("project/new/../mine"), "../target/images");
        assert_eq!(from("elsewhere"), images.to_string_lossy());
        fs::remove_dir_all(folder).unwrap();
    }
}
