//! The firmware's store of games on a flash whose power is cut in the middle of writes and erases, byte by byte.

#[path = "../src/firmware/store.rs"]
#[allow(dead_code, reason = "the firmware uses all of it")]
mod store;

use embassy_futures::block_on;
use embedded_storage_async::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use store::{Fault, Store};

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
    let mut store = block_on(Store::open(flash, u32::try_from(SIZE).unwrap()));
    let result = f(&mut store);
    (result, erased)
}

fn games(bytes: &mut [u8], back: u32) -> Option<Vec<Vec<u8>>> {
    let read = |store: &mut Store<Flash>| {
        let mut entries = Vec::new();
        let found = block_on(store.replay(back, &mut [0; 64], |entry| entries.push(entry.to_vec()))).unwrap();
        found.then_some(entries)
    };
    with(bytes, usize::MAX, read).0
}

fn entry(number: usize) -> [u8; 3] {
    [1, 2, number.to_le_bytes()[0]]
}

#[test]
fn games_are_read_back_newest_first_until_their_slot_is_needed() {
    let mut bytes = vec![0xff; SIZE];
    assert_eq!(games(&mut bytes, 0), None);
    let (refused, _) = with(&mut bytes, usize::MAX, |store| block_on(store.append(&entry(0))));
    assert_eq!(refused, Err(Fault::NoGame));
    for game in 0..5 {
        with(&mut bytes, usize::MAX, |store| {
            block_on(store.begin(&entry(game))).unwrap();
            block_on(store.append(&entry(game + 100))).unwrap();
        });
        assert_eq!(games(&mut bytes, 0).unwrap(), [entry(game), entry(game + 100)]);
        assert_eq!(
            games(&mut bytes, 1),
            (game > 0).then(|| vec![entry(game - 1).into(), entry(game + 99).into()])
        );
        assert_eq!(games(&mut bytes, 2), None);
    }
}

#[test]
fn a_game_is_never_interrupted_by_an_erase_and_a_full_slot_says_so() {
    let mut bytes = vec![0; SIZE];
    with(&mut bytes, usize::MAX, |store| block_on(store.begin(&entry(0))).unwrap());
    let mut kept = 1;
    let (fault, erased) = with(&mut bytes, usize::MAX, |store| {
        loop {
            match block_on(store.append(&entry(kept))) {
                Ok(()) => kept += 1,
                Err(fault) => break fault,
            }
        }
    });
    assert_eq!((fault, erased), (Fault::Full, 0));
    assert!(kept > 1800, "only {kept} entries fit");
    assert_eq!(games(&mut bytes, 0).unwrap().len(), kept);
}

#[test]
fn a_prepared_game_begins_without_an_erase() {
    let mut bytes = vec![0; SIZE];
    with(&mut bytes, usize::MAX, |store| {
        let steps = (1..10).find(|_| block_on(store.prepare()).unwrap());
        assert_eq!(steps, Some(6));
    });
    let ((), erased) = with(&mut bytes, usize::MAX, |store| block_on(store.begin(&entry(1))).unwrap());
    assert_eq!(erased, 0);
}

#[test]
fn after_a_cut_the_game_is_the_one_before_or_after_the_action() {
    let mut before = vec![0xff; SIZE];
    with(&mut before, usize::MAX, |store| {
        block_on(store.begin(&entry(0))).unwrap();
        (1..400).for_each(|number| block_on(store.append(&entry(number))).unwrap());
    });
    let old = games(&mut before, 0).unwrap();
    let mut new = old.clone();
    new.push(entry(250).into());
    for left in 0..40 {
        let mut bytes = before.clone();
        let (kept, _) = with(&mut bytes, left, |store| block_on(store.append(&entry(250))));
        let now = games(&mut bytes, 0).unwrap();
        assert!(now == new || (kept.is_err() && now == old), "after {left} bytes");
        // And the game goes on.
        with(&mut bytes, usize::MAX, |store| block_on(store.append(&entry(7))).unwrap());
        assert_eq!(games(&mut bytes, 0).unwrap().len(), now.len() + 1, "after {left} bytes");
    }
}

#[test]
fn after_a_cut_while_a_game_begins_it_is_the_old_or_the_new_one() {
    let mut before = vec![0xff; SIZE];
    for game in 0..4 {
        with(&mut before, usize::MAX, |store| block_on(store.begin(&entry(game))).unwrap());
    }
    let all = 5 * SECTOR + 60;
    for left in (0..all).step_by(509).chain(all - 60..all) {
        let mut bytes = before.clone();
        with(&mut bytes, left, |store| block_on(store.begin(&entry(9)))).0.ok();
        let now = games(&mut bytes, 0).unwrap();
        assert!(now == [entry(3)] || now == [entry(9)], "after {left} bytes: {now:?}");
        with(&mut bytes, usize::MAX, |store| block_on(store.begin(&entry(10))).unwrap());
        assert_eq!(games(&mut bytes, 0).unwrap(), [entry(10)], "after {left} bytes");
        assert_eq!(games(&mut bytes, 1).unwrap(), now, "after {left} bytes");
    }
}
