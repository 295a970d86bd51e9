//! On what terms commanders from outside are run. The program sets them, the builders of such commanders read them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

/// The terms of all commanders from outside that one registry and its clones build.
///
/// # Examples
///
/// ```
/// let registry = sandtable_ai::Registry::standard();
/// registry.terms().withhold("results".as_ref());
/// assert!(!registry.terms().allows_unsafe() && registry.terms().isolation().is_none());
/// assert_eq!(registry.clone().terms().withheld().len(), 1, "clones share them");
/// ```
#[derive(Debug, Default)]
pub struct OutsideTerms {
    unsafe_allowed: AtomicBool,
    withheld: RwLock<Vec<PathBuf>>,
    isolation: OnceLock<String>,
}

impl OutsideTerms {
    /// Lets bots run where the machine cannot isolate them.
    pub fn allow_unsafe(&self) {
        self.unsafe_allowed.store(true, Ordering::Relaxed);
    }

    /// Whether bots may run where the machine cannot isolate them.
    pub fn allows_unsafe(&self) -> bool {
        self.unsafe_allowed.load(Ordering::Relaxed)
    }

    /// Keeps a folder or file out of the sight of bots that start from now on: results, above all.
    pub fn withhold(&self, path: &Path) {
        self.withheld.write().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
    }

    /// What bots are not to see.
    pub fn withheld(&self) -> Vec<PathBuf> {
        self.withheld.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes in words what isolation the machine gives; the first note stands.
    pub fn note_isolation(&self, words: &str) {
        let _ = self.isolation.set(words.to_owned());
    }

    /// What isolation the machine gives to bots that are processes; none when there were none.
    pub fn isolation(&self) -> Option<&str> {
        self.isolation.get().map(String::as_str)
    }
}
