//! What somebody has taken in of the obstacles a team knows, so as to follow by what changes.

use super::knowledge::Knowledge;
use sandtable_nav::bits::Bits;

/// The known obstacles as they were when they were last taken in. Derived: it holds nothing that the knowledge does not.
#[derive(Clone, Default)]
pub(crate) struct FogDelta {
    /// By the map's cells in words of 64; empty before the first time.
    words: Vec<u64>,
    version: u32,
}

impl FogDelta {
    /// Whether nothing has been taken in yet.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether something was taken in, and is not what the team knows now.
    pub fn is_outdated(&self, knowledge: &Knowledge) -> bool {
        !self.is_empty() && self.version != knowledge.block_version()
    }

    /// Takes in what the team knows now; returns the numbers of the cells that changed, ascending.
    pub fn take(&mut self, knowledge: &Knowledge) -> Vec<usize> {
        let words = knowledge.blocked_words();
        self.words.resize(words.len(), 0);
        let mut cells = Vec::new();
        for (at, (known, word)) in self.words.iter_mut().zip(words).enumerate() {
            cells.extend(Bits(*known ^ word).map(|bit| at * 64 + bit));
            *known = *word;
        }
        self.version = knowledge.block_version();
        cells
    }
}
