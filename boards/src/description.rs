//! What stands in a description: a plain value that may be wrong.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::Fault;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Description {
    pub(crate) title: String,
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

/// Reads the text; what is not even of the right form is told by the parser, one fault at a time.
pub(crate) fn read(text: &str) -> Result<Description, Fault> {
    toml::from_str(text).map_err(|error| Fault {
        line: error.span().map_or(1, |span| line(text, span.start)),
        what: error.message().trim().replace('\n', " "),
        remedy: "compare with another description in boards/".into(),
    })
}

/// The line, from 1, of a place in the text.
pub(crate) fn line(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}
