//! The part of the flash that belongs to the games, and to the notes behind them.

use core::ops::Range;

use embassy_rp::Peri;
use embassy_rp::flash::{self, Blocking, ERASE_SIZE, Flash};
use embassy_rp::peripherals::FLASH;
use embedded_storage_async::nor_flash::{ErrorType, MultiwriteNorFlash, NorFlash, ReadNorFlash};

/// The Pico's flash.
const SIZE: usize = 2 * 1024 * 1024;
/// Where the flash begins in the memory.
const BASE: usize = 0x1000_0000;

#[allow(unsafe_code, reason = "declared, never read")]
// SAFETY: the linker script defines both; only their addresses are taken, nothing is ever read through them.
unsafe extern "C" {
    safe static __journal_start: u8;
    safe static __journal_end: u8;
}

/// The games' flash; addresses count from its start. The core stands still while it writes (up to 3 ms a page) or
/// erases (up to 400 ms a sector).
pub(crate) struct Journal {
    flash: Flash<'static, FLASH, Blocking, SIZE>,
    start: u32,
    end: u32,
}

impl Journal {
    /// Takes the flash.
    pub(crate) fn new(flash: Peri<'static, FLASH>) -> Self {
        let Range { start, end } = range();
        Self { flash: Flash::new_blocking(flash), start, end }
    }

    /// How many bytes it has.
    pub(crate) fn size(&self) -> u32 {
        self.end - self.start
    }

    /// Returns the flash's own address, or fails outside of the games' part: the program is never overwritten.
    fn address(&self, offset: u32, length: usize) -> Result<u32, flash::Error> {
        let length = u32::try_from(length).map_err(|_| flash::Error::OutOfBounds)?;
        let last = offset.checked_add(length).ok_or(flash::Error::OutOfBounds)?;
        if last > self.size() { Err(flash::Error::OutOfBounds) } else { Ok(self.start + offset) }
    }
}

/// Where the linker put the games, counted from the start of the flash.
#[allow(clippy::cast_possible_truncation, reason = "addresses have 32 bits here")]
fn range() -> Range<u32> {
    let offset = |symbol: *const u8| (symbol as usize - BASE) as u32;
    offset(&raw const __journal_start)..offset(&raw const __journal_end)
}

impl ErrorType for Journal {
    type Error = flash::Error;
}

impl ReadNorFlash for Journal {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Self::Error> {
        let address = self.address(offset, bytes.len())?;
        self.flash.blocking_read(address, bytes)
    }

    fn capacity(&self) -> usize {
        self.size() as usize
    }
}

impl NorFlash for Journal {
    // An entry that is not a multiple of a larger size would cost a write of its own for the rest.
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Self::Error> {
        let length = to.checked_sub(from).ok_or(flash::Error::OutOfBounds)?;
        let from = self.address(from, length as usize)?;
        self.flash.blocking_erase(from, from + length)
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Self::Error> {
        let address = self.address(offset, bytes.len())?;
        self.flash.blocking_write(address, bytes)
    }
}

impl MultiwriteNorFlash for Journal {}
