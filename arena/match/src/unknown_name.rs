//! A name of content that nothing has, told on the command line or at its place in a file.

use std::fmt;

use sandtable_content::Word;
use sandtable_diagnostics::{Code, Issue, Issues, nearest};

/// Names that are listed in a message rather than left out.
const FEW_NAMES: usize = 6;
/// Characters of a name that a message repeats.
const LONGEST_NAME: usize = 120;

/// A name that is neither a file nor that of any content of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    name: String,
    /// What one of the kind is called: `ruleset`.
    noun: &'static str,
    /// The names that there are, ascending.
    known: Vec<String>,
}

impl UnknownName {
    /// The name where one of these was expected.
    pub fn new(name: &str, noun: &'static str, known: Vec<String>) -> UnknownName {
        UnknownName { name: name.to_owned(), noun, known }
    }

    /// Adds names that would do as well.
    #[must_use]
    pub fn or_one_of<'n>(mut self, names: impl Iterator<Item = &'n str>) -> UnknownName {
        self.known.extend(names.map(str::to_owned));
        self.known.sort();
        self.known.dedup();
        self
    }

    /// The error at a line and column, from 1, of a file.
    pub fn issue(&self, place: (&str, u32, u32)) -> Issue {
        let meant = self.meant();
        let listed = match meant.is_none() && !self.known.is_empty() && self.known.len() <= FEW_NAMES {
            true => format!(": {}", self.known.join(", ")),
            false => String::new(),
        };
        let expected = format!("the name or path of a {}{listed}", self.noun);
        let found = match self.name.char_indices().nth(LONGEST_NAME) {
            Some((end, _)) => format!("{:?} …", &self.name[..end]),
            None => format!("{:?}", self.name),
        };
        Issue::at(place, Code::UnknownName, found, expected).suggesting(meant)
    }

    /// The error at a word of the file called `file`, whose path in the file is `field`.
    pub fn issues_at(&self, file: &str, word: &Word<'_>, field: &str) -> Issues {
        let (line, column) = word.place();
        let source = word.source_line().to_owned();
        Issue { field: field.to_owned(), source, ..self.issue((file, line, column)) }.into()
    }

    fn meant(&self) -> Option<String> {
        let bare = [".toml", ".map"].into_iter().find_map(|ending| self.name.strip_suffix(ending));
        nearest(bare.unwrap_or(&self.name), self.known.iter().map(String::as_str))
    }
}

/// `clasic: no such file, and no ruleset of that name; did you mean "classic"?`
impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: no such file, and no {} of that name", self.name, self.noun)?;
        match self.meant() {
            Some(meant) => write!(f, "; did you mean {meant:?}?"),
            None => write!(f, " (known: {})", self.known.join(", ")),
        }
    }
}
