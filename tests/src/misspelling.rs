//! Content files with one mistake each: every key of a text renamed, dropped, or given a value of another type or out of range, and every
//! name and every entry of a list misspelt or out of range.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is done to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// Two neighbouring letters of the key change places, or one is doubled in a short key.
    Rename,
    /// The key is taken out with its value.
    Drop,
    /// Its value is of another type.
    Type,
    /// Its number is far out of every range.
    Range,
    /// Its value is a text in one word, a name mostly, and misspelt.
    Word,
    /// A text of a list is misspelt, or a number of it far out of every range.
    Element,
}

/// A text with one mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// What was done.
    pub mistake: Mistake,
    /// The path of the key, as messages write it.
    pub path: String,
    /// The key as it was, or the word that was misspelt.
    pub key: String,
    /// The line, from 1, on which the mistake is: that of the table's header for a key that was dropped.
    pub line: u32,
    /// The text.
    pub text: String,
}

/// Every mutant of the TOML at the beginning of a text: all of it, or what stands before a line of three hyphens.
///
/// # Panics
/// When the text is no TOML.
pub fn mutants(text: &str) -> Vec<Mutant> {
    let header = text.split("\n---").next().unwrap_or(text);
    let root = DeTable::parse(header).expect("a shipped file");
    let mut found = Vec::new();
    walk(text, root.get_ref(), "", 0, &mut found);
    found
}

fn walk(text: &str, table: &DeTable<'_>, path: &str, begins: usize, found: &mut Vec<Mutant>) {
    for (key, value) in table {
        let name = key.get_ref().to_string();
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let mutant = |mistake, at: usize, text: String| Mutant {
            mistake,
            path: path.clone(),
            key: name.clone(),
            line: line_of(&text, at),
            text,
        };
        let (key_span, value_span) = (key.span(), value.span());
        found.push(mutant(
            Mistake::Rename,
            key_span.start,
            replaced(text, key_span.clone(), &misspelt(&text[key_span.clone()])),
        ));
        if !is_header(text, key_span.start) {
            found.push(mutant(Mistake::Drop, begins, dropped(text, key_span.start, value_span.end)));
            found.push(mutant(
                Mistake::Type,
                value_span.start,
                replaced(text, value_span.clone(), other_type(value.get_ref())),
            ));
            if let Some(word) = misspelt_word(text, value) {
                let mutant = mutant(Mistake::Word, value_span.start, replaced(text, value_span.clone(), &word));
                found.push(Mutant { key: text[value_span.clone()].trim_matches(['"', '\'']).to_owned(), ..mutant });
            }
            if matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_)) {
                found.push(mutant(Mistake::Range, value_span.start, replaced(text, value_span.clone(), "-987654321")));
            }
        }
        walk_value(text, value, &path, key_span.start, found);
    }
}

fn walk_value(text: &str, value: &Spanned<DeValue<'_>>, path: &str, key_at: usize, found: &mut Vec<Mutant>) {
    match value.get_ref() {
        DeValue::Table(table) => walk(text, table, path, key_at, found),
        DeValue::Array(array) => {
            for (row, entry) in array.iter().enumerate() {
                let path = format!("{path}[{}]", row + 1);
                found.extend(element(text, entry, &path));
                walk_value(text, entry, &path, entry.span().start, found);
            }
        }
        _ => {}
    }
}

/// The mutant of an entry of a list that is a text in quotes on one line, or a number.
fn element(text: &str, entry: &Spanned<DeValue<'_>>, path: &str) -> Option<Mutant> {
    let span = entry.span();
    let written = &text[span.clone()];
    let other = match entry.get_ref() {
        DeValue::String(_) => misspelt_text(written)?,
        DeValue::Integer(_) | DeValue::Float(_) => "-987654321".to_owned(),
        _ => return None,
    };
    Some(Mutant {
        mistake: Mistake::Element,
        path: path.to_owned(),
        key: written.trim_matches(['"', '\'']).to_owned(),
        line: line_of(text, span.start),
        text: replaced(text, span, &other),
    })
}

/// A text of one word, misspelt; sentences are no names.
fn misspelt_word(text: &str, value: &Spanned<DeValue<'_>>) -> Option<String> {
    let written = &text[value.span()];
    let is_word = matches!(value.get_ref(), DeValue::String(_)) && !written.contains(' ');
    misspelt_text(written).filter(|_| is_word)
}

/// A text in quotes on one line, misspelt.
fn misspelt_text(written: &str) -> Option<String> {
    let quote = written.get(..1).filter(|_| written.len() > 3 && !written.contains('\n'))?;
    Some(format!("{quote}{}{quote}", misspelt(&written[1..written.len() - 1])))
}

/// The line, from 1, of a byte of a text.
fn line_of(text: &str, at: usize) -> u32 {
    text[..at.min(text.len())].bytes().filter(|byte| *byte == b'\n').count() as u32 + 1
}

/// Whether the key is part of a header in brackets.
fn is_header(text: &str, at: usize) -> bool {
    let begins = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    text[begins..at].trim_start().starts_with('[')
}

fn replaced(text: &str, span: std::ops::Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &text[..span.start], &text[span.end..])
}

/// Without the key and its value, and without the comma of an inline table or the line that is left empty.
fn dropped(text: &str, start: usize, end: usize) -> String {
    let (before, after) = (&text[..start], &text[end..]);
    let comma_after = after.trim_start_matches(' ').strip_prefix(',');
    match (comma_after, before.trim_end().strip_suffix(',')) {
        (Some(rest), _) => format!("{before}{}", rest.trim_start_matches(' ')),
        (None, Some(rest)) if after.trim_start().starts_with('}') => format!("{rest}{after}"),
        _ => format!("{before}{after}"),
    }
}

fn misspelt(key: &str) -> String {
    let letters: Vec<char> = key.trim_matches('"').chars().collect();
    let middle = letters.len() / 2;
    let swapped = (1..letters.len())
        .map(|at| (at + middle) % letters.len())
        .find(|at| *at > 0 && letters[*at] != letters[*at - 1]);
    let mut other = letters.clone();
    match swapped.filter(|_| letters.len() > 3) {
        Some(at) => other.swap(at - 1, at),
        None => other.push('x'),
    }
    let other: String = other.into_iter().collect();
    if key.starts_with('"') { format!("\"{other}\"") } else { other }
}

fn other_type(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "7",
        DeValue::Boolean(_) => "\"yes\"",
        DeValue::Array(_) | DeValue::Table(_) => "true",
        _ => "\"many\"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_renamed_dropped_and_given_other_values() {
        let text = "size = 4\n[units.archer]\ncost = { gold = 5, wood = 6 }\n";
        assert!(mutants("rules = \"classic\"").iter().any(|one| one.text == "rules = \"clasisc\""), "a name");
        let of = |path: &str, mistake| {
            mutants(text).into_iter().find(|one| one.path == path && one.mistake == mistake).expect("a mutant")
        };
        assert_eq!(of("size", Mistake::Drop).text, "\n[units.archer]\ncost = { gold = 5, wood = 6 }\n");
        assert_eq!(of("size", Mistake::Range).text.lines().next(), Some("size = -987654321"));
        assert!(of("units.archer.cost.gold", Mistake::Drop).text.contains("cost = { wood = 6 }"));
        assert!(of("units.archer.cost.wood", Mistake::Drop).text.contains("cost = { gold = 5 }"));
        let cost = of("units.archer.cost", Mistake::Drop);
        assert_eq!((cost.line, cost.text.as_str()), (2, "size = 4\n[units.archer]\n\n"));
        assert!(of("units.archer", Mistake::Rename).line == 2);
    }
}
