//! Standard output, of which a reader may read only the first lines.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

/// Prints to standard output; a reader that has gone away is no error.
///
/// # Errors
/// Any other reason for which standard output cannot be written.
pub fn say(text: impl Display) -> Result<(), String> {
    match write!(std::io::stdout(), "{text}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("standard output: {error}")),
        _ => Ok(()),
    }
}
