//! The page as a folder of files: what any web server can serve.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use kahuna_boards::emulator::Wired;

use super::fetch_packages;
use crate::elf::Segment;
use crate::firmware::Image;
use crate::run::{self, Workspace};

/// Where the chip's flash begins.
const FLASH: u32 = 0x1000_0000;
/// What flash holds where nothing was written.
const BLANK: u8 = 0xff;
/// The name a record has beside the page.
const RECORD: &str = "game.kahuna";

/// A built page.
pub(super) struct Site {
    bytes: u64,
    has_record: bool,
}

impl Site {
    /// Its size.
    #[allow(clippy::cast_precision_loss, reason = "it is far below a megabyte")]
    pub(super) fn kib(&self) -> f64 {
        self.bytes as f64 / 1024.0
    }

    /// What the address needs behind it for the page to open the record.
    pub(super) fn query(&self) -> String {
        if self.has_record { format!("?record={RECORD}") } else { String::new() }
    }
}

/// Builds the page into a folder, with the image, the board's description and maybe a record beside it.
pub(super) fn build(
    workspace: &Workspace,
    folder: &Path,
    image: &Image,
    board: &str,
    record: Option<&str>,
) -> Result<Site> {
    fetch_packages(workspace)?;
    run::visibly(workspace.command("node").arg("emulator/page/build.mjs").arg(folder))?;
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        fs::write(&file, bytes).with_context(|| format!("cannot write {}", file.display()))
    };
    write("firmware.bin", &flat(&image.segments))?;
    write("board.json", &serde_json::to_vec(&Wired::new(&workspace.boards().read(board)?))?)?;
    match record {
        Some(text) => write(RECORD, text.as_bytes())?,
        // One from an earlier start would be opened by an address that somebody kept.
        None => drop(fs::remove_file(folder.join(RECORD))),
    }
    let sizes = fs::read_dir(folder)?.map(|file| Ok(file?.metadata()?.len()));
    Ok(Site { bytes: sizes.sum::<std::io::Result<u64>>()?, has_record: record.is_some() })
}

/// The image as it lies in flash, from flash's first byte on.
fn flat(segments: &[Segment]) -> Vec<u8> {
    let mut flash = Vec::new();
    for Segment { address, bytes } in segments {
        let Some(start) = address.checked_sub(FLASH) else { continue };
        let start = start as usize;
        let end = start + bytes.len();
        if flash.len() < end {
            flash.resize(end, BLANK);
        }
        flash[start..end].copy_from_slice(bytes);
    }
    flash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_lie_where_flash_has_them_and_gaps_are_blank() {
        let segments = [
            Segment { address: FLASH + 4, bytes: vec![4, 5] },
            Segment { address: FLASH, bytes: vec![0, 1] },
        ];
        assert_eq!(flat(&segments), [0, 1, BLANK, BLANK, 4, 5]);
    }
}
