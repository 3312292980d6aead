use core::fmt;
use core::ops::{BitAnd, BitOr, Sub};

use crate::map::{Connection, ConnectionSet};
use crate::sensing::{Button, ButtonSet, Contacts};

/// A place at which the scan reads: under a line, or under a button.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contact {
    /// A line's.
    Line(Connection),
    /// A button's.
    Button(Button),
}

impl Contact {
    /// How many there are.
    pub const COUNT: usize = Connection::COUNT + Button::COUNT;

    /// Every contact: the lines in alphabetical order, then the buttons.
    pub fn all() -> impl Iterator<Item = Self> {
        Connection::all().map(Self::Line).chain(Button::ALL.map(Self::Button))
    }

    /// The contact's place in [`Self::all`].
    pub const fn index(self) -> usize {
        match self {
            Self::Line(line) => line.index(),
            Self::Button(button) => Connection::COUNT + button.index(),
        }
    }

    /// The contact at a place in [`Self::all`].
    pub fn from_index(index: usize) -> Option<Self> {
        match index.checked_sub(Connection::COUNT) {
            None => Connection::from_index(index).map(Self::Line),
            Some(button) => Button::from_index(button).map(Self::Button),
        }
    }
}

impl fmt::Display for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => line.fmt(f),
            Self::Button(button) => button.fmt(f),
        }
    }
}

impl serde::Serialize for Contact {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A set of contacts. Bits from [`Contact::COUNT`] up are never set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ContactSet(u64);

impl ContactSet {
    /// No contact.
    pub const EMPTY: Self = Self(0);

    /// The contacts of lines and buttons.
    pub const fn new(lines: ConnectionSet, buttons: ButtonSet) -> Self {
        Self(lines.bits() as u64 | (buttons.bits() as u64) << Connection::COUNT)
    }

    /// Whether it has this one.
    pub const fn contains(self, contact: Contact) -> bool {
        self.0 & (1 << contact.index()) != 0
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with one more.
    #[must_use]
    pub const fn with(self, contact: Contact) -> Self {
        Self(self.0 | 1 << contact.index())
    }

    /// The set with one fewer.
    #[must_use]
    pub const fn without(self, contact: Contact) -> Self {
        Self(self.0 & !(1 << contact.index()))
    }

    /// The first in the order of [`Contact::all`].
    pub fn first(self) -> Option<Contact> {
        Contact::from_index(self.0.trailing_zeros() as usize)
    }

    /// The members, in the order of [`Contact::all`].
    pub const fn iter(self) -> ContactIter {
        ContactIter(self)
    }
}

impl From<Contacts> for ContactSet {
    fn from(contacts: Contacts) -> Self {
        Self::new(contacts.lines, contacts.buttons)
    }
}

impl FromIterator<Contact> for Contacts {
    /// What a scan reads when these are closed.
    fn from_iter<I: IntoIterator<Item = Contact>>(closed: I) -> Self {
        let mut contacts = Self::default();
        for contact in closed {
            match contact {
                Contact::Line(line) => contacts.lines = contacts.lines.with(line),
                Contact::Button(button) => contacts.buttons = contacts.buttons.with(button),
            }
        }
        contacts
    }
}

impl From<Contact> for ContactSet {
    fn from(contact: Contact) -> Self {
        Self::EMPTY.with(contact)
    }
}

/// The members of a [`ContactSet`].
#[derive(Clone, Debug)]
pub struct ContactIter(ContactSet);

impl Iterator for ContactIter {
    type Item = Contact;

    fn next(&mut self) -> Option<Contact> {
        let first = self.0.first()?;
        self.0 = self.0.without(first);
        Some(first)
    }
}

impl IntoIterator for ContactSet {
    type Item = Contact;
    type IntoIter = ContactIter;

    fn into_iter(self) -> ContactIter {
        self.iter()
    }
}

impl BitOr for ContactSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for ContactSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for ContactSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Debug for ContactSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl serde::Serialize for ContactSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contact_is_found_by_its_place() {
        for (index, contact) in Contact::all().enumerate() {
            assert_eq!(contact.index(), index);
            assert_eq!(Contact::from_index(index), Some(contact));
            assert!(ContactSet::from(contact).iter().eq([contact]));
        }
        assert_eq!(Contact::from_index(Contact::COUNT), None);
        assert_eq!(Contact::all().count(), Contact::COUNT);
    }
}
