use serde::Serialize;

/// How the board's memory of the game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Health {
    /// What happens is remembered.
    #[default]
    Kept,
    /// The flash does not take what happens: the game goes on, but not beyond the next power cut.
    NotKept,
    /// The game that was being played cannot be read, or not to its end.
    Unreadable,
}
