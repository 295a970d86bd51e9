//! Sets of nodes of one tree: a bit each.

use sandtable_state::limits::MAX_TREE_NODES;
use sandtable_state::state_struct;

/// Words of a set.
const WORDS: usize = MAX_TREE_NODES / 64;

state_struct! {
    /// A set of nodes, each known by its row in its tree.
    #[derive(Copy, Default, Hash, serde::Serialize, serde::Deserialize)]
    pub struct NodeSet {
        /// The bits, row 0 lowest.
        pub bits: [u64; WORDS],
    }
}

impl NodeSet {
    /// Whether the node is in the set.
    pub fn has(&self, node: u8) -> bool {
        self.bits.get(usize::from(node) / 64).is_some_and(|word| word & mask(node) != 0)
    }

    /// Puts the node in, or takes it out.
    pub fn set(&mut self, node: u8, is_in: bool) {
        if let Some(word) = self.bits.get_mut(usize::from(node) / 64) {
            *word = if is_in { *word | mask(node) } else { *word & !mask(node) };
        }
    }

    /// Whether no node is in the set.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }
}

const fn mask(node: u8) -> u64 {
    1 << (node % 64)
}
