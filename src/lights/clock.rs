use crate::time::Millis;

/// The time for which a scene is drawn; it notes when the answer to a question about it will be another.
///
/// Scenes ask nothing else about time, so what they show and when they change cannot disagree.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    now: Millis,
    next: Option<Millis>,
}

impl Clock {
    pub(super) const fn at(now: Millis) -> Self {
        Self { now, next: None }
    }

    /// When the first of the answers given changes.
    pub(super) const fn next(&self) -> Option<Millis> {
        self.next
    }

    /// Whether it is before a time.
    pub(super) fn is_before(&mut self, end: Millis) -> bool {
        let is_before = self.now < end;
        if is_before {
            self.note(end - self.now);
        }
        is_before
    }

    /// Which part of a rhythm it is: parts last so long, one after the other, again and again.
    pub(super) fn part(&mut self, since: Millis, parts: &[Millis]) -> usize {
        let period = parts.iter().sum::<Millis>().max(1);
        let mut rest = self.now.saturating_sub(since) % period;
        for (index, &part) in parts.iter().enumerate() {
            if rest < part {
                self.note(part - rest);
                return index;
            }
            rest -= part;
        }
        0
    }

    /// Whether it is the first, third, ... part of a rhythm.
    pub(super) fn is_on(&mut self, since: Millis, parts: &[Millis]) -> bool {
        self.part(since, parts).is_multiple_of(2)
    }

    /// How many steps have been taken, at most so many, one after each time `every`.
    pub(super) fn steps(&mut self, since: Millis, every: Millis, most: usize) -> usize {
        let elapsed = self.now.saturating_sub(since);
        match usize::try_from(elapsed / every) {
            Ok(steps) if steps < most => {
                self.note(every - elapsed % every);
                steps
            }
            _ => most,
        }
    }

    fn note(&mut self, after: Millis) {
        let then = self.now.saturating_add(after);
        self.next = Some(self.next.map_or(then, |next| next.min(then)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rhythm_repeats_and_tells_when_its_part_ends() {
        for (now, part, next) in
            [(1000, 0, 1100), (1099, 0, 1100), (1100, 1, 1300), (1299, 1, 1300), (1300, 0, 1400)]
        {
            let mut clock = Clock::at(now);
            assert_eq!((clock.part(1000, &[100, 200]), clock.next()), (part, Some(next)), "{now}");
        }
    }

    #[test]
    fn steps_end() {
        for (now, steps, next) in [(0, 0, Some(150)), (1000, 0, Some(1150)), (1299, 1, Some(1300))] {
            let mut clock = Clock::at(now);
            let since = now.min(1000);
            assert_eq!((clock.steps(since, 150, 12), clock.next()), (steps, next), "{now}");
        }
        let mut clock = Clock::at(1000 + 12 * 150);
        assert_eq!((clock.steps(1000, 150, 12), clock.next()), (12, None));
    }

    #[test]
    fn the_earliest_change_counts() {
        let mut clock = Clock::at(1000);
        assert!(clock.is_before(5000));
        assert!(!clock.is_before(1000));
        assert_eq!(clock.next(), Some(5000));
        clock.part(0, &[600, 600]);
        assert_eq!(clock.next(), Some(1200));
    }
}
