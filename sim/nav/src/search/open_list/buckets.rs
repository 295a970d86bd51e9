//! The open list for costs that never fall and rise by little: a ring of buckets (Dial 1969, "Algorithm 360").

use super::{OpenList, OpenRank};

/// Nodes by cost, those of one cost last in first out: of two equally good nodes the one reached later is as a rule
/// nearer to the goal. Every cost lies less than the ring's length above the one last taken, so that no two share a bucket.
#[derive(Clone, Debug, Default)]
pub struct Buckets {
    /// A power of two of them, at least 64.
    stacks: Vec<Vec<u32>>,
    /// Which stacks hold something, a bit each.
    filled: Vec<u64>,
    /// The bucket of the cost last taken.
    current: usize,
}

impl Buckets {
    /// The next bucket from `self.current` on, around the ring, that holds something.
    #[inline]
    fn next_filled(&self) -> Option<usize> {
        let (word, bit) = (self.current / 64, self.current % 64);
        let ahead = self.filled[word] >> bit;
        if ahead != 0 {
            return Some(self.current + ahead.trailing_zeros() as usize);
        }
        let rest = (word + 1..self.filled.len()).chain(0..=word);
        rest.into_iter()
            .find(|word| self.filled[*word] != 0)
            .map(|word| word * 64 + self.filled[word].trailing_zeros() as usize)
    }
}

impl OpenList for Buckets {
    fn reset(&mut self, first: OpenRank, widest: u64) {
        let ring = (widest as usize + 1).next_power_of_two().max(64);
        // What a search left behind lies in filled buckets only.
        while let Some(bucket) = if self.filled.is_empty() { None } else { self.next_filled() } {
            self.stacks[bucket].clear();
            self.filled[bucket / 64] &= !(1 << (bucket % 64));
        }
        if self.stacks.len() != ring {
            self.stacks.resize_with(ring, Vec::new);
            self.filled.resize(ring / 64, 0);
        }
        self.current = first.cost as usize & (ring - 1);
    }

    #[inline(always)]
    fn push(&mut self, rank: OpenRank, node: u32) {
        let bucket = rank.cost as usize & (self.stacks.len() - 1);
        self.stacks[bucket].push(node);
        self.filled[bucket / 64] |= 1 << (bucket % 64);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<u32> {
        loop {
            if let Some(node) = self.stacks[self.current].pop() {
                return Some(node);
            }
            self.filled[self.current / 64] &= !(1 << (self.current % 64));
            self.current = self.next_filled()?;
        }
    }
}
