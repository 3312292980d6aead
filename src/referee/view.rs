use crate::map::{Connection, ConnectionSet, IslandSet};
use crate::rules::{ByPlayer, End, Player, Score};
use crate::time::Millis;

use super::{Ask, Family, Menu};

/// What the referee has to show; the lights are a function of this and of the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// What it is about.
    pub shown: Shown,
    /// Who controls what: now, or as it was where the game is being stepped through.
    pub control: ByPlayer<IslandSet>,
    /// Who is to act.
    pub turn: Option<Player>,
    /// The lines on which something moves that is not ruled: a gesture that has just begun, or endless chatter.
    pub moving: ConnectionSet,
    /// The one next thing to do.
    pub ask: Option<Ask>,
    /// The last refusal that stands.
    pub refusal: Option<ShownRefusal>,
    /// The lines whose contact is not believed.
    pub disbelieved: ConnectionSet,
}

/// What a view is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The contacts have not been read yet.
    Waking,
    /// A game is being set up.
    Menu(Menu),
    /// A game is on.
    Play,
    /// A round has just been scored.
    Scoring(Score, Millis),
    /// The game as it once stood.
    Review {
        /// After how many actions.
        step: u16,
        /// Of how many.
        of: u16,
        /// The line of the action it shows the outcome of.
        at: Option<Connection>,
    },
    /// The game is over, since then.
    Over(End, Millis),
}

/// A refusal as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownRefusal {
    /// What kind of reason it has.
    pub family: Family,
    /// The line it is about; none for a button that was refused.
    pub at: Option<Connection>,
    /// Whether something has to be done about it.
    pub has_remedy: bool,
    /// Since when it stands.
    pub since: Millis,
}
