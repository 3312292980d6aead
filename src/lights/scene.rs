use crate::map::{Connection, Island, IslandSet};
use crate::referee::{Shown, View};
use crate::rules::{ByPlayer, Player};

use super::clock::Clock;
use super::{Colour, Level, Sight, menu, play, selftest, show};

/// What one lamp shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Light {
    /// What it says.
    pub colour: Colour,
    /// How loudly.
    pub level: Level,
}

impl Light {
    /// No light.
    pub const OFF: Self = Self { colour: Colour::Off, level: Level::Resting };

    /// A colour at a level.
    pub(super) fn new(colour: impl Into<Colour>, level: Level) -> Self {
        Self { colour: colour.into(), level }
    }
}

/// What all lamps show at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Scene {
    /// One lamp an island, in alphabetical order.
    pub islands: [Light; Island::COUNT],
    /// The light at each player's edge, on boards that have them.
    pub turn: ByPlayer<Light>,
}

impl Scene {
    /// Nothing is lit.
    pub(super) const DARK: Self = Self {
        islands: [Light::OFF; Island::COUNT],
        turn: ByPlayer { white: Light::OFF, black: Light::OFF },
    };

    pub(super) fn of(sight: Sight<'_>, clock: &mut Clock) -> Self {
        match sight {
            Sight::Game(view) => Self::of_game(view, clock),
            Sight::Test(view) => selftest::scene(view, clock),
        }
    }

    fn of_game(view: &View, clock: &mut Clock) -> Self {
        match view.shown {
            Shown::Waking => Self::DARK,
            Shown::Menu(menu) => menu::scene(menu),
            Shown::Play => play::scene(view, clock),
            Shown::Scoring(score, since) => show::scoring(view, score, since, clock),
            Shown::Review { at, .. } => show::review(view, at, clock),
            Shown::Over(end, since) => show::over(view, end, since, clock),
        }
    }

    /// Who controls what.
    pub(super) fn control(control: ByPlayer<IslandSet>, level: Level) -> Self {
        let mut scene = Self::DARK;
        for player in Player::BOTH {
            scene.paint(control[player], Light::new(player, level));
        }
        scene
    }

    pub(super) fn paint(&mut self, islands: IslandSet, light: Light) {
        for island in islands {
            self.islands[island.index()] = light;
        }
    }

    /// The light of one island.
    pub fn island(&self, island: Island) -> Light {
        self.islands[island.index()]
    }
}

/// The two islands whose lamps name a line.
pub(super) fn ends(line: Connection) -> IslandSet {
    let (a, b) = line.ends();
    IslandSet::from(a).with(b)
}
