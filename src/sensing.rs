//! From contacts to settled sticks and presses: the first layer of patience.
//!
//! A contact bounces; a settled line does not. [`Sensing`] is fed with what the scan reads, at any rhythm, and says what
//! has settled. It knows nothing of the game.

mod button;
mod lines;
mod presses;

pub use button::{Button, ButtonSet, ParseButtonError, PlayerButton};
pub use lines::{Lines, Settled};
pub use presses::{Press, Presses};

use crate::map::ConnectionSet;
use crate::time::Millis;

/// What the scan reads off the contacts, unsettled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Contacts {
    /// The lines whose contact is closed.
    pub lines: ConnectionSet,
    /// The buttons that are down.
    pub buttons: ButtonSet,
}

/// How long a contact must hold before it is believed, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettleTimes {
    /// For a contact that closes.
    pub closing: u8,
    /// For a contact that opens.
    pub opening: u8,
}

impl Default for SettleTimes {
    fn default() -> Self {
        Self { closing: 4, opening: 5 }
    }
}

/// Debounces every line and every button, each by itself.
#[derive(Clone, Debug)]
pub struct Sensing {
    lines: Lines,
    presses: Presses,
}

impl Sensing {
    /// A board that has just been switched on.
    pub const fn new(times: SettleTimes) -> Self {
        Self { lines: Lines::new(times), presses: Presses::new(times) }
    }

    /// Takes one reading of all contacts.
    pub fn sample(&mut self, now: Millis, contacts: Contacts) {
        self.lines.sample(now, contacts.lines);
        self.presses.sample(now, contacts.buttons);
    }

    /// The lines as they have settled; `None` until every contact has been read long enough to be believed.
    pub fn settled(&self) -> Option<Settled> {
        self.lines.settled()
    }

    /// The next press that has not been taken yet.
    pub fn take_press(&mut self) -> Option<Press> {
        self.presses.take()
    }

    /// Drops the presses that have not been taken, and what the buttons that are down now would have become.
    pub fn drop_presses(&mut self) {
        self.presses.drop_all();
    }

    /// The buttons that are down, as they have settled.
    pub fn down(&self) -> ButtonSet {
        self.presses.down()
    }

    /// Whether a button is down, as it has settled.
    pub fn is_down(&self, button: Button) -> bool {
        self.presses.down().contains(button)
    }
}
