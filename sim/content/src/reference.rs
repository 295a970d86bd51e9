//! Notes of the keys that readers ask for, from which the reference of the file formats is written.

use std::cell::RefCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use super::shape::ValueShape;

/// What readers took of one file while notes were made.
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
    /// What the value must be.
    pub shape: ValueShape,
    /// Whether the key must be there.
    pub required: bool,
    /// What is taken where the key is missing, as a file would say it; none where nothing of the file's kind says the same.
    /// Several when that depends on the rest of the file.
    pub defaults: BTreeSet<Option<String>>,
}

/// What readers took, by the name of the file.
pub type NotesByFile = BTreeMap<String, KeyNotes>;

/// How values of a type are written in files; nothing while nobody makes notes.
pub(super) struct Shown<T>(Option<ShowValue<T>>);

/// Writes a value as a file does; none for one that no file can say.
type ShowValue<T> = Box<dyn Fn(&T) -> Option<String>>;

impl<T> Shown<T> {
    /// Values that files do not write in a word.
    pub(super) fn never() -> Shown<T> {
        Shown(None)
    }

    pub(super) fn by(show: impl Fn(&T) -> Option<String> + 'static) -> Shown<T> {
        Shown(NOTES.with_borrow(Option::is_some).then(|| Box::new(show) as ShowValue<T>))
    }

    /// Values that words stand for.
    pub(super) fn of_choices(choices: &[(&str, T)]) -> Shown<T>
    where
        T: Copy + PartialEq + 'static,
    {
        if NOTES.with_borrow(Option::is_none) {
            return Shown(None);
        }
        let words: Vec<(String, T)> = choices.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        let word = move |value: &T| words.iter().find(|(_, other)| other == value).map(|(name, _)| format!("{name:?}"));
        Shown(Some(Box::new(word)))
    }

    pub(super) fn text(&self, value: &T) -> Option<String> {
        self.0.as_ref().and_then(|show| show(value))
    }
}

impl<T> fmt::Debug for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shown")
    }
}

thread_local! {
    /// What is noted on this thread; none while nobody asks.
    static NOTES: RefCell<Option<NotesByFile>> = const { RefCell::new(None) };
}

/// Runs `read` and returns its result with what its readers took of each file.
///
/// ```
/// use sandtable_content::Document;
/// use sandtable_content::reference::noted;
///
/// let (_, notes) = noted(|| {
///     let document = Document::parse("a.toml", "fast = true").expect("TOML");
///     document.root().boolean("fast").required()
/// });
/// assert!(notes["a.toml"].keys["fast"].required);
/// ```
pub fn noted<T>(read: impl FnOnce() -> T) -> (T, NotesByFile) {
    NOTES.set(Some(NotesByFile::default()));
    let result = read();
    (result, NOTES.take().unwrap_or_default())
}

/// Notes a key of a file, where somebody asks; one that is required somewhere is required.
pub(super) fn note(file: &str, path: impl FnOnce() -> String, noted: impl FnOnce() -> KeyNote) {
    NOTES.with_borrow_mut(|notes| {
        let Some(notes) = notes else { return };
        match notes.entry(file.to_owned()).or_default().keys.entry(path()) {
            Entry::Vacant(free) => {
                free.insert(noted());
            }
            Entry::Occupied(held) => {
                let (held, noted) = (held.into_mut(), noted());
                held.required |= noted.required;
                held.defaults.extend(noted.defaults);
            }
        }
    });
}

/// Notes that the keys of the table at `path` of a file are names.
pub(super) fn note_named(file: &str, path: &str) {
    NOTES.with_borrow_mut(|notes| {
        let Some(notes) = notes else { return };
        notes.entry(file.to_owned()).or_default().named.insert(path.to_owned());
    });
}
