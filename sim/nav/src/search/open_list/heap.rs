//! The open list for any ranks: a binary heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{OpenList, OpenRank};

/// Nodes by rank, those of one rank by id.
#[derive(Clone, Debug, Default)]
pub struct Heap(BinaryHeap<Reverse<(OpenRank, u32)>>);

impl OpenList for Heap {
    fn reset(&mut self, _first: OpenRank, _widest: u64) {
        self.0.clear();
    }

    #[inline]
    fn push(&mut self, rank: OpenRank, node: u32) {
        self.0.push(Reverse((rank, node)));
    }

    #[inline]
    fn pop(&mut self) -> Option<u32> {
        self.0.pop().map(|Reverse((_, node))| node)
    }
}
