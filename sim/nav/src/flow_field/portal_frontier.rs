//! The portals a search has still to settle, in buckets by estimate. Within a bucket the order is any: whoever takes one takes all of it.

use super::layer::PortalId;
use super::tuning::FRONTIER_BUCKETS;
use crate::bucket_queue::BucketQueue;

/// A portal that was reached.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The least that a way by it can cost.
    pub estimate: u32,
    /// What the way from it cost when it was put in.
    pub rest: u32,
    /// The portal.
    pub portal: PortalId,
}

/// Portals by estimate.
#[derive(Clone, Debug)]
pub struct PortalFrontier {
    width_log2: u32,
    queue: BucketQueue<Reached>,
}

impl PortalFrontier {
    /// An empty one, its buckets half a cell wide where cells cost `cheapest` eighths.
    pub fn new(cheapest: u8) -> PortalFrontier {
        let width_log2 = (4 * u32::from(cheapest)).max(1).ilog2();
        PortalFrontier { width_log2, queue: BucketQueue::new(FRONTIER_BUCKETS) }
    }

    /// Puts in a portal. An estimate below those of the bucket that was last found counts as one of that bucket.
    #[inline]
    pub fn push(&mut self, reached: Reached) {
        self.queue.push(u64::from(reached.estimate >> self.width_log2), reached);
    }

    /// Finds the first bucket that holds something; returns the least estimate it may hold. None when there is nothing left.
    pub fn least(&mut self) -> Option<u32> {
        Some((self.queue.find_level()? as u32) << self.width_log2)
    }

    /// Takes a portal from the bucket last found.
    #[inline]
    pub fn pop(&mut self) -> Option<Reached> {
        self.queue.pop()
    }

    /// Takes everything, in no order that means anything.
    pub fn drain(&mut self) -> Vec<Reached> {
        self.queue.drain()
    }
}
