//! The chain of 74HC165 shift registers.

use kahuna_boards::{Board, Contact, Shift};

use super::{Nets, Wire, controller, gpio, node};
use crate::pinout;
use crate::reference;

/// An input of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Input {
    /// The register's place in the chain, from 0.
    pub register: usize,
    /// Its letter.
    pub letter: char,
    /// The register's pin.
    pub pin: u8,
    /// The pin of the resistor network.
    pub network_pin: u8,
}

/// The pins of inputs H to A, in the order in which they are seen.
const INPUTS: [(char, u8); 8] =
    [('H', 6), ('G', 5), ('F', 4), ('E', 3), ('D', 14), ('C', 13), ('B', 12), ('A', 11)];

/// The input that is a bit of the chain: bit 0 is input H of the register nearest the controller.
pub fn input(bit: usize) -> Input {
    let (letter, pin) = INPUTS[bit % 8];
    // The network's pin 1 is common; its pins 2 to 9 go to A to H.
    let network_pin = 9 - u8::try_from(bit % 8).unwrap_or(0);
    Input { register: bit / 8, letter, pin, network_pin }
}

pub(super) fn wire(nets: &mut Nets, board: &Board, shift: &Shift) {
    let register = reference::register;
    let registers = 0..shift.registers;
    let supply = vec![controller(pinout::three_volts(board.microcontroller))];
    nets.add("+3V3", "3.3 V for the registers", Wire::Orange, supply);
    for index in registers.clone() {
        let capacitor = reference::decoupling(index + 1);
        nets.connect(
            "+3V3",
            [node(register(index), 16), node(reference::network(index), 1), node(&capacitor, 1)],
        );
        // CLK INH is low: the clock always counts.
        nets.connect("GND", [node(register(index), 8), node(register(index), 15), node(&capacitor, 2)]);
    }
    // Nothing follows the last register: what it shifts in reads as open.
    nets.connect("+3V3", [node(register(shift.registers - 1), 10)]);
    let free = (0..shift.registers * 8).filter(|bit| !shift.bits.contains(bit)).map(input);
    nets.connect("+3V3", free.map(|input| node(register(input.register), input.pin)));

    let to_all = |pin: u8, register_pin: u8| {
        let all = registers.clone().map(move |index| node(register(index), register_pin));
        std::iter::once(gpio(board, pin)).chain(all).collect()
    };
    nets.add("LOAD", "SH/LD: low takes the inputs over", Wire::Blue, to_all(shift.load, 1));
    nets.add("CLOCK", "CLK: a rising edge shifts", Wire::Blue, to_all(shift.clock, 2));
    let data = vec![node(register(0), 9), gpio(board, shift.data)];
    nets.add("DATA", "QH of the nearest register", Wire::Violet, data);
    for index in 1..shift.registers {
        let nodes = vec![node(register(index), 9), node(register(index - 1), 10)];
        let name = format!("CHAIN{index}");
        nets.add(name, format!("from {} to {}", register(index), register(index - 1)), Wire::Violet, nodes);
    }
    for (contact, bit) in Contact::all().zip(&shift.bits) {
        let (switch, input) = (reference::contact(contact), input(*bit));
        let resistor = node(reference::network(input.register), input.network_pin);
        let nodes = vec![node(&switch, 1), node(register(input.register), input.pin), resistor];
        nets.add(format!("IN-{switch}"), contact.name(), Wire::Grey, nodes);
        nets.connect("GND", [node(&switch, 2)]);
    }
}
