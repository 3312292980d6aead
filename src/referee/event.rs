use heapless::Vec;

use crate::journal::Entry;
use crate::map::Connection;
use crate::rules::{Action, Effects, Player, Settings};

use super::{Menu, Objection};

/// Something that happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A game began.
    Started(Settings),
    /// The board is empty, as a new game needs it.
    Ready,
    /// A player's action was accepted.
    Accepted(Player, Action, Effects),
    /// Something was refused.
    Refused {
        /// Who did it, as far as the board can tell.
        player: Player,
        /// Why.
        objection: Objection,
        /// The line it is about; it must be put right.
        at: Option<Connection>,
    },
    /// A player's action was taken back.
    Undone(Player, Action),
    /// There was nothing to take back.
    NothingToUndo,
    /// A stick was put right: lifted from, or put back on, a line.
    Corrected(Connection),
    /// The board asks whose stick this is.
    OwnerAsked(Connection),
    /// The stick in question was lifted again.
    OwnerWithdrawn(Connection),
    /// The board no longer believes a line's contact, until it changes.
    Disbelieved(Connection),
    /// The contact changed: the board believes it again.
    Believed(Connection),
    /// A contact chatters without end.
    Chatters(Connection),
    /// The set-up shows something new.
    Menu(Menu),
    /// The set-up was left; the game goes on.
    MenuLeft,
    /// The board shows the game as it stood after so many actions.
    Review {
        /// After how many.
        step: u16,
        /// Of how many.
        of: u16,
        /// The action it shows the outcome of; none at the start.
        action: Option<(Player, Action)>,
    },
    /// The board shows the game as it stands again.
    ReviewLeft,
    /// A press meant nothing here.
    Ignored,
}

/// One answer of the referee: what happened, and what must be remembered before it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// What happened.
    pub event: Event,
    /// What to remember, in this order. A handicap bridge taken back from between others takes most.
    pub entries: Vec<Entry, { Self::MOST_ENTRIES }>,
}

impl Ruling {
    /// The most that one ruling asks to remember.
    pub const MOST_ENTRIES: usize = 4;

    /// A ruling that leaves nothing to remember.
    pub(super) const fn of(event: Event) -> Self {
        Self { event, entries: Vec::new() }
    }

    /// The same, with one thing to remember more.
    pub(super) fn remember(mut self, entry: Entry) -> Self {
        // At most two handicap bridges are taken back and one is put down again.
        let _ = self.entries.push(entry);
        self
    }
}
