use heapless::Deque;

use crate::rules::Player;
use crate::time::Millis;

use super::{Button, ButtonSet, PlayerButton, SettleTimes};

/// What fingers do on the buttons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// A player's button went down.
    Button(Player, PlayerButton),
    /// The referee button was tapped: released within half a second.
    Tap,
    /// The referee button was released after one to three seconds.
    ShortHold,
    /// The referee button has been down for five seconds.
    LongHold,
    /// The referee button was released after a time that means nothing.
    OtherHold,
    /// Both players have held `pass` together for three seconds.
    BothPass,
}

/// A tap is shorter than this.
const TAP: Millis = 500;
/// A short hold lasts from this ...
const SHORT_HOLD_FROM: Millis = 1000;
/// ... up to this.
const SHORT_HOLD_TO: Millis = 3000;
/// A long hold is told as soon as it lasts this long.
const LONG_HOLD: Millis = 5000;
/// How long both players hold `pass`.
const BOTH_PASS: Millis = 3000;
/// How many presses are kept until they are taken; more fingers than that are not at the table.
const KEPT: usize = 16;

/// Debounces the seven buttons and tells taps from holds.
#[derive(Clone, Debug)]
pub struct Presses {
    times: SettleTimes,
    last: Option<Millis>,
    /// For how many milliseconds readings have come, up to the longer settle time.
    awake: u8,
    down: ButtonSet,
    /// For how many milliseconds each button has differed from its settled level.
    doubt: [u8; Button::COUNT],
    /// Since when the referee button is down; `None` once its hold has been told.
    referee_since: Option<Millis>,
    /// Since when both `pass` buttons are down; `None` once it has been told.
    both_since: Option<Millis>,
    untaken: Deque<Press, KEPT>,
    /// How many presses were lost because nobody took them.
    lost: u16,
}

impl Presses {
    /// Buttons that nobody has touched yet.
    pub const fn new(times: SettleTimes) -> Self {
        Self {
            times,
            last: None,
            awake: 0,
            down: ButtonSet::EMPTY,
            doubt: [0; Button::COUNT],
            referee_since: None,
            both_since: None,
            untaken: Deque::new(),
            lost: 0,
        }
    }

    /// The buttons that are down, as they have settled.
    pub fn down(&self) -> ButtonSet {
        self.down
    }

    /// How many presses were lost because nobody took them in time.
    pub fn lost(&self) -> u16 {
        self.lost
    }

    /// The oldest press that has not been taken yet.
    pub fn take(&mut self) -> Option<Press> {
        self.untaken.pop_front()
    }

    /// Drops what nobody is to hear of: presses that were not taken, and holds that have begun. What is down now means
    /// nothing until it is pressed again.
    pub fn drop_all(&mut self) {
        self.untaken.clear();
        (self.referee_since, self.both_since) = (None, None);
    }

    /// Takes one reading.
    #[allow(clippy::cast_possible_truncation, reason = "the credit is at most two")]
    pub fn sample(&mut self, now: Millis, raw: ButtonSet) {
        let credit = self.last.replace(now).map_or(0, |last| now.saturating_sub(last).min(2) as u8);
        if self.awake <= self.times.closing.max(self.times.opening) {
            // What is down when the power comes, bouncing or not, was not pressed now: neither it nor its release means
            // anything.
            self.awake += credit;
            self.down = raw;
            return;
        }
        if raw.bits() | self.down.bits() == 0 {
            self.doubt = [0; Button::COUNT];
            return;
        }
        for button in Button::ALL {
            let is_down = raw.contains(button);
            let doubt = &mut self.doubt[button.index()];
            if is_down == self.down.contains(button) {
                *doubt = 0;
                continue;
            }
            *doubt = doubt.saturating_add(credit);
            let needed = if is_down { self.times.closing } else { self.times.opening };
            if *doubt >= needed {
                *doubt = 0;
                self.turn(now, button, is_down);
            }
        }
        self.watch_holds(now);
    }

    fn turn(&mut self, now: Millis, button: Button, is_down: bool) {
        self.down = if is_down { self.down.with(button) } else { self.down.without(button) };
        match (button, is_down) {
            (Button::Player(player, button), true) => self.tell(Press::Button(player, button)),
            (Button::Player(..), false) => {}
            (Button::Referee, true) => self.referee_since = Some(now),
            (Button::Referee, false) => {
                let Some(since) = self.referee_since.take() else { return };
                self.tell(match now - since {
                    ..TAP => Press::Tap,
                    SHORT_HOLD_FROM..=SHORT_HOLD_TO => Press::ShortHold,
                    _ => Press::OtherHold,
                });
            }
        }
        let both = Player::BOTH
            .into_iter()
            .all(|player| self.down.contains(Button::Player(player, PlayerButton::Pass)));
        match (button, both) {
            (Button::Player(_, PlayerButton::Pass), true) => self.both_since = Some(now),
            (Button::Player(_, PlayerButton::Pass), false) => self.both_since = None,
            _ => {}
        }
    }

    fn watch_holds(&mut self, now: Millis) {
        if self.referee_since.is_some_and(|since| now - since >= LONG_HOLD) {
            self.referee_since = None;
            self.tell(Press::LongHold);
        }
        if self.both_since.is_some_and(|since| now - since >= BOTH_PASS) {
            self.both_since = None;
            self.tell(Press::BothPass);
        }
    }

    fn tell(&mut self, press: Press) {
        if self.untaken.push_back(press).is_err() {
            self.lost = self.lost.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    /// Holds buttons for so long, then lets go, and returns what was told.
    fn held(buttons: &[(Button, Millis)]) -> Vec<Press> {
        let mut presses = Presses::new(SettleTimes::default());
        let longest = buttons.iter().map(|&(_, time)| time).max().unwrap();
        for now in 0..longest + 40 {
            // The board has been on for a while when they go down.
            let down = buttons.iter().filter(|&&(_, time)| (20..20 + time).contains(&now));
            presses.sample(now, down.fold(ButtonSet::EMPTY, |set, &(button, _)| set.with(button)));
        }
        core::iter::from_fn(|| presses.take()).collect()
    }

    #[test]
    fn the_referee_button_tells_taps_from_holds() {
        let cases = [
            (30, Press::Tap),
            (490, Press::Tap),
            (510, Press::OtherHold),
            (990, Press::OtherHold),
            (1010, Press::ShortHold),
            (2990, Press::ShortHold),
            (3010, Press::OtherHold),
            (4900, Press::OtherHold),
            (5100, Press::LongHold),
            (9000, Press::LongHold),
        ];
        for (time, press) in cases {
            assert_eq!(held(&[(Button::Referee, time)]), [press], "{time} ms");
        }
    }

    #[test]
    fn a_glitch_is_no_press() {
        assert_eq!(held(&[(Button::Referee, 2)]), []);
        assert_eq!(held(&[(Button::ALL[0], 3)]), []);
    }

    #[test]
    fn what_is_down_at_power_up_was_not_pressed_until_it_is_pressed_again() {
        for button in [Button::Player(Player::White, PlayerButton::Draw), Button::Referee] {
            let mut presses = Presses::new(SettleTimes::default());
            let down = ButtonSet::EMPTY.with(button);
            for now in 0..6000 {
                // It bounces in the first two milliseconds.
                presses.sample(now, if now < 5500 && now != 1 { down } else { ButtonSet::EMPTY });
            }
            assert_eq!(presses.take(), None, "{button}");
            for now in 6000..6200 {
                presses.sample(now, if now < 6100 { down } else { ButtonSet::EMPTY });
            }
            assert!(presses.take().is_some(), "{button}");
        }
    }

    #[test]
    fn what_is_dropped_is_not_told_later() {
        let mut presses = Presses::new(SettleTimes::default());
        for now in 0..9000 {
            let down = [Button::ALL[0], Button::ALL[1], Button::ALL[4], Button::Referee].into_iter();
            let down = down.fold(ButtonSet::EMPTY, ButtonSet::with);
            presses.sample(now, if (20..8000).contains(&now) { down } else { ButtonSet::EMPTY });
            if now == 2000 {
                presses.drop_all();
            }
        }
        assert_eq!(presses.take(), None);
    }

    #[test]
    fn a_players_button_tells_once_however_long_it_is_down() {
        for button in PlayerButton::ALL {
            let press = Press::Button(Player::Black, button);
            assert_eq!(held(&[(Button::Player(Player::Black, button), 6000)]), [press]);
        }
    }

    #[test]
    fn both_pass_buttons_held_for_three_seconds_are_a_chord() {
        let [white, black] = Player::BOTH.map(|player| Button::Player(player, PlayerButton::Pass));
        let [w, b] = Player::BOTH.map(|player| Press::Button(player, PlayerButton::Pass));
        assert_eq!(held(&[(white, 3100), (black, 3100)]), [w, b, Press::BothPass]);
        assert_eq!(held(&[(white, 3100), (black, 2900)]), [w, b]);
    }
}
