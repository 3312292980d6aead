use heapless::Vec;

use crate::map::{Connection, Island};
use crate::rules::{Action, CARDS, Counted, Effects, Game, Known, Player, Refusal, Summary};

use super::fault::{Expected, Fault, Found};
use super::read::{Lines, Record};

/// An action as a record writes it, whatever is known of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum AnyAction {
    Counted(Action<Counted>),
    Known(Action<Known>),
}

/// A line after the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// A player's action.
    Action(Player, AnyAction),
    /// Three cards turned up for a new round.
    FaceUp([Island; 3]),
}

/// The game that a record has come to, whatever is known of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum AnyGame {
    Counted(Game<Counted>),
    Known(Game<Known>),
}

impl AnyGame {
    /// What the game looks like from outside.
    pub fn summary(&self) -> Summary {
        match self {
            Self::Counted(game) => game.into(),
            Self::Known(game) => game.into(),
        }
    }
}

/// The most plays that one round can have: each takes a card.
const MOST_PLAYS: usize = CARDS as usize;

/// A line and what is ruled on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement<'a> {
    /// The line, from 1.
    pub line: u32,
    /// The line's words as they are written, without what stands around them.
    pub text: &'a str,
    /// What they mean. A discard beyond all measure means more cards than there are, and no longer how many.
    pub statement: Statement,
    /// What is ruled on it.
    pub ruling: Ruling,
}

/// What is ruled on a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// It is legal, with these effects.
    Legal(Effects),
    /// Cards were turned up as they should be.
    TurnedUp,
    /// It is illegal; the line is skipped.
    Illegal {
        /// Why.
        refusal: Refusal,
        /// For `impossible-cards`: the lines of the plays that overdrew the cards, the refused one last.
        overdrew: Vec<u32, { MOST_PLAYS + 1 }>,
    },
}

/// Goes through a record and rules on every line; an illegal line is skipped.
///
/// It ends after a fault: a `face-up` line that is missing or that nobody owes.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    lines: Lines<'a>,
    game: AnyGame,
    /// This round's plays, with their lines.
    plays: Vec<(Connection, u32), MOST_PLAYS>,
    stopped: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(record: &Record<'a>) -> Self {
        let header = record.header();
        let game = match header.deal {
            Some(deal) => AnyGame::Known(Game::known(header.settings, deal)),
            None => AnyGame::Counted(Game::new(header.settings)),
        };
        Self { lines: record.statements(), game, plays: Vec::new(), stopped: false }
    }

    /// The game after the lines so far.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    fn rule(&mut self, line: u32, statement: Statement) -> Result<Ruling, Fault<'a>> {
        let fault = |expected| Err(Fault { line, expected, found: Found::Nothing });
        let outcome = match (statement, &mut self.game) {
            (Statement::FaceUp(_), AnyGame::Known(game)) if !game.owes_face_up() => {
                return fault(Expected::NoFaceUp);
            }
            (Statement::FaceUp(cards), AnyGame::Known(game)) => match game.turn_up(cards) {
                Ok(()) => return Ok(Ruling::TurnedUp),
                Err(refusal) => Err(refusal),
            },
            (Statement::Action(..), AnyGame::Known(game)) if game.owes_face_up() => {
                return fault(Expected::FaceUp);
            }
            (Statement::Action(player, AnyAction::Known(action)), AnyGame::Known(game)) => {
                game.play(player, action)
            }
            (Statement::Action(player, AnyAction::Counted(action)), AnyGame::Counted(game)) => {
                game.play(player, action)
            }
            // The header decides both, so they never differ.
            _ => return fault(Expected::CardsKnown),
        };
        match outcome {
            Ok(effects) => {
                if effects.score.is_some() {
                    self.plays.clear();
                } else if let Some(at) = paid_for(statement) {
                    // There is room: the audit, or the hands, let no more cards be played in a round.
                    let _ = self.plays.push((at, line));
                }
                Ok(Ruling::Legal(effects))
            }
            Err(refusal) => Ok(Ruling::Illegal { refusal, overdrew: self.overdrew(refusal, line) }),
        }
    }

    fn overdrew(&self, refusal: Refusal, line: u32) -> Vec<u32, { MOST_PLAYS + 1 }> {
        let Refusal::ImpossibleCards { islands } = refusal else { return Vec::new() };
        let within = |at: Connection| islands.contains(at.ends().0) && islands.contains(at.ends().1);
        let earlier = self.plays.iter().filter(|(at, _)| within(*at)).map(|&(_, line)| line);
        earlier.chain([line]).collect()
    }
}

/// The connection of a play that takes cards.
fn paid_for(statement: Statement) -> Option<Connection> {
    match statement {
        Statement::Action(
            _,
            AnyAction::Counted(Action::Place(at, _) | Action::Remove(at, _))
            | AnyAction::Known(Action::Place(at, _) | Action::Remove(at, _)),
        ) => Some(at),
        _ => None,
    }
}

impl<'a> Iterator for Judge<'a> {
    type Item = Result<Judgement<'a>, Fault<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped {
            return None;
        }
        let judged = self.lines.next()?.and_then(|(line, text, statement)| {
            let ruling = self.rule(line, statement)?;
            Ok(Judgement { line, text, statement, ruling })
        });
        self.stopped = judged.is_err();
        Some(judged)
    }
}
