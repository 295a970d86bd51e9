//! Content files with one value each that its reader has to refuse by meaning, not by type: lists too long and too short, names that
//! nothing has, numbers at the ends of their ranges. Beside the mistakes of [`crate::misspelling`] they are what fuzzers begin from.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::misspelling::mutants;

/// How often the entries of a list are repeated: past every limit of a list but those of coordinates.
const REPEATS: usize = 70;

/// Every variant of the TOML at the beginning of a text, [`mutants`] included; none of a text that is no TOML.
pub fn variants(text: &str) -> Vec<String> {
    let header = text.split("\n---").next().unwrap_or(text);
    let Ok(root) = DeTable::parse(header) else { return Vec::new() };
    let mut found: Vec<String> = mutants(text).into_iter().map(|mutant| mutant.text).collect();
    walk(text, root.get_ref(), &mut found);
    found
}

fn walk(text: &str, table: &DeTable<'_>, found: &mut Vec<String>) {
    for value in table.values() {
        vary(text, value, found);
    }
}

fn vary(text: &str, value: &Spanned<DeValue<'_>>, found: &mut Vec<String>) {
    let span = value.span();
    let mut put = |by: &str| found.push(replaced(text, &span, by));
    match value.get_ref() {
        DeValue::Table(table) => walk(text, table, found),
        DeValue::Array(array) => {
            let is_written = text.get(span.start..).is_some_and(|rest| rest.starts_with('['));
            if is_written && text[span.clone()].ends_with(']') {
                put("[]");
                put(&repeated(&text[span.start + 1..span.end - 1]));
            }
            for entry in array.iter() {
                vary(text, entry, found);
            }
        }
        DeValue::String(_) => ["\"No such name\"", "\"no_such_name\"", "\"\""].into_iter().for_each(put),
        DeValue::Boolean(value) => put(if *value { "false" } else { "true" }),
        DeValue::Integer(_) | DeValue::Float(_) => ["0", "1", "65_000", "2.5e-1", "-3E+9"].into_iter().for_each(put),
        DeValue::Datetime(_) => {}
    }
}

/// The entries of a list over and over.
fn repeated(entries: &str) -> String {
    let entries = entries.trim().trim_end_matches(',');
    if entries.is_empty() { "[1, 2, 3]".to_owned() } else { format!("[{}]", vec![entries; REPEATS].join(", ")) }
}

fn replaced(text: &str, span: &Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &text[..span.start], &text[span.end..])
}

#[cfg(test)]
mod tests {
    use super::variants;

    #[test]
    fn values_are_replaced_one_at_a_time() {
        let all = variants("a = \"x\"\nb = [1, 2]\n");
        for wanted in
            ["a = \"no_such_name\"\nb = [1, 2]\n", "a = \"x\"\nb = []\n", "a = \"x\"\nb = [0, 2]\n", "b = [1, 2]\n"]
        {
            assert!(all.iter().any(|text| text.trim_start() == wanted), "{wanted:?} is not among {all:?}");
        }
        assert!(all.iter().any(|text| text.contains("1, 2, 1, 2")));
        assert!(variants("= no TOML").is_empty());
    }
}
