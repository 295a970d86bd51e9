//! Entities of a snapshot on their way into a world: each is looked at before it is let in.

use super::{SnapshotError, validate};
use crate::component::{Footprint, Identity, ProductionEntry};
use crate::entities::{BuildingBundle, Entities, EntityState, NodeBundle, ShotBundle, UnitBundle};
use crate::state::Newborn;
use crate::world::World;
use sandtable_model::rules::{Class, Rules};
use sandtable_state::ByteReader;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::{MAX_ENTITIES, MAX_PLAYERS};

/// An entity that was read.
trait Admit: EntityState {
    /// Lets it in, in the next row of its class.
    ///
    /// # Errors
    /// What cannot be in this world.
    fn admit(self, world: &mut World) -> Result<(), SnapshotError>;
}

/// What reads the entities of one class back into a world.
type LoadClass = fn(&mut World, &mut ByteReader<'_>) -> Result<(), SnapshotError>;

/// Reads all classes back into a world whose players are loaded, in their order.
///
/// # Errors
/// What is no entity, or none of this world.
pub(super) fn load_entities(world: &mut World, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
    let classes: [LoadClass; Entities::CLASSES] =
        [load_class::<UnitBundle>, load_class::<BuildingBundle>, load_class::<NodeBundle>, load_class::<ShotBundle>];
    classes.into_iter().try_for_each(|load| load(world, reader))
}

/// Reads the entities of a class back.
fn load_class<T: Admit>(world: &mut World, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
    for _ in 0..reader.count(room(world))? {
        T::take(reader)?.admit(world)?;
    }
    Ok(())
}

impl Admit for UnitBundle {
    fn admit(self, world: &mut World) -> Result<(), SnapshotError> {
        check_identity(world, &self.0, Some(Class::Unit))?;
        if !validate::unit(&world.scenario, &self) {
            return Err(SnapshotError::Inconsistent("a unit's state is out of range"));
        }
        let newborn = Newborn { identity: self.0, hp: self.2.hp, position: self.1.position };
        world.entities.spawn_unit(self);
        world.note_birth(&newborn);
        Ok(())
    }
}

impl Admit for BuildingBundle {
    fn admit(self, world: &mut World) -> Result<(), SnapshotError> {
        check_identity(world, &self.0, Some(Class::Building))?;
        check_footprint(world, &self.0, &self.1)?;
        if !validate::building(&world.scenario, &self) {
            return Err(SnapshotError::Inconsistent("a building's state is out of range"));
        }
        let known = |job: &ProductionEntry| is_known(&world.scenario.rules, job);
        let production = &self.4;
        if production.queued as usize > production.queue.len()
            || !production.queue[..production.queued as usize].iter().all(known)
        {
            return Err(SnapshotError::Inconsistent("a production queue makes what the rules do not have"));
        }
        let rect = world.rect(self.0.kind, self.1.cell);
        world.entities.spawn_building(self, rect);
        Ok(())
    }
}

impl Admit for NodeBundle {
    fn admit(self, world: &mut World) -> Result<(), SnapshotError> {
        check_identity(world, &self.0, Some(Class::Node))?;
        check_footprint(world, &self.0, &self.1)?;
        let rect = world.rect(self.0.kind, self.1.cell);
        world.entities.spawn_node(self, rect);
        Ok(())
    }
}

impl Admit for ShotBundle {
    fn admit(self, world: &mut World) -> Result<(), SnapshotError> {
        check_identity(world, &self.0, None)?;
        if !validate::shot(&world.scenario, &self) {
            return Err(SnapshotError::Inconsistent("a projectile's state is out of range"));
        }
        world.entities.spawn_shot(self);
        Ok(())
    }
}

/// Whether the rules have what a job makes.
fn is_known(rules: &Rules, job: &ProductionEntry) -> bool {
    match (job.kind(), job.tech()) {
        (Some(kind), _) => rules.kinds.get(kind.index()).is_some(),
        (_, Some(tech)) => rules.techs.get(tech.index()).is_some(),
        _ => false,
    }
}

/// How many more entities there may be.
fn room(world: &World) -> usize {
    MAX_ENTITIES - world.entities.count()
}

/// Checks that an entity's kind is of its class and its id is new, comes after those before it and was handed out; projectiles (no
/// class) have ids of their own.
fn check_identity(world: &World, identity: &Identity, class: Option<Class>) -> Result<(), SnapshotError> {
    let id = identity.id;
    let kind = world.scenario.rules.kinds.get(identity.kind.index());
    if kind.is_none_or(|kind| class.is_some_and(|class| kind.class != class)) {
        return Err(SnapshotError::Inconsistent("an entity's kind is not in the rules or of another class"));
    }
    let last = match (class, world.parts.players.get(id.owner().index())) {
        (None, _) => world.parts.clock.shot_serial,
        (Some(Class::Node), _) if id.owner() == PlayerId::NEUTRAL => world.parts.clock.neutral_serial,
        (Some(_), Some(player)) => player.serial,
        _ => return Err(SnapshotError::Inconsistent("an entity's owner is no player")),
    };
    if id.serial() == 0 || id.serial() > last || id.owner().index() >= MAX_PLAYERS && !id.owner().is_neutral() {
        return Err(SnapshotError::Inconsistent("an entity's serial was never handed out"));
    }
    let roster = match class {
        None => &world.entities.shots,
        Some(Class::Unit) => &world.entities.units,
        Some(Class::Building) => &world.entities.buildings,
        Some(Class::Node) => &world.entities.nodes,
    };
    if roster.ids().last().is_some_and(|last| *last >= id) {
        return Err(SnapshotError::Inconsistent("entities are not in the order of their ids"));
    }
    if class.is_some() && world.entities.directory.get(id).is_some() {
        return Err(SnapshotError::Inconsistent("two entities have one id"));
    }
    Ok(())
}

fn check_footprint(world: &World, identity: &Identity, footprint: &Footprint) -> Result<(), SnapshotError> {
    let rect = world.rect(identity.kind, footprint.cell);
    let corner = footprint.cell.x.checked_add(rect.width as i16).zip(footprint.cell.y.checked_add(rect.height as i16));
    let inside =
        corner.is_some_and(|(x, y)| world.scenario.map.contains(sandtable_model::map::Cell::new(x - 1, y - 1)));
    if inside && world.scenario.map.contains(footprint.cell) {
        Ok(())
    } else {
        Err(SnapshotError::Inconsistent("a building is off the map"))
    }
}
