//! UF2, the form in which the chip's boot loader takes a program: blocks of 512 bytes, each with its address.

use std::collections::BTreeMap;

use crate::elf::Segment;

/// How many bytes of the program a block carries: a page of the flash.
const PAGE: u32 = 256;
const BLOCK: usize = 512;

const MAGIC_START: [u32; 2] = [0x0a32_4655, 0x9e5d_5157];
const MAGIC_END: u32 = 0x0ab1_6f30;
/// The block says which chip it is for.
const FAMILY_GIVEN: u32 = 0x2000;
const RP2040: u32 = 0xe48b_ff56;

/// Returns the program as a UF2 file. What of a page no segment has is 0, as the boot loader writes whole pages.
pub(crate) fn write(segments: &[Segment]) -> Vec<u8> {
    let mut pages = BTreeMap::<u32, [u8; PAGE as usize]>::new();
    for segment in segments {
        for (address, byte) in (segment.address..).zip(&segment.bytes) {
            let page = pages.entry(address / PAGE * PAGE).or_insert([0; PAGE as usize]);
            page[(address % PAGE) as usize] = *byte;
        }
    }
    let count = u32::try_from(pages.len()).expect("a program has fewer pages than the address space");
    let mut file = Vec::with_capacity(pages.len() * BLOCK);
    for (number, (address, page)) in (0..).zip(&pages) {
        let start = file.len();
        for word in [MAGIC_START[0], MAGIC_START[1], FAMILY_GIVEN, *address, PAGE, number, count, RP2040] {
            file.extend(word.to_le_bytes());
        }
        file.extend(page);
        file.resize(start + BLOCK - 4, 0);
        file.extend(MAGIC_END.to_le_bytes());
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(file: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(file[at..at + 4].try_into().unwrap())
    }

    #[test]
    fn each_page_becomes_a_block_with_its_address_and_number() {
        let segments = [
            Segment { address: 0x1000_0000, bytes: vec![0xaa; 256] },
            Segment { address: 0x1000_0100, bytes: vec![0xbb; 300] },
        ];
        let file = write(&segments);
        assert_eq!(file.len(), 3 * 512);
        for (block, address) in [(0, 0x1000_0000), (1, 0x1000_0100), (2, 0x1000_0200)] {
            let block_at = block as usize * 512;
            let words: Vec<_> = (0..8).map(|index| word(&file, block_at + index * 4)).collect();
            assert_eq!(words, [0x0a32_4655, 0x9e5d_5157, 0x2000, address, 256, block, 3, 0xe48b_ff56]);
            assert_eq!(word(&file, block_at + 508), 0x0ab1_6f30);
        }
        assert_eq!(file[2 * 512 + 32 + 43..][..2], [0xbb, 0]);
    }

    #[test]
    fn two_segments_that_share_a_page_share_a_block() {
        let segments = [
            Segment { address: 0x1000_0000, bytes: vec![1; 10] },
            Segment { address: 0x1000_0010, bytes: vec![2; 10] },
        ];
        let file = write(&segments);
        assert_eq!(file.len(), 512);
        assert_eq!((file[32 + 9], file[32 + 12], file[32 + 16]), (1, 0, 2));
    }
}
