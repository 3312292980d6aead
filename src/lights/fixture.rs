//! What the tests of scenes share.

extern crate std;
use std::vec::Vec;

use crate::map::{Connection, ConnectionSet, Island, IslandSet};
use crate::referee::{Shown, View};
use crate::rules::ByPlayer;
use crate::time::Millis;

use super::{Colour, Light, next_change, scene};

/// White controls ALOA and BARI, black ELAI; it is nobody's turn and nothing happens.
pub(super) fn view(shown: Shown) -> View {
    View {
        shown,
        control: ByPlayer {
            white: IslandSet::from(Island::Aloa).with(Island::Bari),
            black: IslandSet::from(Island::Elai),
        },
        turn: None,
        moving: ConnectionSet::EMPTY,
        ask: None,
        refusal: None,
        disbelieved: ConnectionSet::EMPTY,
    }
}

pub(super) fn line(name: &str) -> Connection {
    name.parse().unwrap()
}

/// The lamps that are lit, by the names of their colours.
pub(super) fn lit(view: &View, now: Millis) -> Vec<(&'static str, &'static str)> {
    let scene = scene(view, now);
    let lamps = Island::ALL.map(|island| (island.name(), scene.island(island).colour.name()));
    lamps.into_iter().filter(|&(_, colour)| colour != Colour::Off.name()).collect()
}

/// What a lamp shows from one time until another: each light with the time at which it begins.
pub(super) fn timeline(view: &View, island: Island, from: Millis, to: Millis) -> Vec<(Millis, Light)> {
    let mut lights: Vec<(Millis, Light)> = Vec::new();
    let mut now = Some(from);
    while let Some(time) = now.filter(|&time| time < to) {
        let light = scene(view, time).island(island);
        if lights.last().is_none_or(|&(_, last)| last != light) {
            lights.push((time, light));
        }
        now = next_change(view, time);
    }
    lights
}

/// The same by colour alone.
pub(super) fn colours(view: &View, island: Island, from: Millis, to: Millis) -> Vec<(Millis, &'static str)> {
    timeline(view, island, from, to).into_iter().map(|(time, light)| (time, light.colour.name())).collect()
}
