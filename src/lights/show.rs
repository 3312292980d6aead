use crate::map::{Connection, Island, IslandSet};
use crate::referee::View;
use crate::rules::{End, Player, Score};
use crate::time::Millis;

use super::clock::Clock;
use super::play::paint_moving;
use super::scene::ends;
use super::{Colour, Level, Light, Scene};

/// How fast a scoring counts.
const COUNT: Millis = 200;
/// How the islands pulse that brought points, and the winner's lamps.
const PULSE: [Millis; 2] = [500, 500];
/// How fast the winner's colour fills the board.
const FILL: Millis = 150;
/// How long the ceremony lasts.
const CEREMONY: Millis = 4000;
/// How the winner's islands breathe afterwards: up and down again.
const BREATH: [(Level, Millis); 6] = [
    (Level::Resting, 700),
    (Level::Raised, 400),
    (Level::Strong, 400),
    (Level::Bright, 700),
    (Level::Strong, 400),
    (Level::Raised, 400),
];

/// A scoring: both players' islands are counted up, one after the other; then those pulse that brought points.
pub(super) fn scoring(view: &View, score: Score, since: Millis, clock: &mut Clock) -> Scene {
    let mut scene = Scene::control(view.control, Level::Dim);
    for player in Player::BOTH {
        let islands = view.control[player];
        let counted = clock.steps(since + COUNT, COUNT, islands.len());
        let is_loud = counted < islands.len() || score.points[player] == 0 || clock.is_on(since, &PULSE);
        let level = if is_loud { Level::Bright } else { Level::Resting };
        scene.paint(islands.iter().take(counted).collect(), Light::new(player, level));
        if score.points[player] > 0 {
            scene.turn[player] = Light::new(player, Level::Bright);
        }
    }
    paint_moving(&mut scene, view);
    scene
}

/// The game as it once stood: dim, for it is past; the line of the action that led to it pulses.
pub(super) fn review(view: &View, at: Option<Connection>, clock: &mut Clock) -> Scene {
    let mut scene = Scene::control(view.control, Level::Dim);
    if let Some(at) = at
        && clock.is_on(0, &PULSE)
    {
        scene.paint(ends(at), Light::new(Colour::Green, Level::Bright));
    }
    paint_moving(&mut scene, view);
    scene
}

/// The end: first the winner's colour fills the board, or both colours dance; then the final position stays.
pub(super) fn over(view: &View, end: End, since: Millis, clock: &mut Clock) -> Scene {
    let is_ceremony = clock.is_before(since + CEREMONY);
    match end.winner {
        Some(winner) if is_ceremony => fill(winner, since, clock),
        None if is_ceremony => dance(since, clock),
        Some(winner) => {
            let mut scene = Scene::control(view.control, Level::Resting);
            let (level, _) = BREATH[clock.part(since, &BREATH.map(|(_, time)| time))];
            scene.paint(view.control[winner], Light::new(winner, level));
            scene.turn[winner] = Light::new(winner, level);
            scene
        }
        None => Scene::control(view.control, Level::Resting),
    }
}

fn fill(winner: Player, since: Millis, clock: &mut Clock) -> Scene {
    let mut scene = Scene::DARK;
    let lit = clock.steps(since, FILL, Island::COUNT);
    let is_loud = lit < Island::COUNT || clock.is_on(since, &PULSE);
    let light = Light::new(winner, if is_loud { Level::Bright } else { Level::Resting });
    scene.paint(IslandSet::ALL.iter().take(lit).collect(), light);
    scene.turn[winner] = light;
    scene
}

fn dance(since: Millis, clock: &mut Clock) -> Scene {
    let mut scene = Scene::DARK;
    let odd = clock.part(since, &PULSE);
    for island in Island::ALL {
        let player = Player::BOTH[(island.index() + odd) % 2];
        scene.islands[island.index()] = Light::new(player, Level::Bright);
    }
    for player in Player::BOTH {
        scene.turn[player] = Light::new(player, Level::Bright);
    }
    scene
}
