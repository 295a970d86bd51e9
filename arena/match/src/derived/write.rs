//! The text of merged files: every value as its file writes it, and from where each line is.

use std::ops::Range;

use toml_edit::{ArrayOfTables, Document, Key, TomlError, Value};

use super::merge::{Entries, MergedNode, entries, lay_over};
use super::origin::LineOrigin;
use super::{ChainFile, EXTENDS, place};
use crate::Failure;

/// The table whose marks are those of one file alone.
const TUNE: &str = "tune";

/// The text that the files of a chain make together, the last of all bases first, and from where each line of it is.
pub(super) fn merged(files: &[ChainFile]) -> Result<(String, Vec<LineOrigin>), Failure> {
    let mut documents = Vec::new();
    for file in files {
        let refuse = |error: TomlError| Failure::Usage(format!("{}: {}", file.label, error.message()));
        documents.push(Document::parse(file.text.as_str()).map_err(refuse)?);
    }
    let mut all = Entries::new();
    for (row, document) in documents.iter().enumerate() {
        let mut over = entries(row, document.as_table());
        over.retain(|(key, _)| key != EXTENDS);
        all.retain(|(key, _)| key != TUNE);
        lay_over(&mut all, over, files, "")?;
    }
    let mut writer = TextWriter::new(files);
    writer.write_all(&all);
    Ok(writer.finish())
}

/// Writes a text, and notes of each line of it from which line it is.
pub(super) struct TextWriter<'f> {
    files: &'f [ChainFile],
    text: String,
    lines: Vec<LineOrigin>,
}

impl<'f> TextWriter<'f> {
    pub(super) fn new(files: &'f [ChainFile]) -> TextWriter<'f> {
        TextWriter { files, text: String::new(), lines: Vec::new() }
    }

    pub(super) fn finish(self) -> (String, Vec<LineOrigin>) {
        (self.text, self.lines)
    }

    /// Writes all that a file has.
    pub(super) fn write_all(&mut self, all: &Entries<'_>) {
        self.values(all);
        self.tables("", all);
    }

    /// Values come before tables, whose keys they would be otherwise. A table in braces that stands behind another table keeps its place
    /// there: goals of one priority are in order.
    fn values(&mut self, all: &Entries<'_>) {
        let mut is_behind = false;
        for (_, node) in all {
            match node {
                MergedNode::Value { value: Value::InlineTable(_), .. } if is_behind => {}
                MergedNode::Value { file, key, value } => {
                    let end = value.span().unwrap_or_default().end;
                    self.copy(*file, key.start..end);
                }
                MergedNode::Rows { .. } | MergedNode::Table { .. } => is_behind = true,
            }
        }
    }

    fn tables(&mut self, path: &str, all: &Entries<'_>) {
        let mut is_behind = false;
        for (name, node) in all {
            let path = if path.is_empty() { Key::new(name).to_string() } else { format!("{path}.{}", Key::new(name)) };
            match node {
                MergedNode::Value { file, key, value: Value::InlineTable(table) } if is_behind => {
                    self.table(*file, key, &path, &entries(*file, table));
                }
                MergedNode::Value { .. } => {}
                MergedNode::Rows { file, tables } => {
                    is_behind = true;
                    self.rows(*file, &path, tables);
                }
                MergedNode::Table { file, key, entries } => {
                    is_behind = true;
                    self.table(*file, key, &path, entries);
                }
            }
        }
    }

    fn table(&mut self, file: usize, key: &Range<usize>, path: &str, all: &Entries<'_>) {
        let is_value = |(_, node): &(String, MergedNode<'_>)| matches!(node, MergedNode::Value { .. });
        if all.is_empty() || all.iter().any(is_value) {
            let (line, column) = place(&self.files[file].text, key.start);
            let name = path.chars().count() - key_length(path);
            self.header(&format!("[{path}]"), LineOrigin::new(file, (line, column), name as u32 + 2));
            self.values(all);
        }
        self.tables(path, all);
    }

    fn rows(&mut self, file: usize, path: &str, tables: &ArrayOfTables) {
        for table in tables.iter() {
            let (line, column) = place(&self.files[file].text, table.span().unwrap_or_default().start);
            self.header(&format!("[[{path}]]"), LineOrigin::new(file, (line, column), 1));
            let all = entries(file, table);
            self.values(&all);
            self.tables(path, &all);
        }
    }

    fn header(&mut self, line: &str, origin: LineOrigin) {
        if !self.text.is_empty() {
            self.text.push('\n');
            self.lines.push(origin);
        }
        self.text.push_str(line);
        self.text.push('\n');
        self.lines.push(origin);
    }

    /// Copies a part of a file, which then ends its line.
    fn copy(&mut self, file: usize, range: Range<usize>) {
        let text = &self.files[file].text;
        let part = text.get(range.clone()).unwrap_or_default();
        let (first, column) = place(text, range.start);
        for (row, line) in (0..).zip(part.split('\n')) {
            self.text.push_str(line);
            self.text.push('\n');
            self.lines.push(LineOrigin::new(file, (first + row, if row == 0 { column } else { 1 }), 1));
        }
    }
}

/// The length of the last key of a path.
fn key_length(path: &str) -> usize {
    let mut quote = None;
    let mut length = 0;
    for letter in path.chars() {
        length += 1;
        match (quote, letter) {
            (None, '.') => length = 0,
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    length
}
