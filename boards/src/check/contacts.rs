//! Contacts: each connection and button has a place, and no two share one.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use toml::Spanned;

use super::{Checker, pins};
use crate::description;
use crate::{Contact, Matrix, Place, Shift};

/// The firmware keeps the contacts' places in 64 bits.
const MOST_PLACES: usize = 64;

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}, row {}", self.column, self.row)
    }
}

/// A bit of the chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bit(usize);

impl fmt::Display for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bit {}", self.0)
    }
}

/// Checks a matrix.
pub(super) fn matrix(checker: &mut Checker, described: &Spanned<description::Matrix>) -> Option<Matrix> {
    let at = described.span();
    let described = described.get_ref();
    let (columns, rows) = (described.columns.len(), described.rows.len());
    check_size(checker, at, columns * rows, "a matrix of 6 columns and 6 rows has room for all");
    let all: Vec<_> =
        (0..columns).flat_map(|column| (0..rows).map(move |row| Place { column, row })).collect();
    let written = described.contacts.get_ref().iter();
    let written = written.map(|(name, at)| (name, Place { column: at.column, row: at.row }));
    let places = place(checker, "matrix", &described.contacts.span(), written, &all)?;
    let numbers = |of: &[description::Pin]| of.iter().map(pins::number).collect();
    Some(Matrix { columns: numbers(&described.columns), rows: numbers(&described.rows), places })
}

/// Checks a chain of shift registers.
pub(super) fn shift(checker: &mut Checker, described: &Spanned<description::Shift>) -> Option<Shift> {
    let described = described.get_ref();
    let registers = *described.registers.get_ref();
    let size = registers.saturating_mul(8);
    check_size(checker, described.registers.span(), size, "five registers have room for all");
    let all: Vec<_> = (0..size.min(MOST_PLACES)).map(Bit).collect();
    let written = described.contacts.get_ref().iter().map(|(name, bit)| (name, Bit(*bit)));
    let bits = place(checker, "shift", &described.contacts.span(), written, &all)?;
    Some(Shift {
        load: pins::number(&described.load),
        clock: pins::number(&described.clock),
        data: pins::number(&described.data),
        registers,
        bits: bits.into_iter().map(|bit| bit.0).collect(),
    })
}

fn check_size(checker: &mut Checker, at: Range<usize>, size: usize, remedy: &str) {
    let needed = Contact::all().len();
    if size < needed {
        checker.fault(at, format!("there is room for {size} contacts, not for {needed}"), remedy);
    } else if size > MOST_PLACES {
        checker.fault(at, format!("there is room for {size} contacts, more than {MOST_PLACES}"), remedy);
    }
}

/// Gives each contact its place; `None` where one has none.
fn place<'a, P: Copy + Ord + fmt::Display>(
    checker: &mut Checker,
    table: &str,
    table_at: &Range<usize>,
    written: impl Iterator<Item = (&'a Spanned<String>, P)>,
    all: &[P],
) -> Option<Vec<P>> {
    // In the order of the text, so that it is the later one that is called a duplicate.
    let mut written: Vec<_> = written.collect();
    written.sort_by_key(|(name, _)| name.span().start);
    let free = all.iter().find(|place| written.iter().all(|(_, used)| used != *place));
    let free = free.map_or(String::new(), |free| format!(", for instance {free}"));
    let mut taken = BTreeMap::new();
    let mut places = BTreeMap::new();
    // What stands there misspelt is not told to be missing as well.
    let mut meant = Vec::new();
    for (name, place) in written {
        let Some(contact) = Contact::find(name.get_ref()) else {
            let what = format!("there is no connection or button \"{}\"", name.get_ref());
            let guess = Contact::guess(name.get_ref());
            meant.extend(guess);
            let remedy = guess.map_or_else(
                || {
                    "connections are called like \"ALOA-BARI\", buttons like \"white draw\" or \"referee\""
                        .into()
                },
                |guess| format!("did you mean \"{guess}\"?"),
            );
            checker.fault(name.span(), what, remedy);
            continue;
        };
        places.insert(contact, place);
        if !all.contains(&place) {
            let what = format!("{contact} is at {place}, which is not there");
            let last = all.last().map_or(String::new(), |last| format!("the last place is {last}"));
            checker.fault(name.span(), what, last);
        }
        if let Some(first) = taken.insert(place, contact) {
            let what = format!("{first} and {contact} share {place}");
            checker.fault(name.span(), what, format!("give one of them another place{free}"));
        }
    }
    let is_missing = |contact: &Contact| !places.contains_key(contact) && !meant.contains(contact);
    for contact in Contact::all().filter(is_missing) {
        let what = format!("{contact} has no contact");
        checker.fault(table_at.clone(), what, format!("give it a place in [{table}.contacts]{free}"));
    }
    Contact::all().map(|contact| places.get(&contact).copied()).collect()
}
