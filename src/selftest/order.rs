use crate::map::{Connection, ConnectionSet};

use super::seal::{SEAL_BYTES, UnsealError, seal, unseal};

/// How many bytes an order takes.
pub const ORDER_BYTES: usize = Connection::COUNT + SEAL_BYTES;
const VERSION: u8 = 1;

/// Which line each contact lies under: as the board's description has it, or as a self-test found it.
///
/// It is kept apart from games, and outlives them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order {
    /// The line of each contact; each line stands once.
    lines: [Connection; Connection::COUNT],
}

impl Order {
    /// An order from the line of each contact; `None` unless each line stands once.
    pub fn new(lines: [Connection; Connection::COUNT]) -> Option<Self> {
        let all: ConnectionSet = lines.into_iter().collect();
        (all == ConnectionSet::ALL).then_some(Self { lines })
    }

    /// Whether every contact lies where the description has it.
    pub fn is_identity(&self) -> bool {
        *self == Self::default()
    }

    /// The line under which a contact lies.
    pub fn line(&self, contact: Connection) -> Connection {
        self.lines[contact.index()]
    }

    /// The lines whose contacts are closed.
    pub fn apply(&self, contacts: ConnectionSet) -> ConnectionSet {
        contacts.iter().map(|contact| self.line(contact)).collect()
    }

    /// The order as bytes: a version, the lines, and a checksum over both.
    #[allow(clippy::cast_possible_truncation, reason = "there are 27 connections")]
    pub fn encode(&self) -> [u8; ORDER_BYTES] {
        let mut bytes = [0; ORDER_BYTES];
        for (byte, line) in bytes[1..].iter_mut().zip(self.lines) {
            *byte = line.index() as u8;
        }
        seal(VERSION, bytes)
    }

    /// Reads an order.
    ///
    /// # Errors
    /// The bytes are damaged, or no order that this version knows.
    pub fn decode(bytes: &[u8]) -> Result<Self, UnsealError> {
        let content = unseal::<ORDER_BYTES>(VERSION, bytes)?;
        let mut order = Self::default();
        for (line, &byte) in order.lines.iter_mut().zip(content) {
            *line = Connection::from_index(usize::from(byte)).ok_or(UnsealError::Unknown)?;
        }
        Self::new(order.lines).ok_or(UnsealError::Unknown)
    }
}

impl Default for Order {
    /// Every contact where the description has it.
    fn default() -> Self {
        Self { lines: core::array::from_fn(Connection::at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rotated() -> Order {
        let mut lines = Order::default().lines;
        lines[3..9].rotate_left(1);
        Order::new(lines).unwrap()
    }

    #[test]
    fn an_order_sends_each_contact_to_its_line() {
        let order = rotated();
        assert!(!order.is_identity() && Order::default().is_identity());
        assert_eq!(order.apply(ConnectionSet::ALL), ConnectionSet::ALL);
        for contact in Connection::all() {
            assert_eq!(order.apply(contact.into()), order.line(contact).into());
            assert_eq!(Order::default().line(contact), contact);
        }
        let mut lines = order.lines;
        lines[0] = lines[1];
        assert_eq!(Order::new(lines), None, "a line stands twice");
    }

    #[test]
    fn an_order_is_read_back_and_damage_is_found() {
        for order in [Order::default(), rotated()] {
            let bytes = order.encode();
            assert_eq!(Order::decode(&bytes), Ok(order));
            for bit in 0..ORDER_BYTES * 8 {
                let mut damaged = bytes;
                damaged[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(Order::decode(&damaged), Err(UnsealError::Damaged), "{bit}");
            }
            assert_eq!(Order::decode(&bytes[1..]), Err(UnsealError::Damaged));
        }
        for blank in [[0xFF; ORDER_BYTES], [0; ORDER_BYTES]] {
            assert!(Order::decode(&blank).is_err());
        }
    }

    #[test]
    fn what_is_no_order_or_newer_is_refused() {
        let newer = seal(2, rotated().encode());
        assert_eq!(Order::decode(&newer), Err(UnsealError::Newer(2)));
        for byte in [0, 27, 255] {
            let mut twice = rotated().encode();
            twice[2] = byte;
            assert_eq!(Order::decode(&seal(VERSION, twice)), Err(UnsealError::Unknown));
        }
    }

    /// The bytes of the format: a change here is a new [`VERSION`].
    #[test]
    fn the_bytes_are_these() {
        let bytes = rotated().encode();
        assert_eq!(bytes[..10], [1, 0, 1, 2, 4, 5, 6, 7, 8, 3]);
        assert_eq!(Order::default().encode()[ORDER_BYTES - 2..], [131, 102]);
    }
}
