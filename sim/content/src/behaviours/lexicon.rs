//! What a behaviour file can refer to: the vocabulary, and what the file itself defines.

use std::cell::RefCell;

use sandtable_decide::{QueryId, TagId, TreeId, Vocabulary};
use sandtable_model::rules::{Rules, is_name};
use sandtable_state::Arrange;
use sandtable_state::limits::{MAX_BEHAVIOUR_TAGS, MAX_BEHAVIOURS};

use crate::{TableReader, Word};

/// The names known in one file.
pub(super) struct Lexicon<'d> {
    pub(super) vocabulary: &'d Vocabulary,
    rules: Option<&'d Rules>,
    trees: Vec<&'d str>,
    queries: Vec<&'d str>,
    machines: Vec<&'d str>,
    goals: Vec<&'d str>,
    reactions: Vec<&'d str>,
    tags: RefCell<Vec<String>>,
}

impl<'d> Lexicon<'d> {
    pub(super) fn read(root: &TableReader<'d>, vocabulary: &'d Vocabulary, rules: Option<&'d Rules>) -> Lexicon<'d> {
        let named = |table: &str| {
            let words: Vec<Word<'d>> = defined(root, table).iter().map(TableReader::name).collect();
            names(root, table, &words, MAX_BEHAVIOURS)
        };
        named("minds");
        Lexicon {
            vocabulary,
            rules,
            trees: named("trees"),
            queries: named("queries"),
            machines: named("machines"),
            goals: named("goals"),
            reactions: named("reactions"),
            tags: RefCell::default(),
        }
    }

    /// The lexicon of a file that has position queries and nothing else of these.
    pub(super) fn of_queries(root: &TableReader<'d>, vocabulary: &'d Vocabulary, rules: &'d Rules) -> Lexicon<'d> {
        let words: Vec<Word<'d>> = defined(root, "queries").iter().map(TableReader::name).collect();
        Lexicon {
            vocabulary,
            rules: Some(rules),
            trees: Vec::new(),
            queries: names(root, "queries", &words, MAX_BEHAVIOURS),
            machines: Vec::new(),
            goals: Vec::new(),
            reactions: Vec::new(),
            tags: RefCell::default(),
        }
    }

    /// The tree that `key` names, if it is there.
    pub(super) fn tree(&self, reader: &TableReader<'_>, key: &str) -> Option<TreeId> {
        reference(reader, key, "a tree of this file", &self.trees).map(TreeId)
    }

    pub(super) fn tree_name(&self, id: TreeId) -> &'d str {
        self.trees.get(usize::from(id.0)).copied().unwrap_or_default()
    }

    pub(super) fn query(&self, word: &Word<'_>) -> Option<QueryId> {
        look_up(word, "a query of this file", &self.queries).map(QueryId)
    }

    pub(super) fn machine(&self, reader: &TableReader<'_>, key: &str) -> Option<u8> {
        reference(reader, key, "a machine of this file", &self.machines)
    }

    pub(super) fn goals(&self, reader: &TableReader<'_>, key: &str) -> Option<u8> {
        reference(reader, key, "a set of goals of this file", &self.goals)
    }

    pub(super) fn reactions(&self, reader: &TableReader<'_>, key: &str) -> Option<u8> {
        reference(reader, key, "a set of reactions of this file", &self.reactions)
    }

    /// The row of a tag, a new one when it has not been named before.
    pub(super) fn tag(&self, word: &Word<'_>) -> Option<TagId> {
        if !is_name(word.text) {
            word.refuse(format!("the tag {:?}", word.text), "lower-case letters, digits and underscores, at most 32");
            return None;
        }
        let known = || self.rules.iter().flat_map(|rules| &rules.kinds).flat_map(|kind| &kind.tags);
        if self.rules.is_some() && !known().any(|tag| tag == word.text) {
            let mut known: Vec<&str> = known().map(String::as_str).collect();
            known.arrange();
            known.dedup();
            word.unheard_of("a tag of the ruleset", known);
        }
        let mut tags = self.tags.borrow_mut();
        let known = tags.iter().position(|tag| tag == word.text);
        let row = known.unwrap_or(tags.len());
        if known.is_none() {
            if row >= MAX_BEHAVIOUR_TAGS {
                word.refuse("one tag more", format!("at most {MAX_BEHAVIOUR_TAGS} in a file"));
                return None;
            }
            tags.push(word.text.to_owned());
        }
        Some(TagId(row as u8))
    }

    pub(super) fn tags(&self) -> Vec<String> {
        self.tags.borrow().clone()
    }
}

/// The tables under `key`, each of which defines something that can be referred to.
pub(super) fn defined<'d>(root: &TableReader<'d>, key: &str) -> Vec<TableReader<'d>> {
    root.tables_upto(key, MAX_BEHAVIOURS)
}

/// The names in `words`, each of which must be one; `key` is where they stand.
pub(super) fn names<'d>(reader: &TableReader<'d>, key: &str, words: &[Word<'d>], most: usize) -> Vec<&'d str> {
    for word in words.iter().filter(|word| !is_name(word.text)) {
        word.refuse(format!("the name {:?}", word.text), "lower-case letters, digits and underscores, at most 32");
    }
    if words.len() > most {
        reader.error(key, format!("{} entries", words.len()), format!("at most {most}"));
    }
    words.iter().map(|word| word.text).collect()
}

/// The row of what `key` names among `known`; none when the key is missing or names nothing, which is recorded.
pub(super) fn reference(reader: &TableReader<'_>, key: &str, what: &str, known: &[&str]) -> Option<u8> {
    let word = reader.reference(key, what).optional()?;
    look_up(&word, what, known)
}

fn look_up(word: &Word<'_>, what: &str, known: &[&str]) -> Option<u8> {
    // The empty word stands for one that is missing, which has been recorded.
    if word.text.is_empty() {
        return None;
    }
    let row = known.iter().position(|name| *name == word.text);
    if row.is_none() {
        word.unknown(what, known.iter().copied());
    }
    row.and_then(|row| u8::try_from(row).ok())
}
