//! A priority queue for levels that never fall: a ring of buckets (Dial 1969, "Algorithm 360").
//!
//! Each bucket is a list in one pool of nodes, so that a queue that is cleared and filled again asks for no memory. What lies beyond
//! the ring waits in a list of its own until the ring has come round to it.

use crate::tuning::LEAST_RING;

/// The end of a list.
const END: u32 = u32::MAX;

/// Items by level; those of one level last in, first out.
#[derive(Clone, Debug)]
pub struct BucketQueue<T> {
    /// By bucket, a power of two of them: the node of its first item.
    heads: Vec<u32>,
    /// Which buckets may hold something, a bit each.
    filled: Vec<u64>,
    /// Items and the next of each, those of the free list included.
    nodes: Vec<(T, u32)>,
    free: u32,
    /// The level last found.
    level: u64,
    beyond: Vec<(u64, T)>,
    /// The least level of what lies beyond.
    resume: u64,
}

/// One with the shortest ring.
impl<T: Copy> Default for BucketQueue<T> {
    fn default() -> BucketQueue<T> {
        BucketQueue::new(LEAST_RING)
    }
}

impl<T: Copy> BucketQueue<T> {
    /// An empty queue whose ring holds at least `levels` levels.
    pub fn new(levels: usize) -> BucketQueue<T> {
        let mut queue = BucketQueue {
            heads: Vec::new(),
            filled: Vec::new(),
            nodes: Vec::new(),
            free: END,
            level: 0,
            beyond: Vec::new(),
            resume: u64::MAX,
        };
        queue.reset(levels, 0);
        queue
    }

    /// Empties it for levels from `first` on, at least `levels` of them in the ring.
    pub fn reset(&mut self, levels: usize, first: u64) {
        let ring = levels.next_power_of_two().max(LEAST_RING);
        if self.heads.len() == ring {
            self.clear_ring();
        } else {
            self.heads = vec![END; ring];
            self.filled = vec![0; ring / 64];
        }
        self.nodes.clear();
        self.beyond.clear();
        (self.free, self.level, self.resume) = (END, first, u64::MAX);
    }

    fn clear_ring(&mut self) {
        for word in 0..self.filled.len() {
            while self.filled[word] != 0 {
                self.heads[word * 64 + self.filled[word].trailing_zeros() as usize] = END;
                self.filled[word] &= self.filled[word] - 1;
            }
        }
    }

    #[inline(always)]
    fn bucket(&self, level: u64) -> usize {
        level as usize & (self.heads.len() - 1)
    }

    /// The number of levels in the ring: items that lie less than this above the level last found are put in at once.
    #[inline]
    pub fn ring(&self) -> usize {
        self.heads.len()
    }

    /// Puts in an item. A level below the one last found counts as that one.
    #[inline(always)]
    pub fn push(&mut self, level: u64, item: T) {
        let level = level.max(self.level);
        if level - self.level < self.heads.len() as u64 {
            self.link(self.bucket(level), item);
        } else {
            self.resume = self.resume.min(level);
            self.beyond.push((level, item));
        }
    }

    #[inline(always)]
    fn link(&mut self, bucket: usize, item: T) {
        let head = &mut self.heads[bucket];
        if let Some(node) = self.nodes.get_mut(self.free as usize) {
            let next = node.1;
            *node = (item, *head);
            (*head, self.free) = (self.free, next);
        } else {
            self.nodes.push((item, *head));
            *head = self.nodes.len() as u32 - 1;
        }
        self.filled[bucket / 64] |= 1 << (bucket % 64);
    }

    /// Finds the first level that holds something and moves to it; none when nothing is left, and then levels begin at 0 again.
    #[inline]
    pub fn find_level(&mut self) -> Option<u64> {
        let level = self.next_in_ring().unwrap_or(u64::MAX).min(self.resume);
        if level == u64::MAX {
            self.level = 0;
            return None;
        }
        self.level = level;
        if level == self.resume {
            self.come_round();
        }
        Some(level)
    }

    /// The first level of the ring that holds something; buckets that turn out to be empty are noted as such.
    #[inline]
    fn next_in_ring(&mut self) -> Option<u64> {
        let first = self.bucket(self.level);
        if self.heads[first] != END {
            return Some(self.level);
        }
        self.filled[first / 64] &= !(1 << (first % 64));
        let ahead = self.filled[first / 64] >> (first % 64);
        let bucket = if ahead != 0 {
            first + ahead.trailing_zeros() as usize
        } else {
            let mut words = (first / 64 + 1..self.filled.len()).chain(0..=first / 64);
            let word = words.find(|word| self.filled[*word] != 0)?;
            word * 64 + self.filled[word].trailing_zeros() as usize
        };
        Some(self.level + (bucket.wrapping_sub(first) & (self.heads.len() - 1)) as u64)
    }

    /// Takes from beyond the ring what it now reaches.
    fn come_round(&mut self) {
        self.resume = u64::MAX;
        for (level, item) in std::mem::take(&mut self.beyond) {
            self.push(level, item);
        }
    }

    /// Takes an item of the level last found.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<T> {
        let bucket = self.bucket(self.level);
        let head = self.heads[bucket];
        let (item, next) = *self.nodes.get(head as usize)?;
        self.nodes[head as usize].1 = self.free;
        (self.free, self.heads[bucket]) = (head, next);
        Some(item)
    }

    /// Takes everything, in no order that means anything, and begins again at level 0.
    pub fn drain(&mut self) -> Vec<T> {
        let mut all: Vec<T> = self.beyond.drain(..).map(|(_, item)| item).collect();
        for bucket in 0..self.heads.len() {
            while let Some((item, next)) = self.nodes.get(self.heads[bucket] as usize) {
                all.push(*item);
                self.heads[bucket] = *next;
            }
        }
        self.reset(self.heads.len(), 0);
        all
    }
}
