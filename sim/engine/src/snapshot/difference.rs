//! Two states compared field by field, from the same list as hash, snapshot and dump.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use super::limits::SHOWN_CHARS;
use super::{DumpLine, dump};
use crate::world::World;
use sandtable_state::words::in_words;

/// A field that two states do not have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The part, one of [`super::PART_NAMES`].
    pub part: &'static str,
    /// Whose field: an entity's id, a player, a team.
    pub owner: String,
    /// The field.
    pub field: &'static str,
    /// Its value in the first state; none where there is no such owner.
    pub first: Option<String>,
    /// Its value in the second state; none where there is no such owner.
    pub second: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { part, owner, field, first, second } = self;
        let [one, other] = [first, second].map(|value| value.as_deref().map(in_words));
        let (one, other) = (one.as_deref(), other.as_deref());
        let same = one.zip(other).map_or(0, |(one, other)| common_prefix(one, other));
        let shown = |value: Option<&str>| value.map_or_else(|| "nothing".to_owned(), |value| excerpt(value, same));
        write!(f, "{part} {owner} {field}: {} here, {} there", shown(one), shown(other))
    }
}

/// Characters that two texts begin with alike.
fn common_prefix(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count()
}

/// A long text cut to what lies around character `at`.
fn excerpt(text: &str, at: usize) -> String {
    let length = text.chars().count();
    if length <= SHOWN_CHARS {
        return text.to_owned();
    }
    let from = at.saturating_sub(SHOWN_CHARS / 2).min(length - SHOWN_CHARS);
    let middle: String = text.chars().skip(from).take(SHOWN_CHARS).collect();
    let (head, tail) = (if from > 0 { "…" } else { "" }, if from + SHOWN_CHARS < length { "…" } else { "" });
    format!("{head}{middle}{tail}")
}

/// Every field in which two states differ: in the order of parts and owners of the first, then what only the second has.
///
/// Empty for states with the same hash. Slow: for reports.
pub fn differences(first: &World, second: &World) -> Vec<Difference> {
    let (ours, theirs) = (dump(first), dump(second));
    // A list shows its entries under one name, so that a key can come several times.
    let mut by_key: BTreeMap<_, VecDeque<&str>> = BTreeMap::new();
    for line in &theirs {
        by_key.entry(key(line)).or_default().push_back(&line.value);
    }
    let mut found = Vec::new();
    for line in &ours {
        let value = by_key.get_mut(&key(line)).and_then(VecDeque::pop_front);
        if value != Some(line.value.as_str()) {
            let (first, second) = (Some(line.value.clone()), value.map(str::to_owned));
            found.push(Difference::new(line.part, line.owner.clone(), line.field, first, second));
        }
    }
    for ((part, owner, field), values) in by_key {
        let left = |value: &str| Difference::new(part, owner.to_owned(), field, None, Some(value.to_owned()));
        found.extend(values.into_iter().map(left));
    }
    found
}

fn key(line: &DumpLine) -> (&'static str, &str, &'static str) {
    (line.part, &line.owner, line.field)
}

impl Difference {
    fn new(
        part: &'static str,
        owner: String,
        field: &'static str,
        first: Option<String>,
        second: Option<String>,
    ) -> Difference {
        Difference { part, owner, field, first, second }
    }
}
