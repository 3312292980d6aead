//! What outlives games in the flash: the last self-test's report, and a learnt order of the contacts.
//!
//! They are written together, into the older of the flash's last two sectors, which no slot of a game reaches. First
//! that sector is erased, then the notes are written, then their number and its complement, which make them count. A write
//! only clears bits, so half of a number never fits to half of its complement; what is left of an erase fits by a chance
//! of one in billions. Until the number is written the other sector counts. Each of the notes brings its own checksum.

use embassy_futures::block_on;
use embedded_storage_async::nor_flash::NorFlash;
use kahuna_board::selftest::{NOTES_BYTES, Notes};

/// How many sectors they take.
const SECTORS: u32 = 2;
/// The number and its complement.
const HEADER: u32 = 8;

/// How many bytes at the end of the flash they take: no game may lie there.
pub(crate) const fn reserved<S: NorFlash>() -> u32 {
    SECTORS * size::<S>()
}

/// Reads the notes that count.
pub(crate) fn read<S: NorFlash>(flash: &mut S) -> Notes {
    let Some((sector, _)) = newest(flash) else { return Notes::default() };
    let mut bytes = [0; NOTES_BYTES];
    let from = address(flash, sector) + HEADER;
    match block_on(flash.read(from, &mut bytes)) {
        Ok(()) => Notes::decode(&bytes),
        Err(_) => Notes::default(),
    }
}

/// Writes notes: from now on these count.
pub(crate) fn write<S: NorFlash>(flash: &mut S, notes: &Notes) -> Result<(), S::Error> {
    let (sector, number) =
        newest(flash).map_or((0, 1), |(sector, number)| (1 - sector, number.wrapping_add(1)));
    let from = address(flash, sector);
    let mut header = [0; HEADER as usize];
    header[..4].copy_from_slice(&number.to_le_bytes());
    header[4..].copy_from_slice(&(!number).to_le_bytes());
    block_on(flash.erase(from, from + size::<S>()))?;
    block_on(flash.write(from + HEADER, &notes.encode()))?;
    block_on(flash.write(from, &header))
}

/// The sector whose notes count, and their number.
fn newest<S: NorFlash>(flash: &mut S) -> Option<(u32, u32)> {
    let mut newest = None;
    for sector in 0..SECTORS {
        let (mut number, mut complement) = ([0; 4], [0; 4]);
        let from = address(flash, sector);
        let is_read = block_on(flash.read(from, &mut number)).is_ok()
            && block_on(flash.read(from + 4, &mut complement)).is_ok();
        let number = u32::from_le_bytes(number);
        if is_read
            && number == !u32::from_le_bytes(complement)
            && newest.is_none_or(|(_, other)| number > other)
        {
            newest = Some((sector, number));
        }
    }
    newest
}

#[allow(clippy::cast_possible_truncation, reason = "the flash has 512 KiB")]
fn address<S: NorFlash>(flash: &S, sector: u32) -> u32 {
    flash.capacity() as u32 - (SECTORS - sector) * size::<S>()
}

/// How many bytes a sector has.
#[allow(clippy::cast_possible_truncation, reason = "they are 4096")]
const fn size<S: NorFlash>() -> u32 {
    S::ERASE_SIZE as u32
}
