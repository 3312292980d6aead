//! Descriptions of built boards: `boards/*.toml`, read, checked and handed on.
//!
//! A build is described, not programmed. What a description says is compiled into the firmware ([`firmware::source`]),
//! soldered to the emulated chip ([`emulator::Wired`]) and drawn for the people who build it; nothing of it is typed
//! twice. Every fault of a description is found at once, with its line and what to do about it:
//!
//! ```
//! let faults = kahuna_boards::Board::read("mine", "microcontroller = \"pico\"\nlamps = 12\n").unwrap_err();
//! assert!(faults.to_string().starts_with("boards/mine.toml:2: unknown field `lamps`"));
//! ```

mod board;
mod check;
mod contact;
mod description;
pub mod emulator;
mod fault;
pub mod firmware;
mod folder;
pub mod magnets;
pub mod map;
mod microcontroller;

pub use board::{Board, Light, Magnet, Matrix, Place, Reed, Settle, Shift, Wiring};
pub use check::{CONTROLLER_MA, LIGHT_IDLE_MA, LIGHT_SEEN_MA, USB_PORT_MA, WIDTH_MM};
pub use contact::Contact;
pub use fault::{Fault, Faults};
pub use folder::{Folder, ReadError};
pub use microcontroller::Microcontroller;
