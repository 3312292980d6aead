//! Reads a diode matrix.

use cortex_m::asm::delay;
use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Flex, Level, Output, Pin as _, Pull};

use super::pins::Mask;

/// Time for a driven column to lift its rows, in core cycles: 0.6 µs. Through a pin of 50 Ω and a diode, a row with
/// 200 pF of cable takes a few tens of nanoseconds.
const RISE: u32 = 50;
/// Time for the rows to fall while they are driven low, in core cycles: 0.4 µs.
const FALL: u32 = 32;

/// Columns driven high one at a time, rows pulled down.
pub(crate) struct Scanner<const COLUMNS: usize, const ROWS: usize> {
    columns: [(Output<'static>, Mask); COLUMNS],
    rows: [(Flex<'static>, Mask); ROWS],
    all_rows: Mask,
}

impl<const COLUMNS: usize, const ROWS: usize> Scanner<COLUMNS, ROWS> {
    /// Takes the pins.
    pub(crate) fn new(
        columns: [Peri<'static, AnyPin>; COLUMNS],
        rows: [Peri<'static, AnyPin>; ROWS],
    ) -> Self {
        let columns = columns.map(|pin| {
            let mask = Mask::of(pin.pin());
            (Output::new(pin, Level::Low), mask)
        });
        let rows = rows.map(|pin| {
            let mask = Mask::of(pin.pin());
            let mut row = Flex::new(pin);
            row.set_pull(Pull::Down);
            row.set_low();
            row.set_as_input();
            (row, mask)
        });
        let all_rows = Mask::all(rows.iter().map(|(_, mask)| *mask));
        Self { columns, rows, all_rows }
    }

    /// Reads every place, a bit each, column by column.
    pub(crate) fn read(&mut self) -> u64 {
        let mut places = 0;
        for (number, (_, column)) in self.columns.iter().enumerate() {
            column.set(Level::High);
            delay(RISE);
            let high = self.all_rows.high();
            column.set(Level::Low);
            if high.is_empty() {
                continue;
            }
            // A diode lets no charge back into the column, and the pull-down alone takes tens of microseconds with a
            // long cable; until then the next column would see this one's contacts. No column is high now, so nothing
            // works against the pins.
            self.all_rows.drive();
            delay(FALL);
            self.all_rows.release();
            let mut closed = 0_u32;
            for (row, (_, mask)) in self.rows.iter().enumerate() {
                closed |= u32::from(high.meets(*mask)) << row;
            }
            places |= u64::from(closed) << (number * ROWS);
        }
        places
    }
}
