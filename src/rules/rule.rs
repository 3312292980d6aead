use core::fmt;

/// The number of a rule, as the documentation lists them; every refusal names one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Handicap.
    S2,
    /// The course of a turn.
    T1,
    /// Placing a bridge.
    T2,
    /// Removing a bridge.
    T3,
    /// Discarding.
    T4,
    /// Drawing.
    T5,
    /// Passing.
    T6,
    /// An island gained clears the opponent's bridges.
    C2,
    /// The end of the game and its winner.
    R5,
    /// The calm variant.
    V1,
    /// Cards counted.
    A1,
    /// Cards audited.
    A2,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl serde::Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
