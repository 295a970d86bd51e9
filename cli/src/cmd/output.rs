//! What commands print.

use sandtable_match::Failure;
use serde::Serialize;

/// Prints to standard output; a reader that has gone away is no error.
pub(super) fn say(text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::writing(std::path::Path::new("standard output"), error))
        }
        _ => Ok(()),
    }
}

/// Prints a value as one line of JSON.
pub(super) fn say_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|error| Failure::Engine(error.to_string()))?;
    say(&(text + "\n"))
}
