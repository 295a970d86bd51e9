//! Limits of content files, and of what is told of their problems.

/// Characters of an `about` text.
pub(crate) const ABOUT_CHARS: usize = 400;
/// Digits kept of a number; more than any value of a content file can use.
pub(crate) const MAX_DIGITS: usize = 24;
/// Problems of one file that are reported: nobody reads more, and each takes time that a hostile file could ask for without end.
pub(crate) const MAX_ISSUES: usize = 100;
/// Characters of a name shown to people.
pub(crate) const TITLE_CHARS: usize = 64;
/// Characters of the name of a strategy.
pub(crate) const STRATEGY_CHARS: usize = 128;
/// Entries of the list of what is placed.
pub(crate) const MAX_PLACED_ENTRIES: usize = 4_096;
/// Characters of a text value shown in a message.
pub(crate) const SHOWN_CHARS: usize = 40;
/// Entries of a list shown in a message.
pub(crate) const SHOWN_ENTRIES: usize = 4;
/// Unknown keys of a table that are one mistake: a header that is not there.
pub(crate) const MANY_KEYS: usize = 3;
/// Keys of a table that are listed in a message rather than counted.
pub(crate) const FEW_KEYS: usize = 6;
/// Keys listed in a message of a table that has more and may have several forms: those of the form that was probably meant.
pub(crate) const LIKELY_KEYS: usize = 8;
/// Misspelt keys of one file that are repaired for the rest of it to be read.
pub(crate) const MAX_REPAIRS: usize = 8;
/// Names that are listed in a message rather than left out.
pub(crate) const FEW_NAMES: usize = 12;
