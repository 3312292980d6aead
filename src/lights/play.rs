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
        Family::Line => &[150, 200, 150, 500],
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
    let mut refused = refusal.map_or(IslandSet::EMPTY, |refusal| refusal.at.map_or(IslandSet::ALL, ends));
    if let Some(ask) = view.ask {
        // Next to a refusal an ask keeps its beat: amber follows red.
        let is_on = match view.refusal {
            Some(refusal) => !clock.is_on(refusal.since, &ASK),
            None => clock.is_on(0, &ASK),
        };
        match ask {
            Ask::Owner(at) => {
                let player = if is_on { Player::White } else { Player::Black };
                scene.paint(ends(at), Light::new(player, Level::Bright));
                // Either may answer.
                scene.turn = ByPlayer::from_fn(|player| Light::new(player, Level::Bright));
                // A question of two colours has no room for a third.
                refused = refused - ends(at);
            }
            Ask::Lift(at) | Ask::Place(at, _) => {
                // Where red flashes, amber is steady in between.
                let amber = if is_on { ends(at) } else { ends(at) & refused };
                scene.paint(amber, Light::new(Colour::Amber, Level::Bright));
            }
        }
    }
    if let Some(refusal) = refusal {
        if clock.is_on(refusal.since, rhythm(refusal.family)) {
            scene.paint(refused, Light::new(Colour::Red, Level::Bright));
        } else if refusal.has_remedy {
            scene.paint(refused, Light::new(Colour::Amber, Level::Bright));
        }
    }
    paint_moving(&mut scene, view);
    scene
}

/// The ends of a line answer as soon as a stick moves there, until it is ruled.
pub(super) fn paint_moving(scene: &mut Scene, view: &View) {
    for line in view.moving {
        scene.paint(ends(line), Light::new(Colour::Green, Level::Resting));
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{colours, line, lit, timeline, view};
    use super::super::{next_change, scene};
    use super::*;
    use crate::map::{ConnectionSet, Island};
    use crate::referee::{Shown, ShownRefusal};

    const NOW: Millis = 60_000;

    fn refused(family: Family, at: Option<&str>, has_remedy: bool) -> View {
        let at = at.map(line);
        let refusal = ShownRefusal { family, at, has_remedy, since: NOW };
        View { refusal: Some(refusal), ..view(Shown::Play) }
    }

    #[test]
    fn at_rest_the_lamps_say_who_controls_what_and_nothing_moves() {
        let mut view = view(Shown::Play);
        view.turn = Some(Player::Black);
        assert_eq!(lit(&view, NOW), [("ALOA", "white"), ("BARI", "white"), ("ELAI", "black")]);
        assert_eq!(next_change(&view, NOW), None);
        let scene = scene(&view, NOW);
        assert_eq!(scene.island(Island::Aloa).level, Level::Resting);
        assert_eq!(scene.turn.black, Light::new(Colour::Black, Level::Resting));
        assert_eq!(scene.turn.white, Light::OFF);
    }

    #[test]
    fn an_ask_blinks_amber_over_what_each_end_shows_at_rest() {
        for ask in [Ask::Lift(line("ALOA-DUDA")), Ask::Place(line("ALOA-DUDA"), Player::White)] {
            let view = View { ask: Some(ask), ..view(Shown::Play) };
            let amber_first = [(NOW, "amber"), (NOW + 500, "white"), (NOW + 1000, "amber")];
            assert_eq!(colours(&view, Island::Aloa, NOW, NOW + 1500), amber_first);
            assert_eq!(colours(&view, Island::Duda, NOW, NOW + 1000), [(NOW, "amber"), (NOW + 500, "off")]);
            assert_eq!(colours(&view, Island::Elai, NOW, NOW + 3000), [(NOW, "black")], "the others rest");
            let bright = Light::new(Colour::Amber, Level::Bright);
            assert_eq!(scene(&view, NOW).island(Island::Aloa), bright, "brighter than what rests");
        }
    }

    #[test]
    fn whose_stick_alternates_both_colours_and_both_may_answer() {
        let view = View { ask: Some(Ask::Owner(line("KAHU-LALE"))), ..view(Shown::Play) };
        for island in [Island::Kahu, Island::Lale] {
            assert_eq!(colours(&view, island, NOW, NOW + 1000), [(NOW, "white"), (NOW + 500, "black")]);
        }
        let turn = scene(&view, NOW).turn;
        assert_eq!((turn.white.colour, turn.black.colour), (Colour::White, Colour::Black));
    }

    #[test]
    fn a_refusal_with_a_remedy_alternates_red_and_amber_for_as_long_as_it_stands() {
        let at = "ALOA-DUDA";
        let view = View { ask: Some(Ask::Lift(line(at))), ..refused(Family::Turn, Some(at), true) };
        for island in [Island::Aloa, Island::Duda] {
            for from in [NOW, NOW + 3_600_000] {
                assert_eq!(colours(&view, island, from, from + 1000), [(from, "red"), (from + 500, "amber")]);
            }
        }
        assert_eq!(colours(&view, Island::Elai, NOW, NOW + 3000), [(NOW, "black")]);
    }

    #[test]
    fn each_family_of_refusals_has_its_own_rhythm() {
        let cases: [(Family, &[Millis]); 4] = [
            (Family::Turn, &[0, 500]),
            (Family::Line, &[0, 150, 350, 500]),
            (Family::Cards, &[0, 125, 250, 375, 500, 625]),
            (Family::Ending, &[0, 425, 575, 700]),
        ];
        for (family, changes) in cases {
            let view = refused(family, Some("GOLA-KAHU"), true);
            let seen = colours(&view, Island::Gola, NOW, NOW + 1000);
            assert!(
                seen.iter().map(|&(time, _)| time - NOW).eq(changes.iter().copied()),
                "{family:?}: {seen:?}"
            );
            assert!(
                seen.iter()
                    .map(|&(_, colour)| colour)
                    .eq(["red", "amber"].into_iter().cycle().take(seen.len()))
            );
            assert_eq!(colours(&view, Island::Gola, NOW + 1000, NOW + 1100), [(NOW + 1000, "red")]);
        }
    }

    #[test]
    fn a_refused_button_makes_every_lamp_red_for_two_seconds() {
        let view = refused(Family::Turn, None, false);
        let (two, end) = (NOW + 2000, NOW + 10_000);
        let white = [(NOW, "red"), (NOW + 500, "white"), (NOW + 1000, "red"), (NOW + 1500, "white")];
        assert_eq!(colours(&view, Island::Bari, NOW, end), white);
        for island in Island::ALL {
            assert_eq!(colours(&view, island, NOW, NOW + 1), [(NOW, "red")]);
        }
        assert_eq!(lit(&view, two), [("ALOA", "white"), ("BARI", "white"), ("ELAI", "black")]);
        assert_eq!(next_change(&view, two), None, "it stands, but the lamps have said it");
    }

    #[test]
    fn a_refused_button_leaves_an_ask_in_sight() {
        let at = line("ALOA-DUDA");
        let view = View { ask: Some(Ask::Lift(at)), ..refused(Family::Turn, None, false) };
        assert_eq!(colours(&view, Island::Duda, NOW, NOW + 1000), [(NOW, "red"), (NOW + 500, "amber")]);
        let later = NOW + 3000;
        assert_eq!(
            colours(&view, Island::Duda, later, later + 1000),
            [(later, "off"), (later + 500, "amber")]
        );
    }

    #[test]
    fn a_line_without_remedy_is_red_for_two_seconds() {
        let view = refused(Family::Line, Some("GOLA-KAHU"), false);
        let seen = colours(&view, Island::Gola, NOW, NOW + 9000);
        assert_eq!(seen.first(), Some(&(NOW, "red")));
        assert_eq!(seen.last(), Some(&(NOW + 1500, "off")));
        assert_eq!(colours(&view, Island::Lale, NOW, NOW + 9000), [(NOW, "off")]);
    }

    #[test]
    fn a_refusal_elsewhere_leaves_the_ask_as_it_is() {
        let ask = Some(Ask::Lift(line("ALOA-BARI")));
        let view = View { ask, ..refused(Family::Line, Some("KAHU-LALE"), true) };
        assert_eq!(colours(&view, Island::Aloa, NOW, NOW + 1000), [(NOW, "white"), (NOW + 500, "amber")]);
        assert_eq!(colours(&view, Island::Kahu, NOW, NOW + 100), [(NOW, "red")]);
    }

    #[test]
    fn a_stick_that_moves_is_answered_at_once_whatever_else_is_shown() {
        let at = "ALOA-DUDA";
        let moving = ConnectionSet::from(line(at));
        let plain = View { moving, ..view(Shown::Play) };
        let asked = View { moving, ask: Some(Ask::Lift(line(at))), ..view(Shown::Play) };
        let refused = View { moving, ..refused(Family::Line, Some(at), true) };
        for view in [plain, asked, refused] {
            for island in [Island::Aloa, Island::Duda] {
                let green = Light::new(Colour::Green, Level::Resting);
                assert_eq!(timeline(&view, island, NOW, NOW + 2000), [(NOW, green)]);
            }
        }
    }
}
