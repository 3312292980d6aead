//! What is stored of a game: what was agreed, what was accepted, what was taken back.
//!
//! An [`Entry`] is three bytes, checksummed; the entry that starts a game carries the version. Played again in order,
//! the entries of a game give the same referee. Where the bytes go is a [`Store`]'s affair; an
//! [`Archive`] reads them.

mod entry;
mod store;

pub use entry::{DecodeEntryError, ENTRY_BYTES, Entry, VERSION};
pub use store::{Archive, Full, Memory, Store};
