//! The firmware: takes the chip's peripherals, gives each to the one task that owns it, and starts the tasks.
//!
//! ```text
//! scan ─► referee ─► lights
//!            │ ▲
//!            │ └──► usb
//!            └────► journal
//! ```
//!
//! The scan and the lights interrupt the others (`quick`). What runs between them is in `wires`; a board is described in
//! `boards/*.toml` and compiled in.
#![cfg_attr(target_os = "none", no_std, no_main)]
// Allowed item by item, each with its proof.
#![deny(unsafe_code)]

#[cfg(target_os = "none")]
mod firmware;

#[cfg(target_os = "none")]
#[embassy_executor::main]
async fn main(spawner: embassy_executor::Spawner) {
    firmware::start(spawner);
}

#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!("this program runs on the board: `cargo kahuna flash` builds it and puts it there");
}
