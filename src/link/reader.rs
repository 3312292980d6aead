use heapless::Vec;

/// The most bytes that a line to the board may have, its end aside.
pub const MOST_BYTES: usize = 160;

/// Why a line cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineError {
    /// It has more than [`MOST_BYTES`]; the rest of it is skipped.
    Overlong,
    /// It is not UTF-8, or holds control characters.
    NotText,
}

/// Cuts bytes into lines.
///
/// A line ends with LF, CR or CR LF: a terminal sends CR when a person presses Enter. Blank lines are nothing. A line
/// that cannot be read is told once, and the next one is read as if it had never been.
#[derive(Clone, Debug)]
pub struct LineReader {
    bytes: Vec<u8, MOST_BYTES>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The line goes on.
    Open,
    /// The line was handed out; the next byte begins another.
    Taken,
    /// The line is too long, and was told; what is left of it is skipped.
    Skipping,
}

impl Default for LineReader {
    fn default() -> Self {
        Self::new()
    }
}

impl LineReader {
    /// A reader that has read nothing.
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), state: State::Open }
    }

    /// Forgets a line that has only half come in: whoever sent it has gone.
    pub fn reset(&mut self) {
        *self = Self::new();
    }

    /// Takes bytes, up to the end of the next line that holds something; `None` when all are taken.
    pub fn read(&mut self, bytes: &mut &[u8]) -> Option<Result<&str, LineError>> {
        while let Some((&byte, rest)) = bytes.split_first() {
            *bytes = rest;
            if self.state == State::Taken {
                self.reset();
            }
            let ends = matches!(byte, b'\n' | b'\r');
            match (self.state, ends) {
                (State::Skipping, true) => self.reset(),
                (State::Skipping, false) => {}
                (_, true) if self.is_blank() => self.reset(),
                (_, true) => {
                    self.state = State::Taken;
                    return Some(text(&self.bytes));
                }
                (_, false) => {
                    if self.bytes.push(byte).is_err() {
                        self.state = State::Skipping;
                        return Some(Err(LineError::Overlong));
                    }
                }
            }
        }
        None
    }

    fn is_blank(&self) -> bool {
        self.bytes.iter().all(|byte| matches!(byte, b' ' | b'\t'))
    }
}

/// The text of a line; a tab is the one control character that may stand in it.
fn text(bytes: &[u8]) -> Result<&str, LineError> {
    let text = core::str::from_utf8(bytes).map_err(|_| LineError::NotText)?;
    if text.chars().any(|c| c.is_control() && c != '\t') { Err(LineError::NotText) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::borrow::ToOwned;
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    fn read_by(bytes: &[u8], chunk: usize) -> Vec<Result<String, LineError>> {
        let mut reader = LineReader::new();
        let mut lines = Vec::new();
        for mut bytes in bytes.chunks(chunk) {
            while let Some(line) = reader.read(&mut bytes) {
                lines.push(line.map(ToOwned::to_owned));
            }
        }
        lines
    }

    /// However the bytes are cut into packets.
    fn read(bytes: &[u8]) -> Vec<Result<String, LineError>> {
        let lines = read_by(bytes, 1);
        for chunk in [2, 3, 7, 64, 4096] {
            assert_eq!(read_by(bytes, chunk), lines, "cut into {chunk}");
        }
        lines
    }

    #[test]
    fn every_line_end_ends_a_line_and_blank_lines_are_nothing() {
        let ok = |text: &str| Ok(text.to_owned());
        assert_eq!(read(b"a\nb c\r\nd\re\r\n\r\n \t \n\n\rf"), ["a", "b c", "d", "e"].map(ok));
    }

    #[test]
    fn a_line_of_the_most_bytes_is_read_and_one_more_is_told_once() {
        let line = "x".repeat(MOST_BYTES);
        assert_eq!(read(std::format!("{line}\n").as_bytes()), [Ok(line.clone())]);
        let flood = std::format!("{line}y{}\r\nhello\n", "z".repeat(100_000));
        assert_eq!(read(flood.as_bytes()), [Err(LineError::Overlong), Ok("hello".into())]);
    }

    #[test]
    fn what_is_no_text_costs_one_error() {
        for rubbish in [&b"\xff\xfe"[..], b"hel\0lo", b"\x1b[A", b"stat\x08e", "\u{85}".as_bytes(), b"\xc3"] {
            let line = [rubbish, b"\nstate\n"].concat();
            assert_eq!(read(&line), [Err(LineError::NotText), Ok("state".into())], "{rubbish:?}");
        }
    }

    #[test]
    fn a_half_line_is_forgotten_with_whoever_sent_it() {
        let mut reader = LineReader::new();
        assert_eq!(reader.read(&mut &b"und"[..]), None);
        reader.reset();
        assert_eq!(reader.read(&mut &b"state\n"[..]), Some(Ok("state")));
    }
}
