//! One mistake, one message: what follows from another problem of the same file is not told as well.

use std::collections::BTreeMap;

use sandtable_diagnostics::{Code, Issue, Severity, first_uses, nearest, table_and_key};
use sandtable_state::Arrange;
use toml::de::{DeTable, DeValue};

use super::limits::{FEW_KEYS, MANY_KEYS};

/// An issue as a document keeps it.
#[derive(Debug)]
pub(super) struct Kept {
    /// The byte of the text that it is about.
    pub(super) offset: u32,
    pub(super) issue: Issue,
    /// An unknown name of a list that has no names at all: what was to define them may have been refused.
    pub(super) nameless: bool,
}

impl Kept {
    pub(super) fn is_error(&self) -> bool {
        self.issue.severity == Severity::Error
    }
}

/// The issues in the order of the text, without those that follow from others:
///
/// - a name that is unknown since nothing of its sort could be read,
/// - a judgement of a table of which a key is unknown, missing or refused, or of a key by such another one of its table,
/// - a name that is unknown for the second time,
/// - a missing key that is there misspelt,
/// - all but one of the keys that a table lacks,
/// - all but the first of several keys of a table that are like none of its own: they probably lost their header.
pub(super) fn merge(mut issues: Vec<Kept>, text: &str, root: &DeTable<'_>) -> Vec<Kept> {
    issues.arrange_by_key(|kept| kept.offset);
    let fails_otherwise = issues.iter().any(|kept| kept.is_error() && !kept.nameless);
    issues.retain(|kept| !(kept.nameless && fails_otherwise));
    merge_misspelt(&mut issues);
    drop_consequences(&mut issues);
    let issues = first_uses(issues, |kept| &mut kept.issue);
    merge_missing(merge_unknown(issues), text, root)
}

fn is_missing(one: &Kept) -> bool {
    one.issue.code == Code::MissingKey
}

/// Whether a key is unknown and like none of its table.
fn is_stray(one: &Kept) -> bool {
    one.issue.code == Code::UnknownKey && one.issue.suggestion.is_none()
}

/// The keys of some issues, by their tables.
// Not generic: compiled once.
fn keys_by_table(issues: &[Kept], counts: fn(&Kept) -> bool) -> BTreeMap<String, Vec<String>> {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in issues.iter().filter(|one| counts(one)) {
        let (table, key) = table_and_key(&one.issue.field);
        tables.entry(table.to_owned()).or_default().push(key.to_owned());
    }
    tables
}

/// Lets an unknown key that is like a missing one of its table suggest that, and drops the missing one.
fn merge_misspelt(issues: &mut Vec<Kept>) {
    let mut missing = keys_by_table(issues, is_missing);
    let mut meant: Vec<String> = Vec::new();
    for one in issues.iter_mut().filter(|one| one.issue.code == Code::UnknownKey) {
        let (table, key) = table_and_key(&one.issue.field);
        let Some(missing) = missing.get_mut(table) else { continue };
        if let Some(name) = nearest(key, missing.iter().map(String::as_str)) {
            missing.retain(|key| *key != name);
            meant.push(if table.is_empty() { name.clone() } else { format!("{table}.{name}") });
            one.issue.suggestion = Some(name);
        }
    }
    issues.retain(|one| one.issue.code != Code::MissingKey || !meant.contains(&one.issue.field));
}

/// Drops what was judged of tables whose keys are wrong themselves: that a table has no range says nothing beside a refused `max`.
fn drop_consequences(issues: &mut Vec<Kept>) {
    let is_cause = |code| matches!(code, Code::UnknownKey | Code::MissingKey | Code::InvalidValue);
    let causes: Vec<String> =
        issues.iter().filter(|one| is_cause(one.issue.code)).map(|one| one.issue.field.clone()).collect();
    let refused = |one: &&Kept| matches!(one.issue.code, Code::MissingKey | Code::InvalidValue);
    let values: Vec<String> = issues.iter().filter(refused).map(|one| one.issue.field.clone()).collect();
    let follows = |one: &Kept| {
        let table = one.issue.field.as_str();
        let within = |cause: &String| match cause.strip_prefix(table) {
            Some("") => true,
            // A key of the table itself, not of a table below it.
            Some(rest) => {
                let key = if table.is_empty() { Some(rest) } else { rest.strip_prefix('.') };
                key.is_some_and(|key| !key.contains(['.', '[']))
            }
            None => false,
        };
        // What one thing comes to, judged with a mistake anywhere in it; a section of many things is not one.
        let below = |cause: &String| {
            table.contains('.') && cause.strip_prefix(table).is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        // A key judged by the value of another of its table, which the message names.
        let beside = |cause: &String| {
            let ((own, _), (other, key)) = (table_and_key(table), table_and_key(cause));
            own == other && (mentions(&one.issue.expected, key) || mentions(&one.issue.found, key))
        };
        match one.issue.code {
            Code::Conflict => causes.iter().any(|cause| within(cause) || below(cause)) || values.iter().any(beside),
            // A table that is named after what it sets: only its own keys tell more.
            Code::UnknownName => causes.iter().any(|cause| cause != table && within(cause)),
            _ => false,
        }
    };
    issues.retain(|one| !follows(one));
}

/// Whether a message says the name of a key.
fn mentions(message: &str, key: &str) -> bool {
    message.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == key)
}

/// One issue for each table that has several unknown keys like none of its own.
fn merge_unknown(issues: Vec<Kept>) -> Vec<Kept> {
    let mut tables = keys_by_table(&issues, is_stray);
    tables.retain(|_, keys| keys.len() >= MANY_KEYS);
    let mut merged = Vec::new();
    for one in issues {
        let table = table_and_key(&one.issue.field).0.to_owned();
        match tables.get_mut(&table).filter(|_| is_stray(&one)).map(std::mem::take) {
            None => merged.push(one),
            // Told with the first.
            Some(keys) if keys.is_empty() => {}
            Some(keys) => {
                let found = format!("unknown keys {}{}", listed(&keys), within(&table));
                let expected = "keys of this table, or the header of another above them".to_owned();
                merged.push(Kept { issue: Issue { field: table, found, expected, ..one.issue }, ..one });
            }
        }
    }
    merged
}

/// One issue for each table that lacks keys.
fn merge_missing(issues: Vec<Kept>, text: &str, root: &DeTable<'_>) -> Vec<Kept> {
    let mut tables = keys_by_table(&issues, is_missing);
    let mut merged = Vec::new();
    for one in issues {
        if one.issue.code != Code::MissingKey {
            merged.push(one);
            continue;
        }
        let table = table_and_key(&one.issue.field).0.to_owned();
        // Removed with its first issue: the others are part of that.
        let Some(keys) = tables.remove(&table) else { continue };
        merged.push(match keys.len() {
            _ if table.is_empty() && root.is_empty() => without_keys(one, &keys, text),
            1 => one,
            _ => missing_keys(one, &table, &keys, text, root),
        });
    }
    merged.arrange_by_key(|kept| kept.offset);
    merged
}

/// That a file has no keys at all.
fn without_keys(first: Kept, keys: &[String], text: &str) -> Kept {
    let found = if text.trim().is_empty() { "the file is empty" } else { "the file has comments alone" };
    let keys = if keys.len() == 1 { format!("the key {}", listed(keys)) } else { format!("the keys {}", listed(keys)) };
    Kept { issue: Issue { field: String::new(), found: found.to_owned(), expected: keys, ..first.issue }, ..first }
}

/// The first of some keys, and how many more there are.
fn listed(keys: &[String]) -> String {
    let shown: Vec<String> = keys.iter().take(FEW_KEYS).map(|key| format!("`{key}`")).collect();
    let rest = keys.len().saturating_sub(FEW_KEYS);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    shown.join(", ") + &more
}

/// Where keys stand, behind their names; nothing for the file's own.
fn within(table: &str) -> String {
    if table.is_empty() { String::new() } else { format!(" in `{table}`") }
}

fn missing_keys(first: Kept, table: &str, keys: &[String], text: &str, root: &DeTable<'_>) -> Kept {
    if let Some(kept) = missing_table(&first, table, text, root) {
        return kept;
    }
    let found = format!("missing keys {}{}", listed(keys), within(table));
    Kept { issue: Issue { field: table.to_owned(), found, expected: String::new(), ..first.issue }, ..first }
}

/// For a table of which the file has only the tables below it (`[units.archer.weapon]`): that the table itself is missing, told at the
/// table that probably was meant to be it.
fn missing_table(first: &Kept, table: &str, text: &str, root: &DeTable<'_>) -> Option<Kept> {
    let (parent, name) = table_and_key(table);
    let is_implicit = text.get(first.offset as usize..)?.strip_prefix(name)?.trim_start().starts_with('.');
    if !is_implicit {
        return None;
    }
    let siblings = table_at(root, parent)?;
    let headers = siblings.iter().filter(|(key, value)| {
        let after = text.get(key.span().end..).unwrap_or_default().trim_start();
        matches!(value.get_ref(), DeValue::Table(_)) && after.starts_with(']')
    });
    let headers: BTreeMap<&str, usize> = headers.map(|(key, _)| (key.get_ref().as_ref(), key.span().start)).collect();
    let meant = nearest(name, headers.keys().copied());
    let offset = meant.as_deref().and_then(|meant| headers.get(meant)).map_or(first.offset, |at| *at as u32);
    let found = format!("missing table [{table}]; only its subtables are defined");
    let field = match meant.as_deref() {
        Some(meant) => format!("{}{meant}", &table[..table.len() - name.len()]),
        None => table.to_owned(),
    };
    let issue = Issue {
        field,
        found,
        expected: String::new(),
        suggestion: meant.is_some().then(|| name.to_owned()),
        ..first.issue.clone()
    };
    Some(Kept { offset, issue, nameless: false })
}

fn table_at<'r, 'd>(root: &'r DeTable<'d>, path: &str) -> Option<&'r DeTable<'d>> {
    let parts = path.split('.').filter(|part| !part.is_empty());
    parts.into_iter().try_fold(root, |table, part| match table.get(part)?.get_ref() {
        DeValue::Table(inner) => Some(inner),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use crate::Document;

    fn told(text: &str) -> Vec<String> {
        let document = Document::parse("x.toml", text).expect("it is TOML");
        document.root().text("about", 20).optional();
        let issues = document.finish(()).expect_err("unknown keys");
        issues.0.iter().map(|issue| issue.to_string().split(';').next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn keys_that_lost_their_header_are_one_message_and_two_are_two() {
        let one = ["x.toml:2:1: unknown keys `spend`, `odds`, `\"goals.guard.size\"`"];
        assert_eq!(told("about = 'one'\nspend = true\nodds = true\n\"goals.guard.size\" = 4\n"), one);
        let two = ["x.toml:1:1: spend: found an unknown key", "x.toml:2:1: odds: found an unknown key"];
        assert_eq!(told("spend = true\nodds = true\n"), two);
        let beside = ["x.toml:1:1: aboot: found an unknown key", "x.toml:2:1: unknown keys `i`, `j`, `k`"];
        assert_eq!(told("aboot = 'one'\ni = 1\nj = 2\nk = 3\n"), beside);
    }
}
