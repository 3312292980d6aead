use crate::map::{Connection, ConnectionSet, Island};

use super::seal::{SEAL_BYTES, UnsealError, seal, unseal};
use super::{Contact, Fault, FaultKind, Lamp, LampVerdict, Order, Part};

/// How many bytes a report takes.
pub const REPORT_BYTES: usize = SEAL_BYTES + 1 + 2 * Contact::COUNT + Lamp::COUNT;
const _: () = assert!(REPORT_BYTES < 128);
const VERSION: u8 = 1;

/// What a test found out about a contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Verdict {
    /// Nothing.
    #[default]
    Untested,
    /// It closes when it should, alone, and opens again.
    Good,
    /// It never closes.
    Dead,
    /// It never opens.
    Stuck,
    /// This one closes in its place.
    Swapped(Contact),
    /// This one closes with it.
    Double(Contact),
    /// It conducts the wrong way.
    Reversed,
    /// It conducts both ways.
    Bridged,
}

/// What a self-test found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    pub(super) contacts: [Verdict; Contact::COUNT],
    pub(super) lamps: [LampVerdict; Lamp::COUNT],
    /// Whether the order of the contacts was learnt, so that those that are exchanged do no harm.
    pub(super) learnt: bool,
}

impl Report {
    /// A report of a test that has not begun.
    pub(super) const fn new() -> Self {
        Self {
            contacts: [Verdict::Untested; Contact::COUNT],
            lamps: [LampVerdict::Untested; Lamp::COUNT],
            learnt: false,
        }
    }

    /// What was found out about a contact.
    pub fn contact(&self, contact: Contact) -> Verdict {
        self.contacts[contact.index()]
    }

    /// What was found out about a lamp.
    pub fn lamp(&self, lamp: Lamp) -> LampVerdict {
        self.lamps[lamp.index()]
    }

    /// Whether the order of the contacts was learnt.
    pub fn is_learnt(&self) -> bool {
        self.learnt
    }

    /// Whether everything was tested. The players' lamps may not be there.
    pub fn is_complete(&self) -> bool {
        !self.contacts.contains(&Verdict::Untested)
            && !self.lamps[..Island::COUNT].contains(&LampVerdict::Untested)
    }

    /// Whether everything was tested and can be relied on.
    pub fn is_passed(&self) -> bool {
        self.is_complete() && self.faults().all(|fault| self.is_harmless(fault))
    }

    /// Whether a fault was found, but does no harm, because the order was learnt.
    pub fn is_harmless(&self, fault: Fault) -> bool {
        let exchanged = |fault: Fault| match fault {
            Fault { at: Part::Contact(Contact::Line(_)), kind: FaultKind::Swapped { found } } => {
                matches!(found, Contact::Line(_))
            }
            _ => false,
        };
        self.learnt && exchanged(fault)
    }

    /// Everything that is wrong: lamps first, then contacts.
    pub fn faults(&self) -> impl Iterator<Item = Fault> + '_ {
        let lamps = Lamp::all().map(Part::Lamp);
        lamps.chain(Contact::all().map(Part::Contact)).filter_map(|at| self.fault(at))
    }

    /// What is wrong with a part. A lamp that is wrong because of another is not counted.
    pub fn fault(&self, at: Part) -> Option<Fault> {
        let kind = match at {
            Part::Contact(contact) => match self.contact(contact) {
                Verdict::Untested | Verdict::Good => return None,
                Verdict::Dead => FaultKind::Dead,
                Verdict::Stuck => FaultKind::Stuck,
                Verdict::Swapped(found) => FaultKind::Swapped { found },
                Verdict::Double(with) => FaultKind::Double { with },
                Verdict::Reversed => FaultKind::Reversed,
                Verdict::Bridged => FaultKind::Bridged,
            },
            Part::Lamp(lamp) => match self.lamp(lamp) {
                LampVerdict::Untested | LampVerdict::Good | LampVerdict::Behind => return None,
                LampVerdict::Dark => FaultKind::Dark,
                LampVerdict::Misplaced => FaultKind::Misplaced { with: self.exchanged_with(lamp) },
                LampVerdict::Missing => FaultKind::Missing,
            },
        };
        Some(Fault { at, kind })
    }

    /// The one other lamp that is misplaced, if there is but one.
    fn exchanged_with(&self, lamp: Lamp) -> Option<Lamp> {
        let is_misplaced = |other: &Lamp| self.lamp(*other) == LampVerdict::Misplaced && *other != lamp;
        let mut others = Lamp::all().filter(is_misplaced);
        others.next().filter(|_| others.next().is_none())
    }

    /// The order that would put right what is exchanged; `None` if nothing is, or if it would not.
    pub fn order(&self) -> Option<Order> {
        let mut lines = core::array::from_fn(Connection::at);
        let mut taken = ConnectionSet::EMPTY;
        for line in Connection::all() {
            match self.contact(Contact::Line(line)) {
                Verdict::Swapped(Contact::Line(found)) if !taken.contains(found) => {
                    lines[found.index()] = line;
                    taken = taken.with(found);
                }
                Verdict::Swapped(_) => return None,
                _ => {}
            }
        }
        let order = Order::new(lines)?;
        (!order.is_identity()).then_some(order)
    }

    /// Whether every line closes its own contact.
    pub(super) fn is_in_order(&self) -> bool {
        Connection::all().all(|line| self.contact(Contact::Line(line)) == Verdict::Good)
    }

    /// Whether every line was tested.
    pub(super) fn has_tested_lines(&self) -> bool {
        !self.contacts[..Connection::COUNT].contains(&Verdict::Untested)
    }

    /// The order that is to be used from now on, where `known` is in use: that one, unless a line was found to close
    /// another contact than it says; then the one that was learnt, or none. A line of which nothing was seen, because it is
    /// dead or was left out, speaks against no order.
    pub fn order_after(&self, known: Order) -> Order {
        if self.agrees_with(known) {
            known
        } else if self.learnt {
            self.order().unwrap_or_default()
        } else {
            Order::default()
        }
    }

    fn agrees_with(&self, order: Order) -> bool {
        Connection::all().all(|contact| {
            let line = order.line(contact);
            match self.contact(Contact::Line(line)) {
                Verdict::Good => line == contact,
                Verdict::Swapped(found) => found == Contact::Line(contact),
                _ => true,
            }
        })
    }

    /// The report as bytes: a version, the verdicts, and a checksum over both.
    pub fn encode(&self) -> [u8; REPORT_BYTES] {
        let mut bytes = [0; REPORT_BYTES];
        bytes[1] = u8::from(self.learnt);
        for (pair, verdict) in bytes[2..].chunks_exact_mut(2).zip(self.contacts) {
            pair.copy_from_slice(&pack(verdict));
        }
        for (byte, lamp) in bytes[2 + 2 * Contact::COUNT..].iter_mut().zip(self.lamps) {
            *byte = lamp as u8;
        }
        seal(VERSION, bytes)
    }

    /// Reads a report.
    ///
    /// # Errors
    /// The bytes are damaged, or no report that this version knows.
    pub fn decode(bytes: &[u8]) -> Result<Self, UnsealError> {
        let content = unseal::<REPORT_BYTES>(VERSION, bytes)?;
        let (head, content) = content.split_at(1);
        let (contacts, lamps) = content.split_at(2 * Contact::COUNT);
        let mut report = Self { learnt: head[0] == 1, ..Self::new() };
        for (verdict, pair) in report.contacts.iter_mut().zip(contacts.chunks_exact(2)) {
            *verdict = unpack([pair[0], pair[1]]).ok_or(UnsealError::Unknown)?;
        }
        for (verdict, &byte) in report.lamps.iter_mut().zip(lamps) {
            *verdict = *LAMPS.get(usize::from(byte)).ok_or(UnsealError::Unknown)?;
        }
        Ok(report)
    }
}

/// The verdicts on lamps, by their numbers.
const LAMPS: [LampVerdict; 6] = [
    LampVerdict::Untested,
    LampVerdict::Good,
    LampVerdict::Dark,
    LampVerdict::Misplaced,
    LampVerdict::Missing,
    LampVerdict::Behind,
];

#[allow(clippy::cast_possible_truncation, reason = "there are 34 contacts")]
fn pack(verdict: Verdict) -> [u8; 2] {
    match verdict {
        Verdict::Untested => [0, 0],
        Verdict::Good => [1, 0],
        Verdict::Dead => [2, 0],
        Verdict::Stuck => [3, 0],
        Verdict::Swapped(other) => [4, other.index() as u8],
        Verdict::Double(other) => [5, other.index() as u8],
        Verdict::Reversed => [6, 0],
        Verdict::Bridged => [7, 0],
    }
}

fn unpack([kind, other]: [u8; 2]) -> Option<Verdict> {
    let other = Contact::from_index(usize::from(other))?;
    Some(match kind {
        0 => Verdict::Untested,
        1 => Verdict::Good,
        2 => Verdict::Dead,
        3 => Verdict::Stuck,
        4 => Verdict::Swapped(other),
        5 => Verdict::Double(other),
        6 => Verdict::Reversed,
        7 => Verdict::Bridged,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;
    use crate::sensing::Button;

    fn line(index: usize) -> Contact {
        Contact::from_index(index).unwrap()
    }

    fn good() -> Report {
        Report {
            contacts: [Verdict::Good; Contact::COUNT],
            lamps: [LampVerdict::Good; Lamp::COUNT],
            learnt: false,
        }
    }

    fn bad() -> Report {
        let mut report = good();
        let referee = Contact::Button(Button::Referee);
        report.contacts[..8].copy_from_slice(&[
            Verdict::Untested,
            Verdict::Dead,
            Verdict::Stuck,
            Verdict::Swapped(line(4)),
            Verdict::Swapped(line(3)),
            Verdict::Double(referee),
            Verdict::Reversed,
            Verdict::Bridged,
        ]);
        report.lamps[..6].copy_from_slice(&LAMPS);
        report.learnt = true;
        report
    }

    #[test]
    fn a_report_is_read_back_and_damage_is_found() {
        for report in [Report::new(), good(), bad()] {
            let bytes = report.encode();
            assert_eq!(Report::decode(&bytes), Ok(report));
            for bit in 0..REPORT_BYTES * 8 {
                let mut damaged = bytes;
                damaged[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(Report::decode(&damaged), Err(UnsealError::Damaged), "{bit}");
            }
        }
        assert_eq!(Report::decode(&[]), Err(UnsealError::Damaged));
        assert_eq!(Report::decode(&seal(9, bad().encode())), Err(UnsealError::Newer(9)));
        for (at, byte) in [(2, 8), (3, 34), (REPORT_BYTES - 3, 6)] {
            let mut bytes = good().encode();
            bytes[at] = byte;
            assert_eq!(Report::decode(&seal(VERSION, bytes)), Err(UnsealError::Unknown), "{at}");
        }
    }

    #[test]
    fn the_numbers_of_lamps_are_their_places() {
        for (at, lamp) in LAMPS.into_iter().enumerate() {
            assert_eq!(lamp as usize, at);
        }
    }

    #[test]
    fn only_a_whole_test_without_a_fault_is_passed() {
        assert!(good().is_passed() && good().faults().next().is_none());
        assert!(!bad().is_passed() && !Report::new().is_passed() && !Report::new().is_complete());
        let names: Vec<_> = bad().faults().map(|fault| fault.kind.name()).collect();
        let lamps = ["dark", "misplaced", "missing"];
        let contacts = ["dead", "stuck", "swapped", "swapped", "double", "reversed", "bridged"];
        assert!(names.into_iter().eq(lamps.into_iter().chain(contacts)));
    }

    #[test]
    fn two_misplaced_lamps_are_in_each_others_place_and_three_are_not() {
        let mut report = good();
        let mut misplace = |islands: &[Island]| {
            for island in islands {
                report.lamps[island.index()] = LampVerdict::Misplaced;
            }
            report.faults().map(|fault| fault.kind).collect::<Vec<_>>()
        };
        let with = |with| FaultKind::Misplaced { with };
        let others = [Island::Gola, Island::Bari].map(Lamp::Island).map(Some);
        assert_eq!(misplace(&[Island::Bari, Island::Gola]), others.map(with));
        assert_eq!(misplace(&[Island::Lale]), [with(None); 3]);
    }

    #[test]
    fn contacts_that_are_exchanged_can_be_learnt_and_then_do_no_harm() {
        let mut report = good();
        assert_eq!(report.order(), None);
        for (at, found) in [(3, 4), (4, 20), (20, 3)] {
            report.contacts[at] = Verdict::Swapped(line(found));
        }
        let order = report.order().unwrap();
        let at = |index| Connection::from_index(index).unwrap();
        assert_eq!([4, 20, 3].map(|contact| order.line(at(contact))), [3, 4, 20].map(at));
        assert!(!report.is_passed());
        report.learnt = true;
        assert!(report.is_passed());
        report.contacts[5] = Verdict::Dead;
        assert_eq!(report.order(), Some(order), "what else is wrong stays wrong");
        assert!(!report.is_passed());
        report.contacts[20] = Verdict::Swapped(line(4));
        assert_eq!(report.order(), None, "two lines have the same contact");
        report.contacts[20] = Verdict::Swapped(line(Connection::COUNT));
        assert_eq!(report.order(), None, "a button is no line");
    }
}
