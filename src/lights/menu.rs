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
