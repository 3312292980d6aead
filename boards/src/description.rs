//! What stands in a description: a plain value that may be wrong.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::Fault;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Description {
    pub(crate) title: Spanned<String>,
    pub(crate) microcontroller: Spanned<String>,
    pub(crate) width_mm: Spanned<f64>,
    #[serde(default = "default_budget")]
    pub(crate) current_budget_ma: Spanned<u32>,
    pub(crate) lights: Spanned<Lights>,
    pub(crate) settle: Settle,
    pub(crate) reed: Reed,
    pub(crate) magnet: Magnet,
    pub(crate) matrix: Option<Spanned<Matrix>>,
    pub(crate) shift: Option<Spanned<Shift>>,
}

/// What a USB port gives without being asked twice, with a margin.
fn default_budget() -> Spanned<u32> {
    Spanned::new(0..0, 400)
}

/// A pin, as it was written.
pub(crate) type Pin = Spanned<u32>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lights {
    pub(crate) pin: Pin,
    pub(crate) order: Vec<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settle {
    pub(crate) closing_ms: Spanned<u32>,
    pub(crate) opening_ms: Spanned<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reed {
    pub(crate) part: String,
    pub(crate) operates_within_mm: Spanned<f64>,
    pub(crate) releases_beyond_mm: Spanned<f64>,
    #[serde(default = "default_below")]
    pub(crate) below_mm: Spanned<f64>,
    #[serde(default = "default_glass_length")]
    pub(crate) length_mm: Spanned<f64>,
    #[serde(default = "default_glass_diameter")]
    pub(crate) diameter_mm: Spanned<f64>,
}

/// Half a stick, the printed board, and half a reed's glass.
fn default_below() -> Spanned<f64> {
    Spanned::new(0..0, 5.0)
}

fn default_glass_length() -> Spanned<f64> {
    Spanned::new(0..0, 10.0)
}

fn default_glass_diameter() -> Spanned<f64> {
    Spanned::new(0..0, 1.8)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Magnet {
    pub(crate) part: String,
    pub(crate) diameter_mm: Spanned<f64>,
    pub(crate) length_mm: Spanned<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Matrix {
    pub(crate) columns: Vec<Pin>,
    pub(crate) rows: Vec<Pin>,
    pub(crate) contacts: Spanned<BTreeMap<Spanned<String>, Crossing>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Crossing {
    pub(crate) column: usize,
    pub(crate) row: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shift {
    pub(crate) load: Pin,
    pub(crate) clock: Pin,
    pub(crate) data: Pin,
    pub(crate) registers: Spanned<usize>,
    pub(crate) contacts: Spanned<BTreeMap<Spanned<String>, usize>>,
}

/// What is wrong, and what would mend it, where the contacts are wired in both ways.
pub(crate) const WIRED_TWICE: (&str, &str) =
    ("the contacts are wired twice", "keep either [matrix] or [shift]");

/// Reads the text; what is not even of the right form is told by the parser, one fault at a time.
pub(crate) fn read(text: &str) -> Result<Description, Fault> {
    toml::from_str(text).map_err(|error| {
        // Of two wirings one is most likely only begun, and what it lacks is of no interest.
        if let Ok(Wirings { matrix: Some(_), shift: Some(shift) }) = toml::from_str(text) {
            let (what, remedy) = WIRED_TWICE;
            return Fault { line: line(text, shift.span().start), what: what.into(), remedy: remedy.into() };
        }
        let at = error.span().unwrap_or_default();
        let remedy = text.get(at.clone()).and_then(pin).map_or_else(
            || "compare with another description in boards/".into(),
            |pin| format!("a pin is its number alone: {pin}"),
        );
        Fault { line: line(text, at.start), what: in_words(error.message()), remedy }
    })
}

/// The tables of which there is one, whatever stands in them.
#[derive(Deserialize)]
struct Wirings {
    matrix: Option<toml::Table>,
    shift: Option<Spanned<toml::Table>>,
}

/// What the parser says, without the names that numbers have in Rust.
fn in_words(message: &str) -> String {
    let mut message = message.trim().replace('\n', " ");
    for (name, words) in [
        ("expected u32", "expected a whole number, 0 or more"),
        ("expected usize", "expected a whole number, 0 or more"),
        ("expected f64", "expected a number"),
    ] {
        message = message.replace(name, words);
    }
    message
}

/// The number of a pin that was written like `"GP22"`.
fn pin(written: &str) -> Option<u8> {
    let name = written.trim_matches(['"', '\'']);
    let (prefix, number) = name.split_at_checked(2)?;
    number.parse().ok().filter(|_| prefix.eq_ignore_ascii_case("gp"))
}

/// The line, from 1, of a place in the text.
pub(crate) fn line(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}
