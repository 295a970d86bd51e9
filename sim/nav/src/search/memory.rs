//! What a search remembers of each node, in one word, and forgets at no cost.

use super::layout::{ARRIVAL_SHIFT, CLOSED, COST_SHIFT, MAX_COST, RANK, STAMP_SHIFT};
use super::space::{Arrival, MAX_ARRIVAL};

/// Cost, arrival and state of every node. Each search has a lower stamp than the one before it, in the highest bits:
/// thus words of earlier searches compare as dearer than anything, and need neither be cleared nor told apart.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchMemory {
    words: Vec<u64>,
    /// Of the running search, in place.
    stamp: u64,
}

impl SearchMemory {
    /// Forgets everything and makes room for `nodes` nodes.
    pub fn reset(&mut self, nodes: u32) {
        if self.stamp == 0 {
            self.words.fill(u64::MAX);
            self.stamp = u64::MAX << STAMP_SHIFT;
        }
        if self.words.len() < nodes as usize {
            self.words.resize(nodes as usize, u64::MAX);
        }
        self.stamp -= 1 << STAMP_SHIFT;
    }

    /// Notes that a node can be had at a cost, unless it is known at that cost or a lower one already.
    #[inline(always)]
    pub fn adopt(&mut self, node: u32, cost: u64, arrival: Arrival) -> bool {
        let word = self.word(cost, arrival);
        let known = &mut self.words[node as usize];
        let better = word < *known & RANK;
        if better {
            *known = word;
        }
        better
    }

    /// Takes in a node reached at a cost, unless it is closed or was reached as cheaply.
    #[inline]
    pub fn adopt_open(&mut self, node: u32, cost: u64, arrival: Arrival) -> bool {
        self.settled(node).is_none() && self.adopt(node, cost, arrival)
    }

    /// Notes a node's cost unless it is known at all.
    #[inline]
    pub fn discover(&mut self, node: u32, cost: u64, arrival: Arrival) -> bool {
        let word = self.word(cost, arrival);
        let known = &mut self.words[node as usize];
        let new = *known >> STAMP_SHIFT != self.stamp >> STAMP_SHIFT;
        if new {
            *known = word;
        }
        new
    }

    #[inline(always)]
    fn word(&self, cost: u64, arrival: Arrival) -> u64 {
        debug_assert!(cost <= MAX_COST && arrival.0 <= MAX_ARRIVAL);
        self.stamp | cost << COST_SHIFT | u64::from(arrival.0) << ARRIVAL_SHIFT
    }

    /// Closes a node that was noted in this search; its cost and arrival, unless it was closed before.
    #[inline(always)]
    pub fn close(&mut self, node: u32) -> Option<(u64, Arrival)> {
        let word = &mut self.words[node as usize];
        if *word & CLOSED != 0 {
            return None;
        }
        *word |= CLOSED;
        Some(parts(*word))
    }

    /// The cost and arrival of a node; none when this search has not noted it.
    pub fn get(&self, node: u32) -> Option<(u64, Arrival)> {
        let word = *self.words.get(node as usize)?;
        (word >> STAMP_SHIFT == self.stamp >> STAMP_SHIFT).then(|| parts(word))
    }

    /// The cost of a closed node.
    pub fn settled(&self, node: u32) -> Option<u64> {
        let word = *self.words.get(node as usize)?;
        (word >> STAMP_SHIFT == self.stamp >> STAMP_SHIFT && word & CLOSED != 0).then(|| parts(word).0)
    }
}

#[inline(always)]
fn parts(word: u64) -> (u64, Arrival) {
    (word >> COST_SHIFT & MAX_COST, Arrival((word >> ARRIVAL_SHIFT) as u16 & MAX_ARRIVAL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_searches_know_nothing_of_earlier_ones_however_many_there_are() {
        let mut memory = SearchMemory::default();
        for search in 0..10_000u64 {
            memory.reset(3);
            assert_eq!(memory.get(1), None);
            assert!(memory.adopt(1, MAX_COST - search, Arrival(MAX_ARRIVAL)));
            assert_eq!(memory.settled(1), None);
            assert_eq!(memory.close(1), Some((MAX_COST - search, Arrival(MAX_ARRIVAL))));
            assert_eq!(memory.close(1), None);
            assert_eq!(memory.settled(1), Some(MAX_COST - search));
        }
    }

    #[test]
    fn only_a_lower_cost_is_adopted() {
        let mut memory = SearchMemory::default();
        memory.reset(1);
        assert!(memory.adopt(0, 9, Arrival(1)));
        assert!(!memory.adopt(0, 9, Arrival(0)));
        assert!(memory.adopt(0, 8, Arrival(2)));
        assert!(!memory.discover(0, 1, Arrival(3)));
        assert_eq!(memory.get(0), Some((8, Arrival(2))));
    }
}
