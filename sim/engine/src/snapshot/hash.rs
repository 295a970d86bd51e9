//! The hash of the state: one number a tick, and on demand one for each named part.
//!
//! An entity's hash folds the bytes of its components under its id; a class' hash is the wrapping sum over
//! its entities, so that no row order is in it. The total folds classes, players, knowledge, flow, routes and clock.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::entities::{EachClass, Entities, EntityState, Roster};
use crate::state::ByteCount;
use crate::threads::Threads;
use crate::world::{Parts, World};
use sandtable_math::mix;
use sandtable_state::StateHasher;
use sandtable_state::id::UnitId;

/// How many parts have names.
const COUNT: usize = Parts::COUNT + Entities::PARTS.len();

/// The names of the parts, in order.
pub const PART_NAMES: &[&str] = &{
    let mut names = [""; COUNT];
    let mut at = 0;
    while at < COUNT {
        names[at] = if at < Parts::COUNT { Parts::NAMES[at] } else { Entities::PARTS[at - Parts::COUNT] };
        at += 1;
    }
    names
};

/// The hash of one named part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartHash {
    /// Its name, one of [`PART_NAMES`].
    pub name: &'static str,
    /// Its hash.
    pub hash: u64,
}

impl World {
    /// The hash of the whole state. Observing it changes nothing.
    pub fn state_hash(&self) -> u64 {
        self.threads.enter(self.entities.units.len(), || self.hash_classes_and_rest())
    }

    fn hash_classes_and_rest(&self) -> u64 {
        let mut classes = ClassHashes { threads: &self.threads, total: 0 };
        self.entities.each_class(&mut classes);
        let parts = self.parts.hashes().into_iter().filter(|(_, counts)| *counts);
        parts.fold(classes.total, |total, (hash, _)| mix(total, hash))
    }

    /// The hash of each named part, in the order of [`PART_NAMES`]. Slower than [`World::state_hash`].
    pub fn part_hashes(&self) -> Vec<PartHash> {
        let mut hashes = ComponentHashes(self.parts.hashes().map(|(hash, _)| hash).to_vec());
        self.entities.each_class(&mut hashes);
        PART_NAMES.iter().zip(hashes.0).map(|(name, hash)| PartHash { name, hash }).collect()
    }

    /// How many bytes each named part takes in a snapshot, in the order of [`PART_NAMES`]; the numbers of entities, which are
    /// counted once a class, are no part's.
    pub fn part_sizes(&self) -> Vec<(&'static str, usize)> {
        let mut sizes = ComponentSizes(Parts::sizes(self).to_vec());
        self.entities.each_class(&mut sizes);
        PART_NAMES.iter().copied().zip(sizes.0).collect()
    }
}

#[inline]
fn entity_key(id: UnitId) -> u64 {
    u64::from(id.0) << 8
}

/// The classes' hashes, folded in order.
struct ClassHashes<'w> {
    threads: &'w Threads,
    total: u64,
}

impl EachClass for ClassHashes<'_> {
    fn class<T: EntityState>(&mut self, roster: &Roster, ecs: &hecs::World) {
        let sum = AtomicU64::new(0);
        if roster.len() > 0 {
            self.threads.by_chunks(roster.by_row(), |first, ids| {
                let columns = T::columns(roster.archetype(ecs));
                let rows = T::rows(&columns, first..first + ids.len());
                let hashes = ids.iter().enumerate().map(|(at, id)| {
                    let mut folder = StateHasher::new(entity_key(*id));
                    T::put(&rows, at, &mut folder);
                    folder.finish()
                });
                // Sums wrap, so that it does not matter which chunk comes first.
                sum.fetch_add(hashes.fold(0, u64::wrapping_add), Ordering::Relaxed);
            });
        }
        self.total = mix(self.total, sum.into_inner());
    }
}

/// The hash of each component.
struct ComponentHashes(Vec<u64>);

impl EachClass for ComponentHashes {
    fn class<T: EntityState>(&mut self, roster: &Roster, ecs: &hecs::World) {
        let columns = T::columns(roster.archetype(ecs));
        for part in 0..T::PARTS.len() {
            let mut sum = 0u64;
            for (row, id) in roster.by_row().iter().enumerate() {
                let mut folder = StateHasher::new(entity_key(*id) + part as u64 + 1);
                T::put_part(&columns, part, row, &mut folder);
                sum = sum.wrapping_add(folder.finish());
            }
            self.0.push(sum);
        }
    }
}

/// How many bytes each component takes.
struct ComponentSizes(Vec<usize>);

impl EachClass for ComponentSizes {
    fn class<T: EntityState>(&mut self, roster: &Roster, ecs: &hecs::World) {
        let columns = T::columns(roster.archetype(ecs));
        for part in 0..T::PARTS.len() {
            let mut count = ByteCount::default();
            (0..roster.len()).for_each(|row| T::put_part(&columns, part, row, &mut count));
            self.0.push(count.0);
        }
    }
}
