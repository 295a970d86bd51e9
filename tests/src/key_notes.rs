//! What keys of content files mean: a file of `tests/keys` for each kind, since readers know types and ranges alone.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::{DeTable, DeValue};

/// The notes of one kind of file.
#[derive(Debug, Default)]
pub struct KeyGuide {
    /// Meanings by the end of a key's path; `*` stands for one part of it. The longest that fits is a key's.
    meanings: BTreeMap<String, String>,
    /// Tables whose keys are names, though readers ask for each by itself.
    named: BTreeSet<String>,
    /// Keys that no shipped file has, or that readers take without a note: what their value is, and what it means.
    pub unread: BTreeMap<String, (String, String)>,
    /// Words that values are taken from, by title: word and meaning.
    pub words: BTreeMap<String, Vec<(String, String)>>,
}

impl KeyGuide {
    /// Reads the text of a file.
    ///
    /// # Panics
    /// When it is not of the form described.
    pub fn read(text: &str) -> KeyGuide {
        let file = DeTable::parse(text).expect("TOML").into_inner();
        let table = |key: &str| file.get(key).map_or_else(BTreeMap::new, |value| entries(value.get_ref()));
        let texts = |table: BTreeMap<String, &DeValue<'_>>| -> BTreeMap<String, String> {
            table.into_iter().map(|(key, value)| (key, text_of(value))).collect()
        };
        let pair = |value: &DeValue<'_>| match &list(value)[..] {
            [value, meaning] => (text_of(value), text_of(meaning)),
            _ => panic!("a value and a meaning"),
        };
        KeyGuide {
            meanings: texts(table("keys")),
            named: file
                .get("named")
                .map_or_else(Vec::new, |value| list(value.get_ref()))
                .into_iter()
                .map(text_of)
                .collect(),
            unread: table("unread").into_iter().map(|(key, value)| (key, pair(value))).collect(),
            words: table("words")
                .into_iter()
                .map(|(title, words)| (title, texts(entries(words)).into_iter().collect()))
                .collect(),
        }
    }

    /// Whether the keys of the table at this path are names.
    pub fn is_named(&self, path: &str) -> bool {
        self.named.iter().any(|pattern| fits(pattern, path))
    }

    /// What a key means, with the pattern that says so.
    pub fn meaning(&self, path: &str) -> Option<(&str, &str)> {
        let weight =
            |pattern: &str| (pattern.split('.').count(), pattern.split('.').filter(|part| *part != "*").count());
        let fitting = self.meanings.iter().filter(|(pattern, _)| fits(pattern, path));
        let found = fitting.max_by_key(|(pattern, _)| weight(pattern));
        found.map(|(pattern, meaning)| (pattern.as_str(), meaning.as_str()))
    }

    /// The patterns of meanings.
    pub fn patterns(&self) -> BTreeSet<&str> {
        self.meanings.keys().map(String::as_str).collect()
    }
}

fn entries<'v, 'd>(value: &'v DeValue<'d>) -> BTreeMap<String, &'v DeValue<'d>> {
    let DeValue::Table(table) = value else { panic!("no table: {value:?}") };
    table.iter().map(|(key, value)| (key.get_ref().to_string(), value.get_ref())).collect()
}

fn list<'v, 'd>(value: &'v DeValue<'d>) -> Vec<&'v DeValue<'d>> {
    let DeValue::Array(items) = value else { panic!("no list: {value:?}") };
    items.iter().map(toml::Spanned::get_ref).collect()
}

fn text_of(value: &DeValue<'_>) -> String {
    let DeValue::String(text) = value else { panic!("no text: {value:?}") };
    text.to_string()
}

/// Whether the end of a path is as the pattern says; the brackets of lists aside.
fn fits(pattern: &str, path: &str) -> bool {
    let path = path.replace("[]", "");
    let (parts, wanted): (Vec<&str>, Vec<&str>) = (path.split('.').collect(), pattern.split('.').collect());
    parts.len() >= wanted.len()
        && wanted.iter().rev().zip(parts.iter().rev()).all(|(wanted, part)| *wanted == "*" || wanted == part)
}

#[cfg(test)]
mod tests {
    use super::KeyGuide;

    #[test]
    fn the_longest_meaning_that_fits_is_taken() {
        let text = "named = [\"cost\"]\n[keys]\nrange = \"a\"\n\"weapon.range\" = \"b\"\n\"cost.*\" = \"c\"\n";
        let guide = KeyGuide::read(text);
        let meaning = |path| guide.meaning(path).map(|(_, meaning)| meaning);
        assert_eq!(meaning("abilities.NAME.range"), Some("a"));
        assert_eq!(meaning("units.NAME.weapon.range"), Some("b"));
        assert_eq!(meaning("rows[].cost.NAME"), Some("c"));
        assert_eq!(meaning("units.NAME"), None);
        assert!(guide.is_named("units.NAME.cost") && !guide.is_named("units.NAME"));
    }
}
