use super::{ORDER_BYTES, Order, REPORT_BYTES, Report};

/// How many bytes notes take.
pub const NOTES_BYTES: usize = REPORT_BYTES + ORDER_BYTES;

/// What outlives games: the last test's report, and the order of the contacts that is in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// What the last self-test found, if one was made.
    pub report: Option<Report>,
    /// Which line each contact lies under.
    pub order: Order,
}

impl Notes {
    /// Takes the report of a test that is [done](super::Event::Done), and the order that comes of it. Both change
    /// together, so that they never contradict each other if they are kept together.
    pub fn conclude(&mut self, report: &Report) {
        self.order = report.order_after(self.order);
        self.report = Some(Report { learnt: !self.order.is_identity(), ..*report });
    }

    /// Forgets a learnt order; what is exchanged counts as a fault again.
    pub fn forget(&mut self) {
        self.order = Order::default();
        if let Some(report) = &mut self.report {
            report.learnt = false;
        }
    }

    /// The notes as bytes: the order first, for a later version may have longer reports. Where there is no report, they
    /// are as flash is when it is erased.
    pub fn encode(&self) -> [u8; NOTES_BYTES] {
        let mut bytes = [0xff; NOTES_BYTES];
        let (order, report) = bytes.split_at_mut(ORDER_BYTES);
        if let Some(found) = &self.report {
            report.copy_from_slice(&found.encode());
        }
        order.copy_from_slice(&self.order.encode());
        bytes
    }

    /// Reads notes. What cannot be read of them was never noted: the board can be tested again.
    pub fn decode(bytes: &[u8; NOTES_BYTES]) -> Self {
        let (order, report) = bytes.split_at(ORDER_BYTES);
        let order = Order::decode(order).unwrap_or_default();
        let report = Report::decode(report)
            .ok()
            .map(|report| Report { learnt: report.learnt && !order.is_identity(), ..report });
        Self { report, order }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selftest::{Contact, LampVerdict, Verdict};

    fn report(exchanged: bool) -> Report {
        let mut report = Report::new();
        report.lamps.fill(LampVerdict::Good);
        report.contacts.fill(Verdict::Good);
        if exchanged {
            let [a, b] = [0, 1].map(|index| Contact::from_index(index).unwrap());
            (report.contacts[0], report.contacts[1]) = (Verdict::Swapped(b), Verdict::Swapped(a));
        }
        report
    }

    #[test]
    fn an_order_is_kept_until_it_is_forgotten_or_every_line_is_in_its_place() {
        let mut notes = Notes::default();
        notes.conclude(&report(true));
        assert!(notes.order.is_identity(), "nobody has agreed to learn it");
        let learnt = Report { learnt: true, ..report(true) };
        notes.conclude(&learnt);
        assert_eq!(notes, Notes { report: Some(learnt), order: learnt.order().unwrap() });
        notes.conclude(&Report::new());
        assert_eq!(notes.order, learnt.order().unwrap(), "a test of lamps alone teaches nothing");
        assert!(notes.report.unwrap().is_learnt(), "and the order is still in use");
        notes.conclude(&report(true));
        assert_eq!(notes.order, learnt.order().unwrap(), "it was found again");
        let mut dead = report(false);
        dead.contacts.fill(Verdict::Dead);
        notes.conclude(&dead);
        assert_eq!(notes.order, learnt.order().unwrap(), "what is dead lies nowhere else");
        notes.conclude(&report(false));
        assert!(notes.order.is_identity());
        notes.conclude(&learnt);
        notes.forget();
        assert_eq!(notes, Notes { report: Some(report(true)), order: Order::default() });
        assert!(!notes.report.unwrap().is_passed());
    }

    #[test]
    fn what_was_noted_is_read_back_and_what_was_not_is_not() {
        let mut notes = Notes::default();
        for report in [Report::new(), report(true), Report { learnt: true, ..report(true) }] {
            assert_eq!(Notes::decode(&notes.encode()), notes);
            notes.conclude(&report);
        }
        let mut bytes = notes.encode();
        bytes[ORDER_BYTES + 5] ^= 1;
        assert_eq!(Notes::decode(&bytes), Notes { report: None, order: notes.order });
        let mut bytes = notes.encode();
        bytes[5] ^= 1;
        let read = Notes::decode(&bytes);
        assert_eq!(read.order, Order::default());
        assert!(!read.report.unwrap().is_learnt(), "an order that cannot be read is not in use");
        assert_eq!(Notes::decode(&[0xff; NOTES_BYTES]), Notes::default());
    }
}
