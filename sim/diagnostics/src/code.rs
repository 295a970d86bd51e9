//! The stable code of each kind of problem, and what `explain` says of it.

use crate::nearest;

/// What kind of problem an issue is. Codes are stable: a code keeps its meaning, and one that is no longer used is not given to another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A file that cannot be used as a whole.
    File,
    /// Text that is not TOML.
    Syntax,
    /// A key that its table does not have.
    UnknownKey,
    /// A required key that is not there.
    MissingKey,
    /// A value of the wrong type, or out of its range.
    InvalidValue,
    /// A name that nothing has.
    UnknownName,
    /// Values that are valid alone and not together.
    Conflict,
    /// An expectation that does not hold.
    Expectation,
    /// A key under the name that it had in an earlier version.
    OldName,
    /// Content that works, and probably not as meant.
    Lint,
}

/// A code with its name and its explanation.
struct Entry {
    code: Code,
    name: &'static str,
    explanation: &'static str,
}

const ENTRIES: [Entry; 10] = [
    Entry {
        code: Code::File,
        name: "E001",
        explanation: "The file cannot be read, is too long, is not text, or is not the kind of file that the command takes.\n\
                      Check the path and the kind of the file.",
    },
    Entry {
        code: Code::Syntax,
        name: "E002",
        explanation: "The text is not valid TOML 1.1: an unclosed string or bracket, a key without a value, or a key that is\n\
                      given twice. Nothing else of the file is read until this is repaired.",
    },
    Entry {
        code: Code::UnknownKey,
        name: "E003",
        explanation: "The table has no key of this name. Unknown keys are errors, because a misspelt key would otherwise be\n\
                      ignored silently. Where a key of the table is close, the message names it, and the rest of the\n\
                      file is read as if the key were spelt that way. Three or more keys of a table of which none is\n\
                      close are one message: the header of their table is probably missing.",
    },
    Entry {
        code: Code::MissingKey,
        name: "E004",
        explanation: "A required key of the table is not there. The message points at the header of the table, or at the\n\
                      first line for the top of the file. All missing keys of one table are one message.",
    },
    Entry {
        code: Code::InvalidValue,
        name: "E005",
        explanation: "The value has the wrong type, or lies outside the range of its key. The message names the range.\n\
                      Durations are in game seconds, distances in cells, speeds in cells per second.",
    },
    Entry {
        code: Code::UnknownName,
        name: "E006",
        explanation: "Nothing has the name that the value refers to: no unit, building, map, strategy, and so on. A name that\n\
                      is used several times is one message, at its first use.",
    },
    Entry {
        code: Code::Conflict,
        name: "E007",
        explanation: "Each value is valid alone, but they are not valid together: a start that two players share, entities that\n\
                      stand on each other, a list that is too long. The message says what was found and what would do.",
    },
    Entry {
        code: Code::Expectation,
        name: "E008",
        explanation: "The file has expectations of its matches (`[[expect]]`), and the results differ from them.",
    },
    Entry {
        code: Code::OldName,
        name: "W001",
        explanation: "The key has a new name. The old name is still read; rename the key to be rid of the warning.",
    },
    Entry {
        code: Code::Lint,
        name: "W002",
        explanation: "The file is valid, but probably does not do what its author meant: a unit that nothing trains, a weapon\n\
                      whose acquire range is shorter than its range, a match that nobody can win.",
    },
];

impl Code {
    /// The name of the code: `E003`.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// What the code means and what to do about it, for people; several lines.
    pub fn explanation(self) -> &'static str {
        self.entry().explanation
    }

    /// The code of this name, in upper or lower case.
    ///
    /// ```
    /// use sandtable_diagnostics::Code;
    ///
    /// assert_eq!(Code::named("e003"), Some(Code::UnknownKey));
    /// assert_eq!(Code::named("E999"), None);
    /// ```
    pub fn named(name: &str) -> Option<Code> {
        ENTRIES.iter().find(|entry| entry.name.eq_ignore_ascii_case(name)).map(|entry| entry.code)
    }

    /// The code of this name, for those who ask what it means.
    ///
    /// # Errors
    /// No code has the name: the codes there are, and the one that is nearest.
    pub fn asked(name: &str) -> Result<Code, String> {
        Code::named(name).ok_or_else(|| {
            let known: Vec<&str> = Code::all().map(Code::name).collect();
            let hint = nearest(&name.to_uppercase(), known.iter().copied());
            let hint = hint.map(|code| format!("; did you mean {code}?")).unwrap_or_default();
            format!("unknown code {name:?}; expected one of {}{hint}", known.join(", "))
        })
    }

    /// The name, and the explanation below it, indented.
    pub fn entry_text(self) -> String {
        let text: String = self.explanation().lines().map(|line| format!("  {line}\n")).collect();
        format!("{}\n{text}", self.name())
    }

    /// All codes, in the order of their names.
    pub fn all() -> impl Iterator<Item = Code> {
        ENTRIES.iter().map(|entry| entry.code)
    }

    fn entry(self) -> &'static Entry {
        // Every code has an entry: a test goes through them.
        ENTRIES.iter().find(|entry| entry.code == self).unwrap_or(&ENTRIES[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back_to_their_codes() {
        for code in Code::all() {
            assert_eq!(Code::named(code.name()), Some(code));
            assert!(code.explanation().len() > 20);
        }
        assert_eq!(Code::all().filter(|code| code.name() == "E001").count(), 1);
    }
}
