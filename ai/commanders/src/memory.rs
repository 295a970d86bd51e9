//! What commanders remember, compared byte by byte, and the difference told by the field that it is in.

use std::fmt;

use sandtable_state::named::{NamedField, field_at};
use serde_json::Value;

use crate::commander::Commander;

/// The first difference between two memories of a commander.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryDifference {
    /// The first byte that differs.
    pub at: usize,
    /// How many bytes the memory should have.
    pub length: usize,
    /// The field it is in; none in a memory without named fields.
    pub field: Option<FieldDifference>,
}

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDifference {
    /// Its path.
    pub path: String,
    /// What it should hold.
    pub expected: String,
    /// What it holds.
    pub found: String,
}

impl fmt::Display for MemoryDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryDifference { at, length, field } = self;
        match field {
            Some(FieldDifference { path, expected, found }) if expected == found => {
                write!(f, "{path}, first at byte {at} of {length}")
            }
            Some(FieldDifference { path, expected, found }) => {
                write!(f, "{path}: {expected} and {found}, first at byte {at} of {length}")
            }
            None => write!(f, "first at byte {at} of {length}"),
        }
    }
}

/// The first difference between two memories that a commander of this strategy saved; none when they are the same.
pub fn memory_difference(commander: &dyn Commander, expected: &[u8], found: &[u8]) -> Option<MemoryDifference> {
    if expected == found {
        return None;
    }
    let at = expected.iter().zip(found).take_while(|(one, other)| one == other).count();
    let field = named_difference(commander, at, expected, found).or_else(|| json_difference(expected, found));
    Some(MemoryDifference { at, length: expected.len(), field })
}

/// The field of a memory that a byte belongs to; none in one without named fields.
pub(crate) fn field_of_byte(commander: &dyn Commander, memory: &[u8], at: usize) -> Option<NamedField> {
    field_at(&commander.memory_fields(memory)?, at).cloned()
}

fn named_difference(commander: &dyn Commander, at: usize, expected: &[u8], found: &[u8]) -> Option<FieldDifference> {
    let own = field_of_byte(commander, expected, at)?;
    let other = field_of_byte(commander, found, at).filter(|other| other.path == own.path);
    let found = other.map_or_else(|| "another field".to_owned(), |other| other.value);
    Some(FieldDifference { path: own.path, expected: own.value, found })
}

/// The difference of two memories that are JSON.
fn json_difference(expected: &[u8], found: &[u8]) -> Option<FieldDifference> {
    let [one, other] = [expected, found].map(|bytes| serde_json::from_slice::<Value>(bytes).ok());
    let (one, other) = (one?, other?);
    if one == other {
        // The same values in another order: that of a table that has none.
        let (path, said) = ("keys".to_owned(), "in another order".to_owned());
        return Some(FieldDifference { path, expected: said.clone(), found: said });
    }
    Some(difference_of_values(&one, &other, String::new()))
}

fn difference_of_values(one: &Value, other: &Value, path: String) -> FieldDifference {
    let inner = match (one, other) {
        (Value::Object(one), Value::Object(other)) => one
            .iter()
            .find_map(|(key, value)| Some((key.clone(), value, other.get(key)?)).filter(|it| it.1 != it.2))
            .map(|(key, one, other)| (if path.is_empty() { key } else { format!("{path}.{key}") }, one, other)),
        (Value::Array(one), Value::Array(other)) => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs
                .find(|(_, (one, other))| one != other)
                .map(|(row, (one, other))| (format!("{path}[{row}]"), one, other))
        }
        _ => None,
    };
    match inner {
        Some((path, one, other)) => difference_of_values(one, other, path),
        None => FieldDifference {
            path: if path.is_empty() { "the whole".to_owned() } else { path },
            expected: brief(one),
            found: brief(other),
        },
    }
}

/// Characters of a value that are told.
const TOLD_CHARACTERS: usize = 80;

fn brief(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(TOLD_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IdleCommander;

    fn told(one: &str, other: &str) -> String {
        let commander = IdleCommander::named("any");
        memory_difference(&commander, one.as_bytes(), other.as_bytes()).expect("they differ").to_string()
    }

    #[test]
    fn memories_without_names_are_told_apart_by_byte_and_json_by_field() {
        assert_eq!(memory_difference(&IdleCommander::named("any"), b"same", b"same"), None);
        assert_eq!(told("abcd", "abXd"), "first at byte 2 of 4");
        assert_eq!(told("ab", "abcd"), "first at byte 2 of 2");
        let (one, other) = (r#"{"seen": [1, {"hp": 30}], "tick": 5}"#, r#"{"seen": [1, {"hp": 31}], "tick": 6}"#);
        assert_eq!(told(one, other), "seen[1].hp: 30 and 31, first at byte 21 of 36");
        assert_eq!(told(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#), "keys, first at byte 2 of 13");
    }
}
