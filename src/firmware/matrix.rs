//! Reads a diode matrix.

use cortex_m::asm::delay;
use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Flex, Level, Output, Pull};

/// Time for a driven column to lift its rows, in core cycles: 1 µs. Through a pin of 50 Ω and a diode, a row with 200 pF
/// of cable takes a few tens of nanoseconds.
const RISE: u32 = 125;
/// Time for the rows to fall while they are driven low, in core cycles: 0.5 µs.
const FALL: u32 = 62;

/// Columns driven high one at a time, rows pulled down.
pub(crate) struct Scanner<const COLUMNS: usize, const ROWS: usize> {
    columns: [Output<'static>; COLUMNS],
    rows: [Flex<'static>; ROWS],
}

impl<const COLUMNS: usize, const ROWS: usize> Scanner<COLUMNS, ROWS> {
    /// Takes the pins.
    pub(crate) fn new(
        columns: [Peri<'static, AnyPin>; COLUMNS],
        rows: [Peri<'static, AnyPin>; ROWS],
    ) -> Self {
        let columns = columns.map(|pin| Output::new(pin, Level::Low));
        let rows = rows.map(|pin| {
            let mut row = Flex::new(pin);
            row.set_pull(Pull::Down);
            row.set_low();
            row.set_as_input();
            row
        });
        Self { columns, rows }
    }

    /// Reads every place, a bit each, column by column.
    pub(crate) fn read(&mut self) -> u64 {
        let mut places = 0;
        let mut place = 1;
        for column in &mut self.columns {
            column.set_high();
            delay(RISE);
            for row in &self.rows {
                if row.is_high() {
                    places |= place;
                }
                place <<= 1;
            }
            column.set_low();
            // A diode lets no charge back into the column, and the pull-down alone takes tens of microseconds with a
            // long cable; until then the next column would see this one's contacts. No column is high now, so nothing
            // works against the pins.
            self.rows.iter_mut().for_each(Flex::set_as_output);
            delay(FALL);
            self.rows.iter_mut().for_each(Flex::set_as_input);
        }
        places
    }
}
