//! What to buy.

use std::fmt::Write as _;

use kahuna_board::rules::BRIDGES;
use kahuna_boards::{Board, Contact, Wiring, map::map};

use crate::reference::{self, BUFFER, BULK, CONTROLLER, DATA_RESISTOR, FUSE};

/// Some equal parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What they are called on the drawings; empty for what is on none.
    pub references: Vec<String>,
    /// How many.
    pub count: usize,
    /// What to ask for.
    pub what: String,
    /// What matters about them, and why.
    pub matters: String,
}

/// Each player's sticks, for two players.
const STICKS: usize = 2 * BRIDGES;

/// The parts of a board.
pub fn parts(board: &Board) -> Vec<Part> {
    let (reed, magnet) = (&board.reed, &board.magnet);
    let lines = map().connections.len();
    let mut parts = Vec::new();
    let mut add = |references: Vec<String>, what: String, matters: String| {
        let count = references.len();
        parts.push(Part { references, count, what, matters });
    };
    let contacts = |are_buttons: bool| {
        Contact::all()
            .filter(move |contact| contact.is_button() == are_buttons)
            .map(reference::contact)
            .collect()
    };
    add(
        vec![CONTROLLER.into()],
        board.microcontroller.title().into(),
        format!(
            "with a USB cable that carries data, its plug {}; a port or charger that gives 500 mA",
            board.microcontroller.plug()
        ),
    );
    add(
        contacts(false),
        reed.part.clone(),
        format!(
            "normally open; must close with the stick's magnet within {} mm and be open beyond {} mm: measure five before \
             you buy {lines}",
            reed.operates_within_mm, reed.releases_beyond_mm
        ),
    );
    add(
        contacts(true),
        "push button, normally open, for a 12 mm hole".into(),
        "momentary, not latching; any current".into(),
    );
    let lights: Vec<_> = (0..board.lights.len()).map(reference::light).collect();
    add(
        lights,
        "WS2812B light on a small circuit board (10 mm)".into(),
        "5 V, GRB order, with its own 100 nF capacitor; not the 8 mm through-hole kind (RGB order), not the 12 V kind"
            .into(),
    );
    wiring(board, &mut add);
    add(
        vec![BUFFER.into()],
        "74AHCT125, DIP-14".into(),
        "AHCT or HCT, not HC or AHC: it must take 3.3 V as high while it runs on 5 V; the lights want 3.5 V at their data input"
            .into(),
    );
    add(
        vec![DATA_RESISTOR.into()],
        "resistor 330 Ω, 0.25 W".into(),
        "in the data line, at the buffer: takes the ringing off a long wire; 220 to 470 Ω will do".into(),
    );
    add(
        vec![BULK.into()],
        "electrolytic capacitor 1000 µF, 10 V or more".into(),
        "across the lights' supply, where the chain begins; mind the polarity; 470 µF if a port cuts out at plugging in".into(),
    );
    let chips = 1 + match &board.wiring {
        Wiring::Matrix(_) => 0,
        Wiring::Shift(shift) => shift.registers,
    };
    add(
        (0..chips).map(reference::decoupling).collect(),
        "ceramic capacitor 100 nF".into(),
        "one at each chip, between its supply and ground, legs short".into(),
    );
    add(
        vec![FUSE.into()],
        "resettable fuse, 0.5 A hold, 1 A trip, 6 V or more".into(),
        format!(
            "between USB's 5 V and the lights: the firmware keeps the whole board within {} mA, the fuse is for a \
             slip of the soldering iron",
            board.current_budget_ma
        ),
    );
    parts.push(Part {
        references: Vec::new(),
        count: STICKS,
        what: format!("magnet {} × {} mm, {}", magnet.diameter_mm, magnet.length_mm, magnet.part),
        matters: "one in the middle of each stick, lying along it; the same kind in all of them".into(),
    });
    let plate = crate::layout::Layout::new(board).plate;
    parts.push(Part {
        references: Vec::new(),
        count: 1,
        what: format!("plate {:.0} × {:.0} mm, plywood or acrylic, 3 mm", plate[0].ceil(), plate[1].ceil()),
        matters: "no steel, no screws of steel near the reeds; feet of 25 mm or a frame, so that the wiring has room"
            .into(),
    });
    let mut wire = |what: &str, matters: &str| {
        let (what, matters) = (what.into(), matters.into());
        parts.push(Part { references: Vec::new(), count: 1, what, matters });
    };
    wire("set of stranded wire 0.25 mm², red and black", "for the lights' supply");
    wire("set of thinner stranded wire in colours", "for the rest, in the colours of the net list");
    parts
}

/// What only one kind of wiring needs.
fn wiring(board: &Board, add: &mut impl FnMut(Vec<String>, String, String)) {
    match &board.wiring {
        Wiring::Matrix(_) => add(
            Contact::all().map(reference::diode).collect(),
            "diode 1N4148".into(),
            "one at each contact, its band (cathode) towards the row; without them a fourth contact seems closed when three are"
                .into(),
        ),
        Wiring::Shift(shift) => {
            add(
                (0..shift.registers).map(reference::register).collect(),
                "74HC165, DIP-16".into(),
                "HC, not HCT or LS: it runs on 3.3 V".into(),
            );
            add(
                (0..shift.registers).map(reference::network).collect(),
                "resistor network 8 × 10 kΩ, SIP-9, common pin".into(),
                "pulls the eight inputs of a register up; its dot is the common pin, to 3.3 V".into(),
            );
        }
    }
}

/// The head of the table.
pub const HEAD: &str = "count,part,references,what matters\n";

/// The parts as CSV.
pub fn csv(board: &Board) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut table = String::from(HEAD);
    for part in parts(board) {
        let (what, matters) = (quoted(&part.what), quoted(&part.matters));
        writeln!(table, "{},{what},{},{matters}", part.count, part.references.join(" "))
            .expect("a String takes everything");
    }
    table
}

/// The parts as Markdown.
pub fn markdown(board: &Board) -> String {
    let mut table = format!(
        "# Parts of {}\n\n{}, printed board {} mm wide.\n\n| count | part | on the drawings | what matters |\n|--:|---|---|---|\n",
        board.name,
        board.title,
        crate::svg::number(board.width_mm)
    );
    for part in parts(board) {
        let references = match part.references.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first, .., last] => format!("{first} to {last}"),
        };
        writeln!(table, "| {} | {} | {references} | {} |", part.count, part.what, part.matters)
            .expect("a String takes everything");
    }
    table
}
