//! The folders of content: what a name in a file refers to.

use sandtable_diagnostics::{Issues, nearest};

use super::source::{ContentSource, ReadError};
use super::word::Word;

/// A folder of content: where its files are and how their names end.
pub(super) struct ContentFolder {
    path: &'static str,
    ending: &'static str,
    what: &'static str,
}

pub(super) const RULES: ContentFolder = ContentFolder { path: "rules", ending: ".toml", what: "a rules file" };
const BEHAVIOURS: ContentFolder = ContentFolder { path: "behaviours", ending: ".toml", what: "a behaviour file" };
pub(super) const MAPS: ContentFolder = ContentFolder { path: "maps", ending: ".map", what: "a map" };

/// Whether the word refers to a ruleset; a reference to nothing is recorded at the word.
pub(super) fn is_rules(source: &dyn ContentSource, word: &Word<'_>) -> bool {
    RULES.is_there(source, word)
}

/// Whether the word refers to a behaviour file; a reference to nothing is recorded at the word.
pub(super) fn is_behaviours(source: &dyn ContentSource, word: &Word<'_>) -> bool {
    BEHAVIOURS.is_there(source, word)
}

/// Whether the word refers to a map; a reference to nothing is recorded at the word.
pub(super) fn is_map(source: &dyn ContentSource, word: &Word<'_>) -> bool {
    MAPS.is_there(source, word)
}

/// How messages name the behaviour file of this name or path, and its text.
pub(super) fn read_behaviours_named(source: &dyn ContentSource, name: &str) -> Result<(String, String), Issues> {
    let path = BEHAVIOURS.locate(name);
    let text = source.read(&path).map_err(|error| BEHAVIOURS.unreadable(source, name, &path, &error))?;
    Ok((source.label(&path), text))
}

impl ContentFolder {
    /// The path of what `name` names: a name is looked up here, anything with a slash or the ending is a path.
    pub(super) fn locate(&self, name: &str) -> String {
        if name.contains('/') || name.ends_with(self.ending) {
            return name.to_owned();
        }
        format!("{}/{name}{}", self.path, self.ending)
    }

    fn names(&self, source: &dyn ContentSource) -> Vec<String> {
        let files = source.list(self.path);
        files.iter().filter_map(|file| file.strip_suffix(self.ending)).map(str::to_owned).collect()
    }

    fn is_there(&self, source: &dyn ContentSource, word: &Word<'_>) -> bool {
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

    pub(super) fn unreadable(&self, source: &dyn ContentSource, name: &str, path: &str, error: &ReadError) -> Issues {
        let issue = error.issue(&source.label(path), self.what);
        let names = self.names(source);
        let suggestion = match error {
            ReadError::NotFound => nearest(name, names.iter().map(String::as_str)),
            _ => None,
        };
        issue.suggesting(suggestion).into()
    }
}
