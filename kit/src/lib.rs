//! The builder's kit: what a person needs to build a described board, drawn from its description and the map.
//!
//! ```
//! use kahuna_kit::sheet::Sheet;
//!
//! let folder = kahuna_boards::Folder::of_project(std::path::Path::new(".."));
//! let board = folder.read("pico-matrix")?;
//! let names: Vec<_> = kahuna_kit::files(&board, Sheet::A4).iter().map(|file| file.name).collect();
//! assert!(names.contains(&"wiring.svg") && names.contains(&"template.pdf"));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

pub mod boxes;
pub mod channel;
pub mod clash;
pub mod drawing;
mod kit;
pub mod layout;
pub mod nets;
pub mod parts;
pub mod pdf;
pub mod pinout;
pub mod reference;
pub mod schematic;
pub mod sheet;
pub mod svg;
pub mod template;
pub mod text;
pub mod wokwi;

pub use kit::{File, files};
