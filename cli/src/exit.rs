//! What goes wrong at the command line, and the exit code of each.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sandtable_sim::content::Issues;

/// The exit codes, as `--help` and the documentation list them.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  all is well
  1  a check failed: a replay or a game of a tournament plays differently or
     is damaged, a file has errors, a commander forfeited, a movement figure
     is over its budget, a tournament did not come as its file expects,
     nothing better was found or learnt
  2  the command line or a file it names cannot be used
  3  a file cannot be read or written
  4  the engine failed: a bug of ours; the replay, when there is one, shows it
  5  a replay ends before its match does, and is right as far as it goes;
     merged parts are not all of a tournament
130  interrupted";

/// Why a command fails.
#[derive(Debug)]
pub enum Failure {
    /// A check failed; everything has been said already.
    Checked,
    /// Results contradict each other, or what they are results of.
    Mismatch(String),
    /// The command line asks for something that is not there.
    Usage(String),
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

    /// Its exit code; see [`EXIT_CODES`].
    pub const fn code(&self) -> u8 {
        match self {
            Failure::Checked | Failure::Mismatch(_) => 1,
            Failure::Usage(_) | Failure::Content(_) => 2,
            Failure::Io { .. } => 3,
            Failure::Engine(_) => 4,
            Failure::Incomplete => 5,
            Failure::Interrupted => 130,
        }
    }

    /// Says it on standard error, once, and turns it into the exit code.
    pub fn report(&self) -> ExitCode {
        let text = self.to_string();
        let red = anstyle::AnsiColor::Red.on_default().bold();
        for line in text.lines().filter(|line| !line.is_empty()) {
            anstream::eprintln!("{red}error:{red:#} {line}");
        }
        ExitCode::from(self.code())
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
            Failure::Content(issues) => issues.fmt(f),
            Failure::Io { doing, path, error } => write!(f, "cannot {doing} {}: {error}", path.display()),
            Failure::Engine(text) => write!(f, "the engine failed: {text}"),
            Failure::Interrupted => f.write_str("interrupted"),
        }
    }
}
