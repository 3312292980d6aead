//! Raw contacts, buttons, times, link bytes and power cuts: the board goes on, rules to an end, and forgets nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/hands/machine.rs"]
mod machine;

fuzz_target!(|bytes: &[u8]| machine::run(bytes));
