use crate::map::{Connection, ConnectionSet, Island, IslandSet};

use super::{ByPlayer, Player, Refusal};

/// How many bridges each player has (M2).
pub const BRIDGES: usize = 25;

/// The bridges on the board and who controls the islands: what lies on the table, without turns and cards.
///
/// Control is always exactly what the bridges say (C1, C3); it is kept here because asking for it is the commonest
/// question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    bridges: ByPlayer<ConnectionSet>,
    control: ByPlayer<IslandSet>,
}

/// What a bridge placed or removed brought about: gains are the mover's, losses the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Change {
    /// Islands that the mover gained (C1).
    pub gained: IslandSet,
    /// Bridges that went back to the opponent (C2).
    pub returned: ConnectionSet,
    /// Islands that the opponent lost (C3).
    pub lost: IslandSet,
}

impl Position {
    /// The empty board.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where a player's bridges stand.
    pub fn bridges(&self, player: Player) -> ConnectionSet {
        self.bridges[player]
    }

    /// Every connection that carries a bridge.
    pub fn occupied(&self) -> ConnectionSet {
        self.bridges.white | self.bridges.black
    }

    /// Whose bridge stands on a connection.
    pub fn owner(&self, at: Connection) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.bridges[player].contains(at))
    }

    /// The islands that a player controls (C1).
    pub fn control(&self, player: Player) -> IslandSet {
        self.control[player]
    }

    /// Who controls an island (C1).
    pub fn controller(&self, island: Island) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.control[player].contains(island))
    }

    /// How many bridges a player has left to place (M2).
    pub fn supply(&self, player: Player) -> usize {
        BRIDGES - self.bridges[player].len()
    }

    /// Refuses a connection that carries a bridge (T2).
    pub(super) fn expect_free(&self, at: Connection) -> Result<(), Refusal> {
        match self.owner(at) {
            Some(owner) => Err(Refusal::ConnectionOccupied { at, owner }),
            None => Ok(()),
        }
    }

    /// Refuses a connection that does not carry a bridge of the mover's opponent (T3).
    pub(super) fn expect_removable(&self, mover: Player, at: Connection) -> Result<(), Refusal> {
        match self.owner(at) {
            None => Err(Refusal::NoBridgeThere { at }),
            Some(owner) if owner == mover => Err(Refusal::OwnBridge { at }),
            Some(_) => Ok(()),
        }
    }

    /// Refuses a player who has no bridge left (T2).
    pub(super) fn expect_supply(&self, player: Player) -> Result<(), Refusal> {
        if self.supply(player) == 0 { Err(Refusal::NoBridgeInSupply { player }) } else { Ok(()) }
    }

    /// Puts a player's bridge on a free connection; control changes as C1 to C3 have it.
    ///
    /// # Errors
    /// The connection is occupied or the player has no bridge left; nothing has changed then.
    pub fn place(&mut self, player: Player, at: Connection) -> Result<Change, Refusal> {
        self.expect_free(at)?;
        self.expect_supply(player)?;
        let opponent = player.opponent();
        self.bridges[player] = self.bridges[player].with(at);

        let mut change = Change::default();
        let (a, b) = at.ends();
        for island in [a, b] {
            if !self.control[player].contains(island) && self.fills(player, island) {
                change.gained = change.gained.with(island);
                change.returned = change.returned | (island.connections() & self.bridges[opponent]);
            }
        }
        self.control[player] = self.control[player] | change.gained;
        self.bridges[opponent] = self.bridges[opponent] - change.returned;
        change.lost = self.losses(opponent, change.returned);
        self.control[opponent] = self.control[opponent] - change.lost;
        Ok(change)
    }

    /// Takes a bridge of the mover's opponent off the board (T3); control changes as C3 has it.
    ///
    /// # Errors
    /// No bridge is there, or it is the mover's own; nothing has changed then.
    pub fn remove(&mut self, mover: Player, at: Connection) -> Result<Change, Refusal> {
        self.expect_removable(mover, at)?;
        let opponent = mover.opponent();
        self.bridges[opponent] = self.bridges[opponent].without(at);
        let lost = self.losses(opponent, at.into());
        self.control[opponent] = self.control[opponent] - lost;
        Ok(Change { lost, ..Change::default() })
    }

    /// Whether a player's bridges fill more than half of an island's connections (C1).
    fn fills(&self, player: Player, island: Island) -> bool {
        (self.bridges[player] & island.connections()).len() >= island.majority()
    }

    /// The islands that a player controlled and controls no more after these bridges went (C3).
    fn losses(&self, player: Player, gone: ConnectionSet) -> IslandSet {
        let mut lost = IslandSet::EMPTY;
        for connection in gone {
            let (a, b) = connection.ends();
            for island in [a, b] {
                if self.control[player].contains(island) && !self.fills(player, island) {
                    lost = lost.with(island);
                }
            }
        }
        lost
    }
}
