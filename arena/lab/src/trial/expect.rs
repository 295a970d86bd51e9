//! One expectation: what is measured, when, and what it may come to.

use std::fmt;

use sandtable_state::limits::TICKS_PER_SECOND;

use super::Measure;

/// When a measure is to lie in its range; ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// When the match is over.
    End,
    /// After this tick.
    At(u32),
    /// After some tick up to this one.
    By(u32),
    /// After each tick from the first to the second.
    During(u32, u32),
}

/// What a file expects of its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// Line and column of its table in the file, from 1.
    pub place: (u32, u32),
    /// Why, in the author's words; may be empty.
    pub about: String,
    /// What is measured.
    pub measure: Measure,
    /// When.
    pub when: When,
    /// The least it may be.
    pub min: Option<i64>,
    /// The most it may be.
    pub max: Option<i64>,
}

impl Expectation {
    /// Whether a value lies in its range.
    pub fn allows(&self, value: i64) -> bool {
        self.min.is_none_or(|min| value >= min) && self.max.is_none_or(|max| value <= max)
    }

    /// Its range, as messages name it.
    pub fn range(&self) -> String {
        match (self.min, self.max) {
            (Some(min), Some(max)) if min == max => min.to_string(),
            (Some(min), Some(max)) => format!("{min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            (None, Some(max)) => format!("at most {max}"),
            (None, None) => "anything".to_owned(),
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |tick: u32| f64::from(tick) / f64::from(TICKS_PER_SECOND);
        match *self {
            When::End => f.write_str("at the end"),
            When::At(tick) => write!(f, "at {} s", seconds(tick)),
            When::By(tick) => write!(f, "by {} s", seconds(tick)),
            When::During(from, to) => write!(f, "from {} to {} s", seconds(from), seconds(to)),
        }
    }
}
