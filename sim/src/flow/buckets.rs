//! The frontier of an integration: a circular bucket queue (Dial 1969, "Algorithm 360").

const NONE: u32 = u32::MAX;

/// Cells by cost, in a ring of buckets one unit of cost wide. Every cost in the queue lies less than the
/// ring's length above the cost last taken, so that no two costs share a bucket.
#[derive(Clone, Default)]
pub(super) struct Buckets {
    /// The first node of each bucket; the length is a power of two.
    heads: Vec<u32>,
    /// (cell, next node) of every node, those of the free list included.
    nodes: Vec<(u32, u32)>,
    free: u32,
    filled: u32,
}

impl Buckets {
    /// Empties the queue and makes room for steps of up to `dearest` units of cost.
    pub(super) fn reset(&mut self, dearest: u32) {
        self.heads.clear();
        self.heads.resize((dearest as usize + 1).next_power_of_two(), NONE);
        self.nodes.clear();
        self.free = NONE;
        self.filled = 0;
    }

    #[inline]
    fn bucket(&self, cost: u32) -> usize {
        cost as usize & (self.heads.len() - 1)
    }

    /// Puts in a cell at a cost.
    #[inline]
    pub(super) fn push(&mut self, cell: u32, cost: u32) {
        let bucket = self.bucket(cost);
        let next = self.heads[bucket];
        if self.free == NONE {
            self.heads[bucket] = self.nodes.len() as u32;
            self.nodes.push((cell, next));
        } else {
            let node = self.free;
            self.heads[bucket] = node;
            self.free = self.nodes[node as usize].1;
            self.nodes[node as usize] = (cell, next);
        }
        self.filled += 1;
    }

    /// Takes a cell at just this cost.
    #[inline]
    pub(super) fn pop(&mut self, cost: u32) -> Option<u32> {
        let bucket = self.bucket(cost);
        let node = self.heads[bucket];
        if node == NONE {
            return None;
        }
        let (cell, next) = self.nodes[node as usize];
        self.heads[bucket] = next;
        self.nodes[node as usize].1 = self.free;
        self.free = node;
        self.filled -= 1;
        Some(cell)
    }

    /// The least cost above `cost` that holds a cell; none when the queue is empty.
    #[inline]
    pub(super) fn next_cost(&self, cost: u32) -> Option<u32> {
        if self.filled == 0 {
            return None;
        }
        let ring = self.heads.len() as u32;
        (cost + 1..=cost + ring).find(|cost| self.heads[self.bucket(*cost)] != NONE)
    }
}
