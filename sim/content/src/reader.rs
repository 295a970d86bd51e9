//! A typed cursor over one table of a content file.

use sandtable_diagnostics::{Code, Issue, Severity, nearest};
use sandtable_state::Arrange;
use sandtable_state::limits::MAX_TABLES_OF_KEY;
use toml::de::{DeTable, DeValue};

use super::asked::ValueSort;
use super::document::{Document, IssueText, KeyAt, ValueAt, element, join};
use super::word::{Word, describe};

/// A cursor over one table; getters take a key and tell the document what they found.
#[derive(Clone, Debug)]
pub struct TableReader<'d> {
    pub(super) document: &'d Document<'d>,
    /// None for a table that is not there: reads give fallbacks, silently, for its absence has been recorded.
    table: Option<&'d DeTable<'d>>,
    pub(super) path: String,
    /// The last part of the path; empty for the top table and the entries of a list.
    name: &'d str,
    pub(super) offset: u32,
}

impl Document<'_> {
    /// A reader of the file's top table.
    pub fn root(&self) -> TableReader<'_> {
        TableReader::new(self, Some(self.table()), String::new(), "", 0)
    }
}

impl<'d> TableReader<'d> {
    pub(super) fn new(
        document: &'d Document<'d>,
        table: Option<&'d DeTable<'d>>,
        path: String,
        name: &'d str,
        offset: usize,
    ) -> TableReader<'d> {
        if table.is_some() {
            document.note_opened(&path);
        }
        TableReader { document, table, path, name, offset: offset as u32 }
    }

    /// The path of the table, as in `units.archer`; empty for the top table.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The table's own key with its place: the name of what the table defines.
    pub fn name(&self) -> Word<'d> {
        self.word(self.name, self.path.clone(), self.offset as usize)
    }

    /// Whether the key is there. One that is not counts as a key of the table: an unknown key may be meant to be it.
    pub fn has(&self, key: &str) -> bool {
        let is_there = self.peek(key).is_some();
        if !is_there && self.table.is_some() {
            self.document.note_asked(&self.path, key, None);
        }
        is_there
    }

    /// Leaves the key unread, without judging what it holds.
    pub fn skip(&self, key: &str) {
        self.document.note_asked(&self.path, key, None);
    }

    /// Leaves all keys unread but those that `keys` names: of a table whose form is not known it cannot be said which others belong to it. A key
    /// that is close to one of `keys` is still a mistake.
    pub fn skip_others(&self, keys: &[&str]) {
        keys.iter().for_each(|key| self.skip(key));
        for word in self.keys() {
            if nearest(word.text, keys.iter().copied()).is_none() {
                self.skip(word.text);
            }
        }
    }

    /// Notes keys that belong to other forms of the table than it probably was meant to have: a message about another key does not list them.
    pub(super) fn note_unlikely<'k>(&self, keys: impl Iterator<Item = &'k str>) {
        self.document.note_unlikely(&self.path, keys);
    }

    /// Which key to read of what was called `old` in files of earlier versions: `old` where the table has that alone, with a
    /// warning that names the new one.
    pub fn renamed<'k>(&self, old: &'k str, new: &'k str) -> &'k str {
        // The old name is no key that anybody is to be told of.
        let Some((key, _)) = self.peek(old) else { return new };
        if self.has(new) {
            return new;
        }
        let offset = key.span().start as u32;
        let finding = IssueText {
            severity: Severity::Warning,
            code: Code::OldName,
            found: format!("the old name of \"{new}\""),
            expected: format!("the key \"{new}\""),
            suggestion: None,
        };
        self.document.record(offset, &join(&self.path, old), finding);
        old
    }

    /// The keys of the table in the order of the file. They do not count as asked for.
    pub fn keys(&self) -> Vec<Word<'d>> {
        let mut keys: Vec<Word<'d>> = self
            .table
            .iter()
            .flat_map(|table| table.keys())
            .map(|key| self.word(key.get_ref(), join(&self.path, key.get_ref()), key.span().start))
            .collect();
        keys.arrange_by_key(|key| key.offset);
        keys
    }

    /// A sub-table; none when it is missing or no table (which is recorded).
    pub fn table(&self, key: &str) -> Option<TableReader<'d>> {
        let (name, value) = self.ask(key, ValueSort::Table)?;
        self.open(name.get_ref(), name.span().start, value, join(&self.path, key))
    }

    /// A sub-table that must be there; reading goes on when it is not.
    pub fn required_table(&self, key: &str) -> TableReader<'d> {
        if !self.has(key) {
            self.document.note_asked(&self.path, key, None);
            self.missing(key, "a table".to_owned());
        }
        let empty = || TableReader::new(self.document, None, join(&self.path, key), "", self.offset as usize);
        self.table(key).unwrap_or_else(empty)
    }

    /// The tables under `key` in the order of the file: sub-tables by name, or the entries of a list of tables
    /// (`players[1]`). Empty when there are none; of more than [`MAX_TABLES_OF_KEY`] the first ones, which is recorded.
    pub fn tables(&self, key: &str) -> Vec<TableReader<'d>> {
        self.tables_upto(key, MAX_TABLES_OF_KEY)
    }

    /// The tables of an array of which at most `most` are allowed, in order. What is beyond them is an error and is not looked at: a file may hold tens of thousands.
    pub fn tables_upto(&self, key: &str, most: usize) -> Vec<TableReader<'d>> {
        self.ask(key, ValueSort::Tables).map_or_else(Vec::new, |(_, value)| self.open_all(key, value, most))
    }

    /// The tables of a list, as [`tables`](TableReader::tables) gives them. One table where the list should be is a single mistake:
    /// `[expect]` for `[[expect]]`.
    pub fn rows(&self, key: &str) -> Vec<TableReader<'d>> {
        self.rows_upto(key, MAX_TABLES_OF_KEY)
    }

    /// The tables of a list of which at most `most` are allowed, as [`tables_upto`](TableReader::tables_upto) gives them.
    pub fn rows_upto(&self, key: &str, most: usize) -> Vec<TableReader<'d>> {
        let Some((name, value)) = self.ask(key, ValueSort::Tables) else { return Vec::new() };
        if !matches!(value.get_ref(), DeValue::Table(_)) {
            return self.open_all(key, value, most);
        }
        let header_at = name.span().start;
        let is_header = self.document.line_at(header_at).trim_start().starts_with('[');
        let (offset, suggestion) = match is_header {
            true => (header_at, Some(format!("[[{}]]", header_path(&join(&self.path, key))))),
            false => (value.span().start, None),
        };
        let expected = if is_header { "a list of tables" } else { "a list of tables, [{ … }]" };
        self.refuse(key, offset, describe(value.get_ref()), expected.to_owned(), suggestion);
        Vec::new()
    }

    /// The tables of a value, of which at most `most` are allowed.
    fn open_all(&self, key: &str, value: &'d ValueAt<'d>, most: usize) -> Vec<TableReader<'d>> {
        let path = join(&self.path, key);
        let (count, tables) = match value.get_ref() {
            DeValue::Table(table) => (table.len(), self.sub_tables(table, &path, most)),
            DeValue::Array(array) => {
                let entries = array.iter().take(most).enumerate();
                let open = |(row, entry): (usize, &'d ValueAt<'d>)| {
                    self.open("", entry.span().start, entry, element(&path, row))
                };
                (array.len(), entries.filter_map(open).collect())
            }
            other => {
                self.refuse(key, value.span().start, describe(other), "tables".to_owned(), None);
                return Vec::new();
            }
        };
        if count > most {
            self.error(key, format!("{count} entries"), format!("at most {most}"));
        }
        tables
    }

    /// The first `most` tables of a table whose keys are names.
    fn sub_tables(&self, table: &'d DeTable<'d>, path: &str, most: usize) -> Vec<TableReader<'d>> {
        self.document.note_names(path);
        let mut entries: Vec<(&'d KeyAt<'d>, &'d ValueAt<'d>)> = table.iter().collect();
        entries.arrange_by_key(|(name, _)| name.span().start);
        let open = |(name, value): (&'d KeyAt<'d>, &'d ValueAt<'d>)| {
            self.open(name.get_ref(), name.span().start, value, join(path, name.get_ref()))
        };
        entries.into_iter().take(most).filter_map(open).collect()
    }

    /// A reader of what must be a table.
    fn open(&self, name: &'d str, offset: usize, value: &'d ValueAt<'d>, path: String) -> Option<TableReader<'d>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(TableReader::new(self.document, Some(table), path, name, offset)),
            other => {
                self.word("", path, value.span().start).refuse(describe(other), "a table");
                None
            }
        }
    }

    /// Records an error at the value of `key` (at the table when the key is missing).
    pub fn error(&self, key: &str, found: impl Into<String>, expected: impl Into<String>) {
        self.note(Severity::Error, key, found.into(), expected.into());
    }

    /// Records a warning at the value of `key` (at the table when the key is missing).
    pub fn warning(&self, key: &str, found: impl Into<String>, expected: impl Into<String>) {
        self.note(Severity::Warning, key, found.into(), expected.into());
    }

    pub(super) fn missing(&self, key: &str, expected: String) {
        // What cannot be read is not missing as well.
        if self.table.is_some() {
            let finding = IssueText {
                severity: Severity::Error,
                code: Code::MissingKey,
                found: Issue::NOTHING.to_owned(),
                expected,
                suggestion: None,
            };
            self.document.record(self.offset, &join(&self.path, key), finding);
        }
    }

    fn note(&self, severity: Severity, key: &str, found: String, expected: String) {
        let offset = self.peek(key).map_or(self.offset, |(_, value)| value.span().start as u32);
        let field = if key.is_empty() { self.path.clone() } else { join(&self.path, key) };
        self.document.record(offset, &field, IssueText::judgement(severity, found, expected));
    }

    pub(super) fn refuse(&self, key: &str, offset: usize, found: String, expected: String, suggestion: Option<String>) {
        let finding = IssueText { severity: Severity::Error, code: Code::InvalidValue, found, expected, suggestion };
        self.document.record(offset as u32, &join(&self.path, key), finding);
    }

    pub(super) fn word(&self, text: &'d str, field: String, offset: usize) -> Word<'d> {
        Word { text, document: self.document, field, offset: offset as u32 }
    }

    pub(super) fn peek(&self, key: &str) -> Option<(&'d KeyAt<'d>, &'d ValueAt<'d>)> {
        self.table?.get_key_value(key)
    }

    pub(super) fn ask(&self, key: &str, sort: ValueSort) -> Option<(&'d KeyAt<'d>, &'d ValueAt<'d>)> {
        self.document.note_asked(&self.path, key, Some(sort));
        self.peek(key)
    }
}

/// A path as a header says it: without the numbers of entries.
fn header_path(path: &str) -> String {
    let parts: Vec<&str> = path.split('.').map(|part| part.split('[').next().unwrap_or(part)).collect();
    parts.join(".")
}
