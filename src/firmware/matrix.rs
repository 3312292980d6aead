//! Reads a diode matrix.

use cortex_m::asm::delay;
use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Flex, Level, Pin as _, Pull};

use super::pins::Mask;

/// Time for a driven column to lift its rows, in core cycles: 0.6 µs. Through a pin of 50 Ω and a diode, a row with
/// 200 pF of cable takes a few tens of nanoseconds.
const RISE: u32 = 50;
/// Time for the rows to fall while they are driven low, in core cycles: 0.4 µs.
const FALL: u32 = 32;

/// Columns driven high one at a time, rows pulled down; the other way round against the diodes.
pub(crate) struct Scanner<const COLUMNS: usize, const ROWS: usize> {
    columns: [(Flex<'static>, Mask); COLUMNS],
    rows: [(Flex<'static>, Mask); ROWS],
    all_columns: Mask,
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
            let mut column = Flex::new(pin);
            // For when it is read itself.
            column.set_pull(Pull::Down);
            column.set_low();
            column.set_as_output();
            (column, mask)
        });
        let rows = rows.map(|pin| {
            let mask = Mask::of(pin.pin());
            let mut row = Flex::new(pin);
            row.set_pull(Pull::Down);
            row.set_low();
            row.set_as_input();
            (row, mask)
        });
        let all_columns = Mask::all(columns.iter().map(|(_, mask)| *mask));
        let all_rows = Mask::all(rows.iter().map(|(_, mask)| *mask));
        Self { columns, rows, all_columns, all_rows }
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

    /// Reads every place against its diode, as [`Self::read`] has them: what is closed here is soldered the wrong way
    /// round, or has no diode.
    pub(crate) fn read_backwards(&mut self) -> u64 {
        let mut places = 0;
        self.all_columns.release();
        for (number, (_, row)) in self.rows.iter().enumerate() {
            row.set(Level::High);
            row.drive();
            delay(RISE);
            let high = self.all_columns.high();
            row.set(Level::Low);
            if !high.is_empty() {
                // A column that is high has lifted other rows through its good diodes.
                self.all_columns.drive();
                self.all_rows.drive();
                delay(FALL);
                self.all_columns.release();
                for (column, (_, mask)) in self.columns.iter().enumerate() {
                    places |= u64::from(high.meets(*mask)) << (column * ROWS + number);
                }
            }
            self.all_rows.release();
        }
        self.all_columns.drive();
        places
    }
}
