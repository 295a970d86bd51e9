//! A text of a content file with its place, and values in the words of a message.

use sandtable_diagnostics::{Code, Severity, nearest};
use toml::de::DeValue;

use super::document::{Document, IssueText};
use super::limits::{FEW_NAMES, SHOWN_CHARS, SHOWN_ENTRIES};

/// A text of the file with its place: a name that refers to something, or a key.
#[derive(Clone, Debug)]
pub struct Word<'d> {
    /// The text.
    pub text: &'d str,
    pub(super) document: &'d Document<'d>,
    pub(super) field: String,
    pub(super) offset: u32,
}

impl Word<'_> {
    /// Its line and column in the file, from 1.
    pub fn place(&self) -> (u32, u32) {
        self.document.place(self.offset as usize)
    }

    /// The line of the file that it stands in.
    pub fn source_line(&self) -> &str {
        self.document.line_at(self.offset as usize)
    }

    /// Records an error at this text.
    pub fn refuse(&self, found: impl Into<String>, expected: impl Into<String>) {
        self.record(Code::InvalidValue, found.into(), expected.into());
    }

    /// Records a warning at this text.
    pub fn warn(&self, found: impl Into<String>, expected: impl Into<String>) {
        self.record(Code::Lint, found.into(), expected.into());
    }

    /// Records that this text names no `what` (`"a kind of unit"`), with the nearest of the names known, or with all
    /// of them when they are few.
    pub fn unknown<'a>(&self, what: &str, known: impl IntoIterator<Item = &'a str>) {
        self.not_among(Severity::Error, what, known);
    }

    /// Records the same as a warning: the name may well mean something elsewhere.
    pub fn unheard_of<'a>(&self, what: &str, known: impl IntoIterator<Item = &'a str>) {
        self.not_among(Severity::Warning, what, known);
    }

    fn not_among<'a>(&self, severity: Severity, what: &str, known: impl IntoIterator<Item = &'a str>) {
        if !self.document.has_room(severity) {
            return;
        }
        self.tell_unknown(severity, what, &known.into_iter().collect::<Vec<_>>());
    }

    // Not generic: compiled once for all sorts of names.
    fn tell_unknown(&self, severity: Severity, what: &str, known: &[&str]) {
        let suggestion = nearest(self.text, known.iter().copied());
        let expected = match &suggestion {
            None if !known.is_empty() && known.len() <= FEW_NAMES => {
                format!("the name of {what}: {}", known.join(", "))
            }
            _ => format!("the name of {what}"),
        };
        let finding = IssueText { severity, code: Code::UnknownName, found: quoted(self.text), expected, suggestion };
        match known.is_empty() {
            true => self.document.record_nameless(self.offset, &self.field, finding),
            false => self.document.record(self.offset, &self.field, finding),
        }
    }

    fn record(&self, code: Code, found: String, expected: String) {
        let severity = if code == Code::Lint { Severity::Warning } else { Severity::Error };
        self.document.record(self.offset, &self.field, IssueText { severity, code, found, expected, suggestion: None });
    }
}

/// A value in the words of a message.
pub(super) fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(entries) if entries.len() <= SHOWN_ENTRIES => {
            let entries: Vec<String> = entries.iter().map(|entry| describe(entry.get_ref())).collect();
            format!("[{}]", entries.join(", "))
        }
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{:?} …", &text[..end]),
        None => format!("{text:?}"),
    }
}
