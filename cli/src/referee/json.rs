//! The rulings as JSON, an object a line.

use std::io::{self, Write};

use kahuna_board::map::IslandSet;
use kahuna_board::record::{AnyGame, Header, Judgement, Ruling};
use kahuna_board::rules::{Effects, Refusal, Rule, Summary};
use serde::Serialize;

use super::Report;

#[derive(Serialize)]
struct Legal<'a> {
    line: u32,
    ok: bool,
    effects: &'a Effects,
}

#[derive(Serialize)]
struct Illegal<'a> {
    line: u32,
    ok: bool,
    error: &'static str,
    rule: Rule,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    islands: Option<IslandSet>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<&'a [u32]>,
}

#[derive(Serialize)]
struct Last {
    state: Summary,
}

/// Prints an object a line.
pub(super) struct Json;

impl Report for Json {
    fn start(&mut self, _: &mut dyn Write, _: &Header) -> io::Result<()> {
        Ok(())
    }

    fn line(&mut self, out: &mut dyn Write, judgement: &Judgement<'_>, _: &AnyGame) -> io::Result<()> {
        let line = judgement.line;
        match &judgement.ruling {
            Ruling::Legal(effects) => print(out, &Legal { line, ok: true, effects }),
            Ruling::TurnedUp => Ok(()),
            Ruling::Illegal { refusal, overdrew } => {
                let islands = match refusal {
                    Refusal::ImpossibleCards { islands } => Some(*islands),
                    _ => None,
                };
                print(
                    out,
                    &Illegal {
                        line,
                        ok: false,
                        error: refusal.name(),
                        rule: refusal.rule(),
                        message: refusal.to_string(),
                        islands,
                        lines: islands.map(|_| overdrew.as_slice()),
                    },
                )
            }
        }
    }

    fn end(&mut self, out: &mut dyn Write, game: &AnyGame) -> io::Result<()> {
        print(out, &Last { state: game.summary() })
    }
}

fn print(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
