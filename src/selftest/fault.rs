use super::{Contact, Lamp};

/// What was tested.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The contact of a line or a button.
    Contact(Contact),
    /// A lamp.
    Lamp(Lamp),
}

/// Something that is wrong with the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fault {
    /// Where.
    pub at: Part,
    /// What.
    pub kind: FaultKind,
}

/// What is wrong with a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// The contact never closes.
    Dead,
    /// The contact never opens.
    Stuck,
    /// Another contact closes in its place.
    Swapped {
        /// The one that does.
        found: Contact,
    },
    /// Another contact closes with it.
    Double {
        /// The one that does.
        with: Contact,
    },
    /// The diode of the contact is the wrong way round.
    Reversed,
    /// Current flows both ways through the contact: its diode is bridged, or missing.
    Bridged,
    /// The lamp stays dark, and those behind it in the chain.
    Dark,
    /// Another lamp lights in its place.
    Misplaced {
        /// The other, if these two are the only ones: they are in each other's place.
        with: Option<Lamp>,
    },
    /// The lamp was left out of the chain: those behind it show what belongs to the ones before them.
    Missing,
}

impl FaultKind {
    /// The name that the link uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::Stuck => "stuck",
            Self::Swapped { .. } => "swapped",
            Self::Double { .. } => "double",
            Self::Reversed => "reversed",
            Self::Bridged => "bridged",
            Self::Dark => "dark",
            Self::Misplaced { .. } => "misplaced",
            Self::Missing => "missing",
        }
    }
}
