//! What a computer can do to the board over its cable, and that nobody at the table notices.

use anyhow::{Context as _, Result, ensure};
use kahuna_board::rules::{Game, Settings};
use serde_json::{Value, json};

use crate::chance::Chance;

use super::emulator::{Frame, Rig};
use super::play::{Course, difference, gesture};
use super::table::{MS, TYPICAL, Table, texts};

/// How far a frame may be from where it is without abuse: one scan's period, for the board rounds its times to it, and the
/// moment that it takes to come from one thing to the next.
const SHIFT: f64 = 1.25 * MS;
/// How often the plug is pulled at least.
const PULLED: usize = 100;
/// How many actions are played meanwhile.
const ACTIONS: usize = 40;
/// The board has been on for so long when play begins, abused or not.
const BEGIN: f64 = 1000.0 * MS;

/// Something a computer does; the inputs for some time from `now` on.
pub(crate) struct Abuse {
    pub(crate) name: &'static str,
    /// How far it may shift a frame.
    shift: f64,
    /// How often it must have pulled the plug.
    pulled: usize,
    /// Called before each action, with its number, when it begins and how long it takes.
    inputs: fn(&mut Chance, usize, f64, f64) -> Vec<Value>,
}

/// Everything a computer does here.
pub(crate) const ABUSES: &[Abuse] = &[
    Abuse { name: "rubbish at full speed", shift: SHIFT, pulled: 0, inputs: rubbish },
    Abuse { name: "a host that never reads", shift: SHIFT, pulled: 0, inputs: deaf },
    Abuse { name: "plugged and unplugged", shift: SHIFT, pulled: PULLED, inputs: plugs },
    Abuse { name: "half lines", shift: SHIFT, pulled: 0, inputs: halves },
    Abuse { name: "questions without end", shift: SHIFT, pulled: 0, inputs: questions },
];

/// What a run showed.
struct Run {
    frames: Vec<Frame>,
    table: Table,
    game: Game,
    /// How often the plug was pulled.
    pulled: usize,
}

/// Plays the same game in peace and with each abuse, and compares; returns the largest shift of a frame, in µs, of each.
pub(crate) fn run(rig: &Rig, seed: u64) -> Result<Vec<(&'static str, f64)>> {
    let peace = play(rig, seed, |_, _, _, _| Vec::new()).context("in peace")?;
    ensure!(2 * peace.frames.len() > ACTIONS, "too little to see: {} frames", peace.frames.len());
    let mut shifts = Vec::new();
    for abuse in ABUSES {
        let shift = one(rig, seed, &peace, abuse).with_context(|| abuse.name)?;
        shifts.push((abuse.name, shift));
    }
    Ok(shifts)
}

fn one(rig: &Rig, seed: u64, peace: &Run, abuse: &Abuse) -> Result<f64> {
    let Run { frames, mut table, game, pulled } = play(rig, seed, abuse.inputs)?;
    ensure!(pulled >= abuse.pulled, "the plug was pulled {pulled} times only");
    let mut shift = 0.0;
    for (number, (frame, quiet)) in frames.iter().zip(&peace.frames).enumerate() {
        let late = frame.latched - quiet.latched;
        ensure!(
            frame.seen == quiet.seen,
            "frame {number}, at {:.0} µs, is another: {:?} instead of {:?}",
            frame.latched,
            frame.seen,
            quiet.seen
        );
        ensure!(
            late.abs() <= abuse.shift,
            "frame {number}, at {:.0} µs, is {late:.0} µs late",
            frame.latched
        );
        shift = f64::max(shift, late.abs());
    }
    ensure!(frames.len() == peace.frames.len(), "{} frames instead of {}", frames.len(), peace.frames.len());
    // The next good line is answered, and the game is what it would have been.
    table.request(&json!({"inputs": [{"plugged": true}, {"reading": true}]}))?;
    table.wait_open()?;
    while table.unsent > 0 {
        table.run(10.0 * MS)?;
    }
    table.request(&json!({"usb": "\n"}))?;
    let state = table.state().with_context(|| {
        format!("after it: {:?}", texts(&table.log.lines[table.log.lines.len().saturating_sub(3)..]))
    })?;
    ensure!(difference(&state, &game).is_none(), "after it: {:?}", difference(&state, &game));
    Ok(shift)
}

/// Plays a game, abused from its first action on.
fn play(rig: &Rig, seed: u64, inputs: fn(&mut Chance, usize, f64, f64) -> Vec<Value>) -> Result<Run> {
    let mut table = Table::new(rig, TYPICAL, seed)?;
    table.start()?;
    table.new_game("")?;
    table.run(BEGIN - table.now)?;
    table.log.frames.clear();
    // One for the hands and one for the computer: the hands must not notice either.
    let (mut hands, mut computer) = (Chance(seed), Chance(!seed));
    let course = Course::new(Settings::default());
    let mut game = course.game();
    let mut pulled = 0;
    for number in 0..ACTIONS {
        let deed = hands.action(&game).context("the game is over too soon")?;
        let from = table.now;
        let (time, _) = gesture(&mut table, deed)?;
        let time = time + 300.0 * MS;
        let abuse = inputs(&mut computer, number, from, time);
        pulled += abuse.iter().filter(|input| input["plugged"] == false).count();
        table.request(&json!({"inputs": abuse, "run_until": from + time}))?;
        let _ = game.play(deed.0, deed.1);
        table.arrange(game.position().occupied())?;
        // The same pause whether or not something was lifted.
        table.run(550.0 * MS)?;
    }
    let frames = std::mem::take(&mut table.log.frames);
    Ok(Run { frames, table, game, pulled })
}

fn rubbish(chance: &mut Chance, _: usize, from: f64, time: f64) -> Vec<Value> {
    // A packet of 64 bytes takes 55 µs: as many as fit, and some more.
    let bytes = |chance: &mut Chance, length: usize| -> String {
        let digits = (0..2 * length).map(|_| u32::try_from(chance.below(16)).unwrap_or_default());
        digits.filter_map(|digit| char::from_digit(digit, 16)).collect()
    };
    (0..10_000u32)
        .map(|number| from + f64::from(number) * 10.0 * MS)
        .take_while(|at| *at < from + time)
        .map(|at| json!({"at": at, "usb_hex": bytes(chance, 512)}))
        .collect()
}

fn deaf(_: &mut Chance, number: usize, from: f64, _: f64) -> Vec<Value> {
    let stop = (number == 0).then(|| json!({"at": from, "reading": false}));
    let ask = (number % 4 == 1).then(|| json!({"at": from + 5.0 * MS, "usb": "state\nhelp\nrecord\n"}));
    stop.into_iter().chain(ask).collect()
}

fn plugs(chance: &mut Chance, _: usize, from: f64, time: f64) -> Vec<Value> {
    let mut inputs = Vec::new();
    let mut at = from;
    let mut is_in = false;
    // Some are too short for the host to find the board, some are not.
    while at < from + time - 100.0 * MS {
        inputs.push(json!({"at": at, "plugged": is_in}));
        is_in = !is_in;
        at += 5.0 * MS + chance.share() * if is_in { 10.0 } else { 60.0 } * MS;
    }
    inputs.push(json!({"at": at, "plugged": true}));
    inputs
}

fn halves(chance: &mut Chance, number: usize, from: f64, _: f64) -> Vec<Value> {
    let half = ["sta", "new edition=", "play white pl", "\u{e9}", "rec", "undo", "bootse"][number % 7];
    let mut inputs = vec![json!({"at": from + chance.share() * 100.0 * MS, "usb": half})];
    if number.is_multiple_of(2) {
        // The other half never comes: the port is closed.
        inputs.push(json!({"at": from + 150.0 * MS, "plugged": false}));
        inputs.push(json!({"at": from + 170.0 * MS, "plugged": true}));
    } else {
        inputs.push(json!({"at": from + 150.0 * MS, "usb": "?".repeat(300)}));
        inputs.push(json!({"at": from + 200.0 * MS, "usb": "\n"}));
    }
    inputs
}

fn questions(_: &mut Chance, number: usize, from: f64, time: f64) -> Vec<Value> {
    let line = ["state\n", "record\n", "help\n", "games\npalette\nhello\n"][number % 4];
    (0..10_000u32)
        .map(|count| from + f64::from(count) * 5.0 * MS)
        .take_while(|at| *at < from + time)
        .map(|at| json!({"at": at, "usb": line}))
        .collect()
}
