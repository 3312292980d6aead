//! Whatever comes over contacts, buttons and the link, the board goes on: no panic, no endless ruling, no lost game.
//! The same as the fuzz target `table`, on bytes chosen by chance; `PROPTEST_CASES` makes the run longer.

#[path = "hands/machine.rs"]
mod machine;

use proptest::prelude::*;

proptest! {
    #[test]
    fn any_bytes_leave_the_board_well(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        machine::run(&bytes);
    }
}
