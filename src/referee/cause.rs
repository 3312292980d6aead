use crate::rules::{Action, Player, Settings};
use crate::sensing::Press;

/// What the referee hears, apart from sticks: fingers on buttons, words over the link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A button.
    Press(Press),
    /// A new game, at once.
    New(Settings),
    /// The last action taken back.
    Undo,
    /// An action said over the link; the sticks follow.
    Play(Player, Action),
}
