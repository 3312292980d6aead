//! A board as it was really built: what its contacts and lamps do when some of it is wrong.

use kahuna_board::lights::RGB8;
use kahuna_board::map::Island;
use kahuna_board::selftest::Contact;
use kahuna_board::sensing::Contacts;

use super::script::Fault;
use super::world::Lamps;

/// The order in which the chain runs from island to island.
pub(crate) const CHAIN: [Island; Island::COUNT] = {
    use Island::{Aloa, Bari, Coco, Duda, Elai, Faaa, Gola, Huna, Iffi, Jojo, Kahu, Lale};
    [Aloa, Bari, Coco, Gola, Faaa, Elai, Duda, Huna, Iffi, Jojo, Kahu, Lale]
};

/// What the scan reads: forwards, and against the diodes.
pub(crate) fn wired(faults: &[Fault], touched: Contacts) -> (Contacts, Contacts) {
    let mut closed: Vec<bool> = Contact::all()
        .map(|contact| match contact {
            Contact::Line(line) => touched.lines.contains(line),
            Contact::Button(button) => touched.buttons.contains(button),
        })
        .collect();
    for fault in faults {
        match *fault {
            Fault::Swapped(a, b) => closed.swap(a.index(), b.index()),
            Fault::Double(a, b) => {
                let either = closed[a.index()] || closed[b.index()];
                (closed[a.index()], closed[b.index()]) = (either, either);
            }
            _ => {}
        }
    }
    // A contact that cannot move does not care what it is wired to.
    let mut backwards = vec![false; Contact::COUNT];
    for fault in faults {
        match *fault {
            Fault::Open(at) => closed[at.index()] = false,
            Fault::Closed(at) => closed[at.index()] = true,
            _ => {}
        }
    }
    for fault in faults {
        if let Fault::Reversed(at) = *fault {
            backwards[at.index()] |= std::mem::take(&mut closed[at.index()]);
        }
    }
    (collect(&closed), collect(&backwards))
}

fn collect(closed: &[bool]) -> Contacts {
    let mut contacts = Contacts::default();
    for contact in Contact::all().filter(|contact| closed[contact.index()]) {
        match contact {
            Contact::Line(line) => contacts.lines = contacts.lines.with(line),
            Contact::Button(button) => contacts.buttons = contacts.buttons.with(button),
        }
    }
    contacts
}

/// What the lamps show of what is sent to them.
pub(crate) fn shown(faults: &[Fault], sent: &Lamps) -> Lamps {
    let mut chain = CHAIN.to_vec();
    for fault in faults {
        if let Fault::Lights(a, b) = *fault {
            let place = |island| chain.iter().position(|&other| other == island);
            if let (Some(a), Some(b)) = (place(a), place(b)) {
                chain.swap(a, b);
            }
        }
    }
    chain.retain(|&island| !faults.contains(&Fault::Missing(island)));
    let mut lamps = [RGB8::default(); Island::COUNT];
    for (island, wanted) in chain.into_iter().zip(CHAIN) {
        if faults.contains(&Fault::Dark(island)) {
            break;
        }
        lamps[island.index()] = sent[wanted.index()];
    }
    lamps
}
