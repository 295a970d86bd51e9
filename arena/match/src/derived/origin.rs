//! From the text that plays back to the files that it was made of.

use std::path::Path;

use sandtable_diagnostics::Issues;

use super::ChainFile;
use super::edit::with_changes;

/// From which line of which file a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineOrigin {
    file: usize,
    line: u32,
    /// How much further its columns are to the right there.
    shift: i64,
}

impl LineOrigin {
    /// The line of a file whose column `there` is the column `here` of the text.
    pub(super) fn new(file: usize, (line, there): (u32, u32), here: u32) -> LineOrigin {
        LineOrigin { file, line, shift: i64::from(there) - i64::from(here) }
    }
}

/// How the text of a strategy came about that builds on others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The last of all bases first, the strategy's own file last.
    pub(super) files: Vec<ChainFile>,
    /// By line of the text.
    pub(super) lines: Vec<LineOrigin>,
    /// The text that they make.
    pub(super) text: String,
}

impl Derivation {
    /// The issues of a text that messages call `file`, each at its place in the file that it stands in. Lines put before the text are no part of any file.
    #[must_use]
    pub fn located(&self, file: &str, text: &str, issues: Issues) -> Issues {
        let before = text.lines().count().saturating_sub(self.lines.len());
        let mut issues = issues;
        for issue in issues.0.iter_mut().filter(|issue| issue.line > 0 && issue.file == file) {
            let row = (issue.line as usize - 1).checked_sub(before);
            let Some(origin) = row.and_then(|row| self.lines.get(row)) else { continue };
            issue.file.clone_from(&self.files[origin.file].label);
            issue.line = origin.line;
            issue.column = (i64::from(issue.column) + origin.shift).max(1) as u32;
            issue.source.clear();
        }
        self.files.iter().fold(issues, |issues, file| issues.quoting(&file.label, &file.text))
    }

    /// The text of the strategy's own file.
    pub fn own_text(&self) -> &str {
        &self.own().text
    }

    /// The text of the strategy's own file once the text that plays is this one: what is another than before stands in it.
    pub(super) fn own_text_of(&self, text: &str) -> String {
        with_changes(self.own_text(), &self.text, text)
    }

    /// The files that it builds on by their path, and their texts: where they lie seen from its own folder.
    pub fn bases_beside(&self) -> impl Iterator<Item = (&Path, &str)> {
        let bases = self.files.iter().rev().skip(1);
        bases.filter_map(|file| Some((file.beside.as_deref()?, file.text.as_str())))
    }

    fn own(&self) -> &ChainFile {
        // A chain has two files at least.
        &self.files[self.files.len() - 1]
    }
}
