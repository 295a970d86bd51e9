//! The typed getters of a [`TableReader`]: what a value may be, in the file's units and in the engine's.

use sandtable_diagnostics::{Severity, nearest};
use sandtable_math::{Bounds, Fx};
use sandtable_state::limits::TICKS_PER_SECOND;
use toml::Spanned;
use toml::de::DeValue;

use super::asked::ValueSort;
use super::decimal::Decimal;
use super::document::{ValueAt, element, join};
use super::field::{FieldOutcome, FieldState};
use super::reader::TableReader;
use super::reference::Shown;
use super::seed::read_seed;
use super::shape::{SECONDS, ValueShape};
use super::word::{Word, describe};

impl<'d> TableReader<'d> {
    /// A whole number.
    pub fn int<'r, T>(&'r self, key: &'r str, bounds: Bounds<T>) -> FieldOutcome<'r, 'd, T>
    where
        T: Copy + PartialOrd + Into<i64> + TryFrom<i64> + std::fmt::Display,
    {
        let shape = ValueShape::Whole { low: bounds.low.into(), high: bounds.high.into() };
        let shown = Shown::by(|number: &T| Some(number.to_string()));
        self.field(key, shape, bounds.low, shown, |value| {
            let DeValue::Integer(number) = value else { return None };
            let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
            T::try_from(number).ok().filter(|number| bounds.contains(*number))
        })
    }

    /// A seed: a whole number of 64 bits, or a text that [`read_seed`] reads.
    pub fn seed<'r>(&'r self, key: &'r str) -> FieldOutcome<'r, 'd, u64> {
        let shown = Shown::by(|seed: &u64| Some(seed.to_string()));
        self.field(key, ValueShape::Seed, 0, shown, |value| match value {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            DeValue::String(text) => read_seed(text).ok(),
            _ => None,
        })
    }

    /// A number, decimals allowed, in `unit` (`"cells"`; empty for a pure number).
    pub fn fixed<'r>(&'r self, key: &'r str, bounds: Bounds<Fx>, unit: &str) -> FieldOutcome<'r, 'd, Fx> {
        self.divided(key, bounds, 1, unit)
    }

    /// A rate in `unit` a second, given as a rate a tick: of the file's number, a sixteenth.
    pub fn rate<'r>(&'r self, key: &'r str, bounds: Bounds<Fx>, unit: &str) -> FieldOutcome<'r, 'd, Fx> {
        self.divided(key, bounds, TICKS_PER_SECOND, &format!("{unit} a second"))
    }

    /// A number, decimals allowed, given in whole thousandths: 2.5 as 2500.
    pub fn thousandths<'r>(&'r self, key: &'r str, bounds: Bounds<i64>) -> FieldOutcome<'r, 'd, i64> {
        let (low, high) = (Thousandths(bounds.low), Thousandths(bounds.high));
        let shape = ValueShape::Number { low: low.to_string(), high: high.to_string(), unit: String::new() };
        let shown = Shown::by(|number| Some(Thousandths(*number).to_string()));
        self.field(key, shape, bounds.low, shown, |value| {
            let number = i64::try_from(decimal(value)?.scaled(1_000)).ok()?;
            bounds.contains(number).then_some(number)
        })
    }

    /// A duration: seconds in the file, whole ticks as the value. A positive duration that rounds to no tick is refused.
    pub fn seconds<'r, T>(&'r self, key: &'r str, bounds: Bounds<T>) -> FieldOutcome<'r, 'd, T>
    where
        T: Copy + PartialOrd + Into<i64> + TryFrom<i64>,
    {
        let (low, high) = (Seconds(bounds.low.into()), Seconds(bounds.high.into()));
        let shape = ValueShape::Number { low: low.to_string(), high: high.to_string(), unit: SECONDS.to_owned() };
        let shown = Shown::by(|ticks: &T| Some(Seconds((*ticks).into()).to_string()));
        self.field(key, shape, bounds.low, shown, |value| {
            let number = decimal(value)?;
            let ticks = i64::try_from(number.scaled(i64::from(TICKS_PER_SECOND))).ok()?;
            let vanished = ticks == 0 && number.sign().is_ne();
            T::try_from(ticks).ok().filter(|ticks| !vanished && bounds.contains(*ticks))
        })
    }

    /// `true` or `false`.
    pub fn boolean<'r>(&'r self, key: &'r str) -> FieldOutcome<'r, 'd, bool> {
        let shown = Shown::by(|value: &bool| Some(value.to_string()));
        self.field(key, ValueShape::Boolean, false, shown, |value| value.as_bool())
    }

    /// A text of at most `max_chars` characters.
    pub fn text<'r>(&'r self, key: &'r str, max_chars: usize) -> FieldOutcome<'r, 'd, &'d str> {
        let shape = ValueShape::Text { most_chars: max_chars };
        // An empty text stands for none.
        let shown = Shown::by(|text: &&str| (!text.is_empty()).then(|| format!("{text:?}")));
        self.field(key, shape, "", shown, |value| {
            value.as_str().filter(|text| !text.is_empty() && text.chars().count() <= max_chars)
        })
    }

    /// A text that refers to something, with its place.
    pub fn reference<'r>(&'r self, key: &'r str, what: &str) -> FieldOutcome<'r, 'd, Word<'d>> {
        let offset = self.peek(key).map_or(self.offset as usize, |(_, value)| value.span().start);
        let word = |text| self.word(text, join(&self.path, key), offset);
        self.field(key, ValueShape::Name(what.to_owned()), word(""), Shown::never(), |value| {
            value.as_str().filter(|text| !text.is_empty()).map(word)
        })
    }

    /// A list of texts that refer to something, with their places.
    pub fn references<'r>(&'r self, key: &'r str, what: &str) -> FieldOutcome<'r, 'd, Vec<Word<'d>>> {
        let field = join(&self.path, key);
        self.field(key, ValueShape::Names(what.to_owned()), Vec::new(), Shown::never(), |value| {
            let entries = value.as_array()?.iter().enumerate();
            entries
                .map(|(row, entry)| {
                    Some(self.word(entry.get_ref().as_str()?, element(&field, row), entry.span().start))
                })
                .collect()
        })
    }

    /// A list of texts that are taken as they are, `expected` in words.
    pub fn texts<'r>(&'r self, key: &'r str, expected: &str) -> FieldOutcome<'r, 'd, Vec<&'d str>> {
        self.field(key, ValueShape::Texts(expected.to_owned()), Vec::new(), Shown::never(), |value| {
            value.as_array()?.iter().map(|entry| entry.get_ref().as_str()).collect()
        })
    }

    /// One of some words, each with what it stands for.
    pub fn choice<'r, T: Copy + PartialEq + 'static>(
        &'r self,
        key: &'r str,
        choices: &[(&str, T)],
    ) -> FieldOutcome<'r, 'd, T> {
        let shape = ValueShape::Choice(choices.iter().map(|(name, _)| (*name).to_owned()).collect());
        let shown = Shown::of_choices(choices);
        let fallback = choices.first().expect("a choice has choices").1;
        let found = |text: &str| choices.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        let suggestion = |value: &DeValue<'d>| nearest(value.as_str()?, choices.iter().map(|(name, _)| *name));
        self.field_suggesting(key, (shape, shown), fallback, |value| found(value.as_str()?), suggestion)
    }

    /// A list of pairs of numbers, each within the bounds: the points of a curve.
    pub fn fixed_pairs<'r>(&'r self, key: &'r str, bounds: Bounds<Fx>) -> FieldOutcome<'r, 'd, Vec<(Fx, Fx)>> {
        let shape = ValueShape::Pairs { low: bounds.low.to_string(), high: bounds.high.to_string() };
        self.field(key, shape, Vec::new(), Shown::never(), |value| {
            let number = |entry: &ValueAt<'d>| decimal(entry.get_ref())?.to_fx(1).filter(|it| bounds.contains(*it));
            let pair = |entry: &ValueAt<'d>| match entry.get_ref().as_array()?.iter().as_slice() {
                [x, y] => Some((number(x)?, number(y)?)),
                _ => None,
            };
            value.as_array()?.iter().map(pair).collect()
        })
    }

    /// A list of whole numbers, each within the bounds.
    pub fn int_list<'r>(&'r self, key: &'r str, bounds: Bounds<i64>) -> FieldOutcome<'r, 'd, Vec<i64>> {
        let shape = ValueShape::Wholes { low: bounds.low, high: bounds.high };
        self.field(key, shape, Vec::new(), Shown::never(), |value| {
            let read = |entry: &ValueAt<'d>| {
                let number = entry.get_ref().as_integer()?;
                let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
                bounds.contains(number).then_some(number)
            };
            value.as_array()?.iter().map(read).collect()
        })
    }

    /// A list of lists of exactly `N` whole numbers: rectangles, lines.
    pub fn int_rows<'r, const N: usize>(
        &'r self,
        key: &'r str,
        bounds: Bounds<i64>,
    ) -> FieldOutcome<'r, 'd, Vec<[i64; N]>> {
        let shape = ValueShape::Rows { columns: N, low: bounds.low, high: bounds.high };
        self.field(key, shape, Vec::new(), Shown::never(), |value| {
            let number = |entry: &ValueAt<'d>| {
                let number = entry.get_ref().as_integer()?;
                let number = i64::from_str_radix(number.as_str(), number.radix()).ok()?;
                bounds.contains(number).then_some(number)
            };
            let row = |entry: &ValueAt<'d>| {
                let numbers: Option<Vec<i64>> = entry.get_ref().as_array()?.iter().map(number).collect();
                numbers?.try_into().ok()
            };
            value.as_array()?.iter().map(row).collect()
        })
    }

    fn divided<'r>(&'r self, key: &'r str, bounds: Bounds<Fx>, divisor: u32, unit: &str) -> FieldOutcome<'r, 'd, Fx> {
        let (low, high) = (bounds.low.mul_int(divisor as i32), bounds.high.mul_int(divisor as i32));
        let shape = ValueShape::Number { low: low.to_string(), high: high.to_string(), unit: unit.to_owned() };
        let shown = Shown::by(move |number: &Fx| Some(number.mul_int(divisor as i32).to_string()));
        self.field(key, shape, bounds.low, shown, |value| {
            let number = decimal(value)?;
            let fixed = number.to_fx(divisor).filter(|fixed| bounds.contains(*fixed))?;
            // What was written as more than nothing must not become nothing.
            (fixed != Fx::ZERO || number.sign().is_eq()).then_some(fixed)
        })
    }

    fn field<'r, T>(
        &'r self,
        key: &'r str,
        shape: ValueShape,
        fallback: T,
        shown: Shown<T>,
        read: impl FnOnce(&'d DeValue<'d>) -> Option<T>,
    ) -> FieldOutcome<'r, 'd, T> {
        self.field_suggesting(key, (shape, shown), fallback, read, |_| None)
    }

    // Not generic: compiled once for all types of values.
    fn refuse_value(&self, key: &str, value: &Spanned<DeValue<'_>>, shape: &ValueShape, suggestion: Option<String>) {
        self.refuse(key, value.span().start, describe(value.get_ref()), shape.to_string(), suggestion);
    }

    fn field_suggesting<'r, T>(
        &'r self,
        key: &'r str,
        (shape, shown): (ValueShape, Shown<T>),
        fallback: T,
        read: impl FnOnce(&'d DeValue<'d>) -> Option<T>,
        suggest: impl FnOnce(&'d DeValue<'d>) -> Option<String>,
    ) -> FieldOutcome<'r, 'd, T> {
        let state = match self.ask(key, ValueSort::Value) {
            None => FieldState::Absent,
            Some((_, value)) => match read(value.get_ref()) {
                Some(good) => FieldState::Good(good),
                None => {
                    if self.document.has_room(Severity::Error) {
                        self.refuse_value(key, value, &shape, suggest(value.get_ref()));
                    }
                    FieldState::Refused
                }
            },
        };
        FieldOutcome { reader: self, key, shape, shown, state, fallback }
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

/// Thousandths shown as the number they are.
struct Thousandths(i64);

impl std::fmt::Display for Thousandths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 1_000, self.0.unsigned_abs() % 1_000);
        let decimals = format!("{rest:03}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            decimals => write!(f, "{sign}{whole}.{decimals}"),
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
