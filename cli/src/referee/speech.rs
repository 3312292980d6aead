//! The rulings as a referee would speak them.

use std::fmt::Display;
use std::io::{self, Write};

use kahuna_board::map::{Connection, ConnectionSet};
use kahuna_board::record::{AnyAction, AnyGame, Header, Judgement, Notation, Ruling, Statement};
use kahuna_board::rules::{
    Action, Cards, Drawn, Effect, Effects, End, EndReason, Game, Known, Player, Refusal, Score, Summary,
};

use super::Report;
use crate::terminal::{Style, for_stdout};

/// How many connections are named before "and others".
const MOST_NAMED: usize = 6;

/// How many characters of a line are quoted.
const MOST_QUOTED: usize = 60;

/// Speaks, and counts what it spoke of.
#[derive(Default)]
pub(super) struct Speech {
    lines: usize,
    refused: Vec<u32>,
}

impl Report for Speech {
    fn start(&mut self, out: &mut dyn Write, header: &Header) -> io::Result<()> {
        let settings = &header.settings;
        write!(out, "Kahuna by {}", settings.edition)?;
        for (on, what) in [(settings.calm, "calm (V1)"), (settings.open, "open (V2)")] {
            if on {
                write!(out, ", {what}")?;
            }
        }
        if let Some(handicap) = settings.handicap {
            write!(out, ", {} has a handicap of {}", handicap.player(), handicap.bridges())?;
        }
        let cards = if header.deal.is_some() { "every card is known" } else { "cards are counted" };
        writeln!(out, "; {} begins; {cards}.", settings.first)
    }

    fn line(&mut self, out: &mut dyn Write, judgement: &Judgement<'_>, game: &AnyGame) -> io::Result<()> {
        self.lines += 1;
        let Judgement { line, text, statement, ruling } = judgement;
        match ruling {
            Ruling::Legal(effects) => {
                writeln!(out, "{line:>4}  {}{}", capital(&done(statement)), followed(effects, game))
            }
            Ruling::TurnedUp => writeln!(out, "{line:>4}  {}", done(statement)),
            Ruling::Illegal { refusal, overdrew } => {
                self.refused.push(*line);
                let mark = for_stdout(Style::Bad, "REFUSED");
                let (rule, name, quote) = (refusal.rule(), refusal.name(), quoted(text));
                writeln!(out, "{line:>4}  {mark} by {rule} ({name}): {quote}.")?;
                writeln!(out, "      {}.", capital(&refusal.to_string()))?;
                if !overdrew.is_empty() {
                    let lines = joined(overdrew.iter(), "and");
                    writeln!(out, "      The plays are those of lines {lines}.")?;
                }
                let wanted = match statement {
                    Statement::Action(_, AnyAction::Counted(action)) => connection(action),
                    Statement::Action(_, AnyAction::Known(action)) => connection(action),
                    Statement::FaceUp(_) => None,
                };
                writeln!(out, "      {}", instead(game, *refusal, wanted))
            }
        }
    }

    fn end(&mut self, out: &mut dyn Write, game: &AnyGame) -> io::Result<()> {
        let state = game.summary();
        writeln!(out)?;
        match state.turn {
            None => writeln!(out, "The game is over.")?,
            Some(player) => {
                let phase = match state.phase {
                    "handicap" => "the handicap is being put down",
                    "last-turns" => "the last turns",
                    _ => "play goes on",
                };
                writeln!(out, "Round {}, {phase}: {player} is to act.", state.round)?;
            }
        }
        for player in Player::BOTH {
            writeln!(out, "  {}", standing(&state, player))?;
        }
        writeln!(out, "  {} left to draw.", count(usize::from(state.to_draw), "card"))?;
        match self.refused.as_slice() {
            [] => writeln!(out, "{}", for_stdout(Style::Good, "Every line was legal.")),
            [line] => writeln!(out, "{}", for_stdout(Style::Bad, &format!("Line {line} is illegal."))),
            lines => {
                let (refused, named) = (lines.len(), joined(lines.iter(), "and"));
                let text = format!("{refused} of the {} lines judged are illegal: {named}.", self.lines);
                writeln!(out, "{}", for_stdout(Style::Bad, &text))
            }
        }
    }
}

/// The words of a line, as many as anybody wants to read.
fn quoted(text: &str) -> String {
    let words: Vec<_> = text.split_ascii_whitespace().collect();
    let words = words.join(" ");
    match words.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

/// What the line says, as a sentence.
fn done(statement: &Statement) -> String {
    match statement {
        Statement::Action(player, AnyAction::Counted(action)) => match action {
            Action::Place(at, _) => format!("{player} places a bridge on {at}."),
            Action::Remove(at, _) => {
                format!("{player} plays two cards and removes {}'s bridge from {at}.", player.opponent())
            }
            Action::Discard(cards) => format!("{player} discards {}.", count(usize::from(*cards), "card")),
            Action::Draw(_) => format!("{player} draws a card."),
            other => common(*player, other),
        },
        Statement::Action(player, AnyAction::Known(action)) => match action {
            Action::Place(at, card) => format!("{player} plays {card} and places a bridge on {at}."),
            Action::Remove(at, [one, two]) => {
                format!(
                    "{player} plays {one} and {two} and removes {}'s bridge from {at}.",
                    player.opponent()
                )
            }
            Action::Discard(cards) => format!("{player} discards {}.", joined(cards.iter(), "and")),
            Action::Draw(Drawn::Pile(card)) => format!("{player} draws {card} from the pile."),
            Action::Draw(Drawn::FaceUp { taken, reveal: None }) => {
                format!("{player} takes {taken} from the face-up row.")
            }
            Action::Draw(Drawn::FaceUp { taken, reveal: Some(card) }) => {
                format!("{player} takes {taken} from the face-up row, and {card} is turned up.")
            }
            other => common(*player, other),
        },
        Statement::FaceUp(cards) => format!("{} are turned up.", joined(cards.iter(), "and")),
    }
}

/// The actions that name no card.
fn common<K: Notation>(player: Player, action: &Action<K>) -> String {
    match action {
        Action::Handicap(at) => format!("{player} puts a handicap bridge on {at}."),
        Action::Replace(at) => format!("{player} puts a free bridge on {at}."),
        Action::Pass => format!("{player} passes."),
        other => format!("{player}: {other}."),
    }
}

/// What followed from an action, a sentence each.
fn followed(effects: &Effects, game: &AnyGame) -> String {
    let mut sentences: Vec<String> = effects.iter().map(consequence).collect();
    if effects.score.is_some() && effects.end.is_none() {
        let state = game.summary();
        let next = state.turn.map_or(String::new(), |player| format!(" with {player}"));
        sentences.push(format!("The discards are shuffled; round {} begins{next}.", state.round));
    }
    sentences.insert(0, String::new());
    sentences.join(" ")
}

fn consequence(effect: Effect) -> String {
    match effect {
        Effect::Control { island, player } => format!("{} gains {island}.", capital(player.name())),
        Effect::Return { connection, player } => {
            format!("{}'s bridge on {connection} comes off.", capital(player.name()))
        }
        Effect::Lose { island, player } => format!("{} loses {island}.", capital(player.name())),
        Effect::Score(score) => scored(score),
        Effect::End(end) => ended(end),
    }
}

fn scored(score: Score) -> String {
    let Score { round, islands, points } = score;
    let gets = match Player::BOTH.into_iter().find(|&player| points[player] > 0) {
        Some(player) => format!("{player} gets {}", count(usize::from(points[player]), "point")),
        None => "nobody gets a point".into(),
    };
    format!("Scoring of round {round}: white {}, black {}; {gets}.", islands.white, islands.black)
}

fn ended(end: End) -> String {
    let reason = match end.reason {
        EndReason::Points => "on points",
        EndReason::ThirdScoring => "by the third scoring",
        EndReason::Bridges => "by more bridges on the board",
        EndReason::NoBridgesLeftOnBoard => "because the other has no bridge left on the board",
        EndReason::Draw => "",
    };
    let total = format!("white {}, black {}", end.total.white, end.total.black);
    match end.winner {
        Some(player) => format!("The game is over: {player} wins {reason} ({total})."),
        None => format!("The game is over: tied in every way, so nobody wins ({total})."),
    }
}

/// What would have been legal.
fn instead(game: &AnyGame, refusal: Refusal, wanted: Option<Connection>) -> String {
    match game {
        AnyGame::Counted(game) => allowed(game, wanted),
        AnyGame::Known(game) => match refusal {
            Refusal::CardNotAvailable(_) => available(game),
            Refusal::CardNotHeld { .. } | Refusal::CardDoesNotFit { .. } => {
                let hand = game.turn().map_or(Cards::EMPTY, |player| game.cards().hand(player));
                format!("In hand: {}. {}", named(hand), allowed(game, wanted))
            }
            _ => allowed(game, wanted),
        },
    }
}

fn available(game: &Game<Known>) -> String {
    let cards = game.cards();
    if game.owes_face_up() {
        return format!("Three of these may be turned up: {}.", named(cards.pile()));
    }
    format!("Face up: {}. In the pile: {}.", named(cards.face_up()), named(cards.pile()))
}

fn allowed<K: Notation>(game: &Game<K>, wanted: Option<Connection>) -> String {
    let Some(options) = game.options() else {
        return "Nothing is legal any more; the game has ended.".into();
    };
    let mut ways = Vec::new();
    if !options.handicap.is_empty() {
        ways.push(format!("put a handicap bridge on {}", near(options.handicap, wanted)));
    }
    ways.extend(options.replace.map(|at| format!("put a free bridge on {at}")));
    if !options.place.is_empty() {
        ways.push(format!("place on {}", near(options.place, wanted)));
    }
    if !options.remove.is_empty() {
        ways.push(format!("remove {}", near(options.remove, wanted)));
    }
    let simple = [(options.discard, "discard"), (options.draw, "draw"), (options.pass, "pass")];
    ways.extend(simple.into_iter().filter(|(may, _)| *may).map(|(_, what)| what.to_owned()));
    format!("Legal instead: {} may {}.", options.player, ways.join("; or "))
}

/// Some connections by name, those first that share an end with the one that was wanted.
fn near(set: ConnectionSet, wanted: Option<Connection>) -> String {
    let shares = |at: &Connection| wanted.is_none_or(|w| at.touches(w.ends().0) || at.touches(w.ends().1));
    let (mut names, others): (Vec<_>, Vec<_>) = set.iter().partition(shares);
    names.extend(others);
    let more = names.len().saturating_sub(MOST_NAMED);
    names.truncate(MOST_NAMED);
    if more == 0 {
        joined(names.iter(), "or")
    } else {
        format!("{} or {more} others", joined(names.iter(), ","))
    }
}

fn connection<K: Notation>(action: &Action<K>) -> Option<Connection> {
    match *action {
        Action::Handicap(at) | Action::Place(at, _) | Action::Remove(at, _) | Action::Replace(at) => Some(at),
        Action::Discard(_) | Action::Draw(_) | Action::Pass => None,
    }
}

fn standing(state: &Summary, player: Player) -> String {
    let control = state.control[player];
    let islands = if control.is_empty() { "no island".into() } else { joined(control.iter(), "and") };
    format!(
        "{player}: {}, {}, {} on the board; controls {islands}",
        count(usize::from(state.score[player]), "point"),
        count(usize::from(state.hands[player]), "card"),
        count(state.bridges[player].len(), "bridge"),
    )
}

fn named(cards: Cards) -> String {
    if cards.is_empty() { "nothing".into() } else { joined(cards.iter(), "and") }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// "A, B and C"; with a comma for the last word, "A, B, C".
fn joined(items: impl Iterator<Item = impl Display>, last: &str) -> String {
    let mut words: Vec<_> = items.map(|item| item.to_string()).collect();
    let Some(end) = words.pop() else { return String::new() };
    match (words.is_empty(), last) {
        (true, _) => end,
        (false, ",") => format!("{}, {end}", words.join(", ")),
        (false, _) => format!("{} {last} {end}", words.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
