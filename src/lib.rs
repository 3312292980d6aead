//! The rules of Kahuna and the referee of a board that plays by them: no I/O, no clock, no allocation.
//!
//! ```
//! use kahuna_board::map::Island;
//! use kahuna_board::rules::{Action, Game, History, Player::*, Settings, Unseen};
//!
//! let mut history = History::<256>::new(Game::new(Settings::default()));
//! history.play(White, Action::Place("ALOA-BARI".parse()?, Unseen))?;
//! let effects = history.play(White, Action::Place("ALOA-HUNA".parse()?, Unseen))?;
//! assert_eq!(effects.change.gained.first(), Some(Island::Aloa)); // two of its three connections
//!
//! let refusal = history.play(White, Action::Remove("ALOA-BARI".parse()?, Unseen)).unwrap_err();
//! assert_eq!((refusal.name(), refusal.rule().to_string()), ("own-bridge", "T3".into()));
//!
//! history.undo();
//! assert_eq!(history.game().position().controller(Island::Aloa), None);
//! assert_eq!(history.game().total().white, 0);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```
//!
//! Written games are judged by [`record`]; [`map`] is the board, [`rules`] are the rules. At a table, [`referee`] rules on
//! what [`sensing`] has settled, [`journal`] remembers it, and [`link`] tells a computer. [`selftest`] proves the board.
#![no_std]
#![forbid(unsafe_code)]

pub mod journal;
pub mod lights;
pub mod link;
pub mod map;
pub mod record;
pub mod referee;
pub mod rules;
pub mod selftest;
pub mod sensing;
pub mod time;
mod words;
