//! What was seen and heard of the board so far.

use std::collections::VecDeque;
use std::fmt::Write as _;

use kahuna_board::lights::Colour;
use kahuna_board::map::Island;
use kahuna_board::selftest::{Lamp, LampSet};
use serde_json::Value;

use super::script::{Micros, Steadiness};
use super::world::Lamps;

/// How many events are told when something fails.
const EVENTS: usize = 20;
/// A lamp that shows one colour for longer than this does not blink: a period is at most a second.
const LONGEST_PERIOD: Micros = 1_000_000;
/// Longer texts are cut when they are told.
const LONGEST_EVENT: usize = 240;

/// The memory of whoever watches.
#[derive(Debug)]
pub(crate) struct Watch {
    events: VecDeque<(Micros, String)>,
    /// The lines heard since the last thing that was done.
    lines: Vec<String>,
    /// Each lamp's colours, each with the time since when it was shown; never empty.
    lamps: [Vec<(Micros, Colour)>; Lamp::COUNT],
    /// What a self-test wanted done last.
    wanted: Option<Value>,
}

impl Watch {
    pub(crate) fn new() -> Self {
        Self {
            events: VecDeque::new(),
            lines: Vec::new(),
            lamps: std::array::from_fn(|_| vec![(0, Colour::Off)]),
            wanted: None,
        }
    }

    /// Something is done: what is heard from now on is an answer to it.
    pub(crate) fn done(&mut self, at: Micros, what: &str) {
        self.lines.clear();
        self.note(at, format!("> {what}"));
    }

    /// The board has sent a line.
    pub(crate) fn heard(&mut self, at: Micros, line: String) {
        self.note(at, format!("< {line}"));
        let message: Option<Value> = serde_json::from_str(&line).ok();
        self.wanted = message.filter(|message| message["event"] == "selftest").or(self.wanted.take());
        self.lines.push(line);
    }

    /// The lamps have changed.
    pub(crate) fn seen(&mut self, at: Micros, lamps: &Lamps) {
        for (history, &rgb) in self.lamps.iter_mut().zip(lamps) {
            let colour = Colour::of(rgb);
            if history.last().is_none_or(|&(_, last)| last != colour) {
                history.push((at, colour));
            }
        }
    }

    fn note(&mut self, at: Micros, mut event: String) {
        if let Some((cut, _)) = event.char_indices().nth(LONGEST_EVENT) {
            event.truncate(cut);
            event.push('…');
        }
        if self.events.len() == EVENTS {
            self.events.pop_front();
        }
        self.events.push_back((at, event));
    }

    /// The last events, one a line, with their times in seconds.
    pub(crate) fn events(&self) -> String {
        let mut text = String::new();
        for (at, event) in &self.events {
            let _ = writeln!(text, "    {:>9}.{:03} s  {event}", at / 1_000_000, at / 1000 % 1000);
        }
        text
    }

    /// Whether a line heard since the last thing done contains a text.
    pub(crate) fn has_heard(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.contains(text))
    }

    /// The lines heard since the last thing done.
    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Whether a lamp has shown a colour at any time from `since` on; blinking, if it must.
    pub(crate) fn has_shown(
        &self,
        island: Island,
        colour: Colour,
        steadiness: Steadiness,
        since: Micros,
        now: Micros,
    ) -> bool {
        match steadiness {
            Steadiness::Any => self.shown(Lamp::Island(island), since).any(|shown| shown == colour),
            Steadiness::Blinking => self.blinking(island, now).is_some_and(|pair| pair.contains(&colour)),
        }
    }

    /// The colours that a lamp has shown from `since` on.
    fn shown(&self, lamp: Lamp, since: Micros) -> impl Iterator<Item = Colour> {
        let history = &self.lamps[lamp.index()];
        let first = history.iter().rposition(|&(at, _)| at <= since).unwrap_or(0);
        history[first..].iter().map(|&(_, colour)| colour)
    }

    /// The lamps that were lit at any time from `since` on.
    pub(crate) fn lit(&self, since: Micros) -> LampSet {
        Lamp::all().filter(|&lamp| self.shown(lamp, since).any(|colour| colour != Colour::Off)).collect()
    }

    /// What a self-test wanted done last.
    pub(crate) fn wanted(&self) -> Option<&Value> {
        self.wanted.as_ref()
    }

    /// The two colours between which a lamp alternates: it went from one to the other and back, without a long rest.
    fn blinking(&self, island: Island, now: Micros) -> Option<[Colour; 2]> {
        let [.., (a_since, a), (b_since, b), (c_since, c)] = self.lamps[island.index()][..] else {
            return None;
        };
        let rests = [b_since - a_since, c_since - b_since, now - c_since];
        (a == c && rests.iter().all(|&rest| rest <= LONGEST_PERIOD)).then_some([a, b])
    }

    /// What a lamp shows, in the words of a scenario.
    pub(crate) fn describe(&self, island: Island, now: Micros) -> String {
        if let Some([a, b]) = self.blinking(island, now) {
            return format!("light {island} {} and {} blinking", a.name(), b.name());
        }
        let colour = self.lamps[island.index()].last().map_or(Colour::Off, |&(_, colour)| colour);
        format!("light {island} {}", colour.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kahuna_board::lights::{Level, Light, Palette};

    fn lamps(colour: Colour) -> Lamps {
        [Palette::default().rgb(Light { colour, level: Level::Bright }); Lamp::COUNT]
    }

    #[test]
    fn a_lamp_blinks_only_if_it_comes_back_and_does_not_rest() {
        let mut watch = Watch::new();
        let blinks =
            |watch: &Watch, colour, now| watch.has_shown(Island::Bari, colour, Steadiness::Blinking, 0, now);
        for (at, colour) in [(5_000_000, Colour::White), (5_300_000, Colour::Amber)] {
            watch.seen(at, &lamps(colour));
            assert!(!blinks(&watch, Colour::White, at));
        }
        watch.seen(5_600_000, &lamps(Colour::White));
        assert!(blinks(&watch, Colour::White, 5_700_000) && blinks(&watch, Colour::Amber, 5_700_000));
        assert!(!blinks(&watch, Colour::Red, 5_700_000));
        assert!(!blinks(&watch, Colour::White, 6_700_000), "it has come to rest");
    }

    #[test]
    fn a_lamp_counts_as_what_it_shows_from_the_question_on() {
        let mut watch = Watch::new();
        watch.seen(1000, &lamps(Colour::White));
        watch.seen(2000, &lamps(Colour::Red));
        let shows = |colour, since| watch.has_shown(Island::Lale, colour, Steadiness::Any, since, 9000);
        assert!(shows(Colour::White, 1500) && shows(Colour::Red, 1500));
        assert!(!shows(Colour::White, 2000) && !shows(Colour::Off, 1000) && shows(Colour::Off, 999));
    }
}
