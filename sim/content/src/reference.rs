//! Notes of the keys that readers ask for, from which the reference of the file formats is written.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What readers took while notes were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyNotes {
    /// By the path of the key, as in `units.archer.hp`.
    pub keys: BTreeMap<String, KeyNote>,
    /// The paths of the tables whose keys are names that the file gives, as in `units`.
    pub named: BTreeSet<String>,
}

/// What a reader takes under a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyNote {
    /// The type of the value with its range and unit, as messages word it.
    pub expected: String,
    /// Whether the key must be there.
    pub required: bool,
}

thread_local! {
    /// What is noted on this thread; none while nobody asks.
    static NOTES: RefCell<Option<KeyNotes>> = const { RefCell::new(None) };
}

/// Runs `read` and returns its result with what its readers took.
///
/// ```
/// use sandtable_content::Document;
/// use sandtable_content::reference::noted;
///
/// let (_, notes) = noted(|| {
///     let document = Document::parse("a.toml", "fast = true").expect("TOML");
///     document.root().boolean("fast").required()
/// });
/// assert!(notes.keys["fast"].required);
/// ```
pub fn noted<T>(read: impl FnOnce() -> T) -> (T, KeyNotes) {
    NOTES.set(Some(KeyNotes::default()));
    let result = read();
    (result, NOTES.take().unwrap_or_default())
}

/// Notes a key, where somebody asks; one that is required somewhere is required.
pub(super) fn note(path: impl FnOnce() -> String, expected: &str, required: bool) {
    NOTES.with_borrow_mut(|notes| {
        let Some(notes) = notes else { return };
        let note = KeyNote { expected: expected.to_owned(), required };
        let held = notes.keys.entry(path()).or_insert(note);
        held.required |= required;
    });
}

/// Notes that the keys of the table at `path` are names.
pub(super) fn note_named(path: &str) {
    NOTES.with_borrow_mut(|notes| {
        let Some(notes) = notes else { return };
        notes.named.insert(path.to_owned());
    });
}
