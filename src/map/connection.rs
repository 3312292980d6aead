use core::fmt;
use core::str::FromStr;

use super::{ENDS, Island};

/// A dotted line between two islands, where a bridge can stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Connection(u8);

impl Connection {
    /// How many connections there are.
    pub const COUNT: usize = 27;

    /// The connection at an index below [`Self::COUNT`]; for tables that are built at compile time.
    #[allow(clippy::cast_possible_truncation, reason = "the assertion bounds it")]
    pub(crate) const fn at(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// Every connection, in alphabetical order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
        (0..Self::COUNT).map(Self::at)
    }

    /// The connection's place in alphabetical order, below [`Self::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The connection at a place in alphabetical order.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::at(index)) } else { None }
    }

    /// The connection between two islands, whichever is named first; `None` where no line is printed.
    pub fn between(a: Island, b: Island) -> Option<Self> {
        if a == b {
            return None;
        }
        (a.connections() & b.connections()).first()
    }

    /// Both ends, in alphabetical order.
    pub const fn ends(self) -> (Island, Island) {
        ENDS[self.index()]
    }

    /// The end that is not `island`; `None` if `island` is no end of it.
    pub fn other_end(self, island: Island) -> Option<Island> {
        match self.ends() {
            (a, b) if a == island => Some(b),
            (a, b) if b == island => Some(a),
            _ => None,
        }
    }

    /// Whether it touches an island, so that the island's card fits it (T2, T3).
    pub fn touches(self, island: Island) -> bool {
        self.other_end(island).is_some()
    }
}

impl fmt::Display for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = self.ends();
        write!(f, "{a}-{b}")
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Connection {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why a text names no connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseConnectionError {
    /// It is not two island names joined by a hyphen.
    Form,
    /// Both are islands, but no line is printed between them.
    NoLine(Island, Island),
}

impl fmt::Display for ParseConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("a connection is two islands joined by a hyphen, like ALOA-BARI"),
            Self::NoLine(a, b) => {
                write!(f, "no line joins {a} and {b}; {a} is joined to")?;
                for island in a.neighbours() {
                    write!(f, " {island}")?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for ParseConnectionError {}

impl FromStr for Connection {
    type Err = ParseConnectionError;

    /// Reads `ALOA-BARI`, either way round, in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (a, b) = text.split_once('-').ok_or(ParseConnectionError::Form)?;
        let a: Island = a.parse().map_err(|_| ParseConnectionError::Form)?;
        let b: Island = b.parse().map_err(|_| ParseConnectionError::Form)?;
        Self::between(a, b).ok_or(ParseConnectionError::NoLine(a, b))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn every_name_is_read_back_either_way_round() {
        for connection in Connection::all() {
            let (a, b) = connection.ends();
            assert_eq!(connection.to_string().parse(), Ok(connection));
            assert_eq!(std::format!("{b}-{a}").to_lowercase().parse(), Ok(connection));
        }
    }

    #[test]
    fn what_is_no_line_says_which_lines_there_are() {
        let fault = "ALOA-LALE".parse::<Connection>().unwrap_err();
        assert_eq!(fault.to_string(), "no line joins ALOA and LALE; ALOA is joined to BARI DUDA HUNA");
        for text in ["", "-", "ALOA", "ALOA-", "ALOA_BARI", "ALOA-BARY", "ALOA-BARI-COCO"] {
            assert_eq!(text.parse::<Connection>(), Err(ParseConnectionError::Form), "{text:?}");
        }
        assert_eq!(
            "ALOA-ALOA".parse::<Connection>(),
            Err(ParseConnectionError::NoLine(Island::Aloa, Island::Aloa))
        );
    }
}
