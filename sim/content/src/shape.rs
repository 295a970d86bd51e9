//! What a value must be: its type, range and unit, as messages, the reference of keys and JSON Schemas tell it.

use std::fmt;

/// What a reader takes under a key. Displayed as messages word it: `a whole number from 1 to 8`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueShape {
    /// A whole number.
    Whole {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
    /// A seed: a whole number, or a text that [`read_seed`](super::seed::read_seed) reads.
    Seed,
    /// A number, decimals allowed.
    Number {
        /// The least, in decimals.
        low: String,
        /// The greatest, in decimals.
        high: String,
        /// What it counts, as in `cells`; empty for a pure number.
        unit: String,
    },
    /// `true` or `false`.
    Boolean,
    /// A text that is not empty.
    Text {
        /// Its most characters.
        most_chars: usize,
    },
    /// The name of something.
    Name(String),
    /// A list of names of something.
    Names(String),
    /// A list of texts, in words.
    Texts(String),
    /// One of some words.
    Choice(Vec<String>),
    /// A list of `[x, y]` pairs of numbers.
    Pairs {
        /// The least, in decimals.
        low: String,
        /// The greatest, in decimals.
        high: String,
    },
    /// A list of whole numbers.
    Wholes {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
    /// A list of lists of whole numbers, `columns` each.
    Rows {
        /// Numbers of each row.
        columns: usize,
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
}

/// The unit of durations.
pub(super) const SECONDS: &str = "seconds";

impl fmt::Display for ValueShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueShape::Whole { low, high } if low == high => write!(f, "{low}"),
            ValueShape::Whole { low, high } => write!(f, "a whole number from {low} to {high}"),
            ValueShape::Seed => {
                let most = u64::MAX;
                write!(
                    f,
                    "a seed: a whole number from 0 to {most}, or a text: a decimal number, 0x and 1 to 16 hexadecimal digits, or 16 hexadecimal digits"
                )
            }
            ValueShape::Number { low, high, unit } if unit == SECONDS => {
                write!(f, "a number of seconds from {low} to {high}")
            }
            ValueShape::Number { low, high, unit } if unit.is_empty() => write!(f, "a number from {low} to {high}"),
            ValueShape::Number { low, high, unit } => write!(f, "a number from {low} to {high} ({unit})"),
            ValueShape::Boolean => f.write_str("true or false"),
            ValueShape::Text { most_chars: 1 } => f.write_str("a text of one character"),
            ValueShape::Text { most_chars } => write!(f, "a text of 1 to {most_chars} characters"),
            ValueShape::Name(what) => write!(f, "the name of {what}"),
            ValueShape::Names(what) => write!(f, "a list of names of {what}"),
            ValueShape::Texts(words) => f.write_str(words),
            ValueShape::Choice(words) => {
                f.write_str("one of ")?;
                words.iter().enumerate().try_for_each(|(row, word)| {
                    let comma = if row > 0 { ", " } else { "" };
                    write!(f, "{comma}\"{word}\"")
                })
            }
            ValueShape::Pairs { low, high } => write!(f, "a list of [x, y] pairs of numbers from {low} to {high}"),
            ValueShape::Wholes { low, high } => write!(f, "a list of whole numbers from {low} to {high}"),
            ValueShape::Rows { columns, low, high } => {
                write!(f, "a list of lists of {columns} whole numbers from {low} to {high}")
            }
        }
    }
}
