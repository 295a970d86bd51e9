//! TOML as the few shapes that manifests and the files of this folder have.

use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A table of a TOML file, keys in ascending order.
pub(crate) type TomlTable = BTreeMap<String, TomlEntry>;

/// A value with the line it stands in, counted from 1.
#[derive(Debug)]
pub(crate) struct TomlEntry {
    pub(crate) line: usize,
    pub(crate) value: TomlValue,
}

/// A value; dates and fractions are nothing that these files have.
#[derive(Debug)]
pub(crate) enum TomlValue {
    Text(String),
    Number(u64),
    Flag(bool),
    List(Vec<TomlEntry>),
    Table(TomlTable),
    Other,
}

impl TomlEntry {
    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&str> {
        if let TomlValue::Text(text) = &self.value { Some(text) } else { None }
    }

    /// The number, if it is a whole one that is not negative.
    pub(crate) fn number(&self) -> Option<u64> {
        if let TomlValue::Number(number) = self.value { Some(number) } else { None }
    }

    /// Whether it is `true`.
    pub(crate) fn is_true(&self) -> bool {
        matches!(self.value, TomlValue::Flag(true))
    }

    /// The table, if it is one.
    pub(crate) fn table(&self) -> Option<&TomlTable> {
        if let TomlValue::Table(table) = &self.value { Some(table) } else { None }
    }

    /// The elements; none if it is no list.
    pub(crate) fn list(&self) -> &[TomlEntry] {
        if let TomlValue::List(list) = &self.value { list } else { &[] }
    }

    /// Those elements that are texts.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.list().iter().filter_map(|entry| Some(entry.text()?.to_owned())).collect()
    }
}

/// Reads `text`, or says why it is no TOML.
pub(crate) fn parse(path: &str, text: &str) -> Result<TomlTable, String> {
    let root = DeTable::parse(text).map_err(|error| format!("{path}: {error}"))?;
    Ok(table_of(root.get_ref(), text))
}

/// The entry at the end of a path of keys.
pub(crate) fn find<'t>(table: &'t TomlTable, path: &[&str]) -> Option<&'t TomlEntry> {
    let (first, rest) = path.split_first()?;
    let entry = table.get(*first)?;
    if rest.is_empty() { Some(entry) } else { find(entry.table()?, rest) }
}

fn table_of(table: &DeTable<'_>, text: &str) -> TomlTable {
    table.iter().map(|(key, value)| (key.get_ref().to_string(), entry_of(key.span().start, value, text))).collect()
}

fn entry_of(offset: usize, value: &Spanned<DeValue<'_>>, text: &str) -> TomlEntry {
    let line = 1 + text[..offset].bytes().filter(|&byte| byte == b'\n').count();
    TomlEntry { line, value: value_of(value.get_ref(), text) }
}

fn value_of(value: &DeValue<'_>, text: &str) -> TomlValue {
    match value {
        DeValue::String(string) => TomlValue::Text(string.to_string()),
        DeValue::Integer(number) => number.as_str().parse().map_or(TomlValue::Other, TomlValue::Number),
        DeValue::Boolean(flag) => TomlValue::Flag(*flag),
        DeValue::Array(list) => TomlValue::List(list.iter().map(|it| entry_of(it.span().start, it, text)).collect()),
        DeValue::Table(table) => TomlValue::Table(table_of(table, text)),
        DeValue::Float(_) | DeValue::Datetime(_) => TomlValue::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_know_their_line() {
        let table = parse("x.toml", "[a]\nb.c = 1\nd = ['x', 'y']\n").unwrap();
        let c = find(&table, &["a", "b", "c"]).unwrap();
        assert_eq!((c.number(), c.line), (Some(1), 2));
        assert_eq!(find(&table, &["a", "d"]).unwrap().texts(), ["x", "y"]);
        assert!(find(&table, &["a", "e"]).is_none());
    }

    #[test]
    fn what_is_no_toml_is_told_with_its_file() {
        assert!(parse("x.toml", "[a").unwrap_err().starts_with("x.toml: "));
    }
}
