//! The fields in use, found by goal, the least recently used one giving way.

use super::Goal;
use super::field::Field;
use super::layer::{Layer, TeamLayers};
use crate::limits::{MAX_FLOW_CELLS, MAX_FLOW_FIELDS};
use crate::map::lattice::Lattice;
use crate::math::splitmix;

/// Slots of the lookup table: at least twice the fields, so that probes stay short.
const SLOTS: usize = (2 * MAX_FLOW_FIELDS).next_power_of_two();
const EMPTY: u16 = u16::MAX;
/// Fields kept however large the map is.
const LEAST_FIELDS: usize = 8;

/// A pool of fields. What it holds never shows in a result: a field is a pure function of its goal and its layer.
#[derive(Clone, Default)]
pub(super) struct Cache {
    entries: Vec<Entry>,
    /// Rows of `entries` by hash of the goal, probed linearly.
    table: Vec<u16>,
    clock: u64,
}

#[derive(Clone)]
struct Entry {
    goal: Goal,
    used: u64,
    field: Field,
}

impl Cache {
    /// The field of `goal`, up to date with its team's layers.
    #[inline]
    pub(super) fn field(&mut self, lattice: Lattice, goal: &Goal, layers: &TeamLayers, layer: &Layer) -> &mut Field {
        self.clock += 1;
        let row = match self.find(goal) {
            Some(row) => row,
            None => self.insert(lattice, goal, layers, layer),
        };
        let entry = &mut self.entries[row];
        entry.used = self.clock;
        if entry.field.seen != layers.changes() {
            match layers.changed_since(entry.field.seen) {
                Some(changed) => entry.field.take_in(lattice, layer, changed),
                None => entry.field.start(lattice, layer, goal.rect),
            }
            entry.field.seen = layers.changes();
        }
        &mut entry.field
    }

    #[inline]
    fn find(&self, goal: &Goal) -> Option<usize> {
        let mut slot = splitmix(goal.packed()) as usize;
        loop {
            let row = *self.table.get(slot & (SLOTS - 1))?;
            if row == EMPTY {
                return None;
            }
            if self.entries[row as usize].goal == *goal {
                return Some(row as usize);
            }
            slot += 1;
        }
    }

    fn insert(&mut self, lattice: Lattice, goal: &Goal, layers: &TeamLayers, layer: &Layer) -> usize {
        let capacity = (MAX_FLOW_CELLS / lattice.len()).clamp(LEAST_FIELDS, MAX_FLOW_FIELDS);
        let row = if self.entries.len() < capacity {
            self.entries.push(Entry { goal: *goal, used: 0, field: Field::default() });
            self.entries.len() - 1
        } else {
            let oldest = self.entries.iter().enumerate().min_by_key(|(_, entry)| entry.used);
            oldest.map_or(0, |(row, _)| row)
        };
        let entry = &mut self.entries[row];
        entry.goal = *goal;
        entry.field.start(lattice, layer, goal.rect);
        entry.field.seen = layers.changes();
        self.index();
        row
    }

    /// Makes the table again.
    fn index(&mut self) {
        self.table.clear();
        self.table.resize(SLOTS, EMPTY);
        for (row, entry) in self.entries.iter().enumerate() {
            let mut slot = splitmix(entry.goal.packed()) as usize;
            while self.table[slot & (SLOTS - 1)] != EMPTY {
                slot += 1;
            }
            self.table[slot & (SLOTS - 1)] = row as u16;
        }
    }
}
