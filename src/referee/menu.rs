use crate::rules::{ByPlayer, Edition, Handicap, Player, Settings};
use crate::sensing::PlayerButton;

/// Setting up a game on the board alone: what is chosen, and who agrees.
///
/// Both players' `draw` agree; the other buttons choose. A choice takes back what was agreed to before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Menu {
    /// What is chosen so far.
    pub settings: Settings,
    /// Who has agreed to it.
    pub agreed: ByPlayer<bool>,
}

impl Menu {
    /// The menu, as it opens with these settings.
    pub const fn new(settings: Settings) -> Self {
        Self { settings, agreed: ByPlayer { white: false, black: false } }
    }

    /// Whether both have agreed.
    pub const fn is_agreed(&self) -> bool {
        self.agreed.white && self.agreed.black
    }

    /// Takes a player's button.
    pub(super) fn press(&mut self, player: Player, button: PlayerButton) {
        if button == PlayerButton::Draw {
            self.agreed[player] = true;
            return;
        }
        let settings = &mut self.settings;
        match (player, button) {
            (Player::White, PlayerButton::Pass) => settings.edition = next_edition(settings.edition),
            (Player::White, _) => {
                // Neither, calm, open, both.
                settings.open ^= settings.calm;
                settings.calm = !settings.calm;
            }
            (Player::Black, PlayerButton::Pass) => settings.handicap = next_handicap(settings.handicap),
            (Player::Black, _) => settings.first = settings.first.opponent(),
        }
        self.agreed = ByPlayer::default();
    }
}

fn next_edition(edition: Edition) -> Edition {
    let at = Edition::ALL.into_iter().position(|other| other == edition).unwrap_or(0);
    Edition::ALL[(at + 1) % Edition::ALL.len()]
}

/// None, white 1 to 3, black 1 to 3, and round again.
fn next_handicap(handicap: Option<Handicap>) -> Option<Handicap> {
    match handicap {
        None => Handicap::new(Player::White, 1),
        Some(now) => Handicap::new(now.player(), now.bridges() + 1).or(match now.player() {
            Player::White => Handicap::new(Player::Black, 1),
            Player::Black => None,
        }),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_setting_can_be_reached_and_the_way_round_comes_back() {
        let mut menu = Menu::new(Settings::default());
        let mut seen = HashSet::new();
        for _ in 0..3 {
            menu.press(Player::White, PlayerButton::Pass);
            for _ in 0..4 {
                menu.press(Player::White, PlayerButton::Discard);
                for _ in 0..7 {
                    menu.press(Player::Black, PlayerButton::Pass);
                    for _ in 0..2 {
                        menu.press(Player::Black, PlayerButton::Discard);
                        seen.insert(menu.settings);
                    }
                }
            }
        }
        assert_eq!(seen.len(), 3 * 4 * 7 * 2);
        assert_eq!(menu.settings, Settings::default());
    }

    #[test]
    fn a_choice_takes_agreement_back() {
        let mut menu = Menu::new(Settings::default());
        menu.press(Player::White, PlayerButton::Draw);
        menu.press(Player::Black, PlayerButton::Discard);
        menu.press(Player::Black, PlayerButton::Draw);
        assert!(!menu.is_agreed());
        menu.press(Player::White, PlayerButton::Draw);
        assert!(menu.is_agreed());
    }
}
