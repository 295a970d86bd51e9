//! One parsed content file: its tables with their places, what was asked of it, and what is wrong with it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostics::{Checked, Code, Issue, Issues, Severity};
use sandtable_state::limits::MAX_CONTENT_BYTES;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::asked::{AskedKeys, ValueSort};
use super::cascade::{self, Kept};
use super::headers;
use super::limits::MAX_ISSUES;
use super::lines::LineCounter;
use super::nesting;
use super::reference;

/// A parsed content file.
///
/// ```
/// use sandtable_content::Document;
/// use sandtable_math::Bounds;
///
/// let document = Document::parse("crowd.toml", "count = 12")?;
/// let count: u16 = document.root().int("count", Bounds::new(1, 100)).required();
/// assert_eq!(document.finish(count)?.value, 12);
/// # Ok::<(), sandtable_diagnostics::Issues>(())
/// ```
///
/// It gathers the issues its readers find and the keys they ask for, so that at the end every key that nothing
/// asked for is known to be a mistake.
#[derive(Debug)]
pub struct Document<'t> {
    file: String,
    text: &'t str,
    root: DeTable<'t>,
    issues: RefCell<Vec<Kept>>,
    /// What is beyond [`MAX_ISSUES`].
    unsaid: Cell<Unsaid>,
    /// By the path of a table that was opened: what of it was asked for.
    asked: RefCell<BTreeMap<String, Asked>>,
    /// By the path of a table of several forms: keys of forms that it hardly was meant to have.
    unlikely: RefCell<BTreeMap<String, BTreeSet<String>>>,
}

/// What was asked of a table.
#[derive(Clone, Debug)]
enum Asked {
    /// These keys.
    Keys(AskedKeys),
    /// Whatever it has: its keys are names that the file gives.
    All,
}

/// Problems that were found and not kept.
#[derive(Clone, Copy, Debug, Default)]
struct Unsaid {
    count: usize,
    /// Whether one of them refuses the file.
    refuses: bool,
}

/// A key with its place.
pub(super) type KeyAt<'d> = Spanned<std::borrow::Cow<'d, str>>;
/// A value with its place.
pub(super) type ValueAt<'d> = Spanned<DeValue<'d>>;

/// What an issue says, apart from where.
pub(super) struct IssueText {
    pub(super) severity: Severity,
    pub(super) code: Code,
    pub(super) found: String,
    pub(super) expected: String,
    pub(super) suggestion: Option<String>,
}

impl IssueText {
    /// What single values do not show: an error about values that do not go together, or a warning.
    pub(super) fn judgement(severity: Severity, found: String, expected: String) -> IssueText {
        let code = if severity == Severity::Error { Code::Conflict } else { Code::Lint };
        IssueText { severity, code, found, expected, suggestion: None }
    }
}

impl<'t> Document<'t> {
    /// Parses the text of the file called `file`, at most [`MAX_CONTENT_BYTES`] long.
    ///
    /// # Errors
    /// When the text is too long, nests too deep, has too many parts or is no TOML.
    pub fn parse(file: &str, text: &'t str) -> Result<Document<'t>, Issues> {
        if text.len() > MAX_CONTENT_BYTES {
            let found = format!("{} bytes", text.len());
            return Err(Issue::of_file(file, found, format!("at most {MAX_CONTENT_BYTES} bytes")).into());
        }
        let mut document = Document {
            file: file.to_owned(),
            text,
            root: DeTable::new(),
            issues: RefCell::default(),
            unsaid: Cell::default(),
            asked: RefCell::default(),
            unlikely: RefCell::default(),
        };
        if let Some(it) = nesting::too_much(text) {
            document.refuse(it.offset, it.found, &it.expected, None);
            return Err(document.into_issues());
        }
        let (root, errors) = DeTable::parse_recoverable(text);
        // One mistake misleads the parser from there on: what else it found says little.
        let begins = |error: &&toml::de::Error| error.span().map_or(text.len(), |span| span.start);
        if let Some(first) = errors.iter().min_by_key(begins) {
            document.refuse_syntax(first);
            return Err(document.into_issues());
        }
        document.root = root.into_inner();
        Ok(document)
    }

    pub(super) fn table(&self) -> &DeTable<'t> {
        &self.root
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// `value` with the warnings, once every key has been asked for that the file may have.
    ///
    /// # Errors
    /// All issues, in the order of the file, when any is an error.
    pub fn finish<T>(self, value: T) -> Result<Checked<T>, Issues> {
        self.find_unknown(&self.root, "");
        Checked::new(value, self.into_issues())
    }

    /// Records an issue about the field at `path` (`units.archer.weapon.range`), at the last part of it that the file has.
    pub fn report(&self, severity: Severity, path: &str, found: impl Into<String>, expected: impl Into<String>) {
        let finding = IssueText::judgement(severity, found.into(), expected.into());
        self.record(self.offset_of(path), path, finding);
    }

    /// Whether an error has been recorded so far.
    pub fn has_errors(&self) -> bool {
        self.unsaid.get().refuses || self.issues.borrow().iter().any(Kept::is_error)
    }

    pub(super) fn record(&self, offset: u32, field: &str, finding: IssueText) {
        if self.has_room(finding.severity) {
            self.keep(offset, field, finding, false);
        }
    }

    /// Records that a name is not among those of a list without names: it says something only where nothing else is wrong.
    pub(super) fn record_nameless(&self, offset: u32, field: &str, finding: IssueText) {
        if self.has_room(finding.severity) {
            self.keep(offset, field, finding, true);
        }
    }

    /// Whether another issue is kept; one that is not is counted. Who has to work for what an issue says asks first.
    pub(super) fn has_room(&self, severity: Severity) -> bool {
        let room = self.issues.borrow().len() < MAX_ISSUES;
        if !room {
            let Unsaid { count, refuses } = self.unsaid.get();
            self.unsaid.set(Unsaid { count: count + 1, refuses: refuses || severity == Severity::Error });
        }
        room
    }

    fn keep(&self, offset: u32, field: &str, finding: IssueText, nameless: bool) {
        let issue = Issue {
            severity: finding.severity,
            code: finding.code,
            file: self.file.clone(),
            // Told of all issues at once, in the end.
            line: 0,
            column: 0,
            width: 0,
            field: field.to_owned(),
            found: finding.found,
            expected: finding.expected,
            suggestion: finding.suggestion,
            // Added with the line.
            source: String::new(),
        };
        self.issues.borrow_mut().push(Kept { offset, issue, nameless });
    }

    pub(super) fn note_opened(&self, path: &str) {
        self.asked.borrow_mut().entry(path.to_owned()).or_insert_with(|| Asked::Keys(AskedKeys::default()));
    }

    /// Notes that the table at `path` may have any keys.
    pub(super) fn note_names(&self, path: &str) {
        reference::note_named(&self.file, path);
        self.asked.borrow_mut().insert(path.to_owned(), Asked::All);
    }

    /// Notes that the table at `path` has one of several forms, and keys of those that it hardly was meant to have.
    pub(super) fn note_unlikely<'k>(&self, path: &str, keys: impl Iterator<Item = &'k str>) {
        self.unlikely.borrow_mut().entry(path.to_owned()).or_default().extend(keys.map(str::to_owned));
    }

    pub(super) fn note_asked(&self, path: &str, key: &str, sort: Option<ValueSort>) {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains_key(path) {
            asked.insert(path.to_owned(), Asked::Keys(AskedKeys::default()));
        }
        if let Some(Asked::Keys(keys)) = asked.get_mut(path) {
            keys.note(key, sort);
        }
    }

    fn refuse_syntax(&mut self, error: &toml::de::Error) {
        let span = error.span().unwrap_or(self.text.len()..self.text.len());
        let message = error.message();
        if message == "duplicate key" {
            return self.refuse_duplicate(span);
        }
        let (found, expected) = message.split_once(", expected ").unwrap_or((message, "valid TOML"));
        self.refuse(span.start, found, expected, None);
    }

    /// Refuses a key that is there already. Of the headers `[a]` and `[[a]]` it is the first that is wrong: it would be a list of one table.
    /// Of a table that stands twice, the line of the first one is told, which the second was meant to be part of, or an entry beside.
    fn refuse_duplicate(&mut self, span: std::ops::Range<usize>) {
        let repeated = headers::path_at(self.text, span.start).filter(|path| headers::is_repeated(self.text, path));
        let Some(path) = repeated else {
            let key = self.text.get(span.clone()).unwrap_or_default();
            return self.refuse(span.start, &format!("duplicate key {key}"), "each key once", None);
        };
        let entry = format!("[[{path}]]");
        match headers::table_beside_list(self.text, path) {
            Some(table) => {
                let (found, expected) = (format!("[{path}] in a file that has {entry} as well"), "a list of tables");
                self.refuse(table, &found, expected, Some(entry));
            }
            None => {
                let first = headers::first(self.text, path).map_or(0, |offset| self.place(offset).0);
                let expected = match headers::is_list(path) {
                    true => format!("{entry} for each entry of the list, here and in line {first}"),
                    false => format!("each table once: put its keys under the first, in line {first}"),
                };
                self.refuse(span.start, &format!("duplicate table [{path}]"), &expected, None);
            }
        }
    }

    fn refuse(&mut self, offset: usize, found: &str, expected: &str, suggestion: Option<String>) {
        let finding = IssueText {
            severity: Severity::Error,
            code: Code::Syntax,
            found: found.to_owned(),
            expected: expected.to_owned(),
            suggestion,
        };
        self.record(offset as u32, "", finding);
    }

    fn into_issues(self) -> Issues {
        let issues = cascade::merge(self.issues.take(), self.text, &self.root);
        let (mut lines, mut sorted) = (LineCounter::new(self.text), Vec::new());
        for Kept { offset, issue, .. } in issues {
            let (line, column) = lines.place(offset as usize);
            let issue = Issue { line, column, ..issue };
            // What is read in two passes may be found twice, and for the second time in other words.
            if !sorted.iter().any(|one| is_same(one, &issue)) {
                sorted.push(issue);
            }
        }
        let Unsaid { count, refuses } = self.unsaid.get();
        if count > 0 {
            let more = Issue::of_file(&self.file, format!("{count} more problems"), "");
            sorted.push(Issue { severity: if refuses { Severity::Error } else { Severity::Warning }, ..more });
        }
        Issues(sorted).quoting(&self.file, self.text)
    }

    /// Where the deepest part of `path` that the file has begins.
    fn offset_of(&self, path: &str) -> u32 {
        let (mut table, mut offset) = (&self.root, 0);
        for part in path.split('.') {
            let (name, row) = split_element(part);
            let Some((key, value)) = table.get_key_value(name) else { break };
            offset = key.span().start as u32;
            let value = match (value.get_ref(), row) {
                (DeValue::Array(array), Some(row)) => array.get(row).unwrap_or(value),
                _ => value,
            };
            let DeValue::Table(inner) = value.get_ref() else { break };
            if row.is_some() {
                offset = value.span().start as u32;
            }
            table = inner;
        }
        offset
    }

    /// Line and column, from 1, of a byte of the text.
    pub(super) fn place(&self, offset: usize) -> (u32, u32) {
        LineCounter::new(self.text).place(offset)
    }

    /// The line that a byte of the text lies in, without its end.
    pub(super) fn line_at(&self, offset: usize) -> &str {
        let begins = self.text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
        self.text.get(begins..).and_then(|rest| rest.lines().next()).unwrap_or_default()
    }

    /// Records every key of an opened table that was not asked for, and looks into the tables that were.
    fn find_unknown(&self, table: &DeTable<'_>, path: &str) {
        let asked = self.asked.borrow();
        let Some(asked) = asked.get(path) else { return };
        for (key, value) in table {
            let name: &str = key.get_ref();
            match asked {
                Asked::Keys(keys) if !keys.has(name) => self.refuse_unknown((key, value), table, path, keys),
                _ => self.find_unknown_in(value, &join(path, name)),
            }
        }
    }

    fn refuse_unknown(
        &self,
        (key, value): (&KeyAt<'_>, &ValueAt<'_>),
        table: &DeTable<'_>,
        path: &str,
        asked: &AskedKeys,
    ) {
        if self.has_room(Severity::Error) {
            let (name, unlikely) = (key.get_ref(), self.unlikely.borrow());
            // A dot in a key is none between two.
            let is_path = name.contains('.');
            let field = if is_path { join(path, &format!("\"{name}\"")) } else { join(path, name) };
            let (suggestion, expected) = asked.expected_for((name, value.get_ref()), table, unlikely.get(path));
            let finding = IssueText {
                severity: Severity::Error,
                code: Code::UnknownKey,
                found: Issue::UNKNOWN_KEY.to_owned(),
                expected,
                // A path is like no key of a table.
                suggestion: suggestion.filter(|_| !is_path),
            };
            self.keep(key.span().start as u32, &field, finding, false);
        }
    }

    fn find_unknown_in(&self, value: &ValueAt<'_>, path: &str) {
        match value.get_ref() {
            DeValue::Table(table) => self.find_unknown(table, path),
            DeValue::Array(array) => {
                for (row, entry) in array.iter().enumerate() {
                    self.find_unknown_in(entry, &element(path, row));
                }
            }
            _ => {}
        }
    }
}

/// Whether two issues tell of one thing.
fn is_same(one: &Issue, other: &Issue) -> bool {
    let of = |issue: &Issue| (issue.line, issue.column, issue.code);
    of(one) == of(other) && one.field == other.field && one.found == other.found
}

/// The path of `key` in the table at `path`.
pub(super) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// The path of entry `row` of the list at `path`; people count from 1.
pub(super) fn element(path: &str, row: usize) -> String {
    format!("{path}[{}]", row + 1)
}

/// `players[2]` as its name and its row from 0.
fn split_element(part: &str) -> (&str, Option<usize>) {
    let split = part.strip_suffix(']').and_then(|part| part.split_once('['));
    match split.and_then(|(name, number)| Some((name, number.parse::<usize>().ok()?.checked_sub(1)?))) {
        Some((name, row)) => (name, Some(row)),
        None => (part, None),
    }
}
