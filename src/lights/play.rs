use crate::map::IslandSet;
use crate::referee::{Ask, Family, View};
use crate::rules::{ByPlayer, Player};
use crate::time::Millis;

use super::clock::Clock;
use super::scene::ends;
use super::{Colour, Level, Light, Scene};

/// How an ask blinks: amber, at rest.
const ASK: [Millis; 2] = [500, 500];
/// For how long a refusal that leaves nothing to be done is shown.
const REFUSED: Millis = 2000;

/// How a refusal blinks: red, not red, ... One period is a second, and no rhythm flashes more than three times in it,
/// which is what is held to be safe for people with epilepsy.
const fn rhythm(family: Family) -> &'static [Millis] {
    match family {
        // One long.
        Family::Turn => &[500, 500],
        // Two short.
        Family::Line => &[150, 150, 150, 550],
        // Three short.
        Family::Cards => &[125, 125, 125, 125, 125, 375],
        // One long, one short.
        Family::Ending => &[425, 150, 125, 300],
    }
}

/// A game that is on: who controls what, and over it what is asked for, what was refused, and what has just moved.
pub(super) fn scene(view: &View, clock: &mut Clock) -> Scene {
    let mut scene = Scene::control(view.control, Level::Resting);
    if let Some(mover) = view.turn {
        scene.turn[mover] = Light::new(mover, Level::Resting);
    }
    let refusal =
        view.refusal.filter(|refusal| refusal.has_remedy || clock.is_before(refusal.since + REFUSED));
    if let Some(ask) = view.ask {
        // Together with a refusal an ask keeps its beat; while all lamps flash red, it is steady in between.
        let is_steady = refusal.is_some_and(|refusal| refusal.at.is_none()) && !matches!(ask, Ask::Owner(_));
        let beat = refusal.map_or(0, |refusal| refusal.since);
        paint_ask(&mut scene, ask, is_steady || clock.is_on(beat, &ASK));
    }
    if let Some(refusal) = refusal {
        let lamps = refusal.at.map_or(IslandSet::ALL, ends);
        if clock.is_on(refusal.since, rhythm(refusal.family)) {
            scene.paint(lamps, Light::new(Colour::Red, Level::Bright));
        } else if refusal.has_remedy {
            scene.paint(lamps, Light::new(Colour::Amber, Level::Bright));
        }
    }
    paint_moving(&mut scene, view);
    scene
}

/// The ends of a line that must be put right; or, where it is not known whose stick lies there, both players' colours.
fn paint_ask(scene: &mut Scene, ask: Ask, is_on: bool) {
    let lamps = ends(ask.at());
    match ask {
        Ask::Owner(_) => {
            let player = if is_on { Player::White } else { Player::Black };
            scene.paint(lamps, Light::new(player, Level::Bright));
            // Either may answer.
            scene.turn = ByPlayer::from_fn(|player| Light::new(player, Level::Bright));
        }
        Ask::Lift(_) | Ask::Place(..) => {
            if is_on {
                scene.paint(lamps, Light::new(Colour::Amber, Level::Bright));
            }
        }
    }
}

/// The ends of a line answer as soon as a stick moves there, until it is ruled.
pub(super) fn paint_moving(scene: &mut Scene, view: &View) {
    for line in view.moving {
        scene.paint(ends(line), Light::new(Colour::Green, Level::Resting));
    }
}
