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
/// How both colours dance: one way, the final position, the other way, the final position.
const DANCE: [Millis; 4] = [500; 4];
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

/// The end: first the winner's colour fills the board, or both colours dance, and the final position shows through;
/// then it stays.
pub(super) fn over(view: &View, end: End, since: Millis, clock: &mut Clock) -> Scene {
    let is_ceremony = clock.is_before(since + CEREMONY);
    match end.winner {
        Some(winner) if is_ceremony => fill(view, winner, since, clock),
        None if is_ceremony => dance(view, since, clock),
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

fn fill(view: &View, winner: Player, since: Millis, clock: &mut Clock) -> Scene {
    let mut scene = Scene::control(view.control, Level::Resting);
    // The first lamp answers at once.
    let lit = 1 + clock.steps(since, FILL, Island::COUNT - 1);
    if lit < Island::COUNT || clock.is_on(since, &PULSE) {
        scene.paint(IslandSet::ALL.iter().take(lit).collect(), Light::new(winner, Level::Bright));
    }
    scene.turn[winner] = Light::new(winner, Level::Bright);
    scene
}

fn dance(view: &View, since: Millis, clock: &mut Clock) -> Scene {
    let mut scene = Scene::control(view.control, Level::Resting);
    let part = clock.part(since, &DANCE);
    if part.is_multiple_of(2) {
        for island in Island::ALL {
            let player = Player::BOTH[(island.index() + part / 2) % 2];
            scene.islands[island.index()] = Light::new(player, Level::Bright);
        }
    }
    for player in Player::BOTH {
        scene.turn[player] = Light::new(player, Level::Bright);
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{colours, line, lit, timeline, view};
    use super::super::{next_change, scene};
    use super::*;
    use crate::map::ConnectionSet;
    use crate::referee::Shown;
    use crate::rules::{ByPlayer, EndReason};

    const NOW: Millis = 60_000;

    fn scored() -> View {
        let islands = ByPlayer { white: 2, black: 1 };
        let score = Score { round: 1, islands, points: ByPlayer { white: 1, black: 0 } };
        view(Shown::Scoring(score, NOW))
    }

    fn ended(winner: Option<Player>) -> View {
        let reason = if winner.is_some() { EndReason::Points } else { EndReason::Draw };
        view(Shown::Over(End { winner, reason, total: ByPlayer::default() }, NOW))
    }

    #[test]
    fn while_it_wakes_nothing_is_lit() {
        let view = view(Shown::Waking);
        assert_eq!(lit(&view, NOW), []);
        assert_eq!(next_change(&view, NOW), None);
    }

    #[test]
    fn a_scoring_counts_both_players_islands_and_stays_readable() {
        let view = scored();
        let level = |island, after| scene(&view, NOW + after).island(island).level;
        assert_eq!(level(Island::Aloa, 0), Level::Dim);
        assert_eq!((level(Island::Aloa, 400), level(Island::Bari, 400)), (Level::Bright, Level::Dim));
        assert_eq!(level(Island::Elai, 400), Level::Bright);
        for after in (0..5000).step_by(50) {
            let lamps = lit(&view, NOW + after);
            assert_eq!(lamps, [("ALOA", "white"), ("BARI", "white"), ("ELAI", "black")], "{after}");
        }
    }

    #[test]
    fn after_the_count_the_islands_pulse_that_brought_points() {
        let view = scored();
        let levels = |island| {
            let lights = timeline(&view, island, NOW + 3000, NOW + 5000);
            lights.into_iter().map(|(_, light)| light.level).collect::<heapless::Vec<_, 8>>()
        };
        assert_eq!(levels(Island::Aloa), [Level::Bright, Level::Resting, Level::Bright, Level::Resting]);
        assert_eq!(levels(Island::Elai), [Level::Bright]);
    }

    #[test]
    fn a_review_is_dim_and_the_line_of_its_action_pulses_green() {
        let shown = Shown::Review { step: 3, of: 9, at: Some(line("ALOA-DUDA")) };
        let view = view(shown);
        assert_eq!(colours(&view, Island::Aloa, 0, 1000), [(0, "green"), (500, "white")]);
        assert_eq!(colours(&view, Island::Duda, 0, 1000), [(0, "green"), (500, "off")]);
        let past = Light::new(Colour::Black, Level::Dim);
        assert_eq!(timeline(&view, Island::Elai, 0, 2000), [(0, past)]);
    }

    #[test]
    fn a_review_of_a_draw_shows_control_alone() {
        let view = view(Shown::Review { step: 4, of: 9, at: None });
        assert_eq!(lit(&view, NOW), [("ALOA", "white"), ("BARI", "white"), ("ELAI", "black")]);
        assert_eq!(next_change(&view, NOW), None);
    }

    #[test]
    fn the_winners_colour_fills_the_board_and_then_the_final_position_stays() {
        let view = ended(Some(Player::Black));
        let position = [("ALOA", "white"), ("BARI", "white"), ("ELAI", "black")];
        assert_eq!(lit(&view, NOW), [("ALOA", "black"), ("BARI", "white"), ("ELAI", "black")]);
        assert_eq!(lit(&view, NOW + 299), [("ALOA", "black"), ("BARI", "black"), ("ELAI", "black")]);
        assert_eq!(lit(&view, NOW + 2600), position, "the final position shows through");
        for after in [2000, 2400, 3400] {
            let lamps = lit(&view, NOW + after);
            assert!(lamps.len() == 12 && lamps.iter().all(|&(_, colour)| colour == "black"), "{lamps:?}");
        }
        for after in [4000, 100_000] {
            assert_eq!(lit(&view, NOW + after), position);
        }
    }

    #[test]
    fn afterwards_the_winners_islands_breathe_and_the_others_rest() {
        let view = ended(Some(Player::Black));
        let breath = timeline(&view, Island::Elai, NOW + 6000, NOW + 9000);
        assert!(breath.iter().all(|(_, light)| light.colour == Colour::Black));
        let (low, high) = (Level::Resting, Level::Bright);
        let levels = [low, Level::Raised, Level::Strong, high, Level::Strong, Level::Raised];
        assert!(breath.iter().map(|(_, light)| light.level).eq(levels), "{breath:?}");
        let rest = Light::new(Colour::White, Level::Resting);
        assert_eq!(timeline(&view, Island::Aloa, NOW + 6000, NOW + 20_000), [(NOW + 6000, rest)]);
    }

    #[test]
    fn a_draw_ends_in_both_colours() {
        let view = ended(None);
        let lamps = lit(&view, NOW);
        assert_eq!(lamps.iter().filter(|&&(_, colour)| colour == "white").count(), 6);
        assert_eq!(lamps.iter().filter(|&&(_, colour)| colour == "black").count(), 6);
        let coco = [(NOW, "white"), (NOW + 500, "off"), (NOW + 1000, "black"), (NOW + 1500, "off")];
        assert_eq!(colours(&view, Island::Coco, NOW, NOW + 2000), coco);
        assert_eq!(next_change(&view, NOW + CEREMONY), None, "nobody's islands breathe");
    }

    #[test]
    fn sticks_are_answered_where_they_count_and_ignored_when_the_game_is_over() {
        let moving = ConnectionSet::from(line("KAHU-LALE"));
        let at_kahu = |view: View| scene(&View { moving, ..view }, NOW + 5000).island(Island::Kahu).colour;
        assert_eq!(at_kahu(scored()), Colour::Green);
        assert_eq!(at_kahu(view(Shown::Review { step: 0, of: 9, at: None })), Colour::Green);
        assert_eq!(at_kahu(ended(None)), Colour::Off);
    }
}
