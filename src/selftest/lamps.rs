use crate::map::{Island, IslandSet};

/// The order in which the islands' lamps are soldered together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain([Island; Island::COUNT]);

impl Chain {
    /// A chain that runs through the islands in this order; `None` unless each stands once.
    pub fn new(islands: [Island; Island::COUNT]) -> Option<Self> {
        let all: IslandSet = islands.into_iter().collect();
        (all == IslandSet::ALL).then_some(Self(islands))
    }
}

impl Default for Chain {
    /// In alphabetical order.
    fn default() -> Self {
        Self(Island::ALL)
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
    /// Another island's lamp lights in its place.
    Misplaced,
    /// It was left out of the chain.
    Missing,
    /// It is wrong because of one before it in the chain.
    Behind,
}

/// Finds the cause: a lamp that is missing or broken spoils all those behind it.
pub(super) fn diagnose(dark: IslandSet, misplaced: IslandSet, chain: Chain) -> [LampVerdict; Island::COUNT] {
    let mut verdicts = [LampVerdict::Good; Island::COUNT];
    let mut put = |islands: IslandSet, verdict| {
        islands.iter().for_each(|island| verdicts[island.index()] = verdict);
    };
    put(dark, LampVerdict::Dark);
    put(misplaced, LampVerdict::Misplaced);
    let wrong = dark | misplaced;
    let first = chain.0.iter().position(|&island| wrong.contains(island));
    let Some((&first, behind)) = first.and_then(|first| chain.0[first..].split_first()) else {
        return verdicts;
    };
    let all_behind: IslandSet = behind.iter().copied().collect();
    if all_behind.is_empty() || wrong != all_behind.with(first) {
        return verdicts;
    }
    let last = behind[behind.len() - 1];
    if misplaced.is_empty() {
        put(all_behind, LampVerdict::Behind);
    } else if dark == IslandSet::from(last) {
        put(all_behind, LampVerdict::Behind);
        put(first.into(), LampVerdict::Missing);
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;
    use LampVerdict::{Behind, Dark, Good, Misplaced, Missing};

    fn set(islands: &[Island]) -> IslandSet {
        islands.iter().copied().collect()
    }

    #[test]
    fn one_lamp_is_named_for_all_that_it_spoils() {
        let mut order = Island::ALL;
        order.swap(3, 6);
        let chain = Chain::new(order).unwrap();
        let none = IslandSet::EMPTY;
        for place in 0..Island::COUNT {
            let behind = set(&order[place + 1..]);
            let broken = diagnose(behind.with(order[place]), none, chain);
            let last = order[Island::COUNT - 1];
            let left_out = diagnose(last.into(), behind.with(order[place]).without(last), chain);
            for (at, island) in order.into_iter().enumerate() {
                let expected = |cause| match at {
                    _ if at < place => Good,
                    _ if at == place => cause,
                    _ => Behind,
                };
                assert_eq!(broken[island.index()], expected(Dark));
                let cause = if place == Island::COUNT - 1 { Dark } else { Missing };
                assert_eq!(left_out[island.index()], expected(cause));
            }
        }
    }

    #[test]
    fn lamps_in_other_places_are_named_each() {
        let verdicts = diagnose(IslandSet::EMPTY, set(&Island::ALL[10..]), Chain::default());
        assert_eq!(verdicts[9..], [Good, Misplaced, Misplaced]);
        let verdicts = diagnose(set(&Island::ALL[..1]), IslandSet::EMPTY, Chain::default());
        assert_eq!(verdicts[..2], [Dark, Good], "it passes the data on");
    }
}
