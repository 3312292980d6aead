//! How wide words are. Helvetica's widths, which are also Arial's and Liberation Sans's.

use crate::drawing::Weight;

/// Thousandths of the size, from the space to the tilde.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Of every other character, roughly.
const OTHER: u16 = 700;
/// How much wider heavy letters are.
const BOLD: f64 = 1.08;

/// The width of words in letters of a size.
pub fn width(words: &str, size: f64, weight: Weight) -> f64 {
    let letter = |letter: char| {
        let place =
            u32::from(letter).checked_sub(u32::from(' ')).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| WIDTHS.get(place)).copied().unwrap_or(OTHER)
    };
    let thousandths: f64 = words.chars().map(|c| f64::from(letter(c))).sum();
    let heavier = if weight == Weight::Bold { BOLD } else { 1.0 };
    thousandths / 1000.0 * size * heavier
}

/// Words in the single bytes that PDF's own fonts understand (WinAnsi); what they lack becomes a question mark.
pub fn win_ansi(words: &str) -> Vec<u8> {
    let byte = |c: char| match c {
        '–' => 0x96,
        '—' => 0x97,
        '’' => 0x92,
        // The micro sign, whichever way it was typed.
        'μ' => 0xB5,
        c => u8::try_from(c).unwrap_or(b'?'),
    };
    words.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_wide_as_helvetica_sets_them() {
        // From the font's metrics: L 556, A 667, L 556, E 667.
        assert!((width("LALE", 10.0, Weight::Regular) - 24.46).abs() < 0.001);
        assert!(width("LALE", 10.0, Weight::Bold) > width("LALE", 10.0, Weight::Regular));
    }

    #[test]
    fn a_printer_gets_every_character_or_a_question_mark() {
        assert_eq!(win_ansi("3 × 4 – µ·Ω"), b"3 \xD7 4 \x96 \xB5\xB7?");
    }
}
