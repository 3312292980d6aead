//! The board this image is for, as `build.rs` made it from its description.

include!(concat!(env!("OUT_DIR"), "/board.rs"));

/// How many connections there are; the contacts after them are buttons.
const LINES: u8 = 27;

/// What the scan reads, unsettled: a bit a contact, in the library's order.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Closed {
    /// The connections, in alphabetical order.
    pub(crate) lines: u32,
    /// White's draw, pass and discard, black's, and the referee's.
    pub(crate) buttons: u8,
}

impl Closed {
    /// Sorts what was read place by place.
    pub(crate) fn from_places(mut places: u64) -> Self {
        let mut closed = Self::default();
        for contact in PLACES {
            if places & 1 == 1 {
                match contact {
                    0..LINES => closed.lines |= 1 << contact,
                    LINES..34 => closed.buttons |= 1 << (contact - LINES),
                    // Nothing is wired there.
                    _ => {}
                }
            }
            places >>= 1;
        }
        closed
    }
}
