//! Fixtures for the cross-crate tests: small scenarios from rules files and drawn maps, armies that meet.

#![deny(missing_docs)]

pub mod bot_answers;
pub mod command;
mod fixture;
pub mod hostile;
pub mod key_notes;
pub mod keyframe_bytes;
pub mod kinds;
pub mod labour;
pub mod lying;
pub mod meeting;
pub mod misspelling;
pub mod mutation;
mod recorded;
pub mod run_folder;
pub mod schema;
pub mod session_bytes;
pub mod skirmish;
mod tournament_files;
pub mod variants;
pub mod words;
pub mod worst;

pub use fixture::{Fixture, Game, ground, load_rules};
pub use recorded::{golden, recorded};

use std::fmt::Display;
use std::io::{ErrorKind, Write};

/// Prints a line to standard output; a reader that has gone away is no error.
///
/// # Panics
/// When standard output cannot be written for another reason.
pub fn say(line: impl Display) {
    if let Err(error) = writeln!(std::io::stdout(), "{line}")
        && error.kind() != ErrorKind::BrokenPipe
    {
        panic!("standard output: {error}");
    }
}
