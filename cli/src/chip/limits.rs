//! What the firmware takes, in simulated time and cycles, beside what it may take.

use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use kahuna_board::map::Connection;
use kahuna_board::rules::{Action, Game, Player, Settings, Unseen};
use serde_json::json;

use super::emulator::{Micros, Rig};
use super::games;
use super::play::{Course, Deed, act, difference, gesture};
use super::table::{FlashTimes, MS, TYPICAL, Table, Task, WORST, texts};
use crate::bench::Figure;

/// Where the stack is, and what a memory that was never written holds; see memory.x and the emulator.
const STACK: (u32, u32) = (0x2000_0000, 64 * 1024);
const NEVER_WRITTEN: [u8; 4] = 0xa5c3_5a3c_u32.to_le_bytes();

/// Every figure of a board. Those with a limit are for ever: cycles do not depend on the machine.
pub(crate) fn measure(rig: &Rig, is_quick: bool) -> Result<Vec<Figure>> {
    let start = Instant::now();
    let mut bench = Bench {
        rig,
        figures: Vec::new(),
        simulated: 0.0,
        waveform: super::emulator::Waveform::default(),
        frames: 0,
    };
    bench.sizes();
    for (name, flash) in [("", TYPICAL), (", slow flash", WORST)] {
        bench.latencies(name, flash).context("while latencies were measured")?;
    }
    bench.rest().context("while the board rested")?;
    bench.rulings(if is_quick { 1 } else { 4 }).context("while rulings were measured")?;
    bench.long_game().context("while the longest game was measured")?;
    bench.self_test().context("while the board tested itself")?;
    bench.lights();
    let speed = bench.simulated / 1e6 / start.elapsed().as_secs_f64();
    bench.figures.push(Figure::new("simulated seconds per second, this machine", speed).with_digits(1));
    Ok(bench.figures)
}

struct Bench<'a> {
    rig: &'a Rig,
    figures: Vec<Figure>,
    simulated: Micros,
    waveform: super::emulator::Waveform,
    frames: u64,
}

/// How long after a gesture the lights changed, in ms.
struct Latency {
    /// After the contact first moved.
    first: f64,
    /// After it moved last: the lights that show the ruling.
    ruled: f64,
}

impl Bench<'_> {
    fn figure(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    fn done(&mut self, table: &Table) {
        self.simulated += table.now;
        self.waveform = self.waveform.and(table.waveform);
        self.frames += table.frame_count;
    }

    #[allow(clippy::cast_precision_loss, reason = "a chip's memory is far below")]
    fn sizes(&mut self) {
        let (sizes, limits) = self.rig.image.sizes_and_limits();
        self.figure(Figure::new("bytes of flash", sizes.flash as f64).at_most(limits.flash as f64));
        self.figure(Figure::new("bytes of static RAM", sizes.ram as f64).at_most(limits.ram as f64));
    }

    /// From a gesture to the lights, the write to the flash included.
    fn latencies(&mut self, with: &str, flash: FlashTimes) -> Result<()> {
        let (white, black) = (Player::White, Player::Black);
        let place = |name: &str| -> Result<Action> { Ok(Action::Place(line(name)?, Unseen)) };
        let draw = Action::Draw(Unseen);
        let mut table = Table::new(self.rig, flash, 1)?;
        table.start()?;
        table.new_game("")?;
        table.run(500.0 * MS)?;
        let mut game = Game::new(Settings::default());
        let mut first: Vec<f64> = Vec::new();
        let mut time = |bench: &mut Self,
                        table: &mut Table,
                        game: &mut Game,
                        of: &str,
                        deed: Deed,
                        limit: Option<f64>|
         -> Result<()> {
            let latency = timed(table, deed).with_context(|| format!("{of}: {deed:?}"))?;
            // A button has no light but its ruling's.
            if matches!(deed.1, Action::Place(..) | Action::Remove(..)) {
                first.push(latency.first);
            }
            let figure = Figure::new(format!("{of} to its lights, ms{with}"), latency.ruled).with_digits(1);
            bench.figure(match limit {
                Some(limit) => figure.at_most(limit),
                None => figure,
            });
            let _ = game.play(deed.0, deed.1);
            table.arrange(game.position().occupied())?;
            table.run(600.0 * MS)
        };
        let limit = Some(150.0);
        time(self, &mut table, &mut game, "a stick put down", (white, place("ALOA-BARI")?), limit)?;
        time(self, &mut table, &mut game, "a refused press", (black, draw), limit)?;
        if table.lamps.keys().any(|name| name.starts_with("turn")) {
            time(self, &mut table, &mut game, "a card drawn", (white, draw), limit)?;
        } else {
            // Without turn lights nothing shows it.
            act(&mut table, &mut game, (white, draw))?;
        }
        act(&mut table, &mut game, (black, place("ALOA-DUDA")?))?;
        act(&mut table, &mut game, (black, draw))?;
        table.run(300.0 * MS)?;
        time(
            self,
            &mut table,
            &mut game,
            "a stick that takes an island",
            (white, place("ALOA-HUNA")?),
            limit,
        )?;
        act(&mut table, &mut game, (white, draw))?;
        table.run(300.0 * MS)?;
        time(
            self,
            &mut table,
            &mut game,
            "a stick lifted",
            (black, Action::Remove(line("ALOA-BARI")?, Unseen)),
            None,
        )?;
        act(&mut table, &mut game, (black, draw))?;
        table.run(300.0 * MS)?;
        // More cards than the hand has.
        for name in ["BARI-DUDA", "BARI-COCO", "BARI-ELAI"].into_iter().take(usize::from(game.held(white))) {
            act(&mut table, &mut game, (white, place(name)?))?;
        }
        table.run(300.0 * MS)?;
        time(self, &mut table, &mut game, "a refused stick", (white, place("COCO-GOLA")?), limit)?;
        table.run(600.0 * MS)?;
        // An island that counts, or there would be nothing to see.
        let taking = (white, place("ALOA-DUDA")?);
        while game.to_draw() > 1 {
            let player = game.turn().context("the game goes on")?;
            if game.allows(taking.0, taking.1) {
                act(&mut table, &mut game, taking)?;
            }
            if game.held(player) == 5 {
                act(&mut table, &mut game, (player, Action::Discard(1)))?;
            }
            act(&mut table, &mut game, (player, draw))?;
        }
        let player = game.turn().context("the game goes on")?;
        if game.held(player) == 5 {
            act(&mut table, &mut game, (player, Action::Discard(1)))?;
        }
        ensure!(!game.position().control(white).is_empty(), "nobody controls anything: nothing to see");
        // Whatever else the lights had to show is over.
        table.run(4000.0 * MS)?;
        time(self, &mut table, &mut game, "the card that ends a round", (player, draw), limit)?;
        let worst = first.into_iter().fold(0.0, f64::max);
        self.figure(
            Figure::new(format!("a stick's contact to the first light, ms{with}"), worst)
                .with_digits(1)
                .at_most(10.0),
        );
        on_track(&mut table, &game)?;
        self.done(&table);
        Ok(())
    }

    /// How much the board is awake while nothing happens.
    fn rest(&mut self) -> Result<()> {
        let mut table = Table::new(self.rig, TYPICAL, 1)?;
        table.start()?;
        table.new_game("")?;
        // Until the next game's flash is prepared.
        table.run(9000.0 * MS)?;
        self.share_awake(&mut table, "awake at rest, empty board, %")?;
        let mut game = Game::new(Settings::default());
        for name in ["ALOA-BARI", "BARI-DUDA", "ELAI-HUNA"] {
            act(&mut table, &mut game, (Player::White, Action::Place(line(name)?, Unseen)))?;
        }
        table.run(9000.0 * MS)?;
        self.share_awake(&mut table, "awake at rest, sticks, %")?;
        table.stick(line("ELAI-HUNA")?, false)?;
        table.run(9000.0 * MS)?;
        self.share_awake(&mut table, "awake at rest, an ask blinks, %")?;
        self.done(&table);
        Ok(())
    }

    fn share_awake(&mut self, table: &mut Table, of: &'static str) -> Result<()> {
        let before = table.cycles;
        table.run(4000.0 * MS)?;
        let share = (table.cycles.awake - before.awake) / (table.cycles.total - before.total);
        self.figure(Figure::new(of, 100.0 * share).with_digits(2).at_most(5.0));
        Ok(())
    }

    /// The most cycles that the referee takes for a ruling, and for telling a computer of it as well.
    fn rulings(&mut self, number: usize) -> Result<()> {
        let (mut accepted, mut refused, mut told) = (0.0, 0.0, 0.0);
        for course in games::heaviest(number) {
            let (cycles, is_refused) = self.ruling(&course, Table::start_alone)?;
            let worst = if is_refused { &mut refused } else { &mut accepted };
            *worst = f64::max(*worst, cycles);
            let (cycles, _) = self.ruling(&course, |table| {
                table.start()?;
                table.new_game("")
            })?;
            told = f64::max(told, cycles);
        }
        self.figure(Figure::new("cycles of the heaviest ruling, accepted", accepted).at_most(60_000.0));
        self.figure(Figure::new("cycles of the heaviest ruling, audit refuses", refused).at_most(60_000.0));
        self.figure(Figure::new("cycles to rule or to tell a computer, heaviest", told));
        Ok(())
    }

    /// Plays a game and counts the cycles of its last deed; says whether it was refused.
    fn ruling(&mut self, course: &Course, start: impl Fn(&mut Table) -> Result<()>) -> Result<(f64, bool)> {
        let mut table = Table::new(self.rig, TYPICAL, 1)?;
        start(&mut table)?;
        let mut game = Game::new(course.settings);
        let (&last, before) = course.deeds.split_last().context("every course has a deed")?;
        for &deed in before {
            act(&mut table, &mut game, deed)?;
        }
        table.run(600.0 * MS)?;
        table.watch(Task::Referee)?;
        let (time, _) = gesture(&mut table, last)?;
        table.run(time)?;
        let most = table.log.spans.iter().map(|span| span.cycles).fold(0.0, f64::max);
        table.watch_nothing()?;
        let is_refused = game.play(last.0, last.1).is_err();
        table.request(&json!({"plugged": true}))?;
        table.wait_open()?;
        on_track(&mut table, &game)?;
        self.done(&table);
        Ok((most, is_refused))
    }

    /// What grows with a game: power to ready, undo, looking back, the stack.
    fn long_game(&mut self) -> Result<()> {
        let mut table = Table::new(self.rig, TYPICAL, 1)?;
        table.start()?;
        for _ in 0..22 {
            table.new_game("")?;
            let mut game = Game::new(Settings::default());
            act(&mut table, &mut game, (Player::White, Action::Draw(Unseen)))?;
        }
        table.new_game("")?;
        let course = games::longest();
        let mut game = Game::new(course.settings);
        let (_, deeds) = course.deeds.split_last().context("a game has deeds")?;
        for &deed in deeds {
            act(&mut table, &mut game, deed)?;
        }
        // Scores are shown for some seconds.
        table.run(12_000.0 * MS)?;
        on_track(&mut table, &game)?;
        let lamps = table.lamps.clone();
        ensure!(lamps.values().any(|lamp| lamp != "000000"), "nobody controls anything: nothing to see");
        table.power(false)?;
        table.run(500.0 * MS)?;
        table.log.frames.clear();
        let from = table.now;
        table.power(true)?;
        table.run(1000.0 * MS)?;
        let ready =
            table.log.frames.iter().find(|frame| frame.seen == lamps).context("it shows another game")?;
        let ready = (ready.latched - from) / MS;
        let of = format!("power to ready, {} actions, 23 games, ms", deeds.len());
        self.figure(Figure::new(of, ready).with_digits(1).at_most(100.0));
        table.wait_open()?;
        table.record(0)?;
        table.record(20)?;
        table.watch(Task::Referee)?;
        table.press("referee", 200.0 * MS)?;
        table.run(600.0 * MS)?;
        self.spans(&mut table, "cycles of a step back through it");
        // The first hold leaves the looking back.
        for _ in 0..2 {
            table.log.spans.clear();
            table.log.lines.clear();
            table.press("referee", 1500.0 * MS)?;
            table.run(2000.0 * MS)?;
        }
        let is_undone = table.log.lines.iter().any(|line| line.text.contains("\"event\":\"undone\""));
        ensure!(is_undone, "nothing was taken back: {:?}", texts(&table.log.lines));
        self.spans(&mut table, "cycles of an undo at its end");
        table.watch_nothing()?;
        let memory = table.memory(STACK.0, STACK.1)?;
        let untouched = memory.chunks(4).take_while(|word| *word == NEVER_WRITTEN).count() * 4;
        #[allow(clippy::cast_precision_loss, reason = "64 KiB")]
        let used = (memory.len() - untouched) as f64;
        self.figure(Figure::new("bytes of stack, at most so far", used).at_most(f64::from(STACK.1)));
        self.done(&table);
        Ok(())
    }

    /// What the scan and the referee take in a self-test, which is begun and followed without a computer.
    fn self_test(&mut self) -> Result<()> {
        let mut table = Table::new(self.rig, TYPICAL, 1)?;
        table.request(&json!({"plugged": false}))?;
        table.press("referee", 1500.0 * MS)?;
        table.power(true)?;
        table.watch(Task::Referee)?;
        // The button is let go, and every lamp lights in its turn.
        table.run(10_000.0 * MS)?;
        table.press("white draw", 100.0 * MS)?;
        table.run(1500.0 * MS)?;
        for is_down in [true, false] {
            table.stick(line("ALOA-BARI")?, is_down)?;
            table.run(500.0 * MS)?;
        }
        let step = table.log.spans.drain(..).map(|span| span.cycles).fold(0.0, f64::max);
        self.figure(Figure::new("cycles of a self-test's step, heaviest", step).at_most(60_000.0));
        table.watch(Task::Scan)?;
        table.stick(line("ALOA-DUDA")?, true)?;
        table.run(500.0 * MS)?;
        let scan = table.log.spans.drain(..).map(|span| span.cycles).fold(0.0, f64::max);
        // A tenth of its period.
        self.figure(Figure::new("cycles of a scan in a self-test, most", scan).at_most(12_500.0));
        table.watch_nothing()?;
        table.request(&json!({"plugged": true}))?;
        table.wait_open()?;
        table.run(20.0 * MS)?;
        let step = r#""step":"lift","connection":"ALOA-DUDA","seen":"right""#;
        let told = texts(&table.log.lines);
        ensure!(told.iter().any(|line| line.contains(step)), "the self-test is somewhere else: {told:?}");
        self.done(&table);
        Ok(())
    }

    fn spans(&mut self, table: &mut Table, of: &'static str) {
        let most = table.log.spans.drain(..).map(|span| span.cycles).fold(0.0, f64::max);
        self.figure(Figure::new(of, most));
    }

    /// The worst pulses of every frame so far. They are within the limits, or this is not reached.
    #[allow(clippy::cast_precision_loss, reason = "some thousand frames")]
    fn lights(&mut self) {
        let frames = self.frames as f64;
        let pulses = self.waveform.pulses;
        let (t0h, t1h) = (pulses.t0h.unwrap_or_default(), pulses.t1h.unwrap_or_default());
        let gap = self.waveform.shortest_gap.unwrap_or_default();
        self.figure(Figure::new("light frames looked at", frames));
        self.figure(Figure::new("T0H, longest, ns (at least 220)", t0h.1).at_most(380.0));
        self.figure(Figure::new("T0H, shortest, ns", t0h.0));
        self.figure(Figure::new("T1H, longest, ns (at least 580)", t1h.1).at_most(1000.0));
        self.figure(Figure::new("T1H, shortest, ns", t1h.0));
        self.figure(Figure::new("shortest gap, µs (at least 280)", gap).with_digits(1));
    }
}

/// Fails if what was measured was another game.
fn on_track(table: &mut Table, game: &Game) -> Result<()> {
    match difference(&table.state()?, game) {
        Some(difference) => bail!("the board lost track: {difference}"),
        None => Ok(()),
    }
}

fn line(name: &str) -> Result<Connection> {
    name.parse().map_err(|_| anyhow::anyhow!("{name} is no line"))
}

/// Does something and finds the lights that answer it.
fn timed(table: &mut Table, deed: Deed) -> Result<Latency> {
    let before = table.lamps.clone();
    table.log.frames.clear();
    table.log.lines.clear();
    let from = table.now;
    let (time, last) = gesture(table, deed)?;
    table.run(time + 200.0 * MS)?;
    let log = &table.log;
    let event =
        log.lines.iter().find(|line| line.text.contains("\"event\":")).context("no ruling is told")?;
    let first = log.frames.iter().find(|frame| frame.seen != before).context("no light changes")?;
    // The lights and the line are told of a ruling at the same time; the line's way may be the shorter one.
    let ruled = log
        .frames
        .iter()
        .find(|frame| frame.latched > event.at - 4.0 * MS)
        .with_context(|| format!("no light changes with the ruling: {}", event.text))?;
    Ok(Latency { first: (first.latched - from) / MS, ruled: (ruled.latched - last) / MS })
}
