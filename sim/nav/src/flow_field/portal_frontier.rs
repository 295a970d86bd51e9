//! The portals a search has still to settle, in buckets by estimate.
//!
//! A ring of buckets (Dial 1969, "Algorithm 360"), each a list in one pool of nodes. What lies beyond the ring waits in a
//! list of its own until the ring has come round to it. Within a bucket the order is any: whoever takes one takes all of it.

use super::layer::PortalId;
use super::layout::NO_PORTAL;
use super::tuning::FRONTIER_BUCKETS;

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
    /// The number of the first bucket that may hold something.
    level: u32,
    heads: Vec<u32>,
    /// Nodes and the next of each, those of the free list included.
    nodes: Vec<(Reached, u32)>,
    free: u32,
    in_ring: u32,
    beyond: Vec<Reached>,
    /// The least bucket of what lies beyond.
    resume: u32,
}

impl PortalFrontier {
    /// An empty one, its buckets half a cell wide where cells cost `cheapest` eighths.
    pub fn new(cheapest: u8) -> PortalFrontier {
        PortalFrontier {
            width_log2: (4 * u32::from(cheapest)).max(1).ilog2(),
            level: 0,
            heads: vec![NO_PORTAL; FRONTIER_BUCKETS as usize],
            nodes: Vec::new(),
            free: NO_PORTAL,
            in_ring: 0,
            beyond: Vec::new(),
            resume: NO_PORTAL,
        }
    }

    /// Puts in a portal. An estimate below those of the bucket that was last found counts as one of that bucket.
    #[inline]
    pub fn push(&mut self, reached: Reached) {
        let level = (reached.estimate >> self.width_log2).max(self.level);
        if level - self.level >= FRONTIER_BUCKETS {
            self.resume = self.resume.min(level);
            self.beyond.push(reached);
        } else {
            self.link(level, reached);
        }
    }

    #[inline]
    fn link(&mut self, level: u32, reached: Reached) {
        let head = &mut self.heads[(level % FRONTIER_BUCKETS) as usize];
        if self.free == NO_PORTAL {
            self.nodes.push((reached, *head));
            *head = self.nodes.len() as u32 - 1;
        } else {
            let node = &mut self.nodes[self.free as usize];
            let next = node.1;
            *node = (reached, *head);
            (*head, self.free) = (self.free, next);
        }
        self.in_ring += 1;
    }

    /// Finds the first bucket that holds something; returns the least estimate it may hold. None when there is nothing left.
    pub fn least(&mut self) -> Option<u32> {
        let next = match self.in_ring {
            0 => NO_PORTAL,
            _ => (self.level..).find(|level| self.heads[(level % FRONTIER_BUCKETS) as usize] != NO_PORTAL)?,
        };
        self.level = next.min(self.resume);
        if self.level == NO_PORTAL {
            self.level = 0;
            return None;
        }
        if self.level == self.resume {
            self.come_round();
        }
        Some(self.level << self.width_log2)
    }

    /// Takes from beyond the ring what it now reaches.
    fn come_round(&mut self) {
        self.resume = NO_PORTAL;
        for reached in std::mem::take(&mut self.beyond) {
            self.push(reached);
        }
    }

    /// Takes a portal from the bucket last found.
    #[inline]
    pub fn pop(&mut self) -> Option<Reached> {
        let head = &mut self.heads[(self.level % FRONTIER_BUCKETS) as usize];
        let (reached, next) = *self.nodes.get(*head as usize)?;
        self.nodes[*head as usize].1 = self.free;
        (self.free, *head) = (*head, next);
        self.in_ring -= 1;
        Some(reached)
    }

    /// Takes everything, in no order that means anything.
    pub fn drain(&mut self) -> Vec<Reached> {
        let mut all = std::mem::take(&mut self.beyond);
        for head in &mut self.heads {
            while let Some((reached, next)) = self.nodes.get(*head as usize) {
                all.push(*reached);
                *head = *next;
            }
        }
        self.nodes.clear();
        (self.level, self.free, self.in_ring, self.resume) = (0, NO_PORTAL, 0, NO_PORTAL);
        all
    }
}
