//! The link: lines of text to the board, lines of JSON from it, over one serial port.
//!
//! [`Link`] is the front: bytes go in and become [`Command`]s, which are answered line by line ([`Answer`]) or handed
//! to the referee; what happens at the table becomes a line each ([`Link::event`], [`Link::asks`]). It is best effort:
//! whatever comes in costs at most one error line, and nobody waits for a computer. The protocol is documented in
//! docs/protocol.md, whose examples are tested.
//!
//! ```
//! use kahuna_board::journal::Memory;
//! use kahuna_board::lights::Palette;
//! use kahuna_board::link::{BUFFER, Link, Table};
//! use kahuna_board::referee::Referee;
//!
//! let (referee, store) = (Referee::new(), Memory::<1024>::new());
//! let palette = Palette::default();
//! let table = Table { referee: &referee, store: &store, palette: &palette, report: None, board: "none" };
//! let (mut link, mut buffer) = (Link::new(), BUFFER);
//! let mut bytes: &[u8] = b"lang de\r\ngames\r\n";
//! let mut lines = Vec::new();
//! while let Some(heard) = link.receive(&mut bytes) {
//!     let mut reply = link.answer(heard, &referee);
//!     while let Some(line) = reply.answer.next(&table, &mut buffer) {
//!         lines.push(line.text().to_owned());
//!     }
//! }
//! assert_eq!(lines, [r#"{"lang":"de"}"#, r#"{"games":0}"#]);
//! ```

mod answer;
mod command;
mod error;
mod event;
mod front;
mod health;
mod language;
mod line;
mod proof;
mod reader;
mod record;
mod sentences;
mod state;

pub use answer::{Answer, Reply, Table, Then};
pub use command::{Command, Id, Proof, Verb};
pub use error::{CommandError, Excerpt, Expected};
pub use front::{Counters, Heard, Link};
pub use health::Health;
pub use language::{Language, ParseLanguageError, Said, Say};
pub use line::{BUFFER, Buffer, LINE_END, LONGEST_LINE, Line};
pub use proof::Told;
pub use reader::{LineError, LineReader, MOST_BYTES};
pub use record::{Actions, actions_from};

use state::{AskMessage, MenuMessage, SettingsMessage, StateMessage};

/// The version of the protocol, told by `hello`. It changes when a program that speaks the older one would go wrong;
/// new members and new messages do not change it.
pub const PROTOCOL: u8 = 1;
