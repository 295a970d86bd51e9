//! The open list of a depth-first search: last in, first out.

use super::{OpenList, OpenRank};

/// Nodes in the order they came; ranks do not matter.
#[derive(Clone, Debug, Default)]
pub struct Stack(Vec<u32>);

impl OpenList for Stack {
    fn reset(&mut self, _first: OpenRank, _widest: u64) {
        self.0.clear();
    }

    fn push(&mut self, _rank: OpenRank, node: u32) {
        self.0.push(node);
    }

    fn pop(&mut self) -> Option<u32> {
        self.0.pop()
    }
}
