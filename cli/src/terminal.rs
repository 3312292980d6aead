//! What people read: in colours where someone looks at them (on a terminal, and not against `NO_COLOR`), and dropped
//! where nobody reads any more.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write, stderr, stdout};

/// What a piece of text is, for its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// The heading of a step.
    Heading,
    /// Something that went well.
    Good,
    /// Something that went wrong.
    Bad,
    /// A command as it could be typed.
    Command,
}

/// Returns `text` as it should go to standard output.
pub(crate) fn for_stdout(style: Style, text: &str) -> String {
    painted(style, text, stdout().is_terminal() && colours_wanted())
}

/// Returns `text` as it should go to standard error.
fn for_stderr(style: Style, text: &str) -> String {
    painted(style, text, stderr().is_terminal() && colours_wanted())
}

/// By no-color.org's rule an empty `NO_COLOR` counts as unset.
fn colours_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn painted(style: Style, text: &str, coloured: bool) -> String {
    let code = match style {
        Style::Heading => "1",
        Style::Good => "32",
        Style::Bad => "1;31",
        Style::Command => "36",
    };
    if coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

/// Prints a line to standard output. Where that cannot be written to, as after `… | head`, the work goes on and its exit
/// status still tells how it went.
pub(crate) fn say(what: impl Display) {
    let _ = writeln!(stdout(), "{what}");
}

/// Writes an error to standard error. Where that cannot be written to, only the exit status tells of it.
pub(crate) fn complain(what: impl Display) {
    let _ = writeln!(stderr(), "{} {what}", for_stderr(Style::Bad, "error:"));
}

/// A writer whose reader may have had enough, as in `… | head`: what comes after that is dropped, and is no error.
pub(crate) struct UntilClosed<W>(pub(crate) W);

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).or_else(|error| if_closed(error, bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().or_else(|error| if_closed(error, ()))
    }
}

fn if_closed<T>(error: io::Error, then: T) -> io::Result<T> {
    if error.kind() == ErrorKind::BrokenPipe { Ok(then) } else { Err(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colours_the_text_stays_as_it_is() {
        assert_eq!(painted(Style::Bad, "FAILED", false), "FAILED");
        assert_eq!(painted(Style::Bad, "FAILED", true), "\x1b[1;31mFAILED\x1b[0m");
    }
}
