//! What an image's file says about itself.

use anyhow::{Context, Result, ensure};
use object::Endianness;
use object::elf::{FileHeader32, PT_LOAD, SHF_ALLOC, SHT_NOBITS};
use object::read::elf::{FileHeader as _, ProgramHeader as _, SectionHeader as _};

/// Where the chip's RAM is.
const RAM: std::ops::Range<u32> = 0x2000_0000..0x2004_2000;

/// Bytes that go to flash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Segment {
    /// Where to.
    pub(crate) address: u32,
    pub(crate) bytes: Vec<u8>,
}

/// What an image takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sizes {
    /// Of the flash, in bytes: code, constants, and what the variables begin with.
    pub(crate) flash: u64,
    /// Of the RAM, in bytes: variables, without the stack.
    pub(crate) ram: u64,
}

/// Reads what goes to flash, in the order of the addresses.
pub(crate) fn segments(file: &[u8]) -> Result<Vec<Segment>> {
    let (header, endian) = open(file)?;
    let mut segments = Vec::new();
    for segment in header.program_headers(endian, file)? {
        if segment.p_type(endian) == PT_LOAD && segment.p_filesz(endian) > 0 {
            let bytes = segment.data(endian, file).ok().context("a segment lies outside of the file")?;
            segments.push(Segment { address: segment.p_paddr(endian), bytes: bytes.to_vec() });
        }
    }
    segments.sort_by_key(|segment| segment.address);
    ensure!(!segments.is_empty(), "there is nothing to be flashed in it");
    Ok(segments)
}

/// Adds up what the image takes.
pub(crate) fn sizes(file: &[u8]) -> Result<Sizes> {
    let (header, endian) = open(file)?;
    let mut sizes = Sizes::default();
    for section in header.sections(endian, file)?.iter() {
        if section.sh_flags(endian) & SHF_ALLOC == 0 {
            continue;
        }
        let size = u64::from(section.sh_size(endian));
        if RAM.contains(&section.sh_addr(endian)) {
            sizes.ram += size;
        }
        if section.sh_type(endian) != SHT_NOBITS {
            sizes.flash += size;
        }
    }
    Ok(sizes)
}

fn open(file: &[u8]) -> Result<(&FileHeader32<Endianness>, Endianness)> {
    let header = FileHeader32::<Endianness>::parse(file).context("it is no ELF file of 32 bits")?;
    Ok((header, header.endian()?))
}
