//! What the lamps show: a pure function of what the referee, or the self-test, says and of the time.
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
mod selftest;
mod show;

pub use colour::Colour;
pub use palette::{BudgetTooSmall, Frame, Level, Milliamps, Palette, Shade};
pub use scene::{Light, Scene};
/// The type of a lamp's value on the wire.
pub use smart_leds::RGB8;

use crate::time::Millis;
use crate::{referee, selftest as test};

use clock::Clock;

/// What is to be shown.
#[derive(Clone, Copy, Debug)]
pub enum Sight<'a> {
    /// A game, or the way to one.
    Game(&'a referee::View),
    /// A test of the board.
    Test(&'a test::View),
}

impl<'a> From<&'a referee::View> for Sight<'a> {
    fn from(view: &'a referee::View) -> Self {
        Self::Game(view)
    }
}

impl<'a> From<&'a test::View> for Sight<'a> {
    fn from(view: &'a test::View) -> Self {
        Self::Test(view)
    }
}

/// What every lamp shows now.
pub fn scene<'a>(sight: impl Into<Sight<'a>>, now: Millis) -> Scene {
    Scene::of(sight.into(), &mut Clock::at(now))
}

/// The values that make the lamps show it.
pub fn frame<'a>(sight: impl Into<Sight<'a>>, now: Millis, palette: &Palette) -> Frame {
    palette.frame(&scene(sight, now))
}

/// When the frame may look different next, if what is to be shown stays as it is; `None` if it never will.
pub fn next_change<'a>(sight: impl Into<Sight<'a>>, now: Millis) -> Option<Millis> {
    let mut clock = Clock::at(now);
    Scene::of(sight.into(), &mut clock);
    clock.next()
}
