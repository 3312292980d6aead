//! Bounce and chatter: the same for the same scenario, whichever world it is played in.

use crate::chance::Chance;

use super::script::Micros;

/// How long a contact bounces.
pub(crate) const BOUNCE: Micros = 1000;
/// The longest that a chattering contact rests on one side.
const LONGEST_REST: Micros = 10_000;
/// The shortest rest: a reed does not swing faster.
const SHORTEST_REST: Micros = 100;

/// Chance, seeded by a scenario's text.
#[derive(Clone, Debug)]
pub(crate) struct Noise(Chance);

impl Noise {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(Chance(seed))
    }

    /// The seed of a text: FNV-1a over its lines, so that line ends do not matter.
    pub(crate) fn seed_of(text: &str) -> u64 {
        let bytes = text.lines().flat_map(|line| line.bytes().chain([b'\n']));
        bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        })
    }

    /// A number from `from` up to, not including, `to`.
    fn between(&mut self, from: u64, to: u64) -> u64 {
        from + self.0.below(to - from)
    }

    /// When a contact that changes at `at` does so: an odd number of times, all within [`BOUNCE`].
    pub(crate) fn bounce(&mut self, at: Micros) -> Vec<Micros> {
        let mut times = vec![at];
        for _ in 0..self.between(0, 4) {
            times.extend([at + self.between(1, BOUNCE), at + self.between(1, BOUNCE)]);
        }
        times.sort_unstable();
        // Two changes at the same instant are none.
        while let Some(twin) = times.windows(2).position(|pair| pair[0] == pair[1]) {
            times.drain(twin..twin + 2);
        }
        times
    }

    /// When a contact that chatters from `at` on for so long changes: an even number of times, so that it is in the end
    /// what it was.
    pub(crate) fn chatter(&mut self, at: Micros, lasting: Micros) -> Vec<Micros> {
        let end = at + lasting;
        let mut times = vec![at];
        loop {
            let next = times[times.len() - 1] + self.between(SHORTEST_REST, LONGEST_REST);
            if next >= end {
                break;
            }
            times.push(next);
        }
        if times.len() % 2 == 1 {
            times.push(end);
        }
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounce_and_chatter_end_as_they_must_and_in_time() {
        let mut noise = Noise::new(Noise::seed_of("title a scenario"));
        for round in 0..1000 {
            let times = noise.bounce(500);
            assert_eq!(times.len() % 2, 1, "{round}");
            assert!(times.iter().all(|time| (500..500 + BOUNCE).contains(time)) && times.is_sorted());
            let times = noise.chatter(500, 40_000);
            assert_eq!(times.len() % 2, 0, "{round}");
            assert!(times.iter().all(|time| (500..=40_500).contains(time)) && times.is_sorted());
        }
    }

    #[test]
    fn the_same_text_makes_the_same_noise_whatever_its_line_ends() {
        assert_eq!(
            Noise::seed_of("place ALOA-BARI\nwait 1s\n"),
            Noise::seed_of("place ALOA-BARI\r\nwait 1s")
        );
        assert_ne!(Noise::seed_of("place ALOA-BARI\n"), Noise::seed_of("place ALOA-DUDA\n"));
    }
}
