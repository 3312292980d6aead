use core::fmt;
use core::str::FromStr;

use super::{Connection, ConnectionSet, IslandSet, MAJORITY, TOUCHING};

/// One of the twelve islands (M1). A card names an island, so this is also how a card is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the islands")]
pub enum Island {
    Aloa,
    Bari,
    Coco,
    Duda,
    Elai,
    Faaa,
    Gola,
    Huna,
    Iffi,
    Jojo,
    Kahu,
    Lale,
}

impl Island {
    /// How many islands there are.
    pub const COUNT: usize = 12;

    /// Every island, in alphabetical order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Aloa,
        Self::Bari,
        Self::Coco,
        Self::Duda,
        Self::Elai,
        Self::Faaa,
        Self::Gola,
        Self::Huna,
        Self::Iffi,
        Self::Jojo,
        Self::Kahu,
        Self::Lale,
    ];

    /// The island's place in alphabetical order, below [`Self::COUNT`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The island at a place in alphabetical order.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// The name as it is printed: four capital letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aloa => "ALOA",
            Self::Bari => "BARI",
            Self::Coco => "COCO",
            Self::Duda => "DUDA",
            Self::Elai => "ELAI",
            Self::Faaa => "FAAA",
            Self::Gola => "GOLA",
            Self::Huna => "HUNA",
            Self::Iffi => "IFFI",
            Self::Jojo => "JOJO",
            Self::Kahu => "KAHU",
            Self::Lale => "LALE",
        }
    }

    /// The connections that touch this island: three to six.
    pub fn connections(self) -> ConnectionSet {
        TOUCHING[self.index()]
    }

    /// How many of its connections control this island (C1): more than half of them.
    pub fn majority(self) -> usize {
        usize::from(MAJORITY[self.index()])
    }

    /// The islands at the other ends of its connections.
    pub fn neighbours(self) -> IslandSet {
        self.connections().iter().filter_map(|connection| connection.other_end(self)).collect()
    }

    /// The connection to a neighbour; `None` for an island that is none.
    pub fn to(self, other: Self) -> Option<Connection> {
        Connection::between(self, other)
    }
}

impl fmt::Display for Island {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl serde::Serialize for Island {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The text is none of the twelve names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseIslandError;

impl fmt::Display for ParseIslandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no island of that name; there are")?;
        for island in Island::ALL {
            write!(f, " {island}")?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseIslandError {}

impl FromStr for Island {
    type Err = ParseIslandError;

    /// Reads a name in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // The first letters are those from A to L, one each.
        let first = text.bytes().next().ok_or(ParseIslandError)?.to_ascii_uppercase();
        let island = Self::from_index(usize::from(first.wrapping_sub(b'A'))).ok_or(ParseIslandError)?;
        if text.eq_ignore_ascii_case(island.name()) { Ok(island) } else { Err(ParseIslandError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_in_any_case() {
        for (index, island) in Island::ALL.into_iter().enumerate() {
            assert_eq!(island.index(), index);
            assert_eq!(island.name().parse(), Ok(island));
            assert_eq!(island.name().to_ascii_lowercase().parse(), Ok(island));
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in ["", "ALO", "ALOAA", "BARY", "MALE", "Ä", "@LOA"] {
            assert_eq!(text.parse::<Island>(), Err(ParseIslandError), "{text:?}");
        }
    }
}
