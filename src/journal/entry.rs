use core::fmt;

use crate::map::Connection;
use crate::rules::{Action, Edition, Handicap, Player, Settings, Unseen};

/// How many bytes an entry takes.
pub const ENTRY_BYTES: usize = 3;

/// The version of the format, in the entry that starts a game. A newer firmware reads every older version.
pub const VERSION: u8 = 1;

/// One thing that is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A game began, by these settings.
    Start(Settings),
    /// A player's action was accepted.
    Act(Player, Action),
    /// The last action was taken back.
    Undo,
}

/// Why bytes are no entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecodeEntryError {
    /// The checksum does not fit: the bytes were damaged, or only half written.
    Checksum,
    /// A game was written by a newer version of the format.
    Newer(u8),
    /// The checksum fits, but no version of the format has such an entry.
    Unknown,
}

impl fmt::Display for DecodeEntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checksum => f.write_str("the entry is damaged"),
            Self::Newer(version) => {
                write!(f, "the game was written in format {version}, and this firmware reads up to {VERSION}")
            }
            Self::Unknown => f.write_str("the entry means nothing"),
        }
    }
}

impl core::error::Error for DecodeEntryError {}

/// The upper half of the first byte. The lower half is the version, or the player.
mod kind {
    pub(super) const START: u8 = 1;
    pub(super) const HANDICAP: u8 = 2;
    pub(super) const PLACE: u8 = 3;
    pub(super) const REMOVE: u8 = 4;
    pub(super) const REPLACE: u8 = 5;
    pub(super) const DISCARD: u8 = 6;
    pub(super) const DRAW: u8 = 7;
    pub(super) const PASS: u8 = 8;
    pub(super) const UNDO: u8 = 9;
}

impl Entry {
    /// The entry as bytes: what it is, what it is about, and a checksum over both.
    #[allow(clippy::cast_possible_truncation, reason = "there are 27 connections")]
    pub fn encode(self) -> [u8; ENTRY_BYTES] {
        let (kind, low, about) = match self {
            Self::Start(settings) => (kind::START, VERSION, pack(settings)),
            Self::Undo => (kind::UNDO, 0, 0),
            Self::Act(player, action) => {
                let (kind, about) = match action {
                    Action::Handicap(at) => (kind::HANDICAP, at.index() as u8),
                    Action::Place(at, Unseen) => (kind::PLACE, at.index() as u8),
                    Action::Remove(at, Unseen) => (kind::REMOVE, at.index() as u8),
                    Action::Replace(at) => (kind::REPLACE, at.index() as u8),
                    Action::Discard(count) => (kind::DISCARD, count),
                    Action::Draw(Unseen) => (kind::DRAW, 0),
                    Action::Pass => (kind::PASS, 0),
                };
                (kind, player as u8, about)
            }
        };
        let head = kind << 4 | low;
        [head, about, checksum([head, about])]
    }

    /// Reads an entry.
    ///
    /// # Errors
    /// The bytes are damaged, or of a format that this version does not know.
    pub fn decode(bytes: [u8; ENTRY_BYTES]) -> Result<Self, DecodeEntryError> {
        let [head, about, sum] = bytes;
        if checksum([head, about]) != sum {
            return Err(DecodeEntryError::Checksum);
        }
        let unknown = DecodeEntryError::Unknown;
        let (kind, low) = (head >> 4, head & 0xF);
        match kind {
            kind::START if low > VERSION => return Err(DecodeEntryError::Newer(low)),
            kind::START => return unpack(about).map(Self::Start).ok_or(unknown),
            kind::UNDO => return Ok(Self::Undo),
            _ => {}
        }
        let player = *Player::BOTH.get(usize::from(low)).ok_or(unknown)?;
        let at = Connection::from_index(usize::from(about)).ok_or(unknown);
        let action = match kind {
            kind::HANDICAP => Action::Handicap(at?),
            kind::PLACE => Action::Place(at?, Unseen),
            kind::REMOVE => Action::Remove(at?, Unseen),
            kind::REPLACE => Action::Replace(at?),
            kind::DISCARD => Action::Discard(about),
            kind::DRAW => Action::Draw(Unseen),
            kind::PASS => Action::Pass,
            _ => return Err(unknown),
        };
        Ok(Self::Act(player, action))
    }
}

/// Settings in eight bits: edition 0–1, calm 2, open 3, first 4, handicap 5–6, whose 7.
fn pack(settings: Settings) -> u8 {
    let handicap =
        settings.handicap.map_or(0, |handicap| handicap.bridges() | (handicap.player() as u8) << 2);
    settings.edition as u8
        | u8::from(settings.calm) << 2
        | u8::from(settings.open) << 3
        | (settings.first as u8) << 4
        | handicap << 5
}

fn unpack(bits: u8) -> Option<Settings> {
    let player = |bit: u8| Player::BOTH[usize::from(bits >> bit & 1)];
    Some(Settings {
        edition: *Edition::ALL.get(usize::from(bits & 3))?,
        calm: bits >> 2 & 1 == 1,
        open: bits >> 3 & 1 == 1,
        first: player(4),
        // No handicap is a handicap of none.
        handicap: Handicap::new(player(7), bits >> 5 & 3),
    })
}

/// CRC-8 with the polynomial x⁸ + x² + x + 1, begun with ones so that neither blank nor zeroed flash is an entry.
fn checksum(bytes: [u8; 2]) -> u8 {
    bytes.into_iter().fold(0xFF, |sum, byte| {
        (0..8).fold(sum ^ byte, |sum, _| if sum & 0x80 == 0 { sum << 1 } else { sum << 1 ^ 0x07 })
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    fn every_entry() -> Vec<Entry> {
        let mut entries = std::vec![Entry::Undo];
        for edition in Edition::ALL {
            for bits in 0..8u8 {
                for bridges in 0..=3 {
                    for player in Player::BOTH {
                        entries.push(Entry::Start(Settings {
                            edition,
                            calm: bits & 1 == 1,
                            open: bits & 2 == 2,
                            first: Player::BOTH[usize::from(bits >> 2)],
                            handicap: Handicap::new(player, bridges),
                        }));
                    }
                }
            }
        }
        for player in Player::BOTH {
            let mut act = |action| entries.push(Entry::Act(player, action));
            for at in Connection::all() {
                act(Action::Handicap(at));
                act(Action::Place(at, Unseen));
                act(Action::Remove(at, Unseen));
                act(Action::Replace(at));
            }
            (1..=5).for_each(|count| act(Action::Discard(count)));
            act(Action::Draw(Unseen));
            act(Action::Pass);
        }
        entries
    }

    #[test]
    fn every_entry_is_read_back() {
        for entry in every_entry() {
            assert_eq!(Entry::decode(entry.encode()), Ok(entry));
        }
    }

    #[test]
    fn every_flipped_bit_and_blank_flash_are_found() {
        for entry in every_entry() {
            for bit in 0..24 {
                let mut bytes = entry.encode();
                bytes[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(Entry::decode(bytes), Err(DecodeEntryError::Checksum), "{entry:?} {bit}");
            }
        }
        for bytes in [[0; 3], [0xFF; 3]] {
            assert!(Entry::decode(bytes).is_err());
        }
    }

    #[test]
    fn no_bytes_break_it() {
        for head in 0..=u8::MAX {
            for about in 0..=u8::MAX {
                let _ = Entry::decode([head, about, checksum([head, about])]);
            }
        }
        assert_eq!(Entry::decode([0x1F, 0, checksum([0x1F, 0])]), Err(DecodeEntryError::Newer(15)));
    }

    /// The bytes of the format: a change here is a new [`VERSION`].
    #[test]
    fn the_bytes_are_these() {
        let at: Connection = "ELAI-HUNA".parse().unwrap();
        let handicap = Handicap::new(Player::Black, 2);
        let settings = Settings { edition: Edition::French1999, calm: true, handicap, ..Settings::default() };
        let golden = [
            (Entry::Start(Settings::default()), [0x11, 0x00]),
            (Entry::Start(settings), [0x11, 0xC6]),
            (Entry::Act(Player::White, Action::Handicap(at)), [0x20, 13]),
            (Entry::Act(Player::Black, Action::Place(at, Unseen)), [0x31, 13]),
            (Entry::Act(Player::White, Action::Remove(at, Unseen)), [0x40, 13]),
            (Entry::Act(Player::Black, Action::Replace(at)), [0x51, 13]),
            (Entry::Act(Player::White, Action::Discard(1)), [0x60, 1]),
            (Entry::Act(Player::Black, Action::Draw(Unseen)), [0x71, 0]),
            (Entry::Act(Player::White, Action::Pass), [0x80, 0]),
            (Entry::Undo, [0x90, 0]),
        ];
        for (entry, bytes) in golden {
            assert_eq!(entry.encode()[..2], bytes, "{entry:?}");
        }
        assert_eq!(Entry::Undo.encode(), [0x90, 0x00, 0x36]);
    }
}
