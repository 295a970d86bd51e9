//! Snapshots: the basic state as bytes, and a world from them.
//!
//! A snapshot holds no scenario: it is loaded over the one it was taken from, whose fingerprint the caller
//! keeps beside it. Derived state is rebuilt on load; entities are written in the order of their ids.

mod admit;
mod difference;
mod dump;
mod hash;
mod limits;
mod validate;

use std::sync::Arc;

use admit::load_entities;
pub use difference::{Difference, differences};
pub use dump::{DumpLine, dump};
pub use hash::{PART_NAMES, PartHash};

pub use crate::state::SnapshotError;

use crate::entities::{EachClass, Entities, EntityState, Roster};
use crate::world::{Parts, World};
use sandtable_model::scenario::Scenario;
use sandtable_state::{ByteReader, Field};

/// The basic state as bytes.
pub fn save(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    Parts::save(world, &mut bytes);
    bytes
}

/// The world whose basic state these bytes hold.
///
/// # Errors
/// [`SnapshotError`] when the bytes do not decode, or name what the scenario does not have.
pub fn load(scenario: Arc<Scenario>, bytes: &[u8]) -> Result<World, SnapshotError> {
    let world = load_loosely(scenario, bytes)?;
    // What is derived may correct what was read: a seen cell that was not explored, a field that means nothing here.
    if save(&world) != bytes {
        return Err(SnapshotError::Inconsistent("a state that no world saves: it is another one once loaded"));
    }
    Ok(world)
}

/// The world that comes out of bytes which [`load`] refuses because it would be saved otherwise: to tell in what it is another.
///
/// # Errors
/// [`SnapshotError`] when the bytes do not decode, or name what the scenario does not have.
pub fn load_loosely(scenario: Arc<Scenario>, bytes: &[u8]) -> Result<World, SnapshotError> {
    let mut world = crate::world::empty_world(scenario, 0);
    read(&mut world, bytes)?;
    crate::world::rebuild(&mut world).map_err(SnapshotError::Inconsistent)?;
    Ok(world)
}

/// Hashes saved states of one scenario without rebuilding what is derived from them, which is most of what loading takes: for whoever
/// compares many. Two saved states of different hashes differ as worlds, too, if [`load`] takes them; two of one hash may differ in
/// flow fields, which have none before they are rebuilt.
pub struct SavedHasher {
    empty: World,
}

impl SavedHasher {
    /// Of states of a scenario.
    pub fn new(scenario: Arc<Scenario>) -> SavedHasher {
        SavedHasher { empty: crate::world::empty_world(scenario, 0) }
    }

    /// The hash of the state in these bytes, which is not [`World::state_hash`].
    ///
    /// # Errors
    /// [`SnapshotError`] when they do not decode, or name what the scenario does not have; [`load`] refuses more.
    pub fn hash(&self, bytes: &[u8]) -> Result<u64, SnapshotError> {
        let mut world = self.empty.fork();
        read(&mut world, bytes)?;
        Ok(world.state_hash())
    }
}

/// Reads the basic state into a world without entities.
fn read(world: &mut World, bytes: &[u8]) -> Result<(), SnapshotError> {
    let mut reader = ByteReader::new(bytes);
    Parts::load(world, &mut reader, load_entities)?;
    reader.finish()?;
    validate::aliases(world).map_err(SnapshotError::Inconsistent)
}

/// Appends the entities of each class, in the order of ids.
struct EntityWriter<'b>(&'b mut Vec<u8>);

impl EachClass for EntityWriter<'_> {
    fn class<T: EntityState>(&mut self, roster: &Roster, ecs: &hecs::World) {
        let columns = T::columns(roster.archetype(ecs));
        (roster.len() as u32).put(self.0);
        let rows = T::rows(&columns, 0..roster.len());
        for row in roster.rows() {
            T::put(&rows, *row as usize, self.0);
        }
    }
}

impl Entities {
    /// Appends the bytes of all entities.
    pub(crate) fn save(&self, bytes: &mut Vec<u8>) {
        self.each_class(&mut EntityWriter(bytes));
    }
}
