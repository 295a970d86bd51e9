//! What is wrong with a content file: where, what was found, what would do.

use std::fmt;

use super::code::Code;

/// Whether a file with this issue can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The file is refused.
    Error,
    /// The file works, and probably not as meant.
    Warning,
}

/// Bytes of the longest line that is quoted whole; nobody reads a longer one.
pub const LONGEST_QUOTE: usize = 512;

/// The line as a message quotes it: of a long one its beginning.
fn quote(line: &str) -> String {
    match line.floor_char_boundary(LONGEST_QUOTE) {
        end if end < line.len() => line[..end].to_owned() + "…",
        _ => line.to_owned(),
    }
}

/// One problem of a content file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Whether the file is refused.
    pub severity: Severity,
    /// What kind of problem it is.
    pub code: Code,
    /// The file, as it was asked for.
    pub file: String,
    /// Line from 1; 0 when the issue is about the file as a whole.
    pub line: u32,
    /// Column in characters from 1; 0 when the issue is about the file as a whole.
    pub column: u32,
    /// Characters that it is about; 0 when they are the word that begins at the column.
    pub width: u32,
    /// The field's path (`units.archer.speed`); empty when the issue is about no field.
    pub field: String,
    /// What was found.
    pub found: String,
    /// What would do; empty when there is nothing to add.
    pub expected: String,
    /// The name that was probably meant.
    pub suggestion: Option<String>,
    /// The line of the file that the issue is about, without its end; empty when it is not known.
    pub source: String,
}

impl Issue {
    /// What is found where a field that must be there is not.
    pub const NOTHING: &str = "nothing";

    /// What is found where one key is unknown; several at once are named instead.
    pub const UNKNOWN_KEY: &str = "an unknown key";

    /// An error about a file as a whole.
    pub fn of_file(file: &str, found: impl Into<String>, expected: impl Into<String>) -> Issue {
        Issue {
            severity: Severity::Error,
            code: Code::File,
            file: file.to_owned(),
            line: 0,
            column: 0,
            width: 0,
            field: String::new(),
            found: found.into(),
            expected: expected.into(),
            suggestion: None,
            source: String::new(),
        }
    }

    /// An error of this kind at a line and column, from 1, of a file.
    pub fn at(
        (file, line, column): (&str, u32, u32),
        code: Code,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Issue {
        Issue { line, column, code, ..Issue::of_file(file, found, expected) }
    }

    /// Whether what was found is a sentence that names keys: several of a table that are missing or unknown.
    pub(crate) fn names_keys(&self) -> bool {
        match self.code {
            Code::MissingKey => self.found != Issue::NOTHING,
            Code::UnknownKey => self.found != Issue::UNKNOWN_KEY,
            _ => false,
        }
    }

    /// Adds the name that was probably meant to the issue; none leaves it as it is.
    #[must_use]
    pub fn suggesting(mut self, suggestion: Option<String>) -> Issue {
        self.suggestion = suggestion;
        self
    }
}

/// A path as the table and the last key of it, which may be in quotes with dots in them.
///
/// ```
/// use sandtable_diagnostics::table_and_key;
///
/// assert_eq!(table_and_key("units.archer.hp"), ("units.archer", "hp"));
/// assert_eq!(table_and_key("tune.\"goals.economy.workers\""), ("tune", "\"goals.economy.workers\""));
/// assert_eq!(table_and_key("rules"), ("", "rules"));
/// ```
pub fn table_and_key(path: &str) -> (&str, &str) {
    let (mut is_quoted, mut end) = (false, None);
    for (at, byte) in path.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'.' if !is_quoted => end = Some(at),
            _ => {}
        }
    }
    end.map_or(("", path), |end| (&path[..end], &path[end + 1..]))
}

/// `scenarios/rules/classic.toml:41:9: units.archer.cost.gold: found -5; expected a whole number from 0 to 65535`.
impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        f.write_str(": ")?;
        if self.severity == Severity::Warning {
            f.write_str("warning: ")?;
        }
        match (self.field.as_str(), self.found.as_str()) {
            (_, found) if self.names_keys() => f.write_str(found)?,
            ("", found) if self.code != Code::MissingKey => write!(f, "found {found}")?,
            (field, Issue::NOTHING) => write!(f, "missing key {field}")?,
            (field, found) => write!(f, "{field}: found {found}")?,
        }
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        match &self.suggestion {
            Some(name) => write!(f, "; did you mean \"{name}\"?"),
            None => Ok(()),
        }
    }
}

/// Problems, in the order of the files they were found in; displayed one to a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Issues(pub Vec<Issue>);

impl Issues {
    /// Whether any of them refuses the file.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|issue| issue.severity == Severity::Error)
    }

    /// Adds the problems of another file.
    pub fn extend(&mut self, other: Issues) {
        self.0.extend(other.0);
    }

    /// Adds the source lines from the text of `file` to the issues about it that have none.
    #[must_use]
    pub fn quoting(mut self, file: &str, text: &str) -> Issues {
        let wants = |issue: &&mut Issue| issue.file == file && issue.line > 0 && issue.source.is_empty();
        let mut wanting: Vec<&mut Issue> = self.0.iter_mut().filter(wants).collect();
        wanting.sort_by_key(|issue| issue.line);
        let (mut lines, mut reached) = (text.lines(), 0);
        let mut current = "";
        for issue in wanting {
            while reached < issue.line {
                let Some(line) = lines.next() else { break };
                (current, reached) = (line, reached + 1);
            }
            if reached == issue.line {
                issue.source = quote(current);
            }
        }
        self
    }
}

impl From<Issue> for Issues {
    fn from(issue: Issue) -> Issues {
        Issues(vec![issue])
    }
}

impl fmt::Display for Issues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, issue) in self.0.iter().enumerate() {
            let separator = if row == 0 { "" } else { "\n" };
            write!(f, "{separator}{issue}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Issues {}

/// A value that can be used, and what is odd about its file.
#[derive(Clone, Debug)]
pub struct Checked<T> {
    /// The value.
    pub value: T,
    /// Problems that do not refuse it: all of them warnings.
    pub warnings: Issues,
}

impl<T> Checked<T> {
    /// A value with the issues found on the way: refused when one of them is an error.
    ///
    /// # Errors
    /// All issues, when any is an error.
    pub fn new(value: T, issues: Issues) -> Result<Checked<T>, Issues> {
        if issues.has_errors() { Err(issues) } else { Ok(Checked { value, warnings: issues }) }
    }
}
