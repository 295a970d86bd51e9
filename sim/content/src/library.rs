//! Finding content by name: a match file says `rules = "classic"`, the source has `rules/classic.toml`.

use sandtable_decide::{Behaviours, Vocabulary};
use sandtable_diagnostics::{Checked, Issue, Issues, nearest};
use sandtable_model::map::Map;
use sandtable_model::rules::Rules;

use super::behaviours::load_behaviours;
use super::rules::load_rules_with;
use super::source::{ReadError, Source};
use super::word::Word;
use crate::map::{RawMap, check_map};

/// A folder of content: where its files are and how their names end.
struct Folder {
    path: &'static str,
    ending: &'static str,
    what: &'static str,
}

const RULES: Folder = Folder { path: "rules", ending: ".toml", what: "a rules file" };
const BEHAVIOURS: Folder = Folder { path: "behaviours", ending: ".toml", what: "a behaviour file" };
const MAPS: Folder = Folder { path: "maps", ending: ".map", what: "a map" };

/// The ruleset of this name or path.
///
/// # Errors
/// That there is no such file, or what is wrong with it.
pub fn load_rules_named(source: &dyn Source, name: &str) -> Result<Checked<Rules>, Issues> {
    let path = RULES.locate(name);
    let text = source.read(&path).map_err(|error| RULES.unreadable(source, name, &path, &error))?;
    load_rules_with(source, &source.label(&path), &text)
}

/// The behaviours of this name or path, under a vocabulary and, for the tags they name, a ruleset.
///
/// # Errors
/// That there is no such file, or what is wrong with it.
pub fn load_behaviours_named(
    source: &dyn Source,
    name: &str,
    vocabulary: &Vocabulary,
    rules: Option<&Rules>,
) -> Result<Checked<Behaviours>, Issues> {
    let (label, text) = read_behaviours_named(source, name)?;
    load_behaviours(&label, &text, vocabulary, rules)
}

/// How messages name the behaviour file of this name or path, and its text.
pub(super) fn read_behaviours_named(source: &dyn Source, name: &str) -> Result<(String, String), Issues> {
    let path = BEHAVIOURS.locate(name);
    let text = source.read(&path).map_err(|error| BEHAVIOURS.unreadable(source, name, &path, &error))?;
    Ok((source.label(&path), text))
}

/// The map of this name or path, under a ruleset.
///
/// # Errors
/// That there is no such file, or what is wrong with it.
pub fn load_map_named(source: &dyn Source, name: &str, rules: &Rules) -> Result<Checked<Map>, Issues> {
    let path = MAPS.locate(name);
    let text = source.read(&path).map_err(|error| MAPS.unreadable(source, name, &path, &error))?;
    load_map(&source.label(&path), &text, rules)
}

/// Reads the map file called `file`, under a ruleset.
///
/// # Errors
/// Every problem found, when one of them refuses the file.
pub fn load_map(file: &str, text: &str, rules: &Rules) -> Result<Checked<Map>, Issues> {
    let raw = RawMap::parse(file, text)?;
    let map = raw.resolve(rules)?;
    let issues = check_map(&map, rules).into_iter().map(|finding| raw.issue(finding)).collect();
    Checked::new(map, Issues(issues))
}

/// Whether the word refers to a ruleset; a reference to nothing is recorded at the word.
pub(super) fn is_rules(source: &dyn Source, word: &Word<'_>) -> bool {
    RULES.is_there(source, word)
}

/// Whether the word refers to a behaviour file; a reference to nothing is recorded at the word.
pub(super) fn is_behaviours(source: &dyn Source, word: &Word<'_>) -> bool {
    BEHAVIOURS.is_there(source, word)
}

/// Whether the word refers to a map; a reference to nothing is recorded at the word.
pub(super) fn is_map(source: &dyn Source, word: &Word<'_>) -> bool {
    MAPS.is_there(source, word)
}

impl Folder {
    /// The path of what `name` names: a name is looked up here, anything with a slash or the ending is a path.
    fn locate(&self, name: &str) -> String {
        if name.contains('/') || name.ends_with(self.ending) {
            return name.to_owned();
        }
        format!("{}/{name}{}", self.path, self.ending)
    }

    fn names(&self, source: &dyn Source) -> Vec<String> {
        let files = source.list(self.path);
        files.iter().filter_map(|file| file.strip_suffix(self.ending)).map(str::to_owned).collect()
    }

    fn is_there(&self, source: &dyn Source, word: &Word<'_>) -> bool {
        // The empty word stands for one that is missing, which has been recorded.
        if word.text.is_empty() {
            return false;
        }
        let there = source.read(&self.locate(word.text)) != Err(ReadError::NotFound);
        if !there {
            let names = self.names(source);
            word.unknown(self.what, names.iter().map(String::as_str));
        }
        there
    }

    fn unreadable(&self, source: &dyn Source, name: &str, path: &str, error: &ReadError) -> Issues {
        let issue = Issue::of_file(&source.label(path), error.to_string(), self.what);
        let names = self.names(source);
        let suggestion = match error {
            ReadError::NotFound => nearest(name, names.iter().map(String::as_str)),
            _ => None,
        };
        issue.suggesting(suggestion).into()
    }
}
