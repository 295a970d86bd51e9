//! Names in a tournament file that stand for rules, strategies and maps, with their places.

use sandtable_content::Word;
use sandtable_diagnostics::{Code, Issue, Issues};
use sandtable_match::Failure;

/// A name that the file refers to something by, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub text: String,
    /// The key it stands under.
    pub field: String,
    /// Its line and column, from 1.
    pub place: (u32, u32),
    /// The line of the file that it stands in.
    pub source: String,
}

impl Named {
    /// An error at this name in the tournament file called `file`.
    pub fn refuse(&self, file: &str, found: impl Into<String>, expected: impl Into<String>) -> Failure {
        let (line, column) = self.place;
        self.placed(Issue::at((file, line, column), Code::UnknownName, found, expected))
    }

    fn placed(&self, issue: Issue) -> Failure {
        Issues::from(Issue { field: self.field.clone(), source: self.source.clone(), ..issue }).into()
    }

    /// A failure to find what is named, with the place of the name in its file; what is wrong with the thing itself has a place already.
    pub fn located(&self, file: &str, failure: Failure) -> Failure {
        match failure {
            Failure::Usage(found) => self.refuse(file, found, ""),
            Failure::Unknown(unknown) => {
                let (line, column) = self.place;
                self.placed(unknown.issue((file, line, column)))
            }
            other => other,
        }
    }
}

impl Named {
    /// A word of the file under this key.
    pub(super) fn new(word: &Word<'_>, field: String) -> Named {
        let (text, source) = (word.text.to_owned(), word.source_line().to_owned());
        Named { text, field, place: word.place(), source }
    }
}

/// The row of the strategy named, or an error at the word.
pub(super) fn row_of(word: &Word<'_>, strategies: &[Named]) -> Option<usize> {
    let row = strategies.iter().position(|named| named.text == word.text);
    // An empty word was refused already.
    if row.is_none() && !word.text.is_empty() {
        word.unknown("a strategy of this tournament", strategies.iter().map(|named| named.text.as_str()));
    }
    row
}
