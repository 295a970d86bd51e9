//! Marks of fields that are no state, where they are declared.

use std::ops::{Deref, DerefMut};

/// A field of a part of the state that holds nothing from one tick to the next, or nothing that matters: in a copy it is empty.
#[derive(Debug, Default)]
pub(crate) struct Scratch<T>(T);

impl<T: Default> Clone for Scratch<T> {
    fn clone(&self) -> Scratch<T> {
        Scratch::default()
    }
}

impl<T> Deref for Scratch<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Scratch<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A field of a part of the state that follows from the rest of the state: it is copied, but neither hashed nor saved, and made
/// anew on load.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived<T>(pub(crate) T);

impl<T> Deref for Derived<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Derived<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
