//! What one team knows: the cells it explored, and foreign buildings and nodes as it last saw them.

use super::frozen_entity::FrozenEntity;
use crate::state::Derived;
use sandtable_math::splitmix;
use sandtable_model::scenario::{Fog, Scenario};
use sandtable_nav::bits::BitGrid;
use sandtable_state::id::UnitId;
use sandtable_state::{ByteReader, Field, Malformed, Record, Sink};

/// What one team knows.
///
/// Basic: `explored`, `memories` and `changed`. The rest is derived from them and from the team's own buildings.
/// The hash is a xor over cells and rows, so that it follows each change at a constant cost.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    explored: BitGrid,
    /// By ascending id.
    memories: Vec<FrozenEntity>,
    /// The tick at which obstacles last came or went, as far as it knows.
    changed: u32,
    explored_cells: Derived<u32>,
    explored_hash: Derived<u64>,
    memory_hash: Derived<u64>,
    blocked: Derived<BitGrid>,
    block_version: Derived<u32>,
    /// Memories of what is gone, unbeknown to the team.
    ghosts: Derived<Vec<UnitId>>,
    /// Whether memories came or went since the obstacles were drawn.
    pub(super) obstacles_changed: Derived<bool>,
}

impl Knowledge {
    /// What a team knows before anything is seen.
    pub(super) fn new(scenario: &Scenario) -> Knowledge {
        let cells = scenario.map.cells();
        let explored = if scenario.fog == Fog::Full { BitGrid::new(cells) } else { BitGrid::full(cells) };
        let mut knowledge = Knowledge { explored, ..Knowledge::default() };
        knowledge.reset(cells);
        knowledge
    }

    /// Makes the derived parts from the basic ones, but for the obstacles: nothing blocks until they are drawn.
    pub(super) fn reset(&mut self, cells: usize) {
        self.recount();
        *self.blocked = BitGrid::new(cells);
        *self.obstacles_changed = true;
    }

    /// Whether the team has ever seen the cell with this index.
    #[inline]
    pub fn is_explored(&self, index: usize) -> bool {
        self.explored.get(index)
    }

    /// [`Knowledge::is_explored`] of all cells in words of 64, the first cell's bit lowest.
    pub(crate) fn explored_words(&self) -> &[u64] {
        self.explored.words()
    }

    /// How many cells it has seen.
    pub fn explored_cells(&self) -> u32 {
        *self.explored_cells
    }

    /// Whether, as far as it knows, a building or node stands on the cell with this index. Gates of the team
    /// are open to it; its sites that are only planned block nothing.
    #[inline]
    pub fn is_blocked(&self, index: usize) -> bool {
        self.blocked.get(index)
    }

    /// [`Knowledge::is_blocked`] of all cells in words of 64, the first cell's bit lowest.
    pub(crate) fn blocked_words(&self) -> &[u64] {
        self.blocked.words()
    }

    /// Changes whenever an answer of [`Knowledge::is_blocked`] does. Two versions are only compared for
    /// equality, within one run: the number is no state.
    #[inline]
    pub fn block_version(&self) -> u32 {
        *self.block_version
    }

    /// Hostile buildings and all nodes as it last saw them, by ascending id.
    pub fn memories(&self) -> &[FrozenEntity] {
        &self.memories
    }

    /// What it remembers of one entity.
    pub fn memory(&self, id: UnitId) -> Option<&FrozenEntity> {
        self.find(id).ok().map(|at| &self.memories[at])
    }

    /// Where a memory is, or would be. Nodes come last, and their serials have gaps only where one is gone: most lie as far from the
    /// end as their serials are from the last one.
    fn find(&self, id: UnitId) -> Result<usize, usize> {
        let back = self.memories.last().and_then(|last| last.id.0.checked_sub(id.0));
        let guess = back.and_then(|back| self.memories.len().checked_sub(back as usize + 1));
        if let Some(guess) = guess.filter(|guess| self.memories[*guess].id == id) {
            return Ok(guess);
        }
        self.memories.binary_search_by_key(&id, |memory| memory.id)
    }

    /// Notes that the cell was seen.
    #[inline]
    pub(super) fn explore(&mut self, index: usize) {
        if self.explored.set(index) {
            *self.explored_cells += 1;
            *self.explored_hash ^= splitmix(index as u64);
        }
    }

    /// Notes how an entity looks.
    pub(super) fn remember(&mut self, memory: FrozenEntity) {
        match self.find(memory.id) {
            Ok(at) => {
                *self.memory_hash ^= row_hash(&self.memories[at]) ^ row_hash(&memory);
                self.memories[at] = memory;
            }
            Err(at) => {
                *self.memory_hash ^= row_hash(&memory);
                self.memories.insert(at, memory);
                *self.obstacles_changed = true;
            }
        }
    }

    /// Lists the memories of what is gone.
    pub(super) fn list_ghosts(&mut self, gone: impl Fn(UnitId) -> bool) {
        self.ghosts.clear();
        self.ghosts.extend(self.memories.iter().map(|memory| memory.id).filter(|id| gone(*id)));
    }

    /// Forgets the ghosts whose absence is `seen`.
    pub(super) fn forget_ghosts(&mut self, seen: impl Fn(&FrozenEntity) -> bool) {
        let mut at = 0;
        while let Some(ghost) = self.ghosts.get(at) {
            match self.find(*ghost) {
                Ok(row) if seen(&self.memories[row]) => {
                    *self.memory_hash ^= row_hash(&self.memories[row]);
                    self.memories.remove(row);
                    self.ghosts.remove(at);
                    *self.obstacles_changed = true;
                }
                _ => at += 1,
            }
        }
    }

    /// Takes over obstacles as they were drawn anew.
    pub(super) fn take_obstacles(&mut self, drawn: &mut BitGrid, now: u32) {
        *self.obstacles_changed = false;
        if *self.blocked != *drawn {
            std::mem::swap(&mut *self.blocked, drawn);
            *self.block_version = self.block_version.wrapping_add(1);
            self.changed = now;
        }
    }

    /// Whether it learnt in the last tick that obstacles came or went.
    #[inline]
    pub(crate) fn has_news(&self, now: u32) -> bool {
        now.wrapping_sub(self.changed) <= 1
    }

    /// The tick at which obstacles last came or went.
    pub(super) fn changed(&self) -> u32 {
        self.changed
    }

    /// Takes that tick back over when obstacles were drawn from what was saved, which is no news.
    pub(super) fn set_changed(&mut self, changed: u32) {
        self.changed = changed;
    }

    /// The hash of all basic fields, kept up with each change.
    #[inline]
    pub fn hash(&self) -> u64 {
        sandtable_math::mix3(*self.explored_hash, *self.memory_hash, u64::from(self.changed))
    }

    /// Recomputes the counts and hashes from the basic fields.
    pub(super) fn recount(&mut self) {
        *self.explored_cells = self.explored.count();
        *self.explored_hash = self.explored.ones().fold(0, |hash, index| hash ^ splitmix(index as u64));
        *self.memory_hash = self.memories.iter().fold(0, |hash, memory| hash ^ row_hash(memory));
    }

    /// Whether the basic fields, read from a file, are possible in this scenario.
    pub(crate) fn is_possible(&self, scenario: &Scenario) -> bool {
        let sorted = self.memories.windows(2).all(|pair| pair[0].id < pair[1].id);
        let possible = |memory: &FrozenEntity| {
            memory.kind.index() < scenario.rules.kinds.len() && scenario.map.contains(memory.cell)
        };
        self.explored.fits(scenario.map.cells()) && sorted && self.memories.iter().all(possible)
    }
}

fn row_hash(memory: &FrozenEntity) -> u64 {
    let mut folder = sandtable_state::StateHasher::new(u64::from(memory.id.0));
    Field::put(memory, &mut folder);
    folder.finish()
}

impl Record for Knowledge {
    fn put<S: Sink>(&self, sink: &mut S) {
        Field::put(&self.explored, sink);
        Field::put(&self.memories, sink);
        Field::put(&self.changed, sink);
    }

    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        let (explored, memories) = (reader.named("explored")?, reader.named("memories")?);
        let changed = reader.named("changed")?;
        let mut knowledge = Knowledge { explored, memories, changed, ..Knowledge::default() };
        knowledge.recount();
        Ok(knowledge)
    }

    fn show(&self, each: &mut dyn FnMut(&'static str, &dyn std::fmt::Debug)) {
        each("explored", &self.explored);
        each("memories", &self.memories);
        each("changed", &self.changed);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::component::ConstructionStage;
    use sandtable_math::Fx;
    use sandtable_model::map::Cell;
    use sandtable_state::id::{KindId, PlayerId};

    fn memory(id: UnitId) -> FrozenEntity {
        let (kind, cell, stage) = (KindId(0), Cell::new(0, 0), ConstructionStage::Complete);
        FrozenEntity { id, kind, cell, hp: Fx::ZERO, amount: id.serial(), stage, tick: 0 }
    }

    proptest! {
        #[test]
        fn memories_are_found_whatever_gaps_there_are(serials in prop::collection::btree_set((0u8..3, 1u32..40), 0..60)) {
            let owner = |number: u8| if number == 2 { PlayerId::NEUTRAL } else { PlayerId(number) };
            let all = (0..3).flat_map(|number| (1..40).map(move |serial| (number, serial)));
            let mut knowledge = Knowledge::default();
            for (number, serial) in &serials {
                knowledge.remember(memory(UnitId::new(owner(*number), *serial)));
            }
            for (number, serial) in all {
                let id = UnitId::new(owner(number), serial);
                let expected = serials.contains(&(number, serial)).then(|| memory(id));
                prop_assert_eq!(knowledge.memory(id), expected.as_ref());
            }
        }
    }
}
