//! What readers asked of a table, and which of its keys one that it does not have was probably meant to be.

use std::collections::{BTreeMap, BTreeSet};

use sandtable_diagnostics::nearest_of;
use sandtable_state::Arrange;
use toml::de::{DeTable, DeValue};

use super::limits::{FEW_KEYS, LIKELY_KEYS};

/// What a reader takes under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueSort {
    /// A number, a text, a list of either.
    Value,
    /// A table whose keys are those of the format.
    Table,
    /// Tables: a list, or by names that the file gives.
    Tables,
}

/// The keys that were asked for, in that order.
#[derive(Clone, Debug, Default)]
pub(super) struct AskedKeys(BTreeMap<String, AskedKey>);

#[derive(Clone, Copy, Debug)]
struct AskedKey {
    number: usize,
    /// None while it was only looked whether the key is there.
    sort: Option<ValueSort>,
}

impl ValueSort {
    fn of_value(value: &DeValue<'_>) -> ValueSort {
        let is_table = |value: &DeValue<'_>| matches!(value, DeValue::Table(_));
        match value {
            DeValue::Table(table) if table.values().all(|value| is_table(value.get_ref())) => ValueSort::Tables,
            DeValue::Table(_) => ValueSort::Table,
            DeValue::Array(array) if array.iter().any(|entry| is_table(entry.get_ref())) => ValueSort::Tables,
            _ => ValueSort::Value,
        }
    }
}

impl AskedKeys {
    pub(super) fn note(&mut self, key: &str, sort: Option<ValueSort>) {
        match self.0.get_mut(key) {
            Some(asked) => asked.sort = asked.sort.or(sort),
            None => {
                let number = self.0.len();
                self.0.insert(key.to_owned(), AskedKey { number, sort });
            }
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The key that an unknown one with this value was probably meant to be, and what to say is expected of `table`, of which `unlikely` are
    /// keys of forms that it hardly was meant to have.
    pub(super) fn expected_for(
        &self,
        (name, value): (&str, &DeValue<'_>),
        table: &DeTable<'_>,
        unlikely: Option<&BTreeSet<String>>,
    ) -> (Option<String>, String) {
        let known = self.in_order();
        let sort = ValueSort::of_value(value);
        // What would have a value of another sort was hardly meant where another key is as close.
        let fits = |key: &str| self.0.get(key).and_then(|asked| asked.sort).is_none_or(|own| own == sort);
        // A key that is there already was hardly meant, unless both are parts of one table or list.
        let free = |key: &&str| table.get(*key).is_none_or(|own| joins(own.get_ref(), value));
        let suggestion = nearest_of(name, known.iter().copied().filter(free), fits)
            .or_else(|| nearest_of(name, known.iter().copied(), fits));
        let expected = match unlikely.filter(|_| known.len() > FEW_KEYS) {
            Some(unlikely) => {
                let likely = known.iter().filter(|key| !unlikely.contains(**key) && !table.contains_key(**key));
                likely_keys(suggestion.as_deref(), likely.copied())
            }
            None => expected_keys(&known),
        };
        (suggestion, expected)
    }

    fn in_order(&self) -> Vec<&str> {
        let mut keys: Vec<(usize, &str)> = self.0.iter().map(|(key, asked)| (asked.number, key.as_str())).collect();
        keys.arrange();
        keys.into_iter().map(|(_, key)| key).collect()
    }
}

/// Whether two values under one key would be one table or one list of tables.
fn joins(one: &DeValue<'_>, other: &DeValue<'_>) -> bool {
    matches!((one, other), (DeValue::Table(_), DeValue::Table(_)) | (DeValue::Array(_), DeValue::Array(_)))
}

/// The key that probably was meant, then others that may have been.
fn likely_keys<'k>(meant: Option<&'k str>, likely: impl Iterator<Item = &'k str>) -> String {
    let others = likely.filter(|key| Some(*key) != meant);
    let keys: Vec<&str> = meant.into_iter().chain(others).take(LIKELY_KEYS).collect();
    format!("one of the keys {}, …", keys.join(", "))
}

fn expected_keys(asked: &[&str]) -> String {
    match asked {
        [] => "no keys in this table".to_owned(),
        [only] => format!("the key {only}"),
        few if few.len() <= FEW_KEYS => format!("one of the keys {}", few.join(", ")),
        many => format!("one of the {} keys of this table", many.len()),
    }
}
