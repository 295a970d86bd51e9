//! What it costs a class of locomotion to cross each cell, as far as one team knows, and what changed there.

use crate::ground::Ground;
use crate::map::lattice::Lattice;
use crate::rules::{LOCOMOTIONS, Locomotion, WALL_COST};
use crate::sight::{Bits, Knowledge};

/// Changes remembered for fields that have not caught up; a field that lags further starts anew.
pub(super) const MAX_CHANGE_LOG: usize = 4096;

/// Costs by cell of the lattice for one class, known obstacles being walls.
#[derive(Clone, Default)]
pub(super) struct Layer {
    /// Cost in eighths, or [`WALL_COST`].
    pub(super) costs: Vec<u8>,
    /// The greatest cost that is no wall.
    pub(super) dearest: u32,
}

impl Layer {
    /// The layer of `class` where `is_blocked` says, by index of the map's cells, what stands in the way.
    pub(super) fn new(lattice: Lattice, costs: &[u8], is_blocked: impl Fn(usize) -> bool) -> Layer {
        let mut layer = Layer { costs: vec![WALL_COST; lattice.len()], dearest: 1 };
        for (n, cost) in costs.iter().enumerate() {
            if *cost != WALL_COST {
                layer.dearest = layer.dearest.max(u32::from(*cost));
                if !is_blocked(n) {
                    layer.costs[lattice.of_map(n) as usize] = *cost;
                }
            }
        }
        layer
    }
}

/// One team's layers, and the log of what changed in them.
///
/// Derived from the terrain and the team's knowledge: the log only lets fields keep what a change does
/// not touch, and never shows in a result.
#[derive(Clone, Default)]
pub(super) struct TeamLayers {
    layers: [Option<Layer>; LOCOMOTIONS.len()],
    /// The team's known obstacles when last looked at.
    blocked: Vec<u64>,
    block_version: u32,
    /// Indices of changed cells; the last one has number `changes`.
    log: Vec<u32>,
    /// Changes so far.
    changes: u64,
}

impl TeamLayers {
    /// Takes in what the team has learnt.
    pub(super) fn catch_up(&mut self, lattice: Lattice, ground: &Ground, knowledge: &Knowledge) {
        let words = knowledge.blocked_words();
        if self.blocked.is_empty() {
            self.blocked.extend_from_slice(words);
        } else if self.block_version != knowledge.block_version() {
            self.note_differences(lattice, ground, words);
        }
        self.block_version = knowledge.block_version();
    }

    fn note_differences(&mut self, lattice: Lattice, ground: &Ground, words: &[u64]) {
        for (at, word) in words.iter().enumerate() {
            let changed = *word ^ self.blocked[at];
            self.blocked[at] = *word;
            for bit in Bits(changed) {
                self.note_change(lattice, ground, at * 64 + bit, word >> bit & 1 != 0);
            }
        }
    }

    fn note_change(&mut self, lattice: Lattice, ground: &Ground, n: usize, blocked: bool) {
        let index = lattice.of_map(n);
        for class in LOCOMOTIONS {
            if let Some(layer) = self.layers[class as usize].as_mut() {
                layer.costs[index as usize] = if blocked { WALL_COST } else { ground.costs(class)[n] };
            }
        }
        if self.log.len() == MAX_CHANGE_LOG {
            self.log.clear();
        }
        self.log.push(index);
        self.changes += 1;
    }

    /// Makes the layer of `class` if nobody has asked for it yet.
    pub(super) fn prepare(&mut self, lattice: Lattice, ground: &Ground, class: Locomotion) {
        let blocked = &self.blocked;
        self.layers[class as usize]
            .get_or_insert_with(|| Layer::new(lattice, ground.costs(class), |n| blocked[n >> 6] >> (n & 63) & 1 != 0));
    }

    /// The layer of `class`; none before it was prepared.
    #[inline]
    pub(super) fn layer(&self, class: Locomotion) -> Option<&Layer> {
        self.layers[class as usize].as_ref()
    }

    /// How many changes there have been.
    #[inline]
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    /// The cells that changed after the first `seen` changes; none when the log does not reach back so far.
    pub(super) fn changed_since(&self, seen: u64) -> Option<&[u32]> {
        let missing = (self.changes - seen) as usize;
        self.log.len().checked_sub(missing).map(|start| &self.log[start..])
    }
}
