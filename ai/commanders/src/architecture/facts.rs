//! Facts: named comparisons of inputs, and flags that nothing but carrying out goals sets. A state of them is a set of bits.

use sandtable_decide::{Consideration, Inputs};

use crate::input::Input;

/// One fact.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub name: String,
    /// All of them within their bounds; none for a flag.
    pub tests: Vec<Consideration<Input>>,
}

/// The facts of a strategy, a bit each by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactSet(pub Vec<Fact>);

/// Facts that are to be so, and facts that are not to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Literals {
    /// Those that matter.
    pub mask: u64,
    /// Of them, those that are to be so.
    pub values: u64,
}

impl Literals {
    /// Whether they are as wanted.
    pub fn hold(self, facts: u64) -> bool {
        (facts ^ self.values) & self.mask == 0
    }

    /// The facts once these have been made so.
    pub fn apply(self, facts: u64) -> u64 {
        (facts & !self.mask) | self.values
    }

    pub fn is_empty(self) -> bool {
        self.mask == 0
    }

    /// Whether none of them is wanted otherwise by `other`.
    pub fn agree(self, other: Literals) -> bool {
        (self.values ^ other.values) & self.mask & other.mask == 0
    }

    /// All literals of both sets, which must agree.
    pub fn and(self, other: Literals) -> Literals {
        Literals { mask: self.mask | other.mask, values: self.values | other.values }
    }

    /// The literals that do not hold in `facts`.
    pub fn missing(self, facts: u64) -> Literals {
        let mask = self.mask & (facts ^ self.values);
        Literals { mask, values: self.values & mask }
    }
}

impl FactSet {
    /// What is so: what can be measured, and the flags.
    pub fn look(&self, inputs: &impl Inputs<Input>, flags: u64) -> u64 {
        let bits = self.0.iter().enumerate().map(|(row, fact)| match fact.tests.is_empty() {
            true => flags & 1 << row,
            false => u64::from(fact.tests.iter().all(|one| one.holds(inputs))) << row,
        });
        bits.sum()
    }

    /// The facts that nothing measures.
    pub fn flags(&self) -> u64 {
        self.0.iter().enumerate().filter(|(_, fact)| fact.tests.is_empty()).map(|(row, _)| 1 << row).sum()
    }

    /// The names of those that are so.
    pub fn names(&self, state: u64) -> impl Iterator<Item = &str> {
        self.0.iter().enumerate().filter(move |(row, _)| state >> row & 1 == 1).map(|(_, fact)| fact.name.as_str())
    }
}
