//! What a check comes to: one number, what it should be, and the places it counts.

/// A place in a file, and what is the matter there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Path from the root of the repository, with `/` between folders.
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// What was found, and where it helps, what would do.
    pub message: String,
}

impl Violation {
    /// A finding at `line` of `file`.
    pub fn new(file: &str, line: usize, message: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, message: message.into() }
    }
}

/// What the value of a rule should come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// No more than this.
    AtMost(u64),
    /// No less than this.
    AtLeast(u64),
    /// Printed among the figures, never judged.
    Told,
}

/// A figure of the source with the places that make it up.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name in the ratchet: words in snake case, and after a `.` the crate it is about if it is about one.
    pub key: String,
    /// What it counts, and in which unit.
    pub says: String,
    /// What was counted.
    pub value: u64,
    /// What is aimed at.
    pub bound: Bound,
    /// Where; empty for a [`Bound::Told`].
    pub findings: Vec<Violation>,
}

impl Rule {
    /// A rule whose value is how many findings there are, of which there should be none.
    pub fn none_of(key: impl Into<String>, says: impl Into<String>, findings: Vec<Violation>) -> Self {
        Self::at_most(0, findings.len() as u64, key, says, findings)
    }

    /// A rule that `value` should not exceed `most`.
    pub fn at_most(
        most: u64,
        value: u64,
        key: impl Into<String>,
        says: impl Into<String>,
        findings: Vec<Violation>,
    ) -> Self {
        Self { key: key.into(), says: says.into(), value, bound: Bound::AtMost(most), findings }
    }

    /// A rule that `value` should reach `least`.
    pub fn at_least(least: u64, value: u64, key: impl Into<String>, says: impl Into<String>) -> Self {
        Self { key: key.into(), says: says.into(), value, bound: Bound::AtLeast(least), findings: Vec::new() }
    }

    /// A figure that nobody judges.
    pub fn told(value: u64, key: impl Into<String>, says: impl Into<String>) -> Self {
        Self { key: key.into(), says: says.into(), value, bound: Bound::Told, findings: Vec::new() }
    }

    /// Whether the value is what is aimed at; true for a figure that is only told.
    pub fn is_met(&self) -> bool {
        match self.bound {
            Bound::AtMost(most) => self.value <= most,
            Bound::AtLeast(least) => self.value >= least,
            Bound::Told => true,
        }
    }
}
