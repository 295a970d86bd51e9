//! Two texts of one file, compared key by key.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use toml_edit::{DocumentMut, Item, TableLike, Value};

/// A key of a content file that is another now.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct KeyChange {
    /// The file.
    pub file: String,
    /// The path of the key.
    pub key: String,
    /// Its value before; none when there was none.
    pub before: Option<String>,
    /// Its value now; none when there is none.
    pub now: Option<String>,
}

impl fmt::Display for KeyChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        write!(f, "{} {}: {} -> {}", self.file, self.key, shown(&self.before), shown(&self.now))
    }
}

/// The keys whose values differ between two texts of a file; a text that is no TOML has none.
pub fn changed_keys(file: &str, before: &str, now: &str) -> Vec<KeyChange> {
    let (old, new) = (values(before), values(now));
    let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
    let changed = keys.filter(|key| old.get(*key) != new.get(*key)).map(|key| KeyChange {
        file: file.to_owned(),
        key: key.clone(),
        before: old.get(key).cloned(),
        now: new.get(key).cloned(),
    });
    changed.collect()
}

/// Every value of a text by its path.
fn values(text: &str) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    if let Ok(document) = text.parse::<DocumentMut>() {
        of_table(document.as_table(), "", &mut values);
    }
    values
}

fn of_table(table: &dyn TableLike, path: &str, values: &mut BTreeMap<String, String>) {
    for (key, item) in table.iter() {
        let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match item {
            Item::Table(table) => of_table(table, &path, values),
            Item::ArrayOfTables(tables) => {
                tables.iter().enumerate().for_each(|(row, it)| of_table(it, &format!("{path}[{}]", row + 1), values));
            }
            Item::Value(value) => of_value(value, &path, values),
            Item::None => {}
        }
    }
}

fn of_value(value: &Value, path: &str, values: &mut BTreeMap<String, String>) {
    match value {
        Value::InlineTable(table) => of_table(table, path, values),
        Value::Array(array) if !array.is_empty() => {
            array.iter().enumerate().for_each(|(row, it)| of_value(it, &format!("{path}[{}]", row + 1), values));
        }
        value => drop(values.insert(path.to_owned(), value.clone().decorated("", "").to_string())),
    }
}
