use crate::time::Millis;

/// What somebody wants who has switched the board on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A game.
    Play,
    /// A test of the board.
    SelfTest,
}

/// Tells from the referee button whether the board was switched on for a self-test: it is held for the first second.
///
/// A button that is not down says so at once, so that a game need not wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Boot {
    /// When the first reading came.
    began: Option<Millis>,
    /// Since when the button is up, if it is.
    up_since: Option<Millis>,
}

/// For how long it is held.
const HELD: Millis = 1000;
/// Shorter than this it may be bouncing.
const BOUNCE: Millis = 30;

impl Boot {
    /// Nothing has been read yet.
    pub const fn new() -> Self {
        Self { began: None, up_since: None }
    }

    /// Takes one reading of the referee button, as raw as it comes; `None` while it cannot be known. Once it is known,
    /// no more is to be asked.
    pub fn sample(&mut self, now: Millis, is_down: bool) -> Option<Wanted> {
        let began = *self.began.get_or_insert(now);
        if !is_down {
            let up_since = *self.up_since.get_or_insert(now);
            return (now.saturating_sub(up_since) >= BOUNCE).then_some(Wanted::Play);
        }
        self.up_since = None;
        (now.saturating_sub(began) >= HELD).then_some(Wanted::SelfTest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(is_down: impl Fn(Millis) -> bool) -> (Millis, Wanted) {
        let mut boot = Boot::new();
        (0..).find_map(|now| Some((now, boot.sample(now + 77, is_down(now))?))).unwrap()
    }

    #[test]
    fn a_second_of_holding_is_a_self_test_and_nothing_less() {
        assert_eq!(wanted(|_| true), (1000, Wanted::SelfTest));
        assert_eq!(wanted(|_| false), (30, Wanted::Play));
        assert_eq!(wanted(|now| now < 900), (930, Wanted::Play));
        assert_eq!(wanted(|now| now > 2 && now != 500), (1000, Wanted::SelfTest), "it bounces");
    }
}
