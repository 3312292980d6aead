use crate::map::Island::{Aloa, Bari, Coco, Duda, Elai, Faaa, Gola, Huna, Iffi, Kahu, Lale};
use crate::map::{Island, IslandSet};
use crate::referee::Menu;
use crate::rules::{Edition, Player};

use super::{Colour, Level, Light, Scene};

/// The lamps that count the bridges of a head start: as many are lit as were agreed.
const HANDICAP: [Island; 3] = [Gola, Huna, Iffi];

/// Setting up a game: nothing blinks, the players read it at leisure.
pub(super) fn scene(menu: Menu) -> Scene {
    let settings = &menu.settings;
    let mut scene = Scene::DARK;
    let mut lit =
        |island: Island, colour: Colour| scene.paint(island.into(), Light::new(colour, Level::Bright));
    let edition = match settings.edition {
        Edition::English2014 => Aloa,
        Edition::FrenchKosmos => Bari,
        Edition::French1999 => Coco,
    };
    let variants = [(Duda, settings.calm), (Elai, settings.open)];
    let chosen = variants.into_iter().filter(|&(_, is_on)| is_on).map(|(island, _)| island);
    for island in chosen.chain([edition]).collect::<IslandSet>() {
        lit(island, Colour::Green);
    }
    lit(Faaa, settings.first.into());
    if let Some(handicap) = settings.handicap {
        for island in HANDICAP.into_iter().take(handicap.bridges().into()) {
            lit(island, handicap.player().into());
        }
    }
    for (player, island) in [(Player::White, Lale), (Player::Black, Kahu)] {
        if menu.agreed[player] {
            lit(island, player.into());
        }
    }
    for player in Player::BOTH.into_iter().filter(|&player| menu.agreed[player]) {
        scene.turn[player] = Light::new(player, Level::Bright);
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{lit, view};
    use super::super::next_change;
    use super::*;
    use crate::referee::{Shown, View};
    use crate::rules::{ByPlayer, Handicap, Settings};

    fn shown(settings: Settings) -> View {
        view(Shown::Menu(Menu::new(settings)))
    }

    #[test]
    fn it_opens_with_the_edition_and_who_begins() {
        let view = shown(Settings::default());
        assert_eq!(lit(&view, 0), [("ALOA", "green"), ("FAAA", "white")]);
        assert_eq!(next_change(&view, 0), None);
    }

    #[test]
    fn every_setting_has_its_lamp() {
        let mut settings = Settings { edition: Edition::FrenchKosmos, calm: true, ..Settings::default() };
        assert_eq!(lit(&shown(settings), 0), [("BARI", "green"), ("DUDA", "green"), ("FAAA", "white")]);
        settings = Settings { edition: Edition::French1999, open: true, first: Player::Black, ..settings };
        let all = [("COCO", "green"), ("DUDA", "green"), ("ELAI", "green"), ("FAAA", "black")];
        assert_eq!(lit(&shown(settings), 0), all);
    }

    #[test]
    fn a_handicap_lights_as_many_lamps_as_bridges_in_its_owners_colour() {
        for player in Player::BOTH {
            for bridges in 1..=3 {
                let handicap = Handicap::new(player, bridges);
                let lamps = lit(&shown(Settings { handicap, ..Settings::default() }), 0);
                let counted = HANDICAP.map(|island| (island.name(), player.name()));
                assert_eq!(lamps[2..], counted[..usize::from(bridges)]);
            }
        }
    }

    #[test]
    fn whoever_has_agreed_sees_it() {
        for (agreed, lamp) in [
            (ByPlayer { white: true, black: false }, ("LALE", "white")),
            (ByPlayer { white: false, black: true }, ("KAHU", "black")),
        ] {
            let view = view(Shown::Menu(Menu { settings: Settings::default(), agreed }));
            assert_eq!(lit(&view, 0).last(), Some(&lamp));
        }
    }
}
