//! Plays a scenario in a world and says whether the board did as it must.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use kahuna_board::rules::{Player, Settings};
use kahuna_board::selftest::Lamp;
use kahuna_board::sensing::{Button, PlayerButton};
use serde_json::Value;

use super::hands::Hands;
use super::noise::Noise;
use super::script::{Deed, Fact, Fault, GESTURE, Micros, Power, REST, Script, Statement, What};
use super::truth;
use super::watch::Watch;
use super::world::World;

/// How long a thing may take to become true.
const PATIENCE: Micros = 2_000_000;
/// How long a thing must stay untrue.
const VIGIL: Micros = 1_000_000;
/// How often the board is asked meanwhile.
const EVERY: Micros = 20_000;
/// How long an answer may take.
const ANSWER: Micros = 1_000_000;
/// How long a board may take to wake up.
const WAKE: Micros = 5_000_000;
/// How long one looks to see which lamp blinks.
const GLANCE: Micros = 1_000_000;
/// How finely an answer is waited for.
const MOMENT: Micros = 1000;

/// Why a scenario failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) line: usize,
    pub(crate) statement: String,
    pub(crate) expected: String,
    pub(crate) truth: String,
    /// The last events, one a line.
    pub(crate) events: String,
}

/// Plays a scenario.
///
/// # Errors
/// The world broke down; that says nothing about the board's rulings.
pub(crate) fn play(script: &Script, world: &mut dyn World) -> Result<Option<Failure>> {
    world.rewind();
    let hands = Hands::new(Noise::new(script.seed));
    let mut stage = Stage { world, hands, watch: Watch::new(), faults: Vec::new(), asked: 0 };
    stage.begin()?;
    for statement in &script.statements {
        if let Some((expected, truth)) = stage.follow(statement)? {
            return Ok(Some(Failure {
                line: statement.line,
                statement: statement.text.clone(),
                expected,
                truth,
                events: stage.watch.events(),
            }));
        }
    }
    Ok(None)
}

/// What was expected, and what was true.
type Mismatch = (String, String);

struct Stage<'a> {
    world: &'a mut dyn World,
    hands: Hands,
    watch: Watch,
    /// What is built wrongly.
    faults: Vec<Fault>,
    /// How many questions were asked; each has its number, so that its answer is known.
    asked: u64,
}

impl Stage<'_> {
    /// A new board, switched on.
    fn begin(&mut self) -> Result<()> {
        self.hands.clear();
        self.faults.clear();
        self.world.renew()?;
        self.world.power(Power::On)?;
        self.wake()
    }

    /// Waits until the board answers.
    fn wake(&mut self) -> Result<()> {
        let deadline = self.world.now() + WAKE;
        loop {
            self.pass(GESTURE)?;
            if self.state()?.is_some() {
                return Ok(());
            }
            if self.world.now() > deadline {
                bail!("the board does not answer after it was switched on");
            }
        }
    }

    fn follow(&mut self, statement: &Statement) -> Result<Option<Mismatch>> {
        let now = self.world.now();
        match &statement.what {
            What::Expect(fact) => return self.expect(fact),
            What::Never(fact) => return self.never(fact),
            _ => self.watch.done(now, &statement.text),
        }
        match &statement.what {
            What::Game(settings) => {
                self.begin()?;
                self.world.say(&new_game(*settings))?;
                self.pass(EVERY)?;
            }
            What::Deeds(deeds) => self.act(deeds)?,
            What::Sweep(lines) => {
                for &line in lines {
                    for deed in [Deed::Place(line), Deed::Lift(line)] {
                        self.act(&[deed])?;
                        self.pass(REST)?;
                    }
                }
            }
            What::Answer => self.answer()?,
            What::Wait(time) => self.pass(*time)?,
            What::Erase => self.world.erase()?,
            What::Update => self.world.update()?,
            What::Fault(fault) => {
                match fault {
                    Some(fault) => self.faults.push(*fault),
                    None => self.faults.clear(),
                }
                self.world.build(&self.faults)?;
            }
            What::Say(line) => self.world.say(line)?,
            What::Expect(_) | What::Never(_) => {}
        }
        Ok(None)
    }

    /// Does some things at one instant.
    fn act(&mut self, deeds: &[Deed]) -> Result<()> {
        let outcome = self.hands.act(self.world.now(), deeds);
        for edge in outcome.edges {
            self.world.change(edge);
        }
        if let Some(power) = outcome.power {
            self.world.power(power)?;
        }
        self.pass(outcome.lasting)?;
        if outcome.power == Some(Power::On) { self.wake() } else { Ok(()) }
    }

    /// White answers what a self-test asks about the lamps, until it asks no more.
    fn answer(&mut self) -> Result<()> {
        for _ in 0..2 * Lamp::COUNT {
            let since = self.world.now();
            let Some(wanted) = self.watch.wanted().cloned() else { return Ok(()) };
            let named = |name: &Value| PlayerButton::ALL.into_iter().find(|kind| name == kind.name());
            let kind = match wanted["step"].as_str() {
                Some("lamp") => {
                    self.pass(GLANCE)?;
                    let lit: Vec<Lamp> = self.watch.lit(since).iter().collect();
                    match lit[..] {
                        [] => PlayerButton::Discard,
                        [lamp] if wanted["lamp"] == lamp.to_string() => PlayerButton::Draw,
                        _ => PlayerButton::Pass,
                    }
                }
                Some("answer") => named(&wanted["answer"]).context("it asks for no button")?,
                _ => return Ok(()),
            };
            self.act(&[Deed::Press(Button::Player(Player::White, kind))])?;
        }
        bail!("the board asks about its lamps without end")
    }

    fn expect(&mut self, fact: &Fact) -> Result<Option<Mismatch>> {
        let since = self.world.now();
        loop {
            let truth = self.truth(fact, since)?;
            if truth == fact.to_string() {
                return Ok(None);
            }
            if self.world.now() >= since + PATIENCE {
                return Ok(Some((fact.to_string(), truth)));
            }
            self.pass(EVERY)?;
        }
    }

    fn never(&mut self, fact: &Fact) -> Result<Option<Mismatch>> {
        let since = self.world.now();
        loop {
            let truth = self.truth(fact, since)?;
            if truth == fact.to_string() {
                return Ok(Some((format!("never {fact}"), truth)));
            }
            if self.world.now() >= since + VIGIL {
                return Ok(None);
            }
            self.pass(EVERY)?;
        }
    }

    /// What is true of the thing that a fact is about, in its own words if it holds.
    fn truth(&mut self, fact: &Fact, since: Micros) -> Result<String> {
        let now = self.world.now();
        Ok(match fact {
            Fact::Light(island, colour, steadiness) => {
                if self.watch.has_shown(*island, *colour, *steadiness, since, now) {
                    fact.to_string()
                } else {
                    self.watch.describe(*island, now)
                }
            }
            Fact::Says(text) if self.watch.has_heard(text) => fact.to_string(),
            Fact::Says(_) => match self.watch.lines() {
                [] => "it said nothing".into(),
                lines => format!("it said {}", lines.join("\n           ")),
            },
            _ => match self.state()? {
                Some(state) => truth::about(fact, &state).unwrap_or_default(),
                None => "the board does not answer".into(),
            },
        })
    }

    /// Asks the board for its state. Nobody but the runner hears question and answer.
    fn state(&mut self) -> Result<Option<Value>> {
        self.asked += 1;
        let id = format!("scenario-{}", self.asked);
        self.world.say(&format!("state {id}"))?;
        let deadline = self.world.now() + ANSWER;
        loop {
            if let Some(answer) = self.look(Some(&id))? {
                return Ok(Some(answer["state"].clone()));
            }
            if self.world.now() >= deadline {
                return Ok(None);
            }
            self.world.run_until(self.world.now() + MOMENT)?;
        }
    }

    /// Lets time pass, and watches.
    fn pass(&mut self, time: Micros) -> Result<()> {
        self.world.run_until(self.world.now() + time)?;
        self.look(None).map(|_| ())
    }

    /// Takes note of what was seen and heard; the answer to a question of the runner's is returned instead.
    fn look(&mut self, id: Option<&str>) -> Result<Option<Value>> {
        let mut answer = None;
        for (at, lamps) in self.world.seen()? {
            self.watch.seen(at, &lamps);
        }
        for (at, line) in self.world.heard()? {
            match answer_of(&line) {
                Some(found) => answer = answer.or(Some(found).filter(|found| found["id"].as_str() == id)),
                None => self.watch.heard(at, line),
            }
        }
        Ok(answer)
    }
}

/// The line, if it answers a question of the runner's, were it an old one.
fn answer_of(line: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(line).ok()?;
    value["id"].as_str()?.starts_with("scenario-").then_some(value)
}

/// The words that set a game up over the link.
fn new_game(settings: Settings) -> String {
    let mut words = format!("new edition={} first={}", settings.edition, settings.first);
    for (name, agreed) in [("calm", settings.calm), ("open", settings.open)] {
        if agreed {
            let _ = write!(words, " variant={name}");
        }
    }
    if let Some(handicap) = settings.handicap {
        let _ = write!(words, " handicap={}:{}", handicap.player(), handicap.bridges());
    }
    words
}
