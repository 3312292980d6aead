//! The moments of a self-test that the documentation shows, with a tester who does what is asked for.

use std::collections::BTreeMap;

use kahuna_board::map::{Connection, ConnectionSet};
use kahuna_board::rules::Player;
use kahuna_board::selftest::{Chain, Readings, SelfTest, Start, Step, View};
use kahuna_board::sensing::{Button, ButtonSet, Contacts, PlayerButton, Settled};
use kahuna_board::time::Millis;

use super::Picture;
use super::board::Drawing;
use super::lamp::frames;

/// A board on a bench; two of its contacts may be exchanged.
struct Bench {
    test: SelfTest,
    now: Millis,
    exchanged: Option<[Connection; 2]>,
    sticks: ConnectionSet,
    buttons: ButtonSet,
}

impl Bench {
    /// A test that has gone on until a step.
    fn at(exchanged: Option<[&str; 2]>, is_there: impl Fn(Step) -> bool) -> Self {
        let exchanged = exchanged.map(|pair| pair.map(line));
        let mut bench = Self {
            test: SelfTest::new(0, Start::Button, Chain::default()),
            now: 0,
            exchanged,
            sticks: ConnectionSet::EMPTY,
            buttons: ButtonSet::EMPTY,
        };
        bench.pass(10);
        while !is_there(bench.test.step()) && !bench.test.is_over() {
            match bench.test.step() {
                Step::Place { line, .. } => bench.sticks = line.into(),
                Step::Lift { .. } => bench.sticks = ConnectionSet::EMPTY,
                Step::Lights => bench.press(Button::Player(Player::White, PlayerButton::Draw)),
                Step::Press { button, .. } => bench.press(button),
                _ => {}
            }
            bench.pass(50);
        }
        bench
    }

    fn press(&mut self, button: Button) {
        self.buttons = ButtonSet::EMPTY.with(button);
        self.pass(100);
        self.buttons = ButtonSet::EMPTY;
    }

    fn pass(&mut self, time: Millis) {
        let until = self.now + time;
        while self.now < until {
            self.now += 10;
            let place = |line: Connection| match self.exchanged {
                Some([a, b]) if line == a => b,
                Some([a, b]) if line == b => a,
                _ => line,
            };
            let lines = Settled { lines: self.sticks.iter().map(place).collect(), ..Settled::default() };
            let reversed = Contacts::default();
            self.test.sense(self.now, Readings { lines, buttons: self.buttons, reversed });
            while self.test.poll(self.now).is_some() {}
        }
    }
}

/// Every picture of the self-test.
pub(super) fn all() -> Vec<Picture> {
    let swapped = Some(["ALOA-BARI", "ALOA-DUDA"]);
    let first_line = |step| matches!(step, Step::Place { .. });
    let discard = Button::Player(Player::White, PlayerButton::Discard);
    let button = move |step| matches!(step, Step::Press { button, .. } if button == discard);
    let result = |step| matches!(step, Step::Result { .. });
    let whole_walk = View::WALK * 12;
    vec![
        draw(
            ["walk", "The lamps light one by one", "Each lamp lights white, alone, from ALOA to LALE."],
            &Bench::at(None, |step| step == Step::Walk),
            (0, whole_walk, Some(View::WALK * 3)),
        ),
        draw(
            [
                "line",
                "A line is asked for",
                "The lamps of ALOA and BARI blink amber: a stick is to be put between them.",
            ],
            &Bench::at(None, first_line),
            (0, 1000, None),
        ),
        draw(
            [
                "button",
                "A button is asked for",
                "The lamp of KAHU alternates between amber and white: white's discard is to be pressed.",
            ],
            &Bench::at(None, button),
            (0, 1000, None),
        ),
        draw(
            ["result", "Two lines are wrong", "The ends of ALOA-BARI are red, then those of ALOA-DUDA."],
            &Bench::at(swapped, result),
            (0, 3800, Some(500)),
        ),
        draw(
            [
                "offer",
                "An order can be learnt",
                "The lamps of HUNA and ALOA alternate between amber and white, amber and violet: both players' draw.",
            ],
            &Bench::at(swapped, result),
            (4000, 1000, None),
        ),
    ]
}

/// Draws what is shown from a time after the step began, for how long, and which moment stands for it.
fn draw(
    [name, title, description]: [&str; 3],
    bench: &Bench,
    (after, lasts, still): (Millis, Millis, Option<Millis>),
) -> Picture {
    let view = bench.test.view();
    let drawing = Drawing {
        title,
        description,
        sticks: &BTreeMap::new(),
        missing: None,
        frames: &frames(&view, view.since + after, lasts),
        lasts,
        still,
        has_edges: true,
        pressed: None,
    };
    Picture { file: format!("pictures/selftest-{name}.svg"), svg: drawing.svg() }
}

fn line(name: &str) -> Connection {
    name.parse().expect("a line of the map")
}
