use serde::Serialize;

use crate::map::{Connection, ConnectionSet, Island, IslandSet};

use super::position::Change;
use super::{ByPlayer, Player};

/// A scoring (R2, R4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Score {
    /// The round that was scored, 1 to 3.
    pub round: u8,
    /// How many islands each player controlled.
    pub islands: ByPlayer<u8>,
    /// How many points each player got for it.
    pub points: ByPlayer<u8>,
}

/// Why the game ended as it did (R5, R6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// More points in all.
    Points,
    /// As many points, but points in the third scoring.
    ThirdScoring,
    /// Still tied, but more bridges on the board.
    Bridges,
    /// The loser had no bridge on the board (R6).
    NoBridgesLeftOnBoard,
    /// Tied in every way.
    Draw,
}

impl EndReason {
    /// The name that records use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::ThirdScoring => "third-scoring",
            Self::Bridges => "bridges",
            Self::NoBridgesLeftOnBoard => "no-bridges-left-on-board",
            Self::Draw => "draw",
        }
    }
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct End {
    /// Who won, if anybody did.
    pub winner: Option<Player>,
    /// Why.
    pub reason: EndReason,
    /// The points of all scorings.
    pub total: ByPlayer<u8>,
}

/// One thing that an action brought about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(tag = "effect", rename_all = "lowercase")]
pub enum Effect {
    /// A player gained an island (C1).
    Control {
        /// The island.
        island: Island,
        /// Who gained it.
        player: Player,
    },
    /// A bridge went back to its owner (C2).
    Return {
        /// Where it stood.
        connection: Connection,
        /// Its owner.
        player: Player,
    },
    /// A player lost an island (C3).
    Lose {
        /// The island.
        island: Island,
        /// Who lost it.
        player: Player,
    },
    /// A round was scored.
    Score(Score),
    /// The game ended.
    End(End),
}

/// All that one action brought about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effects {
    /// Who acted.
    pub mover: Player,
    /// What changed on the board.
    pub change: Change,
    /// The scoring that followed.
    pub score: Option<Score>,
    /// The end that followed.
    pub end: Option<End>,
}

impl Effects {
    /// An action without consequences.
    pub(super) const fn none(mover: Player) -> Self {
        let change =
            Change { gained: IslandSet::EMPTY, returned: ConnectionSet::EMPTY, lost: IslandSet::EMPTY };
        Self { mover, change, score: None, end: None }
    }

    /// One by one, in the order in which they happen: gains, returns, losses, score, end; each in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = Effect> + use<> {
        let Self { mover, change, score, end } = *self;
        let gains = change.gained.iter().map(move |island| Effect::Control { island, player: mover });
        let opponent = mover.opponent();
        let returns =
            change.returned.iter().map(move |connection| Effect::Return { connection, player: opponent });
        let losses = change.lost.iter().map(move |island| Effect::Lose { island, player: opponent });
        gains.chain(returns).chain(losses).chain(score.map(Effect::Score)).chain(end.map(Effect::End))
    }
}

impl serde::Serialize for Effects {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq;
        let mut effects = serializer.serialize_seq(Some(self.iter().count()))?;
        for effect in self.iter() {
            effects.serialize_element(&effect)?;
        }
        effects.end()
    }
}
