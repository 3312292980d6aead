//! Text made smaller at compile time, and read again a letter at a time.
//!
//! A letter that stands often takes few bits, a rare one many (Huffman's code, in its canonical form, so that the table
//! that reads it is the letters in order and how many there are of each length). All of it is worked out by the
//! compiler from the texts themselves: who changes a text, or adds a language with new letters, has nothing to keep up
//! to date.

#![allow(
    clippy::cast_possible_truncation,
    clippy::large_stack_arrays,
    reason = "the compiler works it out: it stops at what does not fit, and its stack is not the board's"
)]

/// What a text is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    /// A letter of the text.
    Letter(char),
    /// What differs, by its number.
    Different(usize),
    /// The end of the text.
    End,
}

/// The most symbols in all texts.
const MOST_SYMBOLS: usize = 128;
/// The most bits that a symbol takes.
const MOST_BITS: usize = 16;
/// Letters come before this one; and what is no letter has a number that no letter has.
const LETTERS: usize = 0x2100;
const DIFFERENT: usize = 3;
const END: u16 = DIFFERENT as u16;

/// How many bits each symbol takes, and which.
pub(super) struct Code {
    /// How many symbols there are.
    count: usize,
    /// The symbols, those with the fewest bits first.
    symbols: [u16; MOST_SYMBOLS],
    /// How many symbols have each number of bits.
    lengths: [u8; MOST_BITS + 1],
    /// Where each symbol stands.
    ranks: [u8; LETTERS],
}

impl Code {
    /// The code that makes these texts smallest.
    pub(super) const fn of(languages: &[&[&str]]) -> Self {
        let mut often = [0_u32; LETTERS];
        let mut language = 0;
        while language < languages.len() {
            let texts = languages[language];
            let mut text = 0;
            while text < texts.len() {
                let mut at = 0;
                loop {
                    let symbol = next_symbol(texts[text], &mut at);
                    often[symbol as usize] += 1;
                    if symbol == END {
                        break;
                    }
                }
                text += 1;
            }
            language += 1;
        }
        Self::canonical(&often)
    }

    /// Numbers the symbols so that those with the same number of bits follow one another.
    const fn canonical(often: &[u32; LETTERS]) -> Self {
        let mut code = Self {
            count: 0,
            symbols: [0; MOST_SYMBOLS],
            lengths: [0; MOST_BITS + 1],
            ranks: [u8::MAX; LETTERS],
        };
        let (mut used, mut weights) = ([0_u16; MOST_SYMBOLS], [0; MOST_SYMBOLS]);
        let (mut symbol, mut count) = (0, 0);
        while symbol < LETTERS {
            if often[symbol] > 0 {
                (used[count], weights[count]) = (symbol as u16, often[symbol]);
                count += 1;
            }
            symbol += 1;
        }
        let bits = lengths(&weights, count);
        let mut length = 1;
        while length <= MOST_BITS {
            let mut at = 0;
            while at < count {
                if bits[at] == length {
                    code.symbols[code.count] = used[at];
                    code.ranks[used[at] as usize] = code.count as u8;
                    code.lengths[length] += 1;
                    code.count += 1;
                }
                at += 1;
            }
            length += 1;
        }
        assert!(code.count == count, "a symbol takes more than the most bits");
        code
    }

    /// What reads packed text.
    pub(super) const fn decoder(&self) -> Decoder {
        let mut short = [(0, 0); 256];
        let mut bits = 0;
        while bits < short.len() {
            let (rank, length) = look_up(&self.lengths, (bits as u32) << 24);
            if length <= 8 {
                short[bits] = (rank, length);
            }
            bits += 1;
        }
        Decoder { symbols: self.symbols, lengths: self.lengths, short }
    }

    /// The bits of a symbol, and how many they are.
    const fn bits(&self, symbol: u16) -> (u32, usize) {
        let (mut first, mut rank) = (0, self.ranks[symbol as usize] as u32);
        let mut length = 1;
        loop {
            let here = self.lengths[length] as u32;
            if rank < here {
                return (first + rank, length);
            }
            rank -= here;
            first = (first + here) << 1;
            length += 1;
        }
    }

    /// How many bytes texts take, with some more for whoever looks ahead.
    pub(super) const fn bytes(&self, texts: &[&str]) -> usize {
        let (mut bits, mut text) = (0, 0);
        while text < texts.len() {
            let mut at = 0;
            loop {
                let symbol = next_symbol(texts[text], &mut at);
                bits += self.bits(symbol).1;
                if symbol == END {
                    break;
                }
            }
            text += 1;
        }
        bits.div_ceil(8) + 2
    }

    /// Packs texts: their bits, and with which bit each begins.
    pub(super) const fn pack<const BYTES: usize, const TEXTS: usize>(
        &self,
        texts: &[&str; TEXTS],
    ) -> ([u8; BYTES], [u16; TEXTS]) {
        let (mut packed, mut starts) = ([0; BYTES], [0; TEXTS]);
        let (mut written, mut text) = (0, 0);
        while text < TEXTS {
            assert!(written <= u16::MAX as usize, "a language takes more than 8 KiB");
            starts[text] = written as u16;
            let mut at = 0;
            loop {
                let symbol = next_symbol(texts[text], &mut at);
                let (bits, mut left) = self.bits(symbol);
                while left > 0 {
                    left -= 1;
                    packed[written / 8] |= ((bits >> left & 1) as u8) << (7 - written % 8);
                    written += 1;
                }
                if symbol == END {
                    break;
                }
            }
            text += 1;
        }
        (packed, starts)
    }
}

/// How many bits each symbol takes: the two lightest are joined until all are one, and each time its symbols take one
/// bit more.
const fn lengths(weights: &[u32; MOST_SYMBOLS], count: usize) -> [usize; MOST_SYMBOLS] {
    const NONE: usize = usize::MAX;
    let mut heap = [(0, NONE); 2 * MOST_SYMBOLS];
    let mut at = 0;
    while at < count {
        heap[at].0 = weights[at];
        at += 1;
    }
    let mut nodes = count;
    while nodes < 2 * count - 1 {
        let (mut least, mut less) = (NONE, NONE);
        let mut node = 0;
        while node < nodes {
            if heap[node].1 == NONE {
                if least == NONE || heap[node].0 < heap[least].0 {
                    (least, less) = (node, least);
                } else if less == NONE || heap[node].0 < heap[less].0 {
                    less = node;
                }
            }
            node += 1;
        }
        (heap[least].1, heap[less].1) = (nodes, nodes);
        heap[nodes].0 = heap[least].0 + heap[less].0;
        nodes += 1;
    }
    let mut lengths = [0; MOST_SYMBOLS];
    let mut symbol = 0;
    while symbol < count {
        let mut node = symbol;
        while heap[node].1 != NONE {
            node = heap[node].1;
            lengths[symbol] += 1;
        }
        symbol += 1;
    }
    lengths
}

/// The symbol at a place of a text, and the place behind it.
const fn next_symbol(text: &str, at: &mut usize) -> u16 {
    let bytes = text.as_bytes();
    if *at == bytes.len() {
        return END;
    }
    let first = bytes[*at];
    if first == b'{' {
        let number = bytes[*at + 1] - b'0';
        assert!(
            (number as usize) < DIFFERENT && bytes[*at + 2] == b'}',
            "a brace is for {{0}}, {{1}} or {{2}}"
        );
        *at += 3;
        return number as u16;
    }
    // UTF-8: how many bytes a letter has is in its first.
    let (mut letter, more) = match first {
        0..0x80 => (first as u32, 0),
        0x80..0xe0 => (first as u32 & 0x1f, 1),
        0xe0..0xf0 => (first as u32 & 0x0f, 2),
        _ => panic!("no letter of a text"),
    };
    let mut byte = 0;
    while byte < more {
        byte += 1;
        letter = letter << 6 | (bytes[*at + byte] & 0x3f) as u32;
    }
    *at += 1 + more;
    assert!(letter > END as u32 && letter < LETTERS as u32, "no letter of a text");
    letter as u16
}

/// Reads packed text.
pub(super) struct Decoder {
    symbols: [u16; MOST_SYMBOLS],
    lengths: [u8; MOST_BITS + 1],
    /// For every eight bits the rank and the length of the symbol that they begin with; no length if it has more bits.
    short: [(u8, u8); 256],
}

impl Decoder {
    /// The symbol that begins at a bit, and the bit behind it.
    pub(super) fn next(&self, bits: &[u8], at: &mut usize) -> Symbol {
        // As many bits as a symbol can have, whatever bit of a byte it begins with.
        let bytes = bits.get(*at / 8..).and_then(|bytes| bytes.first_chunk());
        let Some(&[a, b, c]) = bytes else { return Symbol::End };
        let ahead = u32::from_be_bytes([a, b, c, 0]) << (*at % 8);
        let [first, ..] = ahead.to_be_bytes();
        let (rank, length) = match self.short[usize::from(first)] {
            (_, 0) => look_up(&self.lengths, ahead),
            short => short,
        };
        *at += usize::from(length);
        match self.symbols.get(usize::from(rank)) {
            None | Some(&END) => Symbol::End,
            Some(&number) if usize::from(number) < DIFFERENT => Symbol::Different(number.into()),
            Some(&letter) => Symbol::Letter(char::from_u32(letter.into()).unwrap_or_default()),
        }
    }
}

/// The rank and the length of the symbol with which bits begin, the first of them on the left.
const fn look_up(lengths: &[u8; MOST_BITS + 1], ahead: u32) -> (u8, u8) {
    let (mut first, mut rank, mut length) = (0, 0, 1);
    while length <= MOST_BITS {
        let here = lengths[length] as u32;
        let code = ahead >> (u32::BITS as usize - length);
        if code - first < here {
            return ((rank + code - first) as u8, length as u8);
        }
        rank += here;
        first = (first + here) << 1;
        length += 1;
    }
    // No symbol begins so.
    (u8::MAX, length as u8)
}
