use heapless::Vec;

use crate::map::{Connection, ConnectionSet};
use crate::time::Millis;

use super::Objection;

/// A refusal that stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refused {
    pub(super) objection: Objection,
    /// The line it is about, whose stick is the remedy.
    pub(super) at: Option<Connection>,
    pub(super) since: Millis,
}

/// The refusals that stand, the newest last: at most one a line, and one without a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Standing(Vec<Refused, { Connection::COUNT + 1 }>);

impl Standing {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// The last refusal that still stands.
    pub(super) fn last(&self) -> Option<Refused> {
        self.0.last().copied()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// A new refusal; it takes the place of an older one on the same line.
    pub(super) fn add(&mut self, refused: Refused) {
        self.0.retain(|other| other.at != refused.at);
        // There is one place for each line and one for none.
        let _ = self.0.push(refused);
    }

    /// Something was accepted or taken back: what has no remedy is over.
    pub(super) fn move_on(&mut self) {
        self.0.retain(|refused| refused.at.is_some() || matches!(refused.objection, Objection::LiftFirst(_)));
    }

    /// Forgets what has been put right: lines that are as they should be, and `lift-first` once all are.
    pub(super) fn put_right(&mut self, wrong: ConnectionSet) {
        self.0.retain(|refused| match refused.at {
            Some(at) => wrong.contains(at),
            None => !matches!(refused.objection, Objection::LiftFirst(_)) || !wrong.is_empty(),
        });
    }
}
