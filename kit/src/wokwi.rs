//! The board for the simulator Wokwi: `diagram.json` and `wokwi.toml`.
//!
//! Wokwi has no diodes and no reeds. A slide switch stands for a stick on its line, and gates do what the diodes do: a row
//! is high if any of its contacts is closed and that contact's column is driven. That is what the chip sees on the real
//! board, also with any number of contacts closed.

use std::fmt;

use kahuna_boards::map::{Point, map};
use kahuna_boards::{Board, Contact, Light, Matrix, Microcontroller, Wiring};
use serde_json::{Value, json};

/// Wokwi's pixels in a unit of the map.
const SCALE: f64 = 1.6;
/// The controller's name in the diagram.
const PICO: &str = "pico";

/// Why there is no diagram of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoDiagram {
    /// Its contacts are wired to shift registers.
    Registers,
    /// Wokwi does not have its microcontroller board.
    Microcontroller(Microcontroller),
}

impl fmt::Display for NoDiagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registers => f.write_str("only boards with a matrix are drawn for Wokwi"),
            Self::Microcontroller(board) => write!(f, "Wokwi does not have the {board}"),
        }
    }
}

impl std::error::Error for NoDiagram {}

/// The diagram, as the text of `diagram.json`.
///
/// # Errors
///
/// Fails for a board that Wokwi cannot show.
pub fn diagram(board: &Board) -> Result<String, NoDiagram> {
    let Wiring::Matrix(matrix) = &board.wiring else { return Err(NoDiagram::Registers) };
    let kind = match board.microcontroller {
        Microcontroller::Pico => "wokwi-pi-pico",
        Microcontroller::PicoW => "board-pi-pico-w",
        Microcontroller::Zero => return Err(NoDiagram::Microcontroller(board.microcontroller)),
    };
    let mut diagram = Diagram::default();
    diagram.part(kind, PICO, [-260.0, 380.0], &json!({}));
    lights(&mut diagram, board);
    for contact in Contact::all() {
        switch(&mut diagram, contact);
    }
    gates(&mut diagram, matrix);
    let text = json!({
        "version": 1,
        "author": "cargo kahuna boards wokwi",
        "editor": "wokwi",
        "parts": diagram.parts,
        "connections": diagram.connections,
    });
    Ok(format!("{text:#}\n"))
}

/// What is in every diagram that is made here.
pub const DIAGRAM_SIGNATURE: &str = "\"author\": \"cargo kahuna boards wokwi\"";
/// What is in every `wokwi.toml` that is made here.
pub const CONFIG_SIGNATURE: &str = "# Made by `cargo kahuna boards wokwi ";

/// `wokwi.toml` for board `name`: `images` is the folder of the images, seen from the folder that the file is in.
pub fn config(name: &str, images: &str) -> String {
    let image = |end: &str| quoted(&format!("{images}/{name}.{end}"));
    format!(
        "{CONFIG_SIGNATURE}{name}`. `cargo kahuna flash --board {name}` makes the image.\n\
         [wokwi]\nversion = 1\nfirmware = {}\nelf = {}\n",
        image("uf2"),
        image("elf")
    )
}

/// A path as TOML's string that takes everything as it is, where it can.
fn quoted(path: &str) -> String {
    if path.contains('\'') {
        format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        format!("'{path}'")
    }
}

/// A diagram that grows.
#[derive(Default)]
struct Diagram {
    parts: Vec<Value>,
    connections: Vec<Value>,
}

impl Diagram {
    fn part(&mut self, kind: &str, id: &str, [left, top]: Point, attributes: &Value) {
        let pixel = |value: f64| (value * 10.0).round() / 10.0;
        self.parts.push(json!({
            "type": kind, "id": id, "left": pixel(left), "top": pixel(top), "attrs": attributes,
        }));
    }

    /// An empty colour hides the wire.
    fn wire(&mut self, from: &str, to: &str, colour: &str) {
        self.connections.push(json!([from, to, colour, []]));
    }
}

fn lights(diagram: &mut Diagram, board: &Board) {
    let mut from = format!("{PICO}:GP{}", board.light_pin);
    for light in &board.lights {
        let at = match light {
            Light::Island(island) => map().islands[*island].light,
            Light::TurnBlack => [280.0, -30.0],
            Light::TurnWhite => [520.0, 660.0],
        };
        let id = id("light", light.name());
        diagram.part("wokwi-neopixel", &id, at.map(|along| along * SCALE), &json!({}));
        diagram.wire(&from, &format!("{id}:DIN"), "green");
        diagram.wire(&format!("{id}:VDD"), &format!("{PICO}:VBUS"), "");
        diagram.wire(&format!("{id}:VSS"), &format!("{PICO}:GND.8"), "");
        from = format!("{id}:DOUT");
    }
}

/// A slide switch for a stick, a push button for a button; both give a level.
fn switch(diagram: &mut Diagram, contact: Contact) {
    let (name, high, low) = (id("contact", contact.name()), format!("{PICO}:3V3"), format!("{PICO}:GND.1"));
    if contact.is_button() {
        let at = button(contact.name());
        let attributes = json!({ "label": contact.name(), "bounce": "1" });
        diagram.part("wokwi-pushbutton", &name, at.map(|along| along * SCALE), &attributes);
        diagram.wire(&format!("{name}:1.l"), &high, "");
        // Nothing else says what an open button reads.
        let resistor = id("pull-down", contact.name());
        let at = [at[0] * SCALE, at[1] * SCALE + 60.0];
        diagram.part("wokwi-resistor", &resistor, at, &json!({ "value": "10000" }));
        diagram.wire(&format!("{resistor}:1"), &format!("{name}:2.l"), "");
        diagram.wire(&format!("{resistor}:2"), &low, "");
    } else {
        let middle = map().connections[contact.index()].middle();
        diagram.part("wokwi-slide-switch", &name, middle.map(|along| along * SCALE), &json!({}));
        let text = json!({ "text": contact.name() });
        let at = [middle[0] * SCALE - 12.0, middle[1] * SCALE + 34.0];
        diagram.part("wokwi-text", &id("label", contact.name()), at, &text);
        diagram.wire(&format!("{name}:1"), &low, "");
        diagram.wire(&format!("{name}:3"), &high, "");
    }
}

/// An AND gate at each contact, and a chain of OR gates into each row.
fn gates(diagram: &mut Diagram, matrix: &Matrix) {
    for (row, pin) in (0..).zip(&matrix.rows) {
        let in_row = Contact::all().zip(&matrix.places).filter(|(_, place)| place.row == row);
        let mut sum: Option<String> = None;
        for (number, (contact, place)) in (0..).zip(in_row) {
            let down = u32::try_from(row).map_or(0.0, f64::from);
            let at = [1500.0 + f64::from(number) * 240.0, down * 120.0];
            let and = id("and", contact.name());
            diagram.part("wokwi-gate-and-2", &and, at, &json!({}));
            diagram.wire(&format!("{PICO}:GP{}", matrix.columns[place.column]), &format!("{and}:A"), "");
            let level = if contact.is_button() { "2.l" } else { "2" };
            diagram.wire(&format!("{}:{level}", id("contact", contact.name())), &format!("{and}:B"), "");
            let out = format!("{and}:OUT");
            sum = Some(match sum {
                None => out,
                Some(before) => {
                    let or = id("or", contact.name());
                    diagram.part("wokwi-gate-or-2", &or, [at[0] + 110.0, at[1] + 20.0], &json!({}));
                    diagram.wire(&before, &format!("{or}:A"), "");
                    diagram.wire(&out, &format!("{or}:B"), "");
                    format!("{or}:OUT")
                }
            });
        }
        if let Some(sum) = sum {
            diagram.wire(&sum, &format!("{PICO}:GP{pin}"), "");
        }
    }
}

/// Where a button is, in the map's units: white's at the near edge, black's at the far one, as on the plate.
fn button(name: &str) -> Point {
    match name {
        "black draw" => [460.0, -40.0],
        "black pass" => [400.0, -40.0],
        "black discard" => [340.0, -40.0],
        "white draw" => [340.0, 650.0],
        "white pass" => [400.0, 650.0],
        "white discard" => [460.0, 650.0],
        _ => [830.0, 310.0],
    }
}

/// A part's name in the diagram.
fn id(kind: &str, name: &str) -> String {
    format!("{kind}-{}", name.to_lowercase().replace(' ', "-"))
}
