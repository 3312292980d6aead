//! Written games: read, judged and written without allocation.
//!
//! A record is read twice. [`Record::read`] goes over the whole text and finds what cannot be read; only then
//! [`Record::judge`] goes over it again and rules on every line.
//!
//! ```
//! use kahuna_board::record::{Ruling, Record};
//!
//! let record = Record::read(b"white place ALOA-BARI\nwhite remove ALOA-BARI\n").unwrap();
//! let refused = record.judge().nth(1).unwrap().unwrap();
//! assert_eq!(refused.line, 2);
//! assert!(matches!(refused.ruling, Ruling::Illegal { refusal, .. } if refusal.name() == "own-bridge"));
//! ```

mod fault;
mod header;
mod judge;
mod notation;
mod read;
mod words;
mod write;

pub use fault::{DealPart, Expected, Fault, Found};
pub use header::Header;
pub use judge::{AnyAction, AnyGame, Judge, Judgement, Ruling, Statement};
pub use notation::Notation;
pub use read::{Record, read_deed};
