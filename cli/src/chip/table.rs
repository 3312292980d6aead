//! An emulated board on a table: hands, a cable, and a log of what it does. Whatever no board may ever do (crash, start
//! again by itself, break the lights' timing) is an error wherever it happens.

use anyhow::{Context as _, Result, bail, ensure};
use kahuna_board::map::{Connection, ConnectionSet};
use serde_json::{Value, json};

use super::emulator::{
    Cycles, Emulator, FlashOperation, Frame, Lamps, Line, Micros, PowerEvent, Rig, Span, Waveform,
};

pub(crate) const MS: Micros = 1000.0;
/// How long anything may take to be answered.
const PATIENCE: Micros = 3000.0 * MS;
/// How finely an answer is waited for.
const STEP: Micros = 2.0 * MS;
/// How long contacts bounce, and when within it they change.
const BOUNCE: [Micros; 3] = [0.0, 310.0, 870.0];

/// How long the flash takes, in µs: a page program and a sector erase.
#[derive(Clone, Copy)]
pub(crate) struct FlashTimes {
    pub(crate) program: u32,
    pub(crate) erase: u32,
}

/// The data sheet's typical times.
pub(crate) const TYPICAL: FlashTimes = FlashTimes { program: 700, erase: 60_000 };
/// Its longest times.
pub(crate) const WORST: FlashTimes = FlashTimes { program: 3000, erase: 400_000 };

/// A task of the firmware whose cycles can be counted.
#[derive(Clone, Copy)]
pub(crate) enum Task {
    Referee,
    Scan,
}

/// What has happened, oldest first. Whoever has read it clears it.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) frames: Vec<Frame>,
    pub(crate) lines: Vec<Line>,
    pub(crate) flash: Vec<FlashOperation>,
    pub(crate) spans: Vec<Span>,
    pub(crate) power: Vec<PowerEvent>,
}

/// A board, switched off at first.
pub(crate) struct Table {
    emulator: Emulator,
    pub(crate) log: Log,
    pub(crate) now: Micros,
    pub(crate) cycles: Cycles,
    pub(crate) lamps: Lamps,
    pub(crate) is_open: bool,
    pub(crate) unsent: u64,
    /// Contacts that are closed.
    pub(crate) sticks: ConnectionSet,
    pub(crate) waveform: Waveform,
    pub(crate) frame_count: u64,
    asked: u32,
}

impl Table {
    /// A board with blank flash.
    pub(crate) fn new(rig: &Rig, flash: FlashTimes, seed: u64) -> Result<Self> {
        let mut table = Self {
            emulator: Emulator::start(rig)?,
            log: Log::default(),
            now: 0.0,
            cycles: Cycles::default(),
            lamps: Lamps::new(),
            is_open: false,
            unsent: 0,
            sticks: ConnectionSet::EMPTY,
            waveform: Waveform::default(),
            frame_count: 0,
            asked: 0,
        };
        table.request(&json!({"load": {
            "board": rig.board,
            "elf": rig.image.elf,
            "frames": "changed",
            "seed": seed,
            "flash_us": {"program": flash.program, "erase": flash.erase},
        }}))?;
        Ok(table)
    }

    /// Sends the emulator a request and logs what happened.
    pub(crate) fn request(&mut self, request: &Value) -> Result<Option<String>> {
        let answer = self.emulator.request(request)?;
        if let Some(crash) = answer.crash {
            bail!("the firmware crashed: {crash}");
        }
        if let Some(reset) = answer.power.iter().find(|event| !event.kind.starts_with("power-")) {
            bail!("the board started again by itself at {:.0} µs: {}", reset.at, reset.kind);
        }
        if let Some(fault) = answer.frame_faults.first() {
            bail!("the lights were sent what their data sheet forbids: {fault}");
        }
        self.log.frames.extend(answer.frames);
        self.log.lines.extend(answer.usb);
        self.log.flash.extend(answer.flash);
        self.log.spans.extend(answer.spans);
        self.log.power.extend(answer.power);
        (self.now, self.cycles, self.lamps) = (answer.now, answer.cycles, answer.seen);
        (self.is_open, self.unsent) = (answer.usb_open, answer.usb_unsent);
        self.waveform = self.waveform.and(answer.waveform);
        self.frame_count += answer.frame_count;
        Ok(answer.memory)
    }

    pub(crate) fn run(&mut self, time: Micros) -> Result<()> {
        self.request(&json!({"run_until": self.now + time})).map(drop)
    }

    pub(crate) fn power(&mut self, on: bool) -> Result<()> {
        self.request(&json!({"power": on})).map(drop)
    }

    /// Switches it on and waits until the cable is up.
    pub(crate) fn start(&mut self) -> Result<()> {
        self.power(true)?;
        self.wait_open()
    }

    /// Switches it on without a cable, and begins a game with the buttons.
    pub(crate) fn start_alone(&mut self) -> Result<()> {
        self.request(
            &json!({"inputs": [{"plugged": false}, {"power": true}], "run_until": self.now + 300.0 * MS}),
        )?;
        for button in ["white draw", "black draw"] {
            self.press(button, 40.0 * MS)?;
            self.run(200.0 * MS)?;
        }
        Ok(())
    }

    pub(crate) fn wait_open(&mut self) -> Result<()> {
        let end = self.now + PATIENCE;
        while !self.is_open {
            ensure!(self.now < end, "the board does not open its port");
            self.run(10.0 * MS)?;
        }
        Ok(())
    }

    /// Moves a stick, with its bounce; returns when the contact changed last.
    pub(crate) fn stick(&mut self, at: Connection, is_down: bool) -> Result<Micros> {
        self.sticks = if is_down { self.sticks.with(at) } else { self.sticks.without(at) };
        self.bounce("contact", &at.to_string(), "closed", is_down, self.now)
    }

    /// Puts sticks where they belong and takes away all others, without bounce; says whether any moved.
    pub(crate) fn arrange(&mut self, sticks: ConnectionSet) -> Result<bool> {
        let moved: Vec<_> =
            Connection::all().filter(|&at| sticks.contains(at) != self.sticks.contains(at)).collect();
        let inputs: Vec<_> = moved
            .iter()
            .map(|at| json!({"contact": at.to_string(), "closed": sticks.contains(*at)}))
            .collect();
        self.sticks = sticks;
        self.request(&json!({"inputs": inputs}))?;
        Ok(!moved.is_empty())
    }

    /// Presses a button for so long, with its bounce, from now on; returns when it bounced last going down.
    pub(crate) fn press(&mut self, button: &str, time: Micros) -> Result<Micros> {
        let down = self.bounce("button", button, "down", true, self.now)?;
        self.bounce("button", button, "down", false, self.now + time)?;
        Ok(down)
    }

    fn bounce(&mut self, kind: &str, name: &str, word: &str, end: bool, from: Micros) -> Result<Micros> {
        let levels = [end, !end, end];
        let times = BOUNCE.map(|time| from + time);
        let inputs: Vec<_> =
            times.iter().zip(levels).map(|(at, level)| json!({"at": at, kind: name, word: level})).collect();
        self.request(&json!({"inputs": inputs}))?;
        Ok(times[2])
    }

    /// Sends a line, and waits for a line that is the end of the answer; returns all lines since.
    pub(crate) fn ask(&mut self, line: &str, is_end: impl Fn(&str) -> bool) -> Result<Vec<String>> {
        let from = self.log.lines.len();
        self.request(&json!({"usb": format!("{line}\n")}))?;
        let end = self.now + PATIENCE;
        loop {
            self.run(STEP)?;
            let lines = &self.log.lines[from..];
            if lines.iter().any(|line| is_end(&line.text)) {
                return Ok(lines.iter().map(|line| line.text.clone()).collect());
            }
            ensure!(self.now < end, "`{line}` is not answered; instead: {:?}", texts(lines));
        }
    }

    /// How the game stands, as the board tells it.
    pub(crate) fn state(&mut self) -> Result<Value> {
        self.asked += 1;
        let id = format!("\"id\":\"q{}\"", self.asked);
        let lines = self.ask(&format!("state q{}", self.asked), |line| line.contains(&id))?;
        let line = lines.iter().find(|line| line.contains(&id)).context("it was there")?;
        let mut answer: Value = serde_json::from_str(line).context("the state is no JSON")?;
        Ok(answer["state"].take())
    }

    /// A game's record, line by line; `None` if there is none.
    pub(crate) fn record(&mut self, game: usize) -> Result<Option<Vec<String>>> {
        let (last, none) = (format!("{{\"record\":{game},\"lines\":"), "\"error\":\"no-such-record\"");
        let lines =
            self.ask(&format!("record {game}"), |line| line.starts_with(&last) || line.contains(none))?;
        if lines.iter().any(|line| line.contains(none)) {
            return Ok(None);
        }
        let start = format!("{{\"record\":{game},\"line\":");
        let mut texts = Vec::new();
        for line in lines.iter().filter(|line| line.starts_with(&start)) {
            let value: Value = serde_json::from_str(line).context("the record is no JSON")?;
            texts.push(value["text"].as_str().unwrap_or_default().to_owned());
        }
        Ok(Some(texts))
    }

    /// Begins a game with these settings; the board must be empty.
    pub(crate) fn new_game(&mut self, words: &str) -> Result<()> {
        self.ask(&format!("new {words}"), |line| line.contains("\"event\":\"started\"")).map(drop)
    }

    /// Counts the cycles of a task from now on, each time from its waking to its next waiting: the executor's call, by
    /// whichever name, with the task's own memory.
    pub(crate) fn watch(&mut self, task: Task) -> Result<()> {
        self.log.spans.clear();
        let memory = match task {
            Task::Referee => "firmware7referee4task4POOL",
            Task::Scan => "firmware4scan4task4POOL",
        };
        let watch = json!({"function": "TaskStorage$LT$F$GT$4poll", "static": memory});
        self.request(&json!({"watch": watch})).map(drop)
    }

    pub(crate) fn watch_nothing(&mut self) -> Result<()> {
        self.request(&json!({"watch": null})).map(drop)
    }

    /// The memory from an address on.
    pub(crate) fn memory(&mut self, address: u32, length: u32) -> Result<Vec<u8>> {
        let hex = self.request(&json!({"read": {"address": address, "length": length}}))?;
        let hex = hex.context("the emulator did not read the memory")?;
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).context("no hexadecimal digits");
        (0..hex.len() / 2).map(|number| byte(2 * number)).collect()
    }
}

pub(crate) fn texts(lines: &[Line]) -> Vec<&str> {
    lines.iter().map(|line| line.text.as_str()).collect()
}
