//! What is promised of the lamps, whatever they show.

use kahuna_board::lights::{
    Colour, Frame, Milliamps, Palette, RGB8, Shade, Sight, frame, next_change, scene,
};
use kahuna_board::map::Island;
use kahuna_board::referee::Shown;
use kahuna_board::rules::Player;
use kahuna_board::selftest::Step;
use kahuna_board::time::Millis;

/// How long a view is looked at: longer than every show.
const LOOK: Millis = 8000;

/// Looks at a view from `from` on, whenever it changes: (time, frame), the last one being the last that is new.
fn frames(view: Sight<'_>, from: Millis, palette: &Palette) -> Vec<(Millis, Frame)> {
    let mut frames = vec![(from, frame(view, from, palette))];
    let mut now = from;
    while let Some(next) = next_change(view, now).filter(|&next| next <= from + LOOK) {
        assert!(next > now, "time goes on");
        frames.push((next, frame(view, next, palette)));
        now = next;
    }
    frames
}

/// Everything that is promised of the lamps.
pub(crate) fn check<'a>(view: impl Into<Sight<'a>>, from: Millis, budget: Milliamps) {
    let view = view.into();
    let palette = Palette::new(budget).unwrap();
    let shades: Vec<Shade> = palette.shades().collect();
    let frames = frames(view, from, &palette);
    for (index, &(time, frame)) in frames.iter().enumerate() {
        assert!(frame.current() <= budget, "{} of {budget} mA at {time}: {view:?}", frame.current());
        let until = frames.get(index + 1).map_or(from + LOOK, |&(next, _)| next);
        for between in [time, time + (until - time) / 2, until.max(time + 1) - 1] {
            assert_eq!(frame, self::frame(view, between, &palette), "nothing changes unannounced: {view:?}");
        }
        for (island, rgb) in Island::ALL.into_iter().zip(frame.islands) {
            let shade = shades.iter().find(|shade| shade.rgb == rgb);
            let colour = scene(view, time).island(island).colour;
            assert_eq!(Some(colour), shade.map(|shade| shade.colour), "{rgb:?} is in the table");
            assert_eq!(Colour::of(rgb), colour, "{rgb:?} is read back");
        }
    }
    for player in Player::BOTH {
        let seen: Vec<_> = frames.iter().map(|(time, frame)| (*time, frame.turn[player])).collect();
        check_lamp(&seen, view);
    }
    for island in Island::ALL {
        let seen: Vec<_> =
            frames.iter().map(|(time, frame)| (*time, frame.islands[island.index()])).collect();
        check_lamp(&seen, view);
    }
}

/// A lamp that alternates does so at least once a second, and never flashes more than three times in one.
fn check_lamp(seen: &[(Millis, RGB8)], view: Sight<'_>) {
    let mut changes: Vec<(Millis, Colour)> = Vec::new();
    for &(time, rgb) in seen {
        let colour = Colour::of(rgb);
        if changes.last().is_none_or(|&(_, last)| last != colour) {
            changes.push((time, colour));
        }
    }
    // A ceremony takes its time, and so do a walk along the lamps and what is shown of faults.
    let is_show = match view {
        Sight::Game(view) => matches!(view.shown, Shown::Over(..)),
        Sight::Test(view) => matches!(view.step, Step::Walk | Step::Result { .. }) || view.noted.is_some(),
    };
    // A colour that comes back after others were shown is a blink; then it comes back within a second.
    for (index, &(time, colour)) in changes.iter().enumerate() {
        if let Some(&(again, _)) = changes[index + 1..].iter().find(|&&(_, other)| other == colour) {
            assert!(again - time <= 1000 || is_show, "{colour:?} after {} ms: {view:?}", again - time);
        }
    }
    // The first is no change, it is where the look began.
    let changes = &changes[1..];
    for &(from, _) in changes {
        let flashes = changes.iter().filter(|&&(time, _)| (from..from + 1000).contains(&time)).count();
        assert!(flashes <= 6, "{flashes} changes in a second: {view:?}");
    }
}
