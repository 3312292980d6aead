use super::fault::{Expected, Fault, Found};

/// The words of one line, its comment left out.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    line: u32,
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn of(line: u32, text: &'a str) -> Self {
        Self { line, rest: said(text) }
    }

    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// The next word, if there is one. Only spaces and tabs separate words.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let start = self.rest.trim_start_matches(BLANK);
        let end = start.find(BLANK).unwrap_or(start.len());
        // Checked, because telling how a split fails that cannot would take two kilobytes of the board's flash.
        let (word, rest) = start.split_at_checked(end).unwrap_or((start, ""));
        self.rest = rest;
        if word.is_empty() { None } else { Some(word) }
    }

    /// The fault that something else was expected than the word that was found.
    pub(super) fn fault(&self, expected: Expected, found: Option<&'a str>) -> Fault<'a> {
        let found = found.map_or(Found::EndOfLine, Found::Word);
        Fault { line: self.line, expected, found }
    }

    /// The next word, read by a function that knows what is expected.
    pub(super) fn read<T>(
        &mut self,
        expected: Expected,
        read: impl Fn(&'a str) -> Option<T>,
    ) -> Result<T, Fault<'a>> {
        let word = self.next();
        word.and_then(read).ok_or_else(|| self.fault(expected, word))
    }

    /// The next word, read by its type.
    pub(super) fn parse<T: core::str::FromStr>(&mut self, expected: Expected) -> Result<T, Fault<'a>> {
        self.read(expected, |word| word.parse().ok())
    }

    /// Refuses another word than this one.
    pub(super) fn keyword(&mut self, keyword: &'static str) -> Result<(), Fault<'a>> {
        self.read(Expected::Keyword(keyword), |word| is(word, keyword).then_some(()))
    }

    /// A number that counts something: decimal digits, at least 1; one too large for the type is the largest.
    pub(super) fn count(&mut self, expected: Expected) -> Result<u8, Fault<'a>> {
        self.read(expected, |word| {
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            let add = |sum: u8, byte: u8| sum.saturating_mul(10).saturating_add(byte - b'0');
            if digits { Some(word.bytes().fold(0, add)).filter(|&count| count > 0) } else { None }
        })
    }

    /// Refuses a word more.
    pub(super) fn end(&mut self) -> Result<(), Fault<'a>> {
        match self.next() {
            None => Ok(()),
            more => Err(self.fault(Expected::EndOfLine, more)),
        }
    }
}

/// What separates words.
const BLANK: [char; 2] = [' ', '\t'];

/// A line from its first word to its last, as it is written.
pub(super) fn said(line: &str) -> &str {
    line.split_once('#').map_or(line, |(words, _)| words).trim_matches(BLANK)
}

/// Whether a word is a keyword, in any case.
pub(super) fn is(word: &str, keyword: &str) -> bool {
    word.eq_ignore_ascii_case(keyword)
}
