//! The firmware's store of games, and what it keeps beside them, on a flash whose power is cut in the middle of writes and
//! erases, byte by byte.

#[path = "../src/firmware/store.rs"]
#[allow(dead_code, reason = "the firmware uses all of it")]
mod store;

#[path = "../src/firmware/notes.rs"]
mod notes;

use embedded_storage_async::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use kahuna_board::map::Connection;
use kahuna_board::selftest::{Chain, NOTES_BYTES, Notes, Order, SelfTest, Start};
use store::{ENTRY, Fault, ITEM, Store};

const SECTOR: usize = 4096;
/// Three slots of five sectors.
const SIZE: usize = 15 * SECTOR;

/// A flash that fails for good after so many bytes were written or erased.
struct Flash<'a> {
    bytes: &'a mut [u8],
    left: usize,
    erased: &'a mut usize,
}

#[derive(Debug)]
struct Cut;

impl NorFlashError for Cut {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl ErrorType for Flash<'_> {
    type Error = Cut;
}

impl Flash<'_> {
    fn change(&mut self, from: usize, bytes: impl Iterator<Item = u8>) -> Result<(), Cut> {
        for (at, byte) in (from..).zip(bytes) {
            self.left = self.left.checked_sub(1).ok_or(Cut)?;
            self.bytes[at] = byte;
        }
        Ok(())
    }
}

impl ReadNorFlash for Flash<'_> {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Cut> {
        bytes.copy_from_slice(&self.bytes[offset as usize..][..bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for Flash<'_> {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Cut> {
        *self.erased += 1;
        self.change(from as usize, (from..to).map(|_| 0xff))
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Cut> {
        let at = offset as usize;
        let and: Vec<u8> = self.bytes[at..].iter().zip(bytes).map(|(old, new)| old & new).collect();
        self.change(at, and.into_iter())
    }
}

impl MultiwriteNorFlash for Flash<'_> {}

/// Opens the store on a flash that will fail after `left` bytes; `f` works with it.
fn with<T>(bytes: &mut [u8], left: usize, f: impl FnOnce(&mut Store<Flash>) -> T) -> (T, usize) {
    let mut erased = 0;
    let flash = Flash { bytes, left, erased: &mut erased };
    let mut store = Store::open(flash, u32::try_from(SIZE).unwrap());
    let result = f(&mut store);
    (result, erased)
}

type Game = Vec<[u8; 3]>;

fn game(bytes: &mut [u8], back: usize) -> Option<Game> {
    let read = |store: &mut Store<Flash>| {
        let entries = store.read(back, |entries| entries.collect());
        (back < store.games()).then_some(entries)
    };
    with(bytes, usize::MAX, read).0
}

fn entry(number: usize) -> [u8; 3] {
    [1, 2, number.to_le_bytes()[0]]
}

#[test]
fn games_are_read_back_newest_first_until_their_slot_is_needed() {
    let mut bytes = vec![0xff; SIZE];
    assert_eq!(game(&mut bytes, 0), None);
    let (refused, _) = with(&mut bytes, usize::MAX, |store| store.append(&entry(0)));
    assert_eq!(refused, Err(Fault::NoGame));
    for number in 0..5 {
        with(&mut bytes, usize::MAX, |store| {
            store.begin(&entry(number)).unwrap();
            store.append(&entry(number + 100)).unwrap();
        });
        assert_eq!(game(&mut bytes, 0).unwrap(), [entry(number), entry(number + 100)]);
        assert_eq!(game(&mut bytes, 1), (number > 0).then(|| vec![entry(number - 1), entry(number + 99)]));
        assert_eq!(game(&mut bytes, 2), None);
    }
}

#[test]
fn a_game_is_never_interrupted_by_an_erase_and_a_full_slot_says_so() {
    let mut bytes = vec![0; SIZE];
    with(&mut bytes, usize::MAX, |store| store.begin(&entry(0)).unwrap());
    let mut kept = 1;
    let (fault, erased) = with(&mut bytes, usize::MAX, |store| {
        loop {
            match store.append(&entry(kept)) {
                Ok(()) => kept += 1,
                Err(fault) => break fault,
            }
        }
    });
    assert_eq!((fault, erased), (Fault::Full, 0));
    assert!(kept > 1800, "only {kept} entries fit");
    assert_eq!(game(&mut bytes, 0).unwrap().len(), kept);
}

#[test]
fn a_prepared_game_begins_without_an_erase() {
    let mut bytes = vec![0; SIZE];
    with(&mut bytes, usize::MAX, |store| {
        let steps = (1..10).find(|_| store.prepare().unwrap());
        assert_eq!(steps, Some(6));
    });
    let ((), erased) = with(&mut bytes, usize::MAX, |store| store.begin(&entry(1)).unwrap());
    assert_eq!(erased, 0);
}

#[test]
fn after_a_cut_the_game_is_the_one_before_or_after_the_action() {
    let mut before = vec![0xff; SIZE];
    with(&mut before, usize::MAX, |store| {
        store.begin(&entry(0)).unwrap();
        (1..400).for_each(|number| store.append(&entry(number)).unwrap());
    });
    let old = game(&mut before, 0).unwrap();
    let mut new = old.clone();
    new.push(entry(250));
    for left in 0..40 {
        let mut bytes = before.clone();
        let (kept, _) = with(&mut bytes, left, |store| store.append(&entry(250)));
        let now = game(&mut bytes, 0).unwrap();
        assert!(now == new || (kept.is_err() && now == old), "after {left} bytes");
        // And the game goes on.
        with(&mut bytes, usize::MAX, |store| store.append(&entry(7)).unwrap());
        assert_eq!(game(&mut bytes, 0).unwrap().len(), now.len() + 1, "after {left} bytes");
    }
}

#[test]
fn after_a_cut_while_a_game_begins_it_is_the_old_or_the_new_one() {
    let mut before = vec![0xff; SIZE];
    for number in 0..4 {
        with(&mut before, usize::MAX, |store| store.begin(&entry(number)).unwrap());
    }
    let all = 5 * SECTOR + 60;
    for left in (0..all).step_by(509).chain(all - 60..all) {
        let mut bytes = before.clone();
        with(&mut bytes, left, |store| store.begin(&entry(9))).0.ok();
        let now = game(&mut bytes, 0).unwrap();
        assert!(now == [entry(3)] || now == [entry(9)], "after {left} bytes: {now:?}");
        with(&mut bytes, usize::MAX, |store| store.begin(&entry(10)).unwrap());
        assert_eq!(game(&mut bytes, 0).unwrap(), [entry(10)], "after {left} bytes");
        assert_eq!(game(&mut bytes, 1).unwrap(), now, "after {left} bytes");
    }
}

/// A game in chunks, as it is written anew.
fn copy(store: &mut Store<Flash>, game: &[[u8; 3]]) -> Result<(), Fault> {
    store.begin_copy()?;
    for chunk in game.chunks(ITEM / ENTRY) {
        store.copy(chunk.as_flattened())?;
    }
    store.end_copy()
}

/// A flash with three games, the newest of which fills its slot.
fn full() -> Vec<u8> {
    let mut bytes = vec![0xff; SIZE];
    for number in 0..3 {
        with(&mut bytes, usize::MAX, |store| store.begin(&entry(number)).unwrap());
    }
    with(&mut bytes, usize::MAX, |store| while store.append(&entry(7)).is_ok() {});
    bytes
}

#[test]
fn a_game_that_is_written_anew_takes_the_place_of_the_old_one() {
    let mut bytes = full();
    let short: Game = (0..385).map(entry).collect();
    with(&mut bytes, usize::MAX, |store| {
        assert_eq!(store.append(&entry(1)), Err(Fault::Full));
        copy(store, &short).unwrap();
        assert_eq!(store.games(), 1, "the slot after the copy will be erased");
        store.append(&entry(8)).unwrap();
    });
    let mut longer = short.clone();
    longer.push(entry(8));
    assert_eq!(game(&mut bytes, 0), Some(longer.clone()));
    assert_eq!(game(&mut bytes, 1), None);
    with(&mut bytes, usize::MAX, |store| store.begin(&entry(9)).unwrap());
    assert_eq!(game(&mut bytes, 0).unwrap(), [entry(9)]);
    assert_eq!(game(&mut bytes, 1), Some(longer));
    assert_eq!(game(&mut bytes, 2), None, "the full slot is no game of its own");
}

#[test]
fn after_a_cut_while_a_game_is_written_anew_it_is_the_old_or_the_new_one() {
    let before = full();
    let old = game(&mut before.clone(), 0).unwrap();
    let new: Game = (100..200).map(entry).collect();
    let all = 5 * SECTOR + 1000;
    let mut copied = 0;
    for left in (0..all - 1000).step_by(1009).chain(all - 1000..all) {
        let mut bytes = before.clone();
        let (done, _) = with(&mut bytes, left, |store| copy(store, &new));
        let now = game(&mut bytes, 0).unwrap();
        assert!(now == new || (done.is_err() && now == old), "after {left} bytes");
        copied += usize::from(done.is_ok());
        // The second attempt succeeds, whatever the first one left.
        with(&mut bytes, usize::MAX, |store| copy(store, &new).unwrap());
        assert_eq!(game(&mut bytes, 0).unwrap(), new, "after {left} bytes");
        with(&mut bytes, usize::MAX, |store| store.append(&entry(9)).unwrap());
        assert_eq!(game(&mut bytes, 0).unwrap().len(), new.len() + 1, "after {left} bytes");
    }
    assert!(copied > 0 && copied < 1000, "{copied} were not cut");
}

#[test]
fn entries_kept_together_are_kept_or_lost_together() {
    let mut before = vec![0xff; SIZE];
    with(&mut before, usize::MAX, |store| store.begin(&entry(0)).unwrap());
    let old = game(&mut before, 0).unwrap();
    let several = [entry(1), entry(2), entry(3)];
    for left in 0..40 {
        let mut bytes = before.clone();
        with(&mut bytes, left, |store| store.append(several.as_flattened())).0.ok();
        let now = game(&mut bytes, 0).unwrap();
        assert!(now == old || now[1..] == several, "after {left} bytes: {now:?}");
    }
}

#[test]
fn the_first_game_on_blank_flash_needs_no_erase() {
    let mut bytes = vec![0xff; SIZE];
    let ((), erased) = with(&mut bytes, usize::MAX, |store| store.begin(&entry(0)).unwrap());
    assert_eq!(erased, 0);
    let ((), erased) = with(&mut bytes, usize::MAX, |store| store.begin(&entry(1)).unwrap());
    assert_eq!(erased, 5, "an erase may have been cut short there");
}

/// Makes notes on a flash that will fail after `left` bytes; says whether they are made, and how many bytes it took.
fn note(bytes: &mut [u8], left: usize, notes: &Notes) -> (bool, usize) {
    let mut erased = 0;
    let mut flash = Flash { bytes, left, erased: &mut erased };
    let is_written = notes::write(&mut flash, notes).is_ok();
    (is_written, left - flash.left)
}

fn noted(bytes: &mut [u8]) -> Notes {
    notes::read(&mut Flash { bytes, left: 0, erased: &mut 0 })
}

/// Notes that differ from one number to the next.
fn notes(turned: usize) -> Notes {
    let mut lines: [Connection; Connection::COUNT] =
        core::array::from_fn(|index| Connection::from_index(index).unwrap());
    lines.rotate_left(turned);
    let report = *SelfTest::new(0, Start::Link, Chain::default()).report();
    Notes { report: turned.is_multiple_of(2).then_some(report), order: Order::new(lines).unwrap() }
}

/// The games, and the notes right behind them.
const WITH_NOTES: usize = SIZE + 2 * SECTOR;

#[test]
fn notes_outlive_games_and_games_outlive_notes() {
    let mut bytes = vec![0xff; WITH_NOTES];
    assert_eq!(WITH_NOTES - SIZE, notes::reserved::<Flash>() as usize);
    assert_eq!(noted(&mut bytes), Notes::default());
    for turned in 1..12 {
        with(&mut bytes, usize::MAX, |store| store.begin(&entry(turned)).unwrap());
        assert_eq!(noted(&mut bytes), if turned == 1 { Notes::default() } else { notes(turned - 1) });
        assert!(note(&mut bytes, usize::MAX, &notes(turned)).0);
        assert_eq!(noted(&mut bytes), notes(turned));
        assert_eq!(game(&mut bytes, 0).unwrap(), [entry(turned)]);
    }
}

#[test]
fn after_a_cut_the_notes_are_the_old_or_the_new_ones() {
    let mut bytes = vec![0xff; WITH_NOTES];
    for turned in 1..5 {
        let (old, new) = (noted(&mut bytes), notes(turned));
        let (is_written, took) = note(&mut bytes.clone(), usize::MAX, &new);
        assert!(is_written);
        for left in (0..SECTOR).step_by(7).chain(SECTOR..took) {
            let mut cut = bytes.clone();
            assert!(!note(&mut cut, left, &new).0);
            let now = noted(&mut cut);
            // The last bytes of the number may be those of an erased flash, and need no writing.
            assert!(now == old || now == new && left > took - 4, "cut after {left} of {took} bytes: {now:?}");
            assert!(note(&mut cut, usize::MAX, &new).0);
            assert_eq!(noted(&mut cut), new, "made again after {left} bytes");
        }
        assert!(note(&mut bytes, usize::MAX, &new).0);
    }
}

/// What a flash holds when the power goes at some share of an operation: of all the bits that it changes, any may have
/// changed already. An erase clears bits first, before it sets them.
fn torn(before: &[u8], after: &[u8], share: u32, noise: &mut Noise) -> Vec<u8> {
    let is_erase = before.iter().zip(after).any(|(before, after)| after & !before != 0);
    let mut mixed = |from: u8, to: u8, share: u32| {
        let done = (0..8).fold(0, |bits, bit| bits | u8::from(noise.below(100) < share) << bit);
        from & !done | to & done
    };
    let pairs = before.iter().zip(after);
    if !is_erase {
        return pairs.map(|(&before, &after)| mixed(before, after, share)).collect();
    }
    pairs
        .map(|(&before, &after)| match (before == after, share) {
            (true, _) => before,
            (false, ..25) => mixed(before, 0, 4 * share),
            (false, _) => mixed(0, after, (share - 25) * 4 / 3),
        })
        .collect()
}

/// Numbers that are the same in every run (xorshift).
struct Noise(u32);

impl Noise {
    fn below(&mut self, limit: u32) -> u32 {
        for shift in [13, -17, 5] {
            self.0 ^= if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        }
        self.0 % limit
    }
}

#[test]
fn notes_torn_bit_by_bit_are_the_old_or_the_new_ones() {
    let mut noise = Noise(7);
    let mut bytes = vec![0xff; WITH_NOTES];
    for turned in 1..6 {
        let (old, new) = (noted(&mut bytes), notes(turned));
        let stages = [0, SECTOR, SECTOR + NOTES_BYTES, usize::MAX].map(|left| {
            let mut bytes = bytes.clone();
            note(&mut bytes, left, &new);
            bytes
        });
        for stage in stages.windows(2) {
            for share in 0..100 {
                let mut cut = torn(&stage[0], &stage[1], share, &mut noise);
                let now = noted(&mut cut);
                assert!(now == old || now == new, "torn at {share} %: {now:?}");
                assert!(note(&mut cut, usize::MAX, &new).0);
                assert_eq!(noted(&mut cut), new, "made again, torn at {share} %");
            }
        }
        bytes.clone_from(&stages[3]);
    }
}
