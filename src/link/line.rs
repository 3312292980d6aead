use core::fmt;

use serde::Serialize;

/// The most bytes that a line from the board has, its end included.
pub const LONGEST_LINE: usize = 2048;

/// What ends a line from the board. To JSON both characters are blanks; to a terminal both are needed.
pub const LINE_END: &str = "\r\n";

/// Where a line is written; every line fits.
pub type Buffer = [u8; LONGEST_LINE];

/// An empty buffer.
pub const BUFFER: Buffer = [0; LONGEST_LINE];

/// What is sent in place of a line that does not fit. Tests show that there is none.
const TOO_LONG: &str = "{\"error\":\"too-long\",\"message\":\"\"}\r\n";

/// One line from the board: a JSON object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'b>(&'b str);

impl<'b> Line<'b> {
    /// Writes a message as a line.
    pub(super) fn write(message: &impl Serialize, buffer: &'b mut Buffer) -> Self {
        let room = LONGEST_LINE - LINE_END.len();
        let Ok(length) = serde_json_core::to_slice(message, &mut buffer[..room]) else {
            return Self(TOO_LONG);
        };
        let end = length + LINE_END.len();
        buffer[length..end].copy_from_slice(LINE_END.as_bytes());
        // What serde wrote from text is text.
        Self(core::str::from_utf8(&buffer[..end]).unwrap_or(TOO_LONG))
    }

    /// The object without the end of the line.
    pub fn text(self) -> &'b str {
        self.0.strip_suffix(LINE_END).unwrap_or(self.0)
    }

    /// The bytes to send, the end of the line included.
    pub fn bytes(self) -> &'b [u8] {
        self.0.as_bytes()
    }
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
