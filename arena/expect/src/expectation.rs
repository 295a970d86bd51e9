//! An expectation, and the result of it.

use sandtable_diagnostics::{Code, Issue};
use sandtable_stats::Confidence;
use serde::Serialize;

use super::{Range, When};

/// What a file expects. `M` is what its reader made of the metric, with `of` and `where`.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation<M> {
    /// Line and column of its table in the file, from 1.
    pub place: (u32, u32),
    /// Its number in the file, from 1.
    pub number: u32,
    /// Why, in the author's words; may be empty.
    pub about: String,
    /// What is measured.
    pub measure: M,
    /// When.
    pub when: When,
    /// What its value may be.
    pub range: Range,
    /// What its value is to be some day; falling short of it is reported and fails nothing.
    pub aim: Option<f64>,
    /// With how many seeds it is held, from 1; as many as its file says when none.
    pub seeds: Option<u32>,
    /// With which confidence a share is to lie in the range as a whole; by its value alone when none.
    pub confidence: Option<Confidence>,
}

/// What was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Finding {
    /// The value, in the unit of its metric.
    pub value: f64,
    /// The ends of its interval, lower first, where it is a share.
    pub interval: Option<[f64; 2]>,
    /// The tick after which it was taken, where it is of a moment.
    pub tick: Option<u32>,
}

/// The result of an expectation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExpectResult {
    /// The line of its table in the file, from 1.
    pub line: u32,
    /// What was expected, in words.
    pub expected: String,
    /// What was found, in the unit of its metric.
    pub found: f64,
    /// The interval of that, lower end first, where it is a share.
    pub interval: Option<[f64; 2]>,
    /// Whether that is as expected.
    pub holds: bool,
}

impl<M> Expectation<M> {
    /// Holds what was found to it; `words` say what was measured. With a confidence the interval must lie in the range as a whole.
    pub fn judge(&self, words: &str, finding: Finding) -> ExpectResult {
        let whole = finding.interval.filter(|_| self.confidence.is_some()).unwrap_or([finding.value; 2]);
        let ends = self.confidence.map_or_else(String::new, |one| format!(", by the worse end of its {one} interval"));
        ExpectResult {
            line: self.place.0,
            expected: format!("{words}: {}{ends}", self.range),
            found: finding.value,
            interval: finding.interval,
            holds: self.range.allows_whole(whole),
        }
    }

    /// An error at its table in the file called `label`, of what was `found`.
    pub fn issue(&self, label: &str, found: String) -> Issue {
        let why = if self.about.is_empty() { String::new() } else { format!(": {}", self.about) };
        Issue {
            code: Code::Expectation,
            line: self.place.0,
            column: self.place.1,
            field: format!("expect[{}]", self.number),
            ..Issue::of_file(label, found, format!("{} {}{why}", self.range, self.when))
        }
    }
}

impl ExpectResult {
    /// What was found, with its interval where it has one.
    pub fn found_in_words(&self) -> String {
        match self.interval {
            Some([low, high]) => format!("{:.2} ({low:.2} to {high:.2})", self.found),
            None => format!("{:.2}", self.found),
        }
    }
}
