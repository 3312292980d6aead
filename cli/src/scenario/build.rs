//! A board as it was really built: what its contacts and lamps do when some of it is wrong.

use kahuna_board::lights::Frame;
use kahuna_board::map::Island;
use kahuna_board::rules::Player;
use kahuna_board::selftest::{Contact, Lamp};
use kahuna_board::sensing::Contacts;

use super::script::Fault;
use super::world::{DARK, Lamps};

/// The order in which the chain runs from island to island; before the first is black's turn light, behind the last
/// white's.
const ISLANDS: [Island; Island::COUNT] = {
    use Island::{Aloa, Bari, Coco, Duda, Elai, Faaa, Gola, Huna, Iffi, Jojo, Kahu, Lale};
    [Aloa, Bari, Coco, Gola, Faaa, Elai, Duda, Huna, Iffi, Jojo, Kahu, Lale]
};

/// The lamps along the chain.
pub(crate) fn chain() -> impl Iterator<Item = Lamp> {
    let islands = ISLANDS.into_iter().map(Lamp::Island);
    [Lamp::Turn(Player::Black)].into_iter().chain(islands).chain([Lamp::Turn(Player::White)])
}

/// How many rows the matrix has.
const ROWS: usize = 6;

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
        match *fault {
            Fault::Reversed(at) => backwards[at.index()] |= std::mem::take(&mut closed[at.index()]),
            Fault::Bridged(at) => backwards[at.index()] |= closed[at.index()],
            _ => {}
        }
    }
    // A diode that is the wrong way round drags its row down to its column, which is low while another is read. So does a
    // bridged one, but it is not in its own way. The contacts lie in the matrix in their order, as on the shipped board.
    let is_bridged =
        |at: usize| faults.iter().any(|fault| matches!(fault, Fault::Bridged(it) if it.index() == at));
    let closed: Vec<bool> = (0..Contact::COUNT)
        .map(|at| {
            let mut row = (at % ROWS..Contact::COUNT).step_by(ROWS);
            closed[at] && !row.any(|other| backwards[other] && !(other == at && is_bridged(at)))
        })
        .collect();
    let read = |closed: &[bool]| Contact::all().filter(|contact| closed[contact.index()]).collect();
    (read(&closed), read(&backwards))
}

/// What the lamps show of what is sent to them.
pub(crate) fn shown(faults: &[Fault], sent: &Frame) -> Lamps {
    let mut soldered: Vec<Lamp> = chain().collect();
    for fault in faults {
        if let Fault::Lights(a, b) = *fault {
            let place = |lamp| soldered.iter().position(|&other| other == lamp);
            if let (Some(a), Some(b)) = (place(a), place(b)) {
                soldered.swap(a, b);
            }
        }
    }
    soldered.retain(|&lamp| !faults.contains(&Fault::Missing(lamp)));
    let mut lamps = DARK;
    for (lamp, wanted) in soldered.into_iter().zip(chain()) {
        if faults.contains(&Fault::Dark(lamp)) {
            break;
        }
        lamps[lamp.index()] = match wanted {
            Lamp::Island(island) => sent.islands[island.index()],
            Lamp::Turn(player) => sent.turn[player],
        };
    }
    lamps
}
