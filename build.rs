//! Describes the board to the firmware. The library alone needs none of it, so without `chip` this does nothing.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(wiring, values(\"matrix\", \"shift\"))");
    #[cfg(feature = "chip")]
    chip::prepare();
}

#[cfg(feature = "chip")]
mod chip {
    use std::path::PathBuf;
    use std::{env, fs};

    use kahuna_boards::{Folder, Wiring, firmware};

    /// The environment variable that names the board.
    const BOARD: &str = "KAHUNA_BOARD";
    const DEFAULT: &str = "pico-matrix";

    pub(crate) fn prepare() {
        let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
        let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
        let folder = Folder::of_project(&root);
        let name = env::var(BOARD).ok().filter(|name| !name.is_empty()).unwrap_or_else(|| DEFAULT.into());
        println!("cargo::rerun-if-env-changed={BOARD}");
        println!("cargo::rerun-if-changed={}", folder.file(&name).display());
        println!("cargo::rerun-if-changed=memory.x");
        match folder.read(&name) {
            Ok(board) => {
                fs::write(out.join("board.rs"), firmware::source(&board)).expect("OUT_DIR is writable");
                // Only the scanner that this board needs is compiled.
                let wiring = match board.wiring {
                    Wiring::Matrix(_) => "matrix",
                    Wiring::Shift(_) => "shift",
                };
                println!("cargo::rustc-cfg=wiring=\"{wiring}\"");
            }
            // Cargo shows each of these lines as an error of its own and stops.
            Err(fault) => fault.to_string().lines().for_each(|line| println!("cargo::error={line}")),
        }
        fs::copy(root.join("memory.x"), out.join("memory.x")).expect("OUT_DIR is writable");
        println!("cargo::rustc-link-search={}", out.display());
        // Here and not in .cargo/config.toml, where somebody's RUSTFLAGS would silently replace them. Nothing may be
        // aligned to pages of an operating system that is not there; then cortex-m-rt's layout, the RP2040's second
        // boot stage, and the log's table.
        for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x", "-Tdefmt.x"] {
            println!("cargo::rustc-link-arg-bins={argument}");
        }
    }
}
