//! The referee at the table: from settled sticks and presses to rulings, asks and what to remember.
//!
//! [`Referee`] is fed with settled lines ([`Referee::sense`]) and with presses and commands ([`Referee::hear`]), and
//! asked for one [`Ruling`] at a time ([`Referee::poll`]), each with what must be remembered before it is shown. The
//! logical game is the authority: the difference between it and the sticks decides what is asked.

mod ask;
mod cause;
mod event;
mod gestures;
mod menu;
mod objection;
mod play;
mod replay;
mod standing;
mod table;
mod view;

pub use ask::Ask;
pub use cause::Cause;
pub use event::{Event, Ruling};
pub use menu::Menu;
pub use objection::{Family, Objection};
pub use table::{HISTORY, Referee, ReplayError};
pub use view::{Shown, ShownRefusal, View};
