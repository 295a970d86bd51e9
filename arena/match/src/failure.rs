//! Why a piece of work fails, in the words its user reads.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use sandtable_diagnostics::Issues;

use crate::unknown_name::UnknownName;

/// Why a piece of work fails.
#[derive(Debug)]
pub enum Failure {
    /// A check failed; everything has been said already.
    Checked,
    /// Results contradict each other, or what they are results of.
    Mismatch(String),
    /// The command line asks for something that is not there.
    Usage(String),
    /// The command line, or a file, names content that is not there.
    Unknown(UnknownName),
    /// Content files have errors.
    Content(Issues),
    /// A file cannot be read or written.
    Io {
        /// What was being done: `write`, `read`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The engine failed.
    Engine(String),
    /// A replay is incomplete; everything has been said already.
    Incomplete,
    /// The user stopped it.
    Interrupted,
}

impl Failure {
    /// A failure to read `path`.
    pub fn reading(path: &Path, error: io::Error) -> Failure {
        Failure::Io { doing: "read", path: path.to_owned(), error }
    }

    /// A failure to write `path`.
    pub fn writing(path: &Path, error: io::Error) -> Failure {
        Failure::Io { doing: "write", path: path.to_owned(), error }
    }
}

impl From<Issues> for Failure {
    fn from(issues: Issues) -> Failure {
        Failure::Content(issues)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Checked | Failure::Incomplete => Ok(()),
            Failure::Usage(text) | Failure::Mismatch(text) => f.write_str(text),
            Failure::Unknown(unknown) => unknown.fmt(f),
            Failure::Content(issues) => issues.fmt(f),
            Failure::Io { doing, path, error } => write!(f, "cannot {doing} {}: {error}", path.display()),
            Failure::Engine(text) => write!(f, "the engine failed: {text}"),
            Failure::Interrupted => f.write_str("interrupted"),
        }
    }
}
