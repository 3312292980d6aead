//! A board with faults wired into it, and a tester who does what it asks for.

use kahuna_board::lights::{Colour, Palette, RGB8, frame};
use kahuna_board::map::{Connection, ConnectionSet, Island};
use kahuna_board::rules::Player;
use kahuna_board::selftest::{
    Boot, Chain, Contact, Event, Lamp, LampSet, Outcome, Readings, Report, SelfTest, Start, Step, View,
    Wanted,
};
use kahuna_board::sensing::{Button, ButtonSet, Contacts, PlayerButton, Sensing, SettleTimes};
use kahuna_board::time::Millis;

use crate::promises;

/// How the contacts are wired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wiring {
    /// Six columns, six rows, a diode at each contact.
    Matrix,
    /// Shift registers, without diodes.
    Shift,
}

/// Something built or broken wrongly, as the emulator has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wrong {
    Open(Contact),
    Closed(Contact),
    Swapped(Contact, Contact),
    Double(Contact, Contact),
    Reversed(Contact),
    Bridged(Contact),
    MissingLight(Lamp),
    DeadLight(Lamp),
    LightOrder([Lamp; Lamp::COUNT]),
}

/// The order of the lights under the board: not the alphabet's.
pub(crate) const ORDER: [Lamp; Lamp::COUNT] = {
    use Island::{Aloa, Bari, Coco, Duda, Elai, Faaa, Gola, Huna, Iffi, Jojo, Kahu, Lale};
    use Lamp::Turn;
    let islands = [Aloa, Bari, Coco, Gola, Faaa, Elai, Duda, Huna, Iffi, Jojo, Kahu, Lale];
    let mut order = [Turn(Player::Black); Lamp::COUNT];
    let mut place = 0;
    while place < Island::COUNT {
        order[place + 1] = Lamp::Island(islands[place]);
        place += 1;
    }
    order[Lamp::COUNT - 1] = Turn(Player::White);
    order
};

/// How often the contacts are read.
const SCAN: Millis = 5;
/// How many things a tester does before losing patience.
const PATIENCE: usize = 600;

pub(crate) struct Bench {
    wiring: Wiring,
    wrong: Vec<Wrong>,
    now: Millis,
    sticks: ConnectionSet,
    fingers: ButtonSet,
    sensing: Sensing,
    pub(crate) test: SelfTest,
    palette: Palette,
    shown: [RGB8; Lamp::COUNT],
    pub(crate) events: Vec<Event>,
    /// What the tester wants done with what is offered.
    pub(crate) wants_order: bool,
    /// The steps seen.
    pub(crate) steps: Vec<Step>,
}

impl Bench {
    /// Switches a board on with the referee button held; if that begins no test, begins one over the link.
    pub(crate) fn new(wiring: Wiring, wrong: &[Wrong]) -> Self {
        let mut bench = Self {
            wiring,
            wrong: wrong.to_vec(),
            now: 0,
            sticks: ConnectionSet::EMPTY,
            fingers: ButtonSet::EMPTY.with(Button::Referee),
            sensing: Sensing::new(SettleTimes::default()),
            test: SelfTest::new(0, Start::Link, Chain::default()),
            palette: Palette::default(),
            shown: [RGB8::default(); Lamp::COUNT],
            events: Vec::new(),
            wants_order: false,
            steps: Vec::new(),
        };
        let mut boot = Boot::new();
        let wanted = loop {
            bench.now += SCAN;
            let raw = bench.contacts().0;
            bench.sensing.sample(bench.now, raw);
            if let Some(wanted) = boot.sample(bench.now, raw.buttons.contains(Button::Referee)) {
                break wanted;
            }
        };
        let start = match wanted {
            Wanted::SelfTest => Start::Button,
            Wanted::Play => Start::Link,
        };
        if start == Start::Link {
            bench.fingers = ButtonSet::EMPTY;
            for _ in 0..20 {
                bench.now += SCAN;
                bench.sensing.sample(bench.now, bench.contacts().0);
            }
        }
        bench.test = SelfTest::new(bench.now, start, Chain::new(ORDER).unwrap());
        bench
    }

    /// What closes where: forwards, and against the diodes.
    fn contacts(&self) -> (Contacts, Contacts) {
        let mut closed = [false; Contact::COUNT];
        for (index, closed) in closed.iter_mut().enumerate() {
            *closed = match Contact::from_index(index).unwrap() {
                Contact::Line(line) => self.sticks.contains(line),
                Contact::Button(button) => self.fingers.contains(button),
            };
        }
        for wrong in &self.wrong {
            match *wrong {
                Wrong::Swapped(a, b) => closed.swap(a.index(), b.index()),
                Wrong::Double(a, b) if closed[a.index()] || closed[b.index()] => {
                    closed[a.index()] = true;
                    closed[b.index()] = true;
                }
                _ => {}
            }
        }
        let mut backwards = [false; Contact::COUNT];
        for wrong in &self.wrong {
            match *wrong {
                Wrong::Open(at) => closed[at.index()] = false,
                Wrong::Closed(at) => closed[at.index()] = true,
                _ => {}
            }
        }
        if self.wiring == Wiring::Matrix {
            for wrong in &self.wrong {
                if let Wrong::Reversed(at) | Wrong::Bridged(at) = *wrong {
                    backwards[at.index()] = closed[at.index()];
                }
            }
            // A reversed diode drags its row down to its column, which is low while another is read. So does a bridged
            // one, but it is not in its own way.
            let is_bridged = |at| self.wrong.contains(&Wrong::Bridged(Contact::from_index(at).unwrap()));
            let forwards: Vec<bool> = (0..Contact::COUNT)
                .map(|at| {
                    let mut row = (0..Contact::COUNT).filter(|other| other % 6 == at % 6);
                    let is_dragged = row.any(|other| backwards[other] && !(other == at && is_bridged(at)));
                    closed[at] && !is_dragged
                })
                .collect();
            closed.copy_from_slice(&forwards);
        }
        let read = |closed: &[bool]| Contact::all().filter(|contact| closed[contact.index()]).collect();
        (read(&closed), read(&backwards))
    }

    /// Lets time pass.
    fn pass(&mut self, time: Millis) {
        let until = self.now + time;
        while self.now < until {
            self.now += SCAN;
            let (raw, reversed) = self.contacts();
            self.sensing.sample(self.now, raw);
            if let Some(lines) = self.sensing.settled() {
                let buttons = Button::ALL.into_iter().filter(|&button| self.sensing.is_down(button));
                let buttons = buttons.fold(ButtonSet::EMPTY, ButtonSet::with);
                self.test.sense(self.now, Readings { lines, buttons, reversed });
            }
            while let Some(event) = self.test.poll(self.now) {
                self.events.push(event);
            }
        }
    }

    /// The lamps, through a chain as it was soldered.
    fn draw(&mut self) {
        let frame = frame(&self.test.view(), self.now, &self.palette);
        let colour = |lamp| match lamp {
            Lamp::Island(island) => frame.islands[island.index()],
            Lamp::Turn(player) => frame.turn[player],
        };
        let mut chain = ORDER.to_vec();
        for wrong in &self.wrong {
            if let Wrong::LightOrder(order) = wrong {
                chain = order.to_vec();
            }
        }
        chain.retain(|&lamp| !self.wrong.contains(&Wrong::MissingLight(lamp)));
        for (lamp, sent) in chain.into_iter().zip(ORDER) {
            if self.wrong.contains(&Wrong::DeadLight(lamp)) {
                break;
            }
            self.shown[lamp.index()] = colour(sent);
        }
    }

    fn lit(&mut self) -> LampSet {
        self.draw();
        Lamp::all().filter(|lamp| self.shown[lamp.index()] != RGB8::default()).collect()
    }

    pub(crate) fn press(&mut self, button: Button, time: Millis) {
        self.fingers = self.fingers.with(button);
        self.pass(time);
        self.fingers = self.fingers.without(button);
        self.pass(200);
    }

    /// Does nothing for a while.
    pub(crate) fn wait(&mut self, time: Millis) {
        self.pass(time);
    }

    /// Puts a stick down.
    pub(crate) fn lay(&mut self, line: Connection) {
        self.sticks = self.sticks.with(line);
    }

    /// Lifts every stick.
    pub(crate) fn lift(&mut self) {
        self.sticks = ConnectionSet::EMPTY;
    }

    fn tap(&mut self) {
        self.press(Button::Referee, 100);
    }

    /// Answers with white's button; if nothing comes of it, with black's.
    fn answer(&mut self, kind: PlayerButton) {
        let before = (self.test.step(), self.test.view().since);
        for player in Player::BOTH {
            self.press(Button::Player(player, kind), 100);
            self.pass(200);
            if (self.test.step(), self.test.view().since) != before || self.test.is_over() {
                return;
            }
        }
    }

    /// Does what is asked for, until it is over: the report, and how it ended.
    pub(crate) fn run(&mut self) -> (Report, Outcome) {
        self.run_while(|_| true);
        match self.events.last() {
            Some(&Event::Ended(outcome)) => (*self.test.report(), outcome),
            other => panic!("it ended with {other:?}"),
        }
    }

    /// Does so many things that are asked for.
    pub(crate) fn run_some(&mut self, things: usize) {
        self.run_while(|done| done < things);
    }

    #[allow(clippy::too_many_lines, reason = "one arm a step")]
    fn run_while(&mut self, goes_on: impl Fn(usize) -> bool) {
        let mut all_right = true;
        for done in (0..).take_while(|done| goes_on(*done)) {
            if self.test.is_over() {
                assert!(self.test.poll(self.now + 1).is_none());
                return;
            }
            assert!(done < 2 * PATIENCE, "it does not end: {:?}", self.test.view());
            let step = self.test.step();
            if self.steps.last() != Some(&step) {
                self.steps.push(step);
                promises::check(&self.test.view(), self.now, Palette::BUDGET);
            }
            if done > PATIENCE {
                // Nothing helps.
                self.press(Button::Referee, 5100);
                continue;
            }
            let still = |bench: &Self| bench.test.step() == step && !bench.test.is_over();
            match step {
                Step::Release => {
                    // Nobody lets go before the lamps are green.
                    self.pass(100);
                    self.fingers = ButtonSet::EMPTY;
                    self.pass(500);
                }
                Step::Referee => {
                    self.tap();
                    if still(self) {
                        self.press(Button::Player(Player::White, PlayerButton::Draw), 100);
                    }
                    if still(self) {
                        self.pass(60_000);
                    }
                }
                Step::Instead(button) => self.press(button, 100),
                Step::Walk => {
                    self.pass(SCAN);
                    all_right = true;
                    let since = self.test.view().since;
                    for (number, lamp) in (0..).zip(Lamp::all()) {
                        let middle = since + number * View::WALK + View::WALK / 2;
                        self.pass(middle.saturating_sub(self.now));
                        all_right &= self.lit() == LampSet::from(lamp);
                    }
                    self.pass(View::WALK);
                }
                Step::Lights => {
                    self.answer(if all_right { PlayerButton::Draw } else { PlayerButton::Pass });
                }
                Step::Lamp(lamp) => {
                    let mut lit = LampSet::EMPTY;
                    for _ in 0..10 {
                        self.pass(100);
                        lit = lit | self.lit();
                    }
                    self.answer(match lit {
                        _ if lit == LampSet::from(lamp) => PlayerButton::Draw,
                        LampSet::EMPTY => PlayerButton::Discard,
                        _ => PlayerButton::Pass,
                    });
                }
                Step::Answer(kind) => {
                    self.answer(kind);
                    if still(self) {
                        self.tap();
                    }
                }
                Step::Empty(_) => {
                    self.sticks = ConnectionSet::EMPTY;
                    self.pass(1500);
                    if still(self) {
                        self.tap();
                    }
                }
                Step::Place { line, .. } => {
                    self.check_ask(line.ends());
                    self.sticks = self.sticks.with(line);
                    self.pass(300);
                    if still(self) {
                        self.tap();
                        self.sticks = ConnectionSet::EMPTY;
                        self.pass(200);
                    }
                }
                Step::Lift { .. } => {
                    self.sticks = ConnectionSet::EMPTY;
                    self.pass(300);
                    if still(self) {
                        self.tap();
                    }
                }
                Step::Press { button, .. } => {
                    self.press(button, 100);
                    if still(self) {
                        self.tap();
                    }
                }
                Step::LetGo { .. } => {
                    self.pass(300);
                    if still(self) {
                        self.tap();
                    }
                }
                Step::Result { offers, .. } => {
                    if offers && self.wants_order {
                        for player in Player::BOTH {
                            self.press(Button::Player(player, PlayerButton::Draw), 100);
                        }
                    } else {
                        self.tap();
                    }
                    for player in Player::BOTH {
                        if !self.test.is_over() {
                            self.press(Button::Player(player, PlayerButton::Pass), 100);
                        }
                    }
                }
            }
        }
    }

    /// Where the lamps can be trusted, they name the line.
    fn check_ask(&mut self, (a, b): (Island, Island)) {
        let is_spoilt = |wrong: &Wrong| {
            matches!(wrong, Wrong::MissingLight(_) | Wrong::DeadLight(_) | Wrong::LightOrder(_))
        };
        if self.wrong.iter().any(is_spoilt) {
            return;
        }
        let mut amber = LampSet::EMPTY;
        for _ in 0..10 {
            self.pass(100);
            self.draw();
            let is_amber = |lamp: &Lamp| Colour::of(self.shown[lamp.index()]) == Colour::Amber;
            amber = amber | Lamp::all().filter(is_amber).collect();
        }
        assert_eq!(amber, [a, b].into_iter().map(Lamp::Island).collect());
    }
}
