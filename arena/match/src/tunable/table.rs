//! The `[tune]` table of a file: which of its values may be tuned, and how far.

use std::sync::Arc;

use sandtable_diagnostics::{Code, Issue, Issues, nearest};
use toml_edit::{Array, Document, Item, TableLike, Value};

use super::parameter::{Decimal, Parameter, Values, split};
use super::path::{self, PathError};
use crate::derived::{Derivation, own_text};

/// The table's key.
const TABLE: &str = "tune";
/// Values of one file that may be tuned.
pub const MAX_PARAMETERS: usize = 256;
/// Values one of them may take.
const MAX_LEVELS: i64 = 100_001;
/// Values of a choice.
const MAX_CHOICES: usize = 32;
/// The step of numbers with decimals when none is given.
const FINE_STEP: Decimal = Decimal(10_000);

/// A file whose values the table of another may mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherFile {
    /// Its path in the library. Marks name it by the end of that, with or without `.toml`.
    pub path: String,
    /// Its text; of a strategy, as it plays.
    pub text: String,
    /// How that came about; none for what builds on no other file.
    pub derivation: Option<Arc<Derivation>>,
}

impl OtherFile {
    /// A file that builds on no other.
    pub fn new(path: String, text: String) -> OtherFile {
        OtherFile { path, text, derivation: None }
    }

    /// The text to be written of it: its own, with what its text says otherwise than what was read.
    pub fn own_text(&self) -> String {
        own_text(self.derivation.as_deref(), &self.text)
    }

    /// Whether marks may mean it by this name.
    fn is_called(&self, name: &str) -> bool {
        let bare = |text: &str| text.strip_suffix(".toml").unwrap_or(text).to_owned();
        let (path, name) = (bare(&self.path), bare(name));
        path.strip_suffix(&name).is_some_and(|before| before.is_empty() || before.ends_with('/'))
    }

    /// What marks call it.
    fn name(&self) -> &str {
        self.path.strip_suffix(".toml").unwrap_or(&self.path)
    }
}

/// The parameters that the text of the file called `file` marks of itself, in its order; none without a `[tune]` table. A text that is no
/// TOML has none either: whoever reads the rest of it says so.
///
/// # Errors
/// Everything wrong with the table.
pub fn parameters(file: &str, text: &str) -> Result<Vec<Parameter>, Issues> {
    read(file, text, None)
}

/// The parameters that the text of the file called `file` marks of itself and of these others, as `rules/duel:units.light.hp`.
///
/// # Errors
/// Everything wrong with the table.
pub fn parameters_among(file: &str, text: &str, others: &[OtherFile]) -> Result<Vec<Parameter>, Issues> {
    read(file, text, Some(others))
}

fn read(file: &str, text: &str, others: Option<&[OtherFile]>) -> Result<Vec<Parameter>, Issues> {
    let Ok(document) = Document::parse(text) else { return Ok(Vec::new()) };
    let Some((key, item)) = document.as_table().get_key_value(TABLE) else { return Ok(Vec::new()) };
    // What is no TOML is refused by whoever reads it.
    let others: Option<Others<'_>> = others.map(|others| {
        others.iter().filter_map(|other| Some((other, Document::parse(other.text.as_str()).ok()?))).collect()
    });
    let mut table_issues = TableIssues { file, text, issues: Vec::new() };
    let offset = key.span().map_or(0, |span| span.start);
    let mut found = Vec::new();
    match item.as_table_like() {
        None => table_issues.refuse(
            offset,
            TABLE,
            "no table",
            "paths and their ranges, as \"goals.rush.size\" = { range = [4, 16] }",
        ),
        Some(table) if table.len() > MAX_PARAMETERS => {
            table_issues.refuse(offset, TABLE, format!("{} values", table.len()), format!("at most {MAX_PARAMETERS}"));
        }
        Some(table) => {
            let mut rows: Vec<(usize, &str, &Item)> = Vec::new();
            for (name, entry) in table.iter() {
                rows.push((table.key(name).and_then(|key| key.span()).map_or(offset, |span| span.start), name, entry));
            }
            rows.sort_by_key(|(offset, ..)| *offset);
            found.extend(rows.into_iter().filter_map(|(at, name, entry)| {
                let (path, root) = table_issues.root(document.as_table(), others.as_ref(), at, name)?;
                let parameter = table_issues.parameter(root, at, name, entry)?;
                Some(Parameter { file: path.to_owned(), ..parameter })
            }));
        }
    }
    if table_issues.issues.is_empty() { Ok(found) } else { Err(table_issues.finish()) }
}

/// Other files, parsed.
type Others<'o> = Vec<(&'o OtherFile, Document<&'o str>)>;

/// Whether the table of a text names other files.
pub(super) fn marks_others(text: &str) -> bool {
    let Ok(document) = Document::parse(text) else { return false };
    let table = document.as_table().get(TABLE).and_then(Item::as_table_like);
    table.is_some_and(|table| table.iter().any(|(name, _)| split(name).0.is_some()))
}

/// The problems of one table, gathered.
struct TableIssues<'t> {
    file: &'t str,
    text: &'t str,
    issues: Vec<(usize, Issue)>,
}

impl TableIssues<'_> {
    fn refuse(&mut self, offset: usize, field: &str, found: impl Into<String>, expected: impl Into<String>) {
        self.refuse_with(offset, field, found, expected, None);
    }

    fn refuse_with(
        &mut self,
        offset: usize,
        field: &str,
        found: impl Into<String>,
        expected: impl Into<String>,
        suggestion: Option<String>,
    ) {
        self.refuse_of(Code::Conflict, offset, field, found, expected, suggestion);
    }

    fn refuse_of(
        &mut self,
        code: Code,
        offset: usize,
        field: &str,
        found: impl Into<String>,
        expected: impl Into<String>,
        suggestion: Option<String>,
    ) {
        let before = self.text.get(..offset).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[start..].chars().count() + 1;
        let at = (self.file, line as u32, column as u32);
        let issue = Issue::at(at, code, found, expected).suggesting(suggestion);
        let issue = Issue { field: field.to_owned(), ..issue };
        self.issues.push((offset, issue));
    }

    fn finish(mut self) -> Issues {
        self.issues.sort_by_key(|(offset, _)| *offset);
        Issues(self.issues.into_iter().map(|(_, issue)| issue).collect()).quoting(self.file, self.text)
    }

    /// The path of the file that an entry means, empty for the table's own, and what stands in it.
    fn root<'d>(
        &mut self,
        own: &'d dyn TableLike,
        others: Option<&'d Others<'d>>,
        at: usize,
        name: &str,
    ) -> Option<(&'d str, &'d dyn TableLike)> {
        let (Some(called), _) = split(name) else { return Some(("", own)) };
        let field = format!("{TABLE}.\"{name}\"");
        let Some(others) = others else {
            self.refuse(
                at,
                &field,
                "a value of another file",
                "a value of this file; only a match can name values of other files",
            );
            return None;
        };
        let meant: Vec<_> = others.iter().filter(|(other, _)| other.is_called(called)).collect();
        match meant[..] {
            [(other, document)] => Some((&other.path, document.as_table())),
            [] => {
                let known: Vec<&str> = others.iter().map(|(other, _)| other.name()).collect();
                let expected = format!("a file that the match is made of: {}", known.join(", "));
                let near = nearest(called, known.iter().copied());
                self.refuse_with(at, &field, format!("no such file as {called:?}"), expected, near);
                None
            }
            _ => {
                let several = meant.iter().map(|(other, _)| other.name()).collect::<Vec<_>>().join(", ");
                self.refuse(at, &field, format!("{called:?}, the name of several files"), format!("one of {several}"));
                None
            }
        }
    }

    /// One entry of the table.
    fn parameter(&mut self, root: &dyn TableLike, at: usize, name: &str, entry: &Item) -> Option<Parameter> {
        let field = format!("{TABLE}.\"{name}\"");
        let Some(parts) = path::parts(split(name).1) else {
            self.refuse(at, &field, "no path", "keys and rows, as goals.rush.when[1].min, in quotes");
            return None;
        };
        let value = match path::value(root, &parts) {
            Ok(value) => value,
            Err(PathError { found, expected, suggestion }) => {
                // The whole path, as it would stand there.
                let meant = suggestion.map(|meant| match split(name).0 {
                    Some(file) => format!("{file}:{meant}"),
                    None => meant,
                });
                self.refuse_with(at, &field, found, expected, meant);
                return None;
            }
        };
        let Some(table) = entry.as_table_like() else {
            self.refuse(at, &field, "no table", "{ range = [LOW, HIGH] } or { choice = [ONE, OTHER] }");
            return None;
        };
        let has_unknown = self.find_unknown(at, &field, table);
        match (table.get("range"), table.get("choice")) {
            (Some(range), None) => self.steps(at, &field, name, value, table, range),
            (None, Some(choice)) => self.choice(at, &field, name, value, table, choice),
            (Some(_), Some(_)) => {
                self.refuse(at, &field, "both range and choice", "exactly one of range and choice");
                None
            }
            (None, None) => {
                // An unknown key is what was meant to say it.
                if !has_unknown {
                    self.refuse(at, &field, "neither range nor choice", "exactly one of range and choice");
                }
                None
            }
        }
    }

    /// Refuses the keys that no parameter has: one, in a table that has none of those that it needs. The result is whether there are any.
    fn find_unknown(&mut self, at: usize, field: &str, table: &dyn TableLike) -> bool {
        const KNOWN: [&str; 4] = ["range", "step", "scale", "choice"];
        let is_of_no_form = !table.contains_key("range") && !table.contains_key("choice");
        let unknown: Vec<&str> = table.iter().map(|(key, _)| key).filter(|key| !KNOWN.contains(key)).collect();
        let told = if is_of_no_form { unknown.len().min(1) } else { unknown.len() };
        for key in &unknown[..told] {
            let offset = table.key(key).and_then(|key| key.span()).map_or(at, |span| span.start);
            let (field, expected) = (format!("{field}.{key}"), format!("one of the keys {}", KNOWN.join(", ")));
            let near = nearest(key, KNOWN.into_iter().filter(|known| !table.contains_key(known)));
            self.refuse_of(Code::UnknownKey, offset, &field, Issue::UNKNOWN_KEY, expected, near);
        }
        !unknown.is_empty()
    }

    fn steps(
        &mut self,
        at: usize,
        field: &str,
        name: &str,
        value: &Value,
        table: &dyn TableLike,
        range: &Item,
    ) -> Option<Parameter> {
        let Some(current) = number(value) else {
            self.refuse(
                at,
                field,
                format!("a path to {}", kind(value)),
                "a path to a number; or choice instead of range",
            );
            return None;
        };
        let ends: Option<Vec<Decimal>> = range.as_array().and_then(|array| array.iter().map(number).collect());
        let Some([low, high]) = ends.as_deref().map(|ends| match ends {
            [low, high] if low < high => [*low, *high],
            _ => [Decimal(0); 2],
        }) else {
            self.refuse(at, &format!("{field}.range"), "no range", "two ascending numbers, as [4, 16]");
            return None;
        };
        let plain_step = if value.is_integer() { Decimal::whole(1) } else { FINE_STEP };
        let step = table.get("step").map_or(Some(plain_step), |item| item.as_value().and_then(number));
        let log = self.scale(at, field, table)?;
        let span = high.0 - low.0;
        let Some(step) = step.filter(|step| step.0 > 0 && span > 0 && span % step.0 == 0 && span / step.0 < MAX_LEVELS)
        else {
            let what = if span <= 0 { "no range" } else { "steps that do not fit the range" };
            let expected =
                format!("a range of ascending ends, and a step that divides it into at most {MAX_LEVELS} values");
            self.refuse(at, field, what, expected);
            return None;
        };
        if log && low.0 <= 0 {
            self.refuse(
                at,
                &format!("{field}.range"),
                format!("a range from {low}"),
                "more than 0 with scale = \"log\"",
            );
            return None;
        }
        if current < low || current > high {
            self.refuse(at, field, format!("{current} in the file"), format!("a value of its range, {low} to {high}"));
            return None;
        }
        let count = (span / step.0) as u32 + 1;
        let nearest = (current.0 - low.0 + step.0 / 2) / step.0;
        Some(Parameter {
            path: name.to_owned(),
            file: String::new(),
            values: Values::Steps { low, step, count, log, decimal: value.is_float() },
            current: nearest.clamp(0, i64::from(count) - 1) as u32,
            written: plain(value),
        })
    }

    /// Whether the scale is logarithmic; none when it is no scale.
    fn scale(&mut self, at: usize, field: &str, table: &dyn TableLike) -> Option<bool> {
        const SCALES: [&str; 2] = ["linear", "log"];
        let Some(scale) = table.get("scale") else { return Some(false) };
        let word = scale.as_str().unwrap_or_default();
        if SCALES.contains(&word) {
            return Some(word == "log");
        }
        let (field, found) = (format!("{field}.scale"), format!("{word:?}"));
        self.refuse_with(at, &field, found, "linear or log", nearest(word, SCALES));
        None
    }

    fn choice(
        &mut self,
        at: usize,
        field: &str,
        name: &str,
        value: &Value,
        table: &dyn TableLike,
        choice: &Item,
    ) -> Option<Parameter> {
        if table.contains_key("step") || table.contains_key("scale") {
            self.refuse(at, field, "a choice with steps or a scale", "a choice without them, or a range");
        }
        let choices: Vec<String> = choice.as_array().map_or_else(Vec::new, scalars);
        let distinct = choices.iter().enumerate().all(|(row, text)| !choices[..row].contains(text));
        if choices.len() < 2 || choices.len() > MAX_CHOICES || !distinct {
            let expected = format!("2 to {MAX_CHOICES} different texts, numbers or booleans");
            self.refuse(at, &format!("{field}.choice"), "no choice", expected);
            return None;
        }
        let written = plain(value);
        let Some(current) = choices.iter().position(|text| *text == written) else {
            self.refuse(at, field, format!("{written} in the file"), format!("one of {}", choices.join(", ")));
            return None;
        };
        let (path, values) = (name.to_owned(), Values::Choice(choices));
        Some(Parameter { path, file: String::new(), values, current: current as u32, written })
    }
}

/// The entries of a list that are neither lists nor tables, as TOML.
fn scalars(array: &Array) -> Vec<String> {
    array.iter().filter(|value| !value.is_array() && !value.is_inline_table()).map(plain).collect()
}

/// A value as TOML without what stands around it.
fn plain(value: &Value) -> String {
    let mut value = value.clone();
    value.decor_mut().clear();
    value.to_string().trim().to_owned()
}

fn number(value: &Value) -> Option<Decimal> {
    if value.is_integer() || value.is_float() { Decimal::parse(&plain(value)) } else { None }
}

fn kind(value: &Value) -> String {
    format!("a {}", value.type_name())
}
