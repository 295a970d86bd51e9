//! Open lists: the nodes that were reached and not yet expanded.
//!
//! A node that is reached again at a lower cost is put in again; the search ignores what it takes out a second time.

mod buckets;
mod heap;
mod stack;

pub use buckets::Buckets;
pub use heap::Heap;
pub use stack::Stack;

/// Where an open node stands in the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenRank {
    /// The lowest comes first.
    pub cost: u64,
    /// Of those the one with the least left to go.
    pub left: u64,
}

/// An open list. Its order is total: what it takes out depends on what was put in and in which order, on nothing else.
pub trait OpenList: Default {
    /// Empties it, for ranks from `first` on that rise by at most `widest` in one step.
    fn reset(&mut self, first: OpenRank, widest: u64);
    /// Puts in a node.
    fn push(&mut self, rank: OpenRank, node: u32);
    /// Takes out the first node.
    fn pop(&mut self) -> Option<u32>;
}
