//! What reading one key gave: a value, a recorded problem, or nothing there.

use std::collections::BTreeSet;

use super::document::join;
use super::reader::TableReader;
use super::reference::{KeyNote, Shown, note};
use super::shape::ValueShape;

/// The outcome of a typed read; say what absence means: [`required`](FieldOutcome::required), [`or`](FieldOutcome::or) a
/// default, or [`optional`](FieldOutcome::optional).
#[must_use = "a key that is read must be required, defaulted or optional"]
#[derive(Debug)]
pub struct FieldOutcome<'r, 'd, T> {
    pub(super) reader: &'r TableReader<'d>,
    pub(super) key: &'r str,
    pub(super) shape: ValueShape,
    /// How a default is written in a file.
    pub(super) shown: Shown<T>,
    pub(super) state: FieldState<T>,
    /// Lies in the field's range: what reading goes on with after a problem.
    pub(super) fallback: T,
}

#[derive(Debug)]
pub(super) enum FieldState<T> {
    Absent,
    Refused,
    Good(T),
}

impl<T> FieldOutcome<'_, '_, T> {
    /// The value; when the key is missing that is recorded as an error, and some value of the type returned.
    pub fn required(self) -> T {
        self.note(true, None);
        match self.state {
            FieldState::Good(value) => value,
            FieldState::Refused => self.fallback,
            FieldState::Absent => {
                self.reader.missing(self.key, self.shape.to_string());
                self.fallback
            }
        }
    }

    /// The value; none when the key is missing or its value was refused, both of which are recorded.
    pub fn required_valid(self) -> Option<T> {
        self.note(true, None);
        match self.state {
            FieldState::Good(value) => Some(value),
            FieldState::Refused => None,
            FieldState::Absent => {
                self.reader.missing(self.key, self.shape.to_string());
                None
            }
        }
    }

    /// The value, or `default` when the key is missing.
    pub fn or(self, default: T) -> T {
        self.note(false, Some(&default));
        match self.state {
            FieldState::Good(value) => value,
            FieldState::Refused | FieldState::Absent => default,
        }
    }

    /// The value, or the type's default when the key is missing.
    pub fn or_default(self) -> T
    where
        T: Default,
    {
        self.or(T::default())
    }

    /// The value; none when the key is missing or its value was refused (which is recorded).
    pub fn optional(self) -> Option<T> {
        self.note(false, None);
        match self.state {
            FieldState::Good(value) => Some(value),
            FieldState::Refused | FieldState::Absent => None,
        }
    }

    fn note(&self, required: bool, default: Option<&T>) {
        let noted = || KeyNote {
            shape: self.shape.clone(),
            required,
            defaults: BTreeSet::from([default.and_then(|value| self.shown.text(value))]),
        };
        note(self.reader.document.file(), || join(&self.reader.path, self.key), noted);
    }
}
