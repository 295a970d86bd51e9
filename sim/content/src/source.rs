//! Where content text comes from; `sim` itself reads no files.

use std::collections::BTreeMap;

use sandtable_diagnostics::{Issue, LONGEST_QUOTE};

use super::lines::LineCounter;

/// Gives the text of content files by path, `/` between folders, relative to the content root.
pub trait ContentSource {
    /// The text of the file at `path`.
    ///
    /// # Errors
    /// Why it cannot be had.
    fn read(&self, path: &str) -> Result<String, ReadError>;

    /// The names of the files in `folder`, in ascending order, for did-you-mean; empty when it does not know.
    fn list(&self, folder: &str) -> Vec<String>;

    /// How messages name the file at `path`.
    fn label(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is no such file.
    #[error("no such file")]
    NotFound,
    /// It is longer than its kind may be.
    #[error("a file of more than {limit} bytes")]
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// It is not UTF-8 text.
    #[error("bytes that are not UTF-8 text")]
    NotText {
        /// The line of the first such byte, from 1.
        line: u32,
        /// Its column in characters, from 1.
        column: u32,
        /// The line, with a mark for each such byte; empty when it is too long to be quoted.
        quote: String,
    },
    /// Anything else, in the words of the system.
    #[error("a file that cannot be read ({0})")]
    Unreadable(String),
}

impl ReadError {
    /// Of bytes that are not UTF-8: with the place of the first that is none, and its line.
    pub fn not_text(bytes: &[u8]) -> ReadError {
        let text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let (line, column) = LineCounter::new(text).place(text.len());
        let begins = text.rfind('\n').map_or(0, |newline| newline + 1);
        let quote = bytes[begins..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        let quote = quote.get(..LONGEST_QUOTE).map_or_else(|| String::from_utf8_lossy(quote), |_| "".into());
        ReadError::NotText { line, column, quote: quote.into_owned() }
    }

    /// The issue that refuses `file`, where `expected` was to be read.
    pub fn issue(&self, file: &str, expected: &str) -> Issue {
        let issue = Issue::of_file(file, self.to_string(), expected);
        match self {
            ReadError::NotText { line, column, quote } => {
                Issue { line: *line, column: *column, width: 1, source: quote.clone(), ..issue }
            }
            _ => issue,
        }
    }
}

/// Content held in memory, for tests and embedded files.
///
/// ```
/// use sandtable_content::{ContentSource, MemorySource};
///
/// let source = MemorySource::new().with("rules/tiny.toml", "name = 'tiny'");
/// assert!(source.read("rules/tiny.toml").is_ok() && source.read("rules/none.toml").is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemorySource {
    files: BTreeMap<String, String>,
}

impl MemorySource {
    /// A source without files.
    pub fn new() -> MemorySource {
        MemorySource::default()
    }

    /// Adds a file; one of that path is replaced.
    #[must_use]
    pub fn with(mut self, path: &str, text: &str) -> MemorySource {
        self.files.insert(path.to_owned(), text.to_owned());
        self
    }
}

impl ContentSource for MemorySource {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        self.files.get(path).cloned().ok_or(ReadError::NotFound)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let inside = |path: &String| path.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned);
        self.files.keys().filter_map(inside).filter(|name| !name.contains('/')).collect()
    }
}
