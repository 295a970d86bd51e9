//! Files with misspelt keys are read once more as if the keys were spelt as they were meant, so that the rest of the file is judged
//! by what its author wrote, and what follows from a misspelling is not told.

use sandtable_diagnostics::{Checked, Code, Issue, Issues};
use sandtable_state::Arrange;

use super::limits::MAX_REPAIRS;

/// Readings of one file at most: each repairs the keys that the one before found.
const MAX_READINGS: usize = 4;

/// A key to be replaced in a text.
struct Repair {
    /// Its bytes.
    span: std::ops::Range<usize>,
    /// Its line and column, from 1.
    place: (u32, u32),
    name: String,
}

impl Repair {
    /// The columns that what follows the key on its line moves to the right.
    fn shift(&self) -> i64 {
        self.name.len() as i64 - self.span.len() as i64
    }
}

/// Reads the text of the file called `file` by `read`. Where that is refused and keys are misspelt, they are repaired, and the text is read
/// again: the issues are the misspelt keys, and what is wrong with the repaired text.
///
/// # Errors
/// Every problem found, when one of them refuses the file.
///
/// ```
/// use sandtable_content::{Document, reading};
/// use sandtable_math::Bounds;
///
/// let count = |text: &str| {
///     let document = Document::parse("crowd.toml", text)?;
///     let count: u16 = document.root().int("count", Bounds::new(1, 100)).required();
///     document.finish(count)
/// };
/// let issues = reading("crowd.toml", "cuont = 12", count).unwrap_err();
/// assert_eq!(issues.0.len(), 1, "not also that `count` is missing");
/// ```
pub fn reading<T>(
    file: &str,
    text: &str,
    read: impl Fn(&str) -> Result<Checked<T>, Issues>,
) -> Result<Checked<T>, Issues> {
    let mut found = match read(text) {
        Ok(checked) => return Ok(checked),
        Err(issues) => issues,
    };
    let (mut repaired, mut misspelt) = (text.to_owned(), Vec::new());
    let mut done: Vec<Vec<Repair>> = Vec::new();
    for _ in 1..MAX_READINGS {
        let repairs = repairs_of(file, &repaired, &found);
        if repairs.is_empty() || misspelt.len() + repairs.len() > MAX_REPAIRS {
            break;
        }
        let mut next = repaired.clone();
        for repair in repairs.iter().rev() {
            next.replace_range(repair.span.clone(), &repair.name);
        }
        let again = read(&next).err().unwrap_or_default();
        // What was meant is there already: both cannot be.
        if again.0.iter().any(|issue| issue.code == Code::Syntax) {
            break;
        }
        let is_repaired = |issue: &Issue| issue.file == file && is_misspelling(issue);
        misspelt.extend(found.0.into_iter().filter(is_repaired).map(|issue| as_written(issue, &done)));
        done.push(repairs);
        (repaired, found) = (next, again);
    }
    let is_moved = |issue: &Issue| issue.file == file && issue.line > 0 && !done.is_empty();
    let written = |issue| if is_moved(&issue) { as_written(issue, &done) } else { issue };
    misspelt.extend(found.0.into_iter().map(written));
    // What is about no line stands last, as in a document.
    misspelt.arrange_by_key(|issue| (issue.file != file, issue.line == 0, issue.line, issue.column));
    Err(Issues(misspelt).quoting(file, text))
}

/// An issue of a text that was repaired at its place in the text as it was, whose line is to be quoted.
fn as_written(issue: Issue, done: &[Vec<Repair>]) -> Issue {
    let mut column = i64::from(issue.column);
    for repairs in done.iter().rev() {
        let mut shift = 0;
        for repair in repairs.iter().filter(|repair| repair.place.0 == issue.line) {
            if column > i64::from(repair.place.1) + shift {
                shift += repair.shift();
            }
        }
        column -= shift;
    }
    Issue { column: column.max(1) as u32, source: String::new(), ..issue }
}

fn is_misspelling(issue: &Issue) -> bool {
    issue.suggestion.is_some() && matches!(issue.code, Code::UnknownKey | Code::MissingKey)
}

/// The misspelt keys of a file, in the order of its text.
fn repairs_of(file: &str, text: &str, issues: &Issues) -> Vec<Repair> {
    let misspelt = issues.0.iter().filter(|issue| issue.file == file && is_misspelling(issue));
    let mut repairs: Vec<Repair> = misspelt.filter_map(|issue| repair(text, issue)).collect();
    repairs.arrange_by_key(|repair| repair.span.start);
    repairs.dedup_by_key(|repair| repair.span.start);
    repairs
}

fn repair(text: &str, issue: &Issue) -> Option<Repair> {
    let name = issue.suggestion.clone()?;
    let key = issue.field.rsplit('.').next()?;
    let before = issue.line.checked_sub(1)? as usize;
    let line_begins: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let line = text[line_begins..].lines().next()?;
    let column = line.char_indices().nth(issue.column.checked_sub(1)? as usize)?.0;
    let start = line_begins + column;
    let place = (issue.line, issue.column);
    text[start..].starts_with(key).then(|| Repair { span: start..start + key.len(), place, name })
}
