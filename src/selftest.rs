//! The board tests itself: its lamps, its contacts and its buttons, with one person who does what the lamps ask for.
//!
//! [`SelfTest`] is fed with settled contacts ([`SelfTest::sense`]) and asked for one [`Event`] at a time
//! ([`SelfTest::poll`]); what it wants done is its [`Step`], what the lamps show its [`View`]. What it found is a
//! [`Report`]. If contacts are exchanged, an [`Order`] can be learnt instead of soldering. Both are kept, as [`Notes`].
//! [`Boot`] says whether the board was switched on for a test. docs/selftest.md tells the builder what to do.

mod boot;
mod contact;
mod fault;
mod lamp;
mod lamps;
mod notes;
mod order;
mod referee;
mod report;
mod run;
mod seal;
mod step;
mod test;

pub use boot::{Boot, Wanted};
pub use contact::{Contact, ContactIter, ContactSet};
pub use fault::{Fault, FaultKind, Part};
pub use lamp::{Lamp, LampSet, Lamps};
pub use lamps::{Chain, LampVerdict};
pub use notes::{NOTES_BYTES, Notes};
pub use order::{ORDER_BYTES, Order};
pub use report::{REPORT_BYTES, Report, Verdict};
pub use seal::UnsealError;
pub use step::{Event, Outcome, Seen, Step, View, lamp_of};
pub use test::{Readings, SelfTest, Start};
