//! What is connected with what.

mod matrix;
mod shift;

use std::fmt::{self, Write as _};

use kahuna_boards::{Board, Wiring};

use crate::drawing::{Colour, colour};
use crate::pinout::{self, Pad};
use crate::reference::{self, BUFFER, BULK, CONTROLLER, DATA_RESISTOR, FUSE};

pub use shift::{Input, input};

/// A pin of a part.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node {
    /// The part, like `K1`.
    pub part: String,
    /// The pin, like `1`, or `anode`.
    pub pin: String,
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.part, self.pin)
    }
}

/// Pins that are connected with each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// Its name, like `COL0`.
    pub name: String,
    /// What it is for.
    pub purpose: String,
    /// The colour of its wire.
    pub wire: Wire,
    /// Its pins, the one that drives it first.
    pub nodes: Vec<Node>,
}

/// The colour of a wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wire {
    /// Ground.
    Black,
    /// 5 V.
    Red,
    /// 3.3 V.
    Orange,
    /// Columns, and what the controller sends to registers.
    Blue,
    /// Rows, and what comes back from registers.
    Violet,
    /// The lights' data.
    Green,
    /// From a contact to its diode or register.
    Grey,
}

impl Wire {
    /// The colour in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Blue => "blue",
            Self::Violet => "violet",
            Self::Green => "green",
            Self::Grey => "grey",
        }
    }

    /// The colour on drawings.
    pub fn colour(self) -> Colour {
        match self {
            Self::Black => colour::BLACK,
            Self::Red => colour::RED,
            Self::Orange => colour::ORANGE,
            Self::Blue => colour::BLUE,
            Self::Violet => colour::VIOLET,
            Self::Green => colour::GREEN,
            Self::Grey => colour::GREY,
        }
    }
}

/// The nets of a board.
pub fn nets(board: &Board) -> Vec<Net> {
    let mut nets = Nets::default();
    power(&mut nets, board);
    lights(&mut nets, board);
    match &board.wiring {
        Wiring::Matrix(described) => matrix::wire(&mut nets, board, described),
        Wiring::Shift(described) => shift::wire(&mut nets, board, described),
    }
    nets.0
}

/// The head of the table.
pub const HEAD: &str = "net,purpose,wire,pins\n";

/// The net list as a table; a pin of the controller is followed by its name.
pub fn table(board: &Board) -> String {
    let mut table = String::from(HEAD);
    for net in nets(board) {
        let node = |node: &Node| match pad_of(board, node) {
            Some(pad) => format!("{node}({})", pad.name),
            None => node.to_string(),
        };
        let nodes: Vec<_> = net.nodes.iter().map(node).collect();
        writeln!(table, "{},{},{},{}", net.name, net.purpose, net.wire.name(), nodes.join(" "))
            .expect("a String takes everything");
    }
    table
}

/// The controller's pad, if the pin is one.
pub fn pad_of(board: &Board, node: &Node) -> Option<Pad> {
    let number = node.pin.parse::<u8>().ok().filter(|_| node.part == CONTROLLER)?;
    pinout::pads(board.microcontroller).into_iter().find(|pad| pad.number == number)
}

/// The nets, while they are being made.
#[derive(Default)]
struct Nets(Vec<Net>);

impl Nets {
    /// Connects pins to a net that may be there already.
    fn connect(&mut self, name: &str, nodes: impl IntoIterator<Item = Node>) {
        let net =
            self.0.iter_mut().find(|net| net.name == name).expect("nets are added before they are used");
        net.nodes.extend(nodes);
    }

    fn add(&mut self, name: impl Into<String>, purpose: impl Into<String>, wire: Wire, nodes: Vec<Node>) {
        self.0.push(Net { name: name.into(), purpose: purpose.into(), wire, nodes });
    }
}

fn node(part: impl Into<String>, pin: impl fmt::Display) -> Node {
    Node { part: part.into(), pin: format!("{pin}") }
}

fn controller(pad: Option<Pad>) -> Node {
    // Descriptions are checked: each of their pins has a pad, and every board has power.
    node(CONTROLLER, pad.map_or(0, |pad| pad.number))
}

fn gpio(board: &Board, pin: u8) -> Node {
    controller(pinout::pad(board.microcontroller, pin))
}

/// 5 V from USB through the fuse, ground, and what holds them steady.
fn power(nets: &mut Nets, board: &Board) {
    let mcu = board.microcontroller;
    nets.add("USB5V", "5 V from USB", Wire::Red, vec![controller(pinout::five_volts(mcu)), node(FUSE, 1)]);
    nets.add("+5V", "5 V for the lights behind the fuse", Wire::Red, vec![node(FUSE, 2), node(BULK, "+")]);
    nets.add("GND", "ground", Wire::Black, vec![controller(pinout::ground(mcu)), node(BULK, "-")]);
}

/// The data line: buffer, resistor, and from light to light.
fn lights(nets: &mut Nets, board: &Board) {
    // A 74AHCT125: one of its four buffers works, the other three are off, their inputs at ground.
    nets.connect("+5V", [14, 4, 10, 13].map(|pin| node(BUFFER, pin)));
    nets.connect("GND", [7, 1, 5, 9, 12].map(|pin| node(BUFFER, pin)));
    nets.connect("+5V", [node(reference::decoupling(0), 1)]);
    nets.connect("GND", [node(reference::decoupling(0), 2)]);
    let count = board.lights.len();
    nets.connect("+5V", (0..count).map(|index| node(reference::light(index), "5V")));
    nets.connect("GND", (0..count).map(|index| node(reference::light(index), "GND")));
    let data = vec![gpio(board, board.light_pin), node(BUFFER, 2)];
    nets.add("LIGHTS", "lights' data at 3.3 V", Wire::Green, data);
    let lifted = vec![node(BUFFER, 3), node(DATA_RESISTOR, 1)];
    nets.add("LIGHTS5V", "lights' data at 5 V", Wire::Green, lifted);
    for (index, light) in board.lights.iter().enumerate() {
        let from = match index.checked_sub(1) {
            None => node(DATA_RESISTOR, 2),
            Some(before) => node(reference::light(before), "DOUT"),
        };
        let nodes = vec![from, node(reference::light(index), "DIN")];
        nets.add(format!("DATA{}", index + 1), format!("data to {}", light.name()), Wire::Green, nodes);
    }
}
