//! A value of a file that may be tuned, and the values it may take.

use std::fmt;

/// Parts of one that a number of a file may have.
const UNIT: i64 = 1_000_000;
/// The digits of that.
const DIGITS: usize = 6;

/// A decimal number, exact to a millionth: files are read from decimal text, and what is written must be read as what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal(pub(super) i64);

impl Decimal {
    /// Reads plain decimal text, at most a billion on either side of 0; none with more digits than it can hold, or an exponent.
    pub fn parse(text: &str) -> Option<Decimal> {
        let text = text.replace('_', "");
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(&text)),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 9 || part.len() > DIGITS || !plain(whole) || !plain(part) {
            return None;
        }
        let number = whole.parse::<i64>().ok()? * UNIT + format!("{part:0<DIGITS$}").parse::<i64>().ok()?;
        Some(Decimal(if negative { -number } else { number }))
    }

    /// A whole number.
    pub const fn whole(number: i32) -> Decimal {
        Decimal(number as i64 * UNIT)
    }

    /// Whether it has no decimals.
    pub const fn is_whole(self) -> bool {
        self.0 % UNIT == 0
    }

    /// The nearest float.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / UNIT as f64
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / UNIT, self.0.abs() % UNIT);
        let decimals = format!("{part:0DIGITS$}");
        let decimals = decimals.trim_end_matches('0');
        let point = if decimals.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{decimals}")
    }
}

/// The values a parameter may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Numbers from `low` on.
    Steps {
        /// The lowest.
        low: Decimal,
        /// From one to the next.
        step: Decimal,
        /// How many there are, at least 2.
        count: u32,
        /// Whether the optimizer sees their logarithms.
        log: bool,
        /// Whether the file writes a decimal point.
        decimal: bool,
    },
    /// One of several, as TOML, at least 2.
    Choice(Vec<String>),
}

impl Values {
    /// The highest number; none of a choice.
    pub fn high(&self) -> Option<Decimal> {
        match self {
            Values::Steps { low, step, count, .. } => Some(Decimal(low.0 + i64::from(count - 1) * step.0)),
            Values::Choice(_) => None,
        }
    }
}

/// A value that may be tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// How the table names it: where it stands in its file, after the name of that and a colon when it is another than the table's.
    pub path: String,
    /// The path of the other file in the library; empty when it is the table's own.
    pub file: String,
    /// What it may be.
    pub values: Values,
    /// The level nearest to what the file says.
    pub current: u32,
    /// What the file says, as TOML.
    pub written: String,
}

impl Parameter {
    /// Where it stands in its file.
    pub fn key(&self) -> &str {
        split(&self.path).1
    }

    /// How many values there are.
    pub fn levels(&self) -> u32 {
        match &self.values {
            Values::Steps { count, .. } => *count,
            Values::Choice(choices) => choices.len() as u32,
        }
    }

    /// The value of a level as TOML; what the file says at the current one.
    pub fn text(&self, level: u32) -> String {
        if level == self.current {
            return self.written.clone();
        }
        match &self.values {
            Values::Choice(choices) => choices[(level as usize).min(choices.len() - 1)].clone(),
            Values::Steps { low, step, count, decimal, .. } => {
                let number = Decimal(low.0 + i64::from(level.min(count - 1)) * step.0);
                if *decimal && number.is_whole() { format!("{number}.0") } else { number.to_string() }
            }
        }
    }

    /// Values in words: `4 … 16`.
    pub fn range(&self) -> String {
        match &self.values {
            Values::Choice(choices) => choices.join(", "),
            Values::Steps { low, step, count, log, .. } => {
                let high = Decimal(low.0 + i64::from(count - 1) * step.0);
                format!("{low} … {high}{}", if *log { ", log" } else { "" })
            }
        }
    }
}

/// The name of another file before a colon, if there is one, and the path in it.
pub(super) fn split(path: &str) -> (Option<&str>, &str) {
    path.rsplit_once(':').map_or((None, path), |(file, key)| (Some(file), key))
}
