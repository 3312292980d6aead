use heapless::Vec;

use crate::map::Island;

use super::{Lamp, LampSet};

/// The order in which the lamps are soldered together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain(Vec<Lamp, { Lamp::COUNT }>);

impl Chain {
    /// A chain that runs through the lamps in this order; `None` if one stands twice, or an island's is not there.
    pub fn new(lamps: impl IntoIterator<Item = Lamp>) -> Option<Self> {
        let mut chain = Vec::new();
        for lamp in lamps {
            chain.push(lamp).ok()?;
        }
        let all: LampSet = chain.iter().copied().collect();
        let has_islands = Island::ALL.into_iter().all(|island| all.contains(Lamp::Island(island)));
        (has_islands && all.len() == chain.len()).then_some(Self(chain))
    }

    /// The lamps that are there.
    pub fn lamps(&self) -> LampSet {
        self.0.iter().copied().collect()
    }
}

impl Default for Chain {
    /// The islands in alphabetical order.
    fn default() -> Self {
        Self(Island::ALL.into_iter().map(Lamp::Island).collect())
    }
}

/// What a test found out about a lamp.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LampVerdict {
    /// Nothing.
    #[default]
    Untested,
    /// It lights when it should.
    Good,
    /// No lamp lights in its place.
    Dark,
    /// Another lamp lights in its place.
    Misplaced,
    /// It was left out of the chain.
    Missing,
    /// It is wrong because of one before it in the chain.
    Behind,
}

/// Finds the cause: a lamp that is missing or broken spoils all those behind it.
pub(super) fn diagnose(dark: LampSet, misplaced: LampSet, chain: &Chain) -> [LampVerdict; Lamp::COUNT] {
    let mut verdicts = [LampVerdict::Untested; Lamp::COUNT];
    let mut put = |lamps: LampSet, verdict| {
        lamps.iter().for_each(|lamp| verdicts[lamp.index()] = verdict);
    };
    put(chain.lamps(), LampVerdict::Good);
    put(dark, LampVerdict::Dark);
    put(misplaced, LampVerdict::Misplaced);
    // The chain ends with lamps that all are dark: the first of them passes nothing on, ...
    let is_dark = |lamp: &&Lamp| dark.contains(**lamp);
    let lit = chain.0.len() - chain.0.iter().rev().take_while(is_dark).count();
    let (before, end) = chain.0.split_at(lit);
    // ... unless as many were left out before it, and those behind have moved up.
    let is_misplaced = |lamp: &&Lamp| misplaced.contains(**lamp);
    let moved = before.iter().rev().take_while(is_misplaced).count();
    let have_moved_up = !end.is_empty() && moved > 0 && moved == misplaced.len();
    let (cause, from) =
        if have_moved_up { (LampVerdict::Missing, lit - moved) } else { (LampVerdict::Dark, lit) };
    if let Some((&first, behind)) = chain.0[from..].split_first().filter(|_| !end.is_empty()) {
        put(behind.iter().copied().collect(), LampVerdict::Behind);
        put(first.into(), cause);
    }
    verdicts
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;
    use LampVerdict::{Behind, Dark, Good, Misplaced, Missing, Untested};

    fn set(lamps: &[Lamp]) -> LampSet {
        lamps.iter().copied().collect()
    }

    #[test]
    fn one_lamp_is_named_for_all_that_it_spoils() {
        let mut order: Vec<Lamp> = Lamp::all().collect();
        order.swap(3, 6);
        order.rotate_right(1);
        let chain = Chain::new(order.iter().copied()).unwrap();
        let none = LampSet::EMPTY;
        for place in 0..Lamp::COUNT {
            let behind = set(&order[place + 1..]);
            let broken = diagnose(behind.with(order[place]), none, &chain);
            let last = order[Lamp::COUNT - 1];
            let left_out = diagnose(last.into(), behind.with(order[place]).without(last), &chain);
            for (at, lamp) in order.iter().enumerate() {
                let expected = |cause| match at {
                    _ if at < place => Good,
                    _ if at == place => cause,
                    _ => Behind,
                };
                assert_eq!(broken[lamp.index()], expected(Dark));
                let cause = if place == Lamp::COUNT - 1 { Dark } else { Missing };
                assert_eq!(left_out[lamp.index()], expected(cause));
            }
        }
    }

    #[test]
    fn lamps_in_other_places_are_named_each() {
        let islands: Vec<Lamp> = Island::ALL.into_iter().map(Lamp::Island).collect();
        let verdicts = diagnose(LampSet::EMPTY, set(&islands[10..]), &Chain::default());
        assert_eq!(verdicts[9..], [Good, Misplaced, Misplaced, Untested, Untested]);
        let verdicts = diagnose(set(&islands[..1]), LampSet::EMPTY, &Chain::default());
        assert_eq!(verdicts[..2], [Dark, Good], "it passes the data on");
    }

    #[test]
    fn two_faults_in_a_chain_are_told_apart() {
        let lamps: Vec<Lamp> = Island::ALL.into_iter().map(Lamp::Island).collect();
        // ALOA and COCO are exchanged, and JOJO is dark.
        let verdicts = diagnose(set(&lamps[9..]), set(&[lamps[0], lamps[2]]), &Chain::default());
        let [.., jojo, kahu, lale, _, _] = verdicts;
        assert_eq!(verdicts[..9], [Misplaced, Good, Misplaced, Good, Good, Good, Good, Good, Good]);
        assert_eq!([jojo, kahu, lale], [Dark, Behind, Behind]);
        // Two were left out: the first of them is named, the other when that is put right.
        let verdicts = diagnose(set(&lamps[10..]), set(&lamps[3..10]), &Chain::default());
        assert_eq!(verdicts[2..5], [Good, Missing, Behind]);
        assert!(verdicts[4..12].iter().all(|&verdict| verdict == Behind));
        // A dark lamp that passes the data on is one more fault.
        let verdicts = diagnose(set(&[lamps[1], lamps[10], lamps[11]]), set(&[]), &Chain::default());
        assert_eq!([verdicts[1], verdicts[10], verdicts[11]], [Dark, Dark, Behind]);
    }

    #[test]
    fn a_chain_has_every_island_and_nothing_twice() {
        assert!(Chain::new(Lamp::all()).is_some());
        assert!(Chain::new(Lamp::all().skip(1)).is_none());
        assert!(Chain::new(Lamp::all().take(12).chain([Lamp::Island(Island::Aloa)])).is_none());
        assert!(Chain::new(Lamp::all().chain(Lamp::all())).is_none());
    }
}
