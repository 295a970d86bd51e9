//! The entities: an archetype a class, and rosters that name its rows in the order of ids.

mod class;
mod roster;

use std::ops::Range;

pub(crate) use class::{EachClass, EntityState};
use class::{entity_classes, put_component};
pub use roster::{EntityIndex, EntityLocation, Roster};

use crate::component::{
    Agent, Footprint, Health, Identity, Motion, Production, Projectile, ResourceAmount, Sightings, TimedEffects,
    WeaponState, WorkerState,
};
use sandtable_model::map::Rect;
use sandtable_model::rules::Class;
use sandtable_state::id::{KindId, UnitId};
use sandtable_state::{ByteReader, Field, Malformed, Record, Sink};

entity_classes! {
    /// The entities of a match, one archetype per class. Rosters and directory are derived from what lives.
    Entities {
        /// Units, by id.
        units "unit" UnitBundle {
            identity: Identity,
            motion: Motion,
            health: Health,
            weapon: WeaponState,
            agent: Agent,
            #[sparse]
            worker: WorkerState,
            #[sparse]
            effects: TimedEffects,
            sightings: Sightings,
        }
        /// Buildings, by id.
        buildings "building" BuildingBundle {
            identity: Identity,
            footprint: Footprint,
            health: Health,
            weapon: WeaponState,
            #[sparse]
            production: Production,
            sightings: Sightings,
        }
        /// Nodes, by id.
        nodes "node" NodeBundle {
            identity: Identity,
            footprint: Footprint,
            amount: ResourceAmount,
        }
        /// Projectiles, by id.
        shots "projectile" ShotBundle {
            identity: Identity,
            projectile: Projectile,
        }
    }
}

/// Spawns and removes one entity of a class, so that its archetype stands at a known place.
fn empty_class<T: EntityState + hecs::DynamicBundle>(ecs: &mut hecs::World) -> Roster {
    let entity = ecs.spawn(T::blank());
    let place = ecs.archetypes().position(|archetype| !archetype.is_empty()).expect("the archetype was just made");
    let _ = ecs.despawn(entity);
    Roster::new(place as u32)
}

/// Copies one column of an archetype, rows in the same order.
fn copy_column<T: hecs::Component + Clone>(archetype: &hecs::Archetype, batch: &hecs::ColumnBatchBuilder) {
    let column = archetype.get::<&T>().expect("the class has this component");
    let mut writer = batch.writer::<T>().expect("the batch was made for this component");
    for value in column.iter() {
        if writer.push(value.clone()).is_err() {
            unreachable!("the batch has room for every row");
        }
    }
}

impl Entities {
    /// How many entities there are.
    pub(crate) fn count(&self) -> usize {
        self.population().iter().sum()
    }

    /// The rows of a class.
    #[inline]
    pub(crate) fn roster(&self, class: Class) -> &Roster {
        match class {
            Class::Unit => &self.units,
            Class::Building => &self.buildings,
            Class::Node => &self.nodes,
        }
    }

    fn roster_mut(&mut self, class: Class) -> &mut Roster {
        match class {
            Class::Unit => &mut self.units,
            Class::Building => &mut self.buildings,
            Class::Node => &mut self.nodes,
        }
    }

    /// A column of the archetype of a class' entities, indexed by row, to read.
    ///
    /// # Panics
    /// When the class has no such component, or it is being written: our bug.
    #[inline]
    pub(crate) fn column<'w, T: hecs::Component>(&'w self, roster: &Roster) -> hecs::ArchetypeColumn<'w, T> {
        roster.archetype(&self.ecs).get::<&T>().expect("the class has this component")
    }

    /// A column of the archetype of a class' entities, to write; other columns stay readable.
    #[inline]
    pub(crate) fn column_mut<'w, T: hecs::Component>(&'w self, roster: &Roster) -> hecs::ArchetypeColumnMut<'w, T> {
        roster.archetype(&self.ecs).get::<&mut T>().expect("the class has this component")
    }

    /// Where the entity lives; none when it is dead or never was.
    #[inline]
    pub(crate) fn place(&self, id: UnitId) -> Option<EntityLocation> {
        self.directory.get(id)
    }

    /// The class of a living entity.
    pub(crate) fn class(&self, id: UnitId) -> Option<Class> {
        self.place(id).map(|place| place.class)
    }

    /// The kind of the entity that lives there.
    #[inline]
    pub(crate) fn kind_at(&self, place: EntityLocation) -> KindId {
        self.column::<Identity>(self.roster(place.class))[place.row as usize].kind
    }

    /// The cells of a living building or node.
    pub(crate) fn rect_of(&self, id: UnitId) -> Option<Rect> {
        let place = self.place(id).filter(|place| place.class != Class::Unit)?;
        Some(self.roster(place.class).rect(place.row))
    }

    /// Takes in a unit, in the next row.
    pub(crate) fn spawn_unit(&mut self, bundle: UnitBundle) {
        let id = bundle.0.id;
        let entity = self.ecs.spawn(bundle);
        let row = self.units.insert(id, entity);
        self.directory.set(id, EntityLocation { class: Class::Unit, row });
    }

    /// Takes in a building that stands on these cells, in the next row.
    pub(crate) fn spawn_building(&mut self, bundle: BuildingBundle, rect: Rect) {
        let id = bundle.0.id;
        let entity = self.ecs.spawn(bundle);
        let row = self.buildings.insert_footprint(id, entity, rect);
        self.directory.set(id, EntityLocation { class: Class::Building, row });
    }

    /// Takes in a node that stands on these cells, in the next row.
    pub(crate) fn spawn_node(&mut self, bundle: NodeBundle, rect: Rect) {
        let id = bundle.0.id;
        let entity = self.ecs.spawn(bundle);
        let row = self.nodes.insert_footprint(id, entity, rect);
        self.directory.set(id, EntityLocation { class: Class::Node, row });
    }

    /// Takes in a projectile. Projectiles are not in the directory: nothing names them.
    pub(crate) fn spawn_shot(&mut self, bundle: ShotBundle) {
        let id = bundle.0.id;
        let entity = self.ecs.spawn(bundle);
        self.shots.insert(id, entity);
    }

    /// Removes a unit, building or node; the last row of its class moves into its place.
    pub(crate) fn remove(&mut self, id: UnitId, place: EntityLocation) {
        let entity = self.roster(place.class).entity(place.row);
        let _ = self.ecs.despawn(entity);
        let moved = self.roster_mut(place.class).swap_remove(place.row);
        self.directory.clear(id);
        if let Some(moved) = moved {
            self.directory.set(moved, place);
        }
    }

    /// Removes a projectile by its row.
    pub(crate) fn remove_shot(&mut self, row: u32) {
        let _ = self.ecs.despawn(self.shots.entity(row));
        self.shots.swap_remove(row);
    }
}
