//! What is wrong with a description, for the person who mends it.

use std::fmt;

/// One fault.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    /// The line it is on, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What would mend it.
    pub remedy: String,
}

/// Every fault of a description, in the order of its lines; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults {
    file: String,
    faults: Vec<Fault>,
}

impl Faults {
    pub(crate) fn new(name: &str, mut faults: Vec<Fault>) -> Self {
        faults.sort();
        Self { file: format!("boards/{name}.toml"), faults }
    }

    /// The same faults, of the description that is found by another name, like `examples/zero-matrix`.
    pub(crate) fn found_as(self, name: &str) -> Self {
        Self { file: format!("boards/{name}.toml"), ..self }
    }

    /// The faults.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.faults.iter()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.faults.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}:{}: {}; {}", self.file, fault.line, fault.what, fault.remedy)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
