//! Time, as it is handed to everything that needs it: the core has no clock of its own.

/// Milliseconds since power-up; they never go back and never wrap while anybody lives.
pub type Millis = u64;
