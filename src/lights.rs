//! What the lamps show: a pure function of what the referee says and of the time.
//!
//! [`scene`] decides which lamp has which [`Colour`] at which [`Level`]; a [`Palette`] makes that a [`Frame`], the values
//! that go over the wire, and cannot ask for more current than its budget. [`next_change`] says when to draw again.
//!
//! One colour, one meaning. Nobody needs to tell hues apart: what is at rest is dim and steady, what wants something is
//! bright and blinks, and each [family](crate::referee::Family) of refusals blinks in its own rhythm.

mod clock;
mod colour;
#[cfg(test)]
mod fixture;
mod menu;
mod palette;
mod play;
mod scene;
mod show;

pub use colour::Colour;
pub use palette::{BudgetTooSmall, Frame, Level, Milliamps, Palette, Shade};
pub use scene::{Light, Scene};
/// The type of a lamp's value on the wire.
pub use smart_leds::RGB8;

use crate::referee::View;
use crate::time::Millis;

use clock::Clock;

/// What every lamp shows now.
pub fn scene(view: &View, now: Millis) -> Scene {
    Scene::of(view, &mut Clock::at(now))
}

/// The values that make the lamps show it.
pub fn frame(view: &View, now: Millis, palette: &Palette) -> Frame {
    palette.frame(&scene(view, now))
}

/// When the frame may look different next, if the view stays as it is; `None` if it never will.
pub fn next_change(view: &View, now: Millis) -> Option<Millis> {
    let mut clock = Clock::at(now);
    Scene::of(view, &mut clock);
    clock.next()
}
