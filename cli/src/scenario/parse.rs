//! Reads a scenario, all of it before any of it runs, and says everything that is wrong with it.

mod table;
#[cfg(test)]
mod tests;
mod words;

use std::{fmt, iter};

use kahuna_board::lights::Colour;
use kahuna_board::map::Connection;
use kahuna_board::referee::Objection;
use kahuna_board::rules::{Edition, EndReason, Handicap, Player, Refusal, Settings};

use super::noise::Noise;
use super::script::{
    Asked, Deed, Fact, Fault as BuildFault, Power, Script, Statement, Steadiness, Stuck, What,
};
use table::Table;
use words::{Parsed, Words};

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// Counted from one.
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// Reads a scenario, or lists its faults.
pub(crate) fn read(text: &str) -> Result<Script, Vec<Fault>> {
    let mut script = Script { title: None, seed: Noise::seed_of(text), statements: Vec::new() };
    let mut faults = Vec::new();
    let mut table = Table::new();
    for (line, raw) in (1..).zip(text.lines()) {
        let text = without_comment(raw).trim();
        if text.is_empty() {
            continue;
        }
        let mut words = Words::new(text);
        if words.next_is("title") {
            if script.title.is_some() || !script.statements.is_empty() {
                faults.push(Fault { line, what: "a title stands once, before everything else".into() });
            }
            // A title is prose: a `#` in it is a sign like any other.
            script.title = Some(raw.trim()["title".len()..].trim().to_owned());
            continue;
        }
        match statement(&mut words).and_then(|what| table.check(&what).map(|()| what)) {
            Ok(what) => script.statements.push(Statement { line, text: text.to_owned(), what }),
            Err(what) => faults.push(Fault { line, what }),
        }
    }
    if faults.is_empty() { Ok(script) } else { Err(faults) }
}

/// The line up to a `#` that stands in no quotation.
fn without_comment(line: &str) -> &str {
    let (mut quoted, mut escaped) = (false, false);
    for (at, sign) in line.char_indices() {
        match sign {
            '#' if !quoted => return &line[..at],
            '"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = quoted && sign == '\\' && !escaped;
    }
    line
}

fn statement(words: &mut Words) -> Parsed<What> {
    let Some(first) = words.peek() else { return Err("expected a statement".into()) };
    match first.to_ascii_lowercase().as_str() {
        "game" => {
            words.next();
            settings(words).map(What::Game)
        }
        "wait" => {
            words.next();
            let time = words.duration()?;
            words.end().map(|()| What::Wait(time))
        }
        "sweep" => {
            words.next();
            let lines = lines(words)?;
            words.end().map(|()| What::Sweep(lines))
        }
        "answer" => {
            words.next();
            words.end().map(|()| What::Answer)
        }
        "erase" => {
            words.next();
            words.end().map(|()| What::Erase)
        }
        "update" => {
            words.next();
            words.end().map(|()| What::Update)
        }
        "fault" => {
            words.next();
            let fault = fault(words)?;
            words.end().map(|()| What::Fault(fault))
        }
        "say" => {
            words.next();
            if words.0.is_empty() {
                return Err("expected a line to say".into());
            }
            Ok(What::Say(words.0.to_owned()))
        }
        "expect" => {
            words.next();
            fact(words).map(What::Expect)
        }
        "never" => {
            words.next();
            if !words.next_is("expect") {
                return Err("expected `never expect …`".into());
            }
            fact(words).map(What::Never)
        }
        _ => deeds(words).map(What::Deeds),
    }
}

fn settings(words: &mut Words) -> Parsed<Settings> {
    let mut settings = Settings::default();
    let mut seen = Vec::new();
    while let Some(word) = words.next() {
        let word = word.to_ascii_lowercase();
        let (name, value) = word.split_once('=').unwrap_or((&word, ""));
        let bad = |error: &dyn fmt::Display| format!("`{word}`: {error}");
        match name {
            "edition" => settings.edition = value.parse::<Edition>().map_err(|error| bad(&error))?,
            "first" => settings.first = value.parse().map_err(|error| bad(&error))?,
            "variant" if value == "calm" => settings.calm = true,
            "variant" if value == "open" => settings.open = true,
            "variant" => return Err(bad(&"a variant is calm or open")),
            "handicap" => {
                let agreed = value
                    .split_once(':')
                    .and_then(|(player, bridges)| Handicap::new(player.parse().ok()?, bridges.parse().ok()?));
                let agreed = agreed.ok_or_else(|| bad(&"a handicap is a player and 1 to 3: black:2"))?;
                settings.handicap = Some(agreed);
            }
            _ => return Err(format!("expected edition=, first=, variant= or handicap=, found `{word}`")),
        }
        let once = if name == "variant" { word.clone() } else { name.to_owned() };
        if seen.contains(&once) {
            return Err(format!("`{once}` stands twice"));
        }
        seen.push(once);
    }
    Ok(settings)
}

/// What hands do at one instant, joined by `&`.
fn deeds(words: &mut Words) -> Parsed<Vec<Deed>> {
    let mut deeds = Vec::new();
    // Holds without a time of their own last as long as the one that has one.
    let mut timeless = Vec::new();
    loop {
        let expected = "title, game, place, lift, sweep, press, hold, answer, wait, chatter, stuck, fault, power, \
                        erase, update, say, expect or never";
        let verb = words.keyword(expected)?;
        let deed = match verb.as_str() {
            "place" => Deed::Place(words.connection()?),
            "lift" => Deed::Lift(words.connection()?),
            "press" => Deed::Press(words.button()?),
            "hold" => {
                let button = words.button()?;
                if matches!(words.peek(), None | Some("&")) {
                    timeless.push(deeds.len());
                    Deed::Hold(button, 0)
                } else {
                    Deed::Hold(button, words.duration()?)
                }
            }
            "chatter" => Deed::Chatter(words.connection()?, words.duration()?),
            "stuck" => {
                let line = words.connection()?;
                let expected = "closed, open or off";
                Deed::Stuck(
                    line,
                    match words.keyword(expected)?.as_str() {
                        "closed" => Stuck::Closed,
                        "open" => Stuck::Open,
                        "off" => Stuck::Off,
                        word => return Err(format!("expected {expected}, found `{word}`")),
                    },
                )
            }
            "power" => Deed::Power(match words.keyword("on or off")?.as_str() {
                "on" => Power::On,
                "off" => Power::Off,
                word => return Err(format!("expected on or off, found `{word}`")),
            }),
            word => return Err(format!("expected {expected}, found `{word}`")),
        };
        deeds.push(deed);
        if !words.next_is("&") {
            break;
        }
    }
    words.end()?;
    let given = deeds.iter().filter_map(|deed| match deed {
        Deed::Hold(_, time) if *time > 0 => Some(*time),
        _ => None,
    });
    let longest = given.max();
    for at in timeless {
        if let (Deed::Hold(_, time), Some(longest)) = (&mut deeds[at], longest) {
            *time = longest;
        } else {
            return Err("expected how long it is held".into());
        }
    }
    Ok(deeds)
}

/// The lines from one to another, in alphabetical order.
fn lines(words: &mut Words) -> Parsed<Vec<Connection>> {
    let first = words.connection()?;
    if !words.next_is("to") {
        return Err(format!("expected the last line as well: `sweep {first} to KAHU-LALE`"));
    }
    let last = words.connection()?;
    if last.index() < first.index() {
        return Err(format!("{last} comes before {first}"));
    }
    Ok(Connection::all().skip(first.index()).take(last.index() + 1 - first.index()).collect())
}

/// What is built wrongly.
fn fault(words: &mut Words) -> Parsed<Option<BuildFault>> {
    let expected = "open, closed, swapped, double, reversed, bridged, dark, missing, lights or none";
    Ok(Some(match words.keyword(expected)?.as_str() {
        "none" => return Ok(None),
        "open" => BuildFault::Open(words.contact()?),
        "closed" => BuildFault::Closed(words.contact()?),
        "swapped" => BuildFault::Swapped(words.contact()?, words.contact()?),
        "double" => BuildFault::Double(words.contact()?, words.contact()?),
        "reversed" => BuildFault::Reversed(words.contact()?),
        "bridged" => BuildFault::Bridged(words.contact()?),
        "dark" => BuildFault::Dark(words.lamp()?),
        "missing" => BuildFault::Missing(words.lamp()?),
        "lights" => BuildFault::Lights(words.lamp()?, words.lamp()?),
        word => return Err(format!("expected {expected}, found `{word}`")),
    }))
}

fn fact(words: &mut Words) -> Parsed<Fact> {
    let expected = "turn, round, hand, score, island, bridge, asks, refuses, light, over or says";
    let fact = match words.keyword(expected)?.as_str() {
        "turn" => Fact::Turn(words.player()?),
        "round" => Fact::Round(words.number()?),
        "hand" => Fact::Hand(words.player()?, words.number()?),
        "score" => score(words)?,
        "island" => Fact::Island(words.read("an island")?, words.player_or("free")?),
        "bridge" => Fact::Bridge(words.connection()?, words.player_or("none")?),
        "asks" => Fact::Asks(asked(words)?),
        "refuses" => Fact::Refuses(refused(words)?),
        "light" => {
            let island = words.read("an island")?;
            let name = words.keyword("a colour")?;
            let colour = COLOURS
                .into_iter()
                .find(|colour| colour.name() == name)
                .ok_or_else(|| format!("expected white, black, off, amber, red or green, found `{name}`"))?;
            let blinks = words.next_is("blinking");
            Fact::Light(island, colour, if blinks { Steadiness::Blinking } else { Steadiness::Any })
        }
        "over" => {
            let winner = words.player_or("nobody")?;
            let reason = words.keyword("how it ended")?;
            let known = END_REASONS.iter().find(|known| known.name() == reason).ok_or_else(|| {
                let names: Vec<_> = END_REASONS.iter().map(|known| known.name()).collect();
                format!("expected {}, found `{reason}`", names.join(", "))
            })?;
            if winner.is_none() != (*known == EndReason::Draw) {
                return Err("only a draw has no winner: `over nobody draw`".into());
            }
            Fact::Over(winner, reason)
        }
        "says" => {
            let text = quoted(words.0)?;
            words.0 = "";
            Fact::Says(text)
        }
        word => return Err(format!("expected {expected}, found `{word}`")),
    };
    words.end().map(|()| fact)
}

const END_REASONS: [EndReason; 5] = [
    EndReason::Points,
    EndReason::ThirdScoring,
    EndReason::Bridges,
    EndReason::NoBridgesLeftOnBoard,
    EndReason::Draw,
];

/// The colours of a lamp that mean something to a player.
const COLOURS: [Colour; 6] =
    [Colour::White, Colour::Black, Colour::Off, Colour::Amber, Colour::Red, Colour::Green];

fn score(words: &mut Words) -> Parsed<Fact> {
    let (mut white, mut black) = (None, None);
    for _ in Player::BOTH {
        match words.player()? {
            Player::White => white = Some(words.number()?),
            Player::Black => black = Some(words.number()?),
        }
    }
    let (Some(white), Some(black)) = (white, black) else {
        return Err("expected the points of both: `score white 1 black 0`".into());
    };
    Ok(Fact::Score { white, black })
}

fn asked(words: &mut Words) -> Parsed<Asked> {
    let expected = "lift, place, owner or nothing";
    Ok(match words.keyword(expected)?.as_str() {
        "nothing" => Asked::Nothing,
        "lift" => Asked::Lift(words.connection()?),
        "owner" => Asked::Owner(words.connection()?),
        "place" => Asked::Place(words.connection()?, words.player()?),
        word => return Err(format!("expected {expected}, found `{word}`")),
    })
}

fn refused(words: &mut Words) -> Parsed<Option<String>> {
    let name = words.keyword("the name of a refusal, or nothing")?;
    if name == "nothing" {
        return Ok(None);
    }
    let names = || iter::once(Objection::LIFT_FIRST).chain(Refusal::NAMES.iter().copied());
    if names().any(|known| known == name) {
        return Ok(Some(name));
    }
    Err(format!(
        "no refusal is called `{name}`; there are nothing, {}",
        names().collect::<Vec<_>>().join(", ")
    ))
}

/// Text in quotation marks, in which `\"` and `\\` stand for the sign itself.
fn quoted(text: &str) -> Parsed<String> {
    let bad = || format!("expected text in quotation marks, found `{text}`");
    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).ok_or_else(bad)?;
    let mut read = String::new();
    let mut signs = inside.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '"' => return Err(bad()),
            '\\' => match signs.next() {
                Some(escaped @ ('"' | '\\')) => read.push(escaped),
                _ => return Err("only \\\" and \\\\ are escaped".into()),
            },
            _ => read.push(sign),
        }
    }
    if read.is_empty() { Err("every line contains an empty text".into()) } else { Ok(read) }
}
