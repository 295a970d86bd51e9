//! A typed cursor over one table of a content file.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::decimal::Decimal;
use super::document::{Document, Finding, element, join};
use super::field::{Field, State};
use super::issue::Severity;
use super::suggest::nearest;
use crate::limits::TICKS_PER_SECOND;
use crate::math::Fx;
use crate::rules::ranges::Bounds;

/// Characters of a text value shown in a message.
const SHOWN_CHARS: usize = 40;
/// Names that are listed in a message rather than left out.
const FEW_NAMES: usize = 12;

/// A cursor over one table; getters take a key and tell the document what they found.
#[derive(Clone, Debug)]
pub struct Reader<'d> {
    document: &'d Document<'d>,
    /// None for a table that is not there: reads give fallbacks, silently, for its absence has been recorded.
    table: Option<&'d DeTable<'d>>,
    path: String,
    /// The last part of the path; empty for the top table and the entries of a list.
    name: &'d str,
    offset: u32,
}

/// A text of the file with its place: a name that refers to something, or a key.
#[derive(Clone, Debug)]
pub struct Word<'d> {
    /// The text.
    pub text: &'d str,
    document: &'d Document<'d>,
    field: String,
    offset: u32,
}

type Key<'d> = Spanned<std::borrow::Cow<'d, str>>;
type Value<'d> = Spanned<DeValue<'d>>;

impl<'d> Reader<'d> {
    pub(super) fn new(
        document: &'d Document<'d>,
        table: Option<&'d DeTable<'d>>,
        path: String,
        name: &'d str,
        offset: usize,
    ) -> Reader<'d> {
        if table.is_some() {
            document.note_opened(&path);
        }
        Reader { document, table, path, name, offset: offset as u32 }
    }

    /// The path of the table, as in `units.archer`; empty for the top table.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The table's own key with its place: the name of what the table defines.
    pub fn name(&self) -> Word<'d> {
        self.word(self.name, self.path.clone(), self.offset as usize)
    }

    /// Whether the key is there.
    pub fn has(&self, key: &str) -> bool {
        self.peek(key).is_some()
    }

    /// Leaves the key unread, without judging what it holds.
    pub fn skip(&self, key: &str) {
        self.document.note_asked(&self.path, key);
    }

    /// The keys of the table in the order of the file. They do not count as asked for.
    pub fn keys(&self) -> Vec<Word<'d>> {
        let mut keys: Vec<Word<'d>> = self
            .table
            .iter()
            .flat_map(|table| table.keys())
            .map(|key| self.word(key.get_ref(), join(&self.path, key.get_ref()), key.span().start))
            .collect();
        keys.sort_by_key(|key| key.offset);
        keys
    }

    /// A whole number.
    pub fn int<'r, T>(&'r self, key: &'r str, bounds: Bounds<T>) -> Field<'r, 'd, T>
    where
        T: Copy + PartialOrd + Into<i64> + TryFrom<i64> + std::fmt::Display,
    {
        let expected = if bounds.low == bounds.high {
            bounds.low.to_string()
        } else {
            format!("a whole number from {} to {}", bounds.low, bounds.high)
        };
        self.field(key, expected, bounds.low, |value| {
            let DeValue::Integer(number) = value else { return None };
            let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
            T::try_from(number).ok().filter(|number| bounds.contains(*number))
        })
    }

    /// A number, decimals allowed, in `unit` (`"cells"`; empty for a pure number).
    pub fn fixed<'r>(&'r self, key: &'r str, bounds: Bounds<Fx>, unit: &str) -> Field<'r, 'd, Fx> {
        self.divided(key, bounds, 1, unit)
    }

    /// A rate in `unit` a second, given as a rate a tick: of the file's number, a sixteenth.
    pub fn rate<'r>(&'r self, key: &'r str, bounds: Bounds<Fx>, unit: &str) -> Field<'r, 'd, Fx> {
        self.divided(key, bounds, TICKS_PER_SECOND, &format!("{unit} a second"))
    }

    /// A duration: seconds in the file, whole ticks as the value. A positive duration that rounds to no tick is refused.
    pub fn seconds<'r, T>(&'r self, key: &'r str, bounds: Bounds<T>) -> Field<'r, 'd, T>
    where
        T: Copy + PartialOrd + Into<i64> + TryFrom<i64>,
    {
        let shown = |ticks: T| Seconds(ticks.into());
        let expected = format!("a number of seconds from {} to {}", shown(bounds.low), shown(bounds.high));
        self.field(key, expected, bounds.low, |value| {
            let number = decimal(value)?;
            let ticks = i64::try_from(number.scaled(i64::from(TICKS_PER_SECOND))).ok()?;
            let vanished = ticks == 0 && number.sign().is_ne();
            T::try_from(ticks).ok().filter(|ticks| !vanished && bounds.contains(*ticks))
        })
    }

    /// `true` or `false`.
    pub fn boolean<'r>(&'r self, key: &'r str) -> Field<'r, 'd, bool> {
        self.field(key, "true or false".to_owned(), false, |value| value.as_bool())
    }

    /// A text of at most `max_chars` characters.
    pub fn text<'r>(&'r self, key: &'r str, max_chars: usize) -> Field<'r, 'd, &'d str> {
        let expected = format!("a text of 1 to {max_chars} characters");
        self.field(key, expected, "", |value| {
            value.as_str().filter(|text| !text.is_empty() && text.chars().count() <= max_chars)
        })
    }

    /// A text that refers to something, with its place.
    pub fn reference<'r>(&'r self, key: &'r str, what: &str) -> Field<'r, 'd, Word<'d>> {
        let offset = self.peek(key).map_or(self.offset as usize, |(_, value)| value.span().start);
        let word = |text| self.word(text, join(&self.path, key), offset);
        self.field(key, format!("the name of {what}"), word(""), |value| {
            value.as_str().filter(|text| !text.is_empty()).map(word)
        })
    }

    /// A list of texts that refer to something, with their places.
    pub fn references<'r>(&'r self, key: &'r str, what: &str) -> Field<'r, 'd, Vec<Word<'d>>> {
        let field = join(&self.path, key);
        self.field(key, format!("a list of names of {what}"), Vec::new(), |value| {
            let entries = value.as_array()?.iter().enumerate();
            entries
                .map(|(row, entry)| {
                    Some(self.word(entry.get_ref().as_str()?, element(&field, row), entry.span().start))
                })
                .collect()
        })
    }

    /// One of some words, each with what it stands for.
    pub fn choice<'r, T: Copy>(&'r self, key: &'r str, choices: &[(&str, T)]) -> Field<'r, 'd, T> {
        let names: Vec<String> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let expected = format!("one of {}", names.join(", "));
        let fallback = choices.first().expect("a choice has choices").1;
        let found = |text: &str| choices.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        let suggestion = |value: &DeValue<'d>| nearest(value.as_str()?, choices.iter().map(|(name, _)| *name));
        self.field_suggesting(key, expected, fallback, |value| found(value.as_str()?), suggestion)
    }

    /// A list of numbers, each within the bounds.
    pub fn fixed_list<'r>(&'r self, key: &'r str, bounds: Bounds<Fx>) -> Field<'r, 'd, Vec<Fx>> {
        let expected = format!("a list of numbers from {} to {}", bounds.low, bounds.high);
        self.field(key, expected, Vec::new(), |value| {
            let read = |entry: &Value<'d>| decimal(entry.get_ref())?.to_fx(1).filter(|number| bounds.contains(*number));
            value.as_array()?.iter().map(read).collect()
        })
    }

    /// A list of pairs of numbers, each within the bounds: the points of a curve.
    pub fn fixed_pairs<'r>(&'r self, key: &'r str, bounds: Bounds<Fx>) -> Field<'r, 'd, Vec<(Fx, Fx)>> {
        let expected = format!("a list of [x, y] pairs of numbers from {} to {}", bounds.low, bounds.high);
        self.field(key, expected, Vec::new(), |value| {
            let number = |entry: &Value<'d>| decimal(entry.get_ref())?.to_fx(1).filter(|it| bounds.contains(*it));
            let pair = |entry: &Value<'d>| match entry.get_ref().as_array()?.iter().as_slice() {
                [x, y] => Some((number(x)?, number(y)?)),
                _ => None,
            };
            value.as_array()?.iter().map(pair).collect()
        })
    }

    /// A list of whole numbers, each within the bounds.
    pub fn int_list<'r>(&'r self, key: &'r str, bounds: Bounds<i64>) -> Field<'r, 'd, Vec<i64>> {
        let expected = format!("a list of whole numbers from {} to {}", bounds.low, bounds.high);
        self.field(key, expected, Vec::new(), |value| {
            let read = |entry: &Value<'d>| {
                let number = entry.get_ref().as_integer()?;
                let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
                bounds.contains(number).then_some(number)
            };
            value.as_array()?.iter().map(read).collect()
        })
    }

    /// A sub-table; none when it is missing or no table (which is recorded).
    pub fn table(&self, key: &str) -> Option<Reader<'d>> {
        let (name, value) = self.ask(key)?;
        let path = join(&self.path, key);
        let at = name.span().start;
        match value.get_ref() {
            DeValue::Table(table) => Some(Reader::new(self.document, Some(table), path, name.get_ref(), at)),
            other => {
                self.refuse(key, value.span().start, describe(other), "a table".to_owned(), None);
                None
            }
        }
    }

    /// A sub-table that must be there; reading goes on when it is not.
    pub fn required_table(&self, key: &str) -> Reader<'d> {
        if !self.has(key) {
            self.document.note_asked(&self.path, key);
            self.missing(key, "a table".to_owned());
        }
        let empty = || Reader::new(self.document, None, join(&self.path, key), "", self.offset as usize);
        self.table(key).unwrap_or_else(empty)
    }

    /// The tables under `key` in the order of the file: sub-tables by name, or the entries of a list of tables
    /// (`players[1]`). Empty when there are none.
    pub fn tables(&self, key: &str) -> Vec<Reader<'d>> {
        let Some((_, value)) = self.ask(key) else { return Vec::new() };
        let path = join(&self.path, key);
        match value.get_ref() {
            DeValue::Table(table) => {
                let parent = Reader::new(self.document, Some(table), path, "", value.span().start);
                parent.keys().iter().filter_map(|name| parent.table(name.text)).collect()
            }
            DeValue::Array(array) => {
                let entries = array.iter().enumerate();
                entries.filter_map(|(row, entry)| self.table_entry(entry, element(&path, row))).collect()
            }
            other => {
                self.refuse(key, value.span().start, describe(other), "tables".to_owned(), None);
                Vec::new()
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
            self.refuse(key, self.offset as usize, "nothing".to_owned(), expected, None);
        }
    }

    fn note(&self, severity: Severity, key: &str, found: String, expected: String) {
        let offset = self.peek(key).map_or(self.offset, |(_, value)| value.span().start as u32);
        let field = if key.is_empty() { self.path.clone() } else { join(&self.path, key) };
        self.document.record(offset, &field, Finding { severity, found, expected, suggestion: None });
    }

    fn refuse(&self, key: &str, offset: usize, found: String, expected: String, suggestion: Option<String>) {
        let finding = Finding { severity: Severity::Error, found, expected, suggestion };
        self.document.record(offset as u32, &join(&self.path, key), finding);
    }

    fn word(&self, text: &'d str, field: String, offset: usize) -> Word<'d> {
        Word { text, document: self.document, field, offset: offset as u32 }
    }

    fn peek(&self, key: &str) -> Option<(&'d Key<'d>, &'d Value<'d>)> {
        self.table?.get_key_value(key)
    }

    fn ask(&self, key: &str) -> Option<(&'d Key<'d>, &'d Value<'d>)> {
        self.document.note_asked(&self.path, key);
        self.peek(key)
    }

    fn table_entry(&self, entry: &'d Value<'d>, path: String) -> Option<Reader<'d>> {
        let offset = entry.span().start;
        match entry.get_ref() {
            DeValue::Table(table) => Some(Reader::new(self.document, Some(table), path, "", offset)),
            other => {
                self.word("", path, offset).refuse(describe(other), "a table");
                None
            }
        }
    }

    fn divided<'r>(&'r self, key: &'r str, bounds: Bounds<Fx>, divisor: u32, unit: &str) -> Field<'r, 'd, Fx> {
        let (low, high) = (bounds.low.mul_int(divisor as i32), bounds.high.mul_int(divisor as i32));
        let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
        self.field(key, format!("a number from {low} to {high}{unit}"), bounds.low, |value| {
            let number = decimal(value)?;
            let fixed = number.to_fx(divisor).filter(|fixed| bounds.contains(*fixed))?;
            // What was written as more than nothing must not become nothing.
            (fixed != Fx::ZERO || number.sign().is_eq()).then_some(fixed)
        })
    }

    fn field<'r, T>(
        &'r self,
        key: &'r str,
        expected: String,
        fallback: T,
        read: impl FnOnce(&'d DeValue<'d>) -> Option<T>,
    ) -> Field<'r, 'd, T> {
        self.field_suggesting(key, expected, fallback, read, |_| None)
    }

    fn field_suggesting<'r, T>(
        &'r self,
        key: &'r str,
        expected: String,
        fallback: T,
        read: impl FnOnce(&'d DeValue<'d>) -> Option<T>,
        suggest: impl FnOnce(&'d DeValue<'d>) -> Option<String>,
    ) -> Field<'r, 'd, T> {
        let state = match self.ask(key) {
            None => State::Absent,
            Some((_, value)) => match read(value.get_ref()) {
                Some(good) => State::Good(good),
                None => {
                    let found = describe(value.get_ref());
                    self.refuse(key, value.span().start, found, expected.clone(), suggest(value.get_ref()));
                    State::Refused
                }
            },
        };
        Field { reader: self, key, expected, state, fallback }
    }
}

impl Word<'_> {
    /// Its line and column in the file, from 1.
    pub fn place(&self) -> (u32, u32) {
        self.document.place(self.offset as usize)
    }

    /// Records an error at this text.
    pub fn refuse(&self, found: impl Into<String>, expected: impl Into<String>) {
        self.record(Severity::Error, found.into(), expected.into(), None);
    }

    /// Records a warning at this text.
    pub fn warn(&self, found: impl Into<String>, expected: impl Into<String>) {
        self.record(Severity::Warning, found.into(), expected.into(), None);
    }

    /// Records that this text names no `what` (`"a kind of unit"`), with the nearest of the names known, or with all
    /// of them when they are few.
    pub fn unknown<'a>(&self, what: &str, known: impl IntoIterator<Item = &'a str>) {
        let known: Vec<&str> = known.into_iter().collect();
        let suggestion = nearest(self.text, known.iter().copied());
        let expected = match &suggestion {
            None if !known.is_empty() && known.len() <= FEW_NAMES => {
                format!("the name of {what}: {}", known.join(", "))
            }
            _ => format!("the name of {what}"),
        };
        self.record(Severity::Error, quoted(self.text), expected, suggestion);
    }

    fn record(&self, severity: Severity, found: String, expected: String, suggestion: Option<String>) {
        self.document.record(self.offset, &self.field, Finding { severity, found, expected, suggestion });
    }
}

/// Ticks shown as seconds, exactly.
struct Seconds(i64);

impl std::fmt::Display for Seconds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let per_second = i64::from(TICKS_PER_SECOND);
        // A sixteenth has four decimals at most.
        let ten_thousandths = self.0 % per_second * 10_000 / per_second;
        let decimals = format!("{ten_thousandths:04}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{}", self.0 / per_second),
            decimals => write!(f, "{}.{decimals}", self.0 / per_second),
        }
    }
}

fn decimal(value: &DeValue<'_>) -> Option<Decimal> {
    match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok().map(Decimal::from),
        DeValue::Float(number) => Decimal::parse(number.as_str()),
        _ => None,
    }
}

/// A value in the words of a message.
fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
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
