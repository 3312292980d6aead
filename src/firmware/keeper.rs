//! What the referee does to have a game remembered. It never fails to go on: what cannot be kept is told.

use embassy_time::with_timeout;
use kahuna_board::journal::Entry;
use kahuna_board::link::Health;
use kahuna_board::referee::Referee;
use kahuna_board::selftest::Notes;

use super::alive::{self, HEARTBEAT, Loop};
use super::store::{ENTRY, ITEM};
use super::wires::{Entries, KEEP, KEPT, Keep};

/// Remembers what the flash holds of the game.
pub(crate) struct Keeper {
    health: Health,
}

impl Keeper {
    /// The game was read from the flash that well.
    pub(crate) fn new(health: Health) -> Self {
        Self { health }
    }

    /// How the memory of the game is.
    pub(crate) fn health(&self) -> Health {
        self.health
    }

    /// Has the entries of a ruling kept before it is shown; the referee has ruled already.
    pub(crate) async fn keep(&mut self, referee: &Referee, entries: &[Entry]) {
        let is_kept = match (entries, self.health) {
            ([], _) => return,
            ([Entry::Start(_), ..], _) => ask(Keep::Begin(together(entries))).await,
            // One attempt to write the game anew was one too many. The next game may have better flash.
            (_, Health::NotKept) => false,
            // What follows a gap would be another game.
            (_, Health::Unreadable) => write_anew(referee).await,
            (_, Health::Kept) => ask(Keep::Append(together(entries))).await || write_anew(referee).await,
        };
        self.health = if is_kept { Health::Kept } else { Health::NotKept };
    }
}

/// Has the notes kept, and says whether they are; if not they hold until the power goes.
pub(crate) async fn note(notes: &Notes) -> bool {
    ask(Keep::Note(*notes)).await
}

/// Writes the game into the next slot without what was taken back: its own is full, or damaged.
async fn write_anew(referee: &Referee) -> bool {
    let history = referee.history();
    if !history.is_complete() || !ask(Keep::BeginCopy).await {
        return false;
    }
    let mut entries = Entries::from(Entry::Start(*referee.game().settings()).encode());
    for (player, action) in history.actions() {
        if entries.len() == ITEM && !ask(Keep::Copy(core::mem::take(&mut entries))).await {
            return false;
        }
        // There is room.
        let _ = entries.extend_from_slice(&Entry::Act(player, action).encode());
    }
    ask(Keep::Copy(entries)).await && ask(Keep::EndCopy).await
}

/// Asks the journal for something and waits until it is done; says whether it is.
async fn ask(keep: Keep) -> bool {
    KEPT.reset();
    KEEP.send(keep).await;
    loop {
        alive::here(Loop::Referee);
        if let Ok(is_kept) = with_timeout(HEARTBEAT, KEPT.wait()).await {
            return is_kept;
        }
    }
}

fn together(entries: &[Entry]) -> Entries {
    const { assert!(kahuna_board::referee::Ruling::MOST_ENTRIES * ENTRY <= ITEM) };
    entries.iter().flat_map(|entry| entry.encode()).collect()
}
