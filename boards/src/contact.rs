//! What a contact is for.

use std::fmt;
use std::sync::LazyLock;

use crate::map::map;

/// The buttons in the order the firmware numbers them, after the connections.
const BUTTONS: [&str; 7] =
    ["white draw", "white pass", "white discard", "black draw", "black pass", "black discard", "referee"];

/// A reed under a line, or a button.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Contact(usize);

impl Contact {
    /// Every contact a board has: the connections in alphabetical order, then the buttons.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..names().len()).map(Self)
    }

    /// The contact's number, as the firmware counts them.
    pub const fn index(self) -> usize {
        self.0
    }

    /// The contact's name, like `ALOA-BARI` or `white draw`.
    pub fn name(self) -> &'static str {
        &names()[self.index()]
    }

    /// Whether it is a button, not a reed under a line.
    pub fn is_button(self) -> bool {
        self.index() >= map().connections.len()
    }

    /// The contact of a name, spelt exactly.
    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::all().find(|contact| contact.name() == name)
    }

    /// The contact that a misspelt name probably means: another case, or the islands the other way round.
    pub(crate) fn guess(name: &str) -> Option<Self> {
        let turned = name.split_once('-').map(|(a, b)| format!("{b}-{a}"));
        Self::all().find(|contact| {
            let is = |text: &str| contact.name().eq_ignore_ascii_case(text.trim());
            is(name) || turned.as_deref().is_some_and(is)
        })
    }
}

impl fmt::Display for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

fn names() -> &'static [String] {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let lines = map().connections.iter().map(crate::map::Connection::name);
        lines.chain(BUTTONS.map(str::to_owned)).collect()
    });
    &NAMES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_come_first_then_the_buttons() {
        let names: Vec<_> = Contact::all().map(Contact::name).collect();
        assert_eq!(names.len(), 34);
        assert_eq!(
            (names[0], names[26], names[27], names[33]),
            ("ALOA-BARI", "KAHU-LALE", "white draw", "referee")
        );
        assert!(Contact::all().all(|contact| Contact::find(contact.name()) == Some(contact)));
        assert_eq!(Contact::all().filter(|contact| contact.is_button()).count(), 7);
    }

    #[test]
    fn a_misspelt_name_is_guessed_where_only_case_or_order_differ() {
        assert_eq!(Contact::guess("bari-aloa").map(Contact::name), Some("ALOA-BARI"));
        assert_eq!(Contact::guess("White Draw").map(Contact::name), Some("white draw"));
        assert_eq!(Contact::guess("ALOA-LALE"), None);
    }
}
