//! What is wrong with values that should be valid, and who gathers it.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use sandtable_math::Bounds;

use super::{Cost, ranges};

/// Something that a ruleset or scenario must not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The path of the field, as content files name it (`units.archer.weapon.range`).
    pub path: String,
    /// What was found.
    pub found: String,
    /// What would do.
    pub expected: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {}; expected {}", self.path, self.found, self.expected)
    }
}

/// Whether `name` can name a row: a lower-case letter, then lower-case letters, digits and underscores, at most
/// [`ranges::NAME_CHARS`] in all.
pub fn is_name(name: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let starts = name.as_bytes().first().is_some_and(u8::is_ascii_lowercase);
    starts && name.len() <= ranges::NAME_CHARS && name.bytes().all(inner)
}

/// Gathers defects below one path.
pub(crate) struct Checker<'a> {
    pub(crate) defects: &'a mut Vec<Defect>,
    pub(crate) path: String,
}

impl Checker<'_> {
    pub(crate) fn defect(&mut self, field: &str, found: impl Into<String>, expected: impl Into<String>) {
        let separator = if self.path.is_empty() || field.is_empty() { "" } else { "." };
        let path = format!("{}{separator}{field}", self.path);
        self.defects.push(Defect { path, found: found.into(), expected: expected.into() });
    }

    pub(crate) fn within<T: PartialOrd + Copy + fmt::Display>(&mut self, field: &str, value: T, bounds: Bounds<T>) {
        if !bounds.contains(value) {
            self.defect(field, value.to_string(), format!("{} to {}", bounds.low, bounds.high));
        }
    }

    /// As many rows as are `allowed`.
    pub(crate) fn count(&mut self, field: &str, count: usize, allowed: RangeInclusive<usize>) {
        if !allowed.contains(&count) {
            self.defect(field, format!("{count} entries"), format!("{} to {} entries", allowed.start(), allowed.end()));
        }
    }

    /// An index of a table with `rows` rows; `what` says of what.
    pub(crate) fn row(&mut self, field: &str, index: usize, rows: usize, what: &str) {
        if index >= rows {
            self.defect(field, format!("row {index}"), format!("{what} (0 to {})", rows.saturating_sub(1)));
        }
    }

    pub(super) fn names<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        let mut known = BTreeSet::new();
        for name in names {
            if !is_name(name) {
                self.defect(name, "a name of other letters", "lower-case letters, digits and underscores, at most 32");
            } else if !known.insert(name) {
                self.defect(name, "a name used twice", "a name of its own");
            }
        }
    }

    pub(super) fn cost(&mut self, cost: &Cost, resources: usize) {
        if cost.iter().skip(resources).any(|amount| *amount > 0) {
            self.defect("cost", "an amount of no resource", "resources of the ruleset");
        }
    }
}
