//! The folder of descriptions.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Board, Faults};

/// The folder of examples, below the folder of descriptions.
const EXAMPLES: &str = "examples";

/// A folder with a description a file.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder `boards` below the project's root.
    pub fn of_project(root: &Path) -> Self {
        Self(root.join("boards"))
    }

    /// The boards' names, in alphabetical order.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be listed.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let path = entry?.path();
            // The crate's own manifest lies here too.
            let is_description =
                path.extension().is_some_and(|end| end == "toml") && !path.ends_with("Cargo.toml");
            if let Some(name) = path.file_stem().filter(|_| is_description) {
                names.push(name.to_string_lossy().into_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    /// The names of the examples, like `examples/zero-matrix`, in alphabetical order: descriptions to learn from, which
    /// nobody needs to have built.
    ///
    /// # Errors
    ///
    /// Fails if their folder is there and cannot be listed.
    pub fn examples(&self) -> io::Result<Vec<String>> {
        let examples = Self(self.0.join(EXAMPLES));
        if !examples.0.is_dir() {
            return Ok(Vec::new());
        }
        Ok(examples.names()?.into_iter().map(|name| format!("{EXAMPLES}/{name}")).collect())
    }

    /// The file of a board's description, whether or not it exists.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.toml"))
    }

    /// Reads and checks the description of board `name`, which may be one of [`Self::examples`].
    ///
    /// # Errors
    ///
    /// Fails if there is no such file, saying which there are, or with every fault of the description.
    pub fn read(&self, name: &str) -> Result<Board, ReadError> {
        self.read_as_wide(name, None)
    }

    /// Like [`Self::read`], of a board with another width than the described one, in mm.
    ///
    /// # Errors
    ///
    /// As there; what speaks against the described width does not count.
    pub fn read_as_wide(&self, name: &str, width_mm: Option<f64>) -> Result<Board, ReadError> {
        let known: Vec<_> = [self.names(), self.examples()].into_iter().flatten().flatten().collect();
        // The folder also holds files that describe no board.
        if !known.iter().any(|other| other == name) {
            return Err(ReadError::Missing { name: name.to_owned(), known });
        }
        let text = fs::read_to_string(self.file(name))
            .map_err(|error| ReadError::Io { file: self.file(name), error })?;
        let board = name.strip_prefix(EXAMPLES).and_then(|name| name.strip_prefix('/')).unwrap_or(name);
        Board::read_as_wide(board, &text, width_mm).map_err(|faults| ReadError::Faults(faults.found_as(name)))
    }
}

/// Why a board could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// There is no description of that name.
    Missing {
        /// The name asked for.
        name: String,
        /// The names there are, those of the examples too.
        known: Vec<String>,
    },
    /// The file could not be read.
    Io {
        /// Its path.
        file: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The description has faults.
    Faults(Faults),
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing { name, known } => {
                write!(f, "there is no board \"{name}\"; ")?;
                let example = format!("{EXAMPLES}/{name}");
                if known.contains(&example) {
                    return write!(f, "did you mean \"{example}\"?");
                }
                write!(f, "boards/ describes: {}", known.join(", "))
            }
            Self::Io { file, error } => write!(f, "cannot read {}: {error}", file.display()),
            Self::Faults(faults) => faults.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}
