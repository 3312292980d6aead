//! Where a scenario is played: the core alone, or the firmware on an emulated chip.

use anyhow::Result;
use kahuna_board::lights::RGB8;
use kahuna_board::selftest::Lamp;

use super::hands::Edge;
use super::script::{Fault, Micros, Power};

/// The values of the lamps, by their index: the islands' first. A lamp that the board does not have is dark.
pub(crate) type Lamps = [RGB8; Lamp::COUNT];

/// No lamp is lit.
pub(crate) const DARK: Lamps = [RGB8 { r: 0, g: 0, b: 0 }; Lamp::COUNT];

/// A board, its contacts, its plug and its cable. What it knows of the game is asked over the cable and read off its
/// lamps, never otherwise.
pub(crate) trait World {
    /// The time. It passes only in [`Self::run_until`], also while the power is off.
    fn now(&self) -> Micros;

    /// Lets a contact change, now or later; told in the order of time.
    fn change(&mut self, edge: Edge);

    /// Lets time pass.
    fn run_until(&mut self, time: Micros) -> Result<()>;

    /// Pulls the plug or puts it in. Whatever the board has not stored is lost; contacts stay as they are.
    fn power(&mut self, power: Power) -> Result<()>;

    /// Begins time at nought again, so that a scenario goes the same whatever was played here before it. A new board is
    /// asked for next.
    fn rewind(&mut self);

    /// A new board: no power, blank storage, every contact open.
    fn renew(&mut self) -> Result<()>;

    /// Makes the chip what it was in the shop, without firmware; its power is off.
    fn erase(&mut self) -> Result<()>;

    /// Puts the firmware onto the board again, as one puts a newer one there; its power is off.
    fn update(&mut self) -> Result<()>;

    /// Builds the board wrongly: exactly so, until this is told again or the board is new.
    fn build(&mut self, faults: &[Fault]) -> Result<()>;

    /// Sends the board a line.
    fn say(&mut self, line: &str) -> Result<()>;

    /// The lines that the board has sent since this was last asked, and when each was complete.
    fn heard(&mut self) -> Result<Vec<(Micros, String)>>;

    /// How the lamps have changed since this was last asked, and when.
    fn seen(&mut self) -> Result<Vec<(Micros, Lamps)>>;
}
