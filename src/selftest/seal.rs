use core::fmt;

/// Why bytes cannot be read back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnsealError {
    /// There are too few or too many bytes, or the checksum does not fit: they are damaged, or only half written.
    Damaged,
    /// They were written in a newer format.
    Newer(u8),
    /// The checksum fits, but they mean nothing.
    Unknown,
}

impl fmt::Display for UnsealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => f.write_str("the bytes are damaged"),
            Self::Newer(version) => write!(f, "the bytes are of format {version}, which is newer"),
            Self::Unknown => f.write_str("the bytes mean nothing"),
        }
    }
}

impl core::error::Error for UnsealError {}

/// What is kept is a version, then the content, then the checksum over both; so many bytes in all beside the content.
pub(super) const SEAL_BYTES: usize = 3;

/// Writes the version before the content and the checksum behind it; the content stands from byte 1 on.
pub(super) fn seal<const BYTES: usize>(version: u8, mut bytes: [u8; BYTES]) -> [u8; BYTES] {
    const { assert!(BYTES > SEAL_BYTES) };
    bytes[0] = version;
    let (head, sum) = bytes.split_at_mut(BYTES - 2);
    sum.copy_from_slice(&checksum(head).to_le_bytes());
    bytes
}

/// The content of sealed bytes.
pub(super) fn unseal<const BYTES: usize>(version: u8, bytes: &[u8]) -> Result<&[u8], UnsealError> {
    let Some((head, sum)) = bytes.split_at_checked(BYTES - 2).filter(|_| bytes.len() == BYTES) else {
        return Err(UnsealError::Damaged);
    };
    if checksum(head).to_le_bytes() != sum {
        return Err(UnsealError::Damaged);
    }
    match head[0] {
        found if found > version => Err(UnsealError::Newer(found)),
        found if found < version => Err(UnsealError::Unknown),
        _ => Ok(&head[1..]),
    }
}

/// CRC-16 with the polynomial x¹⁶ + x¹² + x⁵ + 1, begun with ones.
fn checksum(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |sum, &byte| {
        let sum = sum ^ u16::from(byte) << 8;
        (0..8).fold(sum, |sum, _| if sum & 0x8000 == 0 { sum << 1 } else { sum << 1 ^ 0x1021 })
    })
}
