//! The hash of the state: one number a tick, and on demand one for each named part.
//!
//! An entity's hash folds the bytes of its components under its id; a class' hash is the wrapping sum over
//! its entities, so that no row order is in it. The total folds classes, players, knowledge, flow, routes and clock.

use std::sync::atomic::{AtomicU64, Ordering};

use super::entity::EntityState;
use super::{Field, Folder};
use crate::id::UnitId;
use crate::math::mix;
use crate::world::{BuildingBundle, NodeBundle, Roster, ShotBundle, UnitBundle, World};

/// The names of the parts, in order.
pub const PART_NAMES: &[&str] = &[
    "clock",
    "players",
    "knowledge",
    "flow",
    "routes",
    "squads",
    "minds",
    "senses",
    "rings",
    "schedules",
    "unit.identity",
    "unit.motion",
    "unit.vitals",
    "unit.arms",
    "unit.agent",
    "unit.labour",
    "unit.statuses",
    "unit.sightings",
    "building.identity",
    "building.site",
    "building.vitals",
    "building.arms",
    "building.works",
    "building.sightings",
    "node.identity",
    "node.site",
    "node.deposit",
    "projectile.identity",
    "projectile.shot",
];

/// The row of minds among them, which counts where there are any.
const MINDS: usize = 6;
/// The row of senses, which count where anybody has them.
const SENSES: usize = 7;
/// The row of places round targets, which count where the rules have them.
const RINGS: usize = 8;
/// The row of schedules, which counts where there are any.
const SCHEDULES: usize = 9;

/// The hash of one named part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
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
        let classes = [
            class_hash::<UnitBundle>(self, &self.entities.units),
            class_hash::<BuildingBundle>(self, &self.entities.buildings),
            class_hash::<NodeBundle>(self, &self.entities.nodes),
            class_hash::<ShotBundle>(self, &self.entities.shots),
        ];
        let counts = |part: usize| match part {
            MINDS => self.parts.minds.exist(),
            SENSES => self.parts.senses.exist(),
            RINGS => self.parts.rings.exist(),
            SCHEDULES => !self.parts.schedules.is_empty(),
            _ => true,
        };
        let rest = shared_hashes(self);
        let rest = rest.iter().enumerate().filter(|(part, _)| counts(*part)).map(|(_, hash)| hash);
        classes.iter().chain(rest).fold(0, |total, hash| mix(total, *hash))
    }

    /// The hash of each named part, in the order of [`PART_NAMES`]. Slower than [`World::state_hash`].
    pub fn part_hashes(&self) -> Vec<Part> {
        let mut hashes = shared_hashes(self).to_vec();
        part_hashes_of::<UnitBundle>(self, &self.entities.units, &mut hashes);
        part_hashes_of::<BuildingBundle>(self, &self.entities.buildings, &mut hashes);
        part_hashes_of::<NodeBundle>(self, &self.entities.nodes, &mut hashes);
        part_hashes_of::<ShotBundle>(self, &self.entities.shots, &mut hashes);
        PART_NAMES.iter().zip(hashes).map(|(name, hash)| Part { name, hash }).collect()
    }
}

#[inline]
fn entity_key(id: UnitId) -> u64 {
    u64::from(id.0) << 8
}

fn class_hash<T: EntityState>(world: &World, roster: &Roster) -> u64 {
    if roster.len() == 0 {
        return 0;
    }
    let sum = AtomicU64::new(0);
    world.threads.by_chunks(roster.by_row(), |first, ids| {
        let columns = T::columns(roster.archetype(&world.entities.ecs));
        let rows = T::rows(&columns, first..first + ids.len());
        let hashes = ids.iter().enumerate().map(|(at, id)| {
            let mut folder = Folder::new(entity_key(*id));
            T::put(&rows, at, &mut folder);
            folder.finish()
        });
        // Sums wrap, so that it does not matter which chunk comes first.
        sum.fetch_add(hashes.fold(0, u64::wrapping_add), Ordering::Relaxed);
    });
    sum.into_inner()
}

fn part_hashes_of<T: EntityState>(world: &World, roster: &Roster, hashes: &mut Vec<u64>) {
    let columns = T::columns(roster.archetype(&world.entities.ecs));
    for part in 0..T::PARTS.len() {
        let mut sum = 0u64;
        for (row, id) in roster.by_row().iter().enumerate() {
            let mut folder = Folder::new(entity_key(*id) + part as u64 + 1);
            T::put_part(&columns, part, row, &mut folder);
            sum = sum.wrapping_add(folder.finish());
        }
        hashes.push(sum);
    }
}

/// The hashes of what is no entity's.
fn shared_hashes(world: &World) -> [u64; 10] {
    let (knowledge, flow) = (crate::sight::knowledge_hash(world), crate::flow::hash(world));
    let (routes, squads) = (crate::route::hash(world), crate::squad::hash(world));
    let (minds, rings) = (crate::agent::hash_minds(world), crate::ring::hash(world));
    let (senses, schedules) = (crate::senses::hash(world), crate::schedule::hash(world));
    [clock_hash(world), players_hash(world), knowledge, flow, routes, squads, minds, senses, rings, schedules]
}

fn clock_hash(world: &World) -> u64 {
    let mut folder = Folder::new(0);
    super::snapshot::put_clock(world, &mut folder);
    folder.finish()
}

fn players_hash(world: &World) -> u64 {
    world.parts.players.iter().enumerate().fold(0, |total, (row, player)| {
        let mut folder = Folder::new(row as u64);
        Field::put(player, &mut folder);
        mix(total, folder.finish())
    })
}
