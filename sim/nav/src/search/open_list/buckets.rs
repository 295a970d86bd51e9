//! The open list for costs that never fall and rise by little: a bucket a cost.

use super::{OpenList, OpenRank};
use crate::bucket_queue::BucketQueue;

/// Nodes by cost, those of one cost last in first out: of two equally good nodes the one reached later is as a rule
/// nearer to the goal. The ring spans what one step can add, so that nothing lies beyond it.
#[derive(Clone, Debug, Default)]
pub struct Buckets(BucketQueue<u32>);

impl OpenList for Buckets {
    fn reset(&mut self, first: OpenRank, widest: u64) {
        self.0.reset(widest as usize + 1, first.cost);
    }

    #[inline(always)]
    fn push(&mut self, rank: OpenRank, node: u32) {
        self.0.push(rank.cost, node);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<u32> {
        loop {
            if let Some(node) = self.0.pop() {
                return Some(node);
            }
            self.0.find_level()?;
        }
    }
}
