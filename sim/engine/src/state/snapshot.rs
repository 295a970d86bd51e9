//! Snapshots: the basic state as bytes, and a world from them.
//!
//! A snapshot holds no scenario: it is loaded over the one it was taken from, whose fingerprint the caller
//! keeps beside it. Derived state is rebuilt on load; entities are written in the order of their ids.

use std::sync::Arc;

use super::entity::EntityState;
use super::{Field, Malformed, Reader, Record, Sink, possible};
use crate::component::{Identity, Site};
use crate::id::{PlayerId, TeamId, UnitId};
use crate::limits::{MAX_ENTITIES, MAX_PLAYERS};
use crate::rules::Class;
use crate::scenario::Scenario;
use crate::victory::{Ending, Outcome};
use crate::world::{BuildingBundle, NodeBundle, Player, Roster, ShotBundle, UnitBundle, World};

/// Why bytes are no snapshot of this scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes do not decode.
    #[error("snapshot: {0}")]
    Malformed(#[from] Malformed),
    /// They decode to a state that this scenario cannot have.
    #[error("snapshot: {0}")]
    Inconsistent(&'static str),
}

/// The basic state as bytes.
pub fn save(world: &World) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_clock(world, &mut bytes);
    for player in &world.parts.players {
        Field::put(player, &mut bytes);
    }
    crate::sight::put_knowledge(world, &mut bytes);
    save_class::<UnitBundle>(world, &world.entities.units, &mut bytes);
    save_class::<BuildingBundle>(world, &world.entities.buildings, &mut bytes);
    save_class::<NodeBundle>(world, &world.entities.nodes, &mut bytes);
    save_class::<ShotBundle>(world, &world.entities.shots, &mut bytes);
    crate::squad::put(world, &mut bytes);
    crate::agent::put_minds(world, &mut bytes);
    crate::senses::put(world, &mut bytes);
    crate::ring::put(world, &mut bytes);
    crate::schedule::put(world, &mut bytes);
    crate::flow::put(world, &mut bytes);
    crate::route::put(world, &mut bytes);
    bytes
}

pub(super) fn put_clock<S: Sink>(world: &World, sink: &mut S) {
    world.parts.clock.tick.put(sink);
    world.parts.clock.seed.put(sink);
    world.parts.clock.neutral_serial.put(sink);
    world.parts.clock.shot_serial.put(sink);
    let (ending, winner, tick) = match &world.parts.clock.outcome {
        None => (0, 0xFF, 0),
        Some(outcome) => (outcome.ending as u8 + 1, outcome.winner.map_or(0xFF, |team| team.0), outcome.tick),
    };
    ending.put(sink);
    winner.put(sink);
    tick.put(sink);
}

fn save_class<T: EntityState>(world: &World, roster: &Roster, bytes: &mut Vec<u8>) {
    let columns = T::columns(roster.archetype(&world.entities.ecs));
    (roster.len() as u32).put(bytes);
    let rows = T::rows(&columns, 0..roster.len());
    for row in roster.rows() {
        T::put(&rows, *row as usize, bytes);
    }
}

/// The world whose basic state these bytes hold.
///
/// # Errors
/// [`SnapshotError`] when the bytes do not decode, or name what the scenario does not have.
pub fn load(scenario: Arc<Scenario>, bytes: &[u8]) -> Result<World, SnapshotError> {
    let mut reader = Reader::new(bytes);
    let mut world = crate::world::empty_world(scenario, 0);
    take_clock(&mut world, &mut reader)?;
    for row in 0..world.parts.players.len() {
        world.parts.players[row] = take_player(&world.parts.players[row], &mut reader)?;
    }
    crate::sight::take_knowledge(&mut world, &mut reader)?;
    load_units(&mut world, &mut reader)?;
    load_buildings(&mut world, &mut reader)?;
    load_nodes(&mut world, &mut reader)?;
    load_shots(&mut world, &mut reader)?;
    let squads = crate::squad::take(&mut reader)?;
    if !crate::squad::are_possible(&world, &squads) {
        return Err(SnapshotError::Inconsistent("a squad's state is out of range, or its members are not its own"));
    }
    world.parts.squads = squads;
    crate::agent::take_minds(&mut world, &mut reader)?;
    if !crate::agent::are_possible_minds(&world) {
        return Err(SnapshotError::Inconsistent("what a mind remembers is out of range"));
    }
    crate::senses::take(&mut world, &mut reader)?;
    if !crate::senses::are_possible(&world) {
        return Err(SnapshotError::Inconsistent("what a unit perceives is out of range"));
    }
    crate::ring::take(&mut world, &mut reader)?;
    if !crate::ring::are_possible(&world) {
        return Err(SnapshotError::Inconsistent("a claim on a place is of nobody, or on no such place"));
    }
    world.parts.schedules = crate::schedule::take(&world.scenario, &mut reader)?;
    if !crate::schedule::are_possible(&world.scenario, &world.parts.schedules) {
        return Err(SnapshotError::Inconsistent("a schedule's state is out of range"));
    }
    let fields = crate::flow::take(&world, &mut reader)?;
    let routes = crate::route::take(&world, &mut reader)?;
    reader.finish()?;
    crate::world::rebuild(&mut world);
    let restored = crate::flow::restore(&mut world, &fields);
    restored.map_err(|_| SnapshotError::Inconsistent("flow fields that cannot be of this map"))?;
    let restored = crate::route::restore(&mut world, routes);
    restored.map_err(|_| SnapshotError::Inconsistent("routes that cannot be of this world"))?;
    Ok(world)
}

fn take_clock(world: &mut World, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
    world.parts.clock.tick = reader.named("tick")?;
    world.parts.clock.seed = reader.named("seed")?;
    world.parts.clock.neutral_serial = reader.named("neutral_serial")?;
    world.parts.clock.shot_serial = reader.named("shot_serial")?;
    let (ending, winner, tick): (u8, u8, u32) =
        (reader.named("ending")?, reader.named("winner")?, reader.named("end_tick")?);
    let ending = match ending {
        0 => return Ok(()),
        1 => Ending::Annihilation,
        2 => Ending::Surrender,
        3 => Ending::Score,
        4 => Ending::TimeLimit,
        5 => Ending::MutualDestruction,
        _ => return Err(SnapshotError::Inconsistent("no such ending")),
    };
    let winner = (winner != 0xFF).then_some(TeamId(winner));
    if winner.is_some_and(|team| team.index() >= world.scenario.teams()) {
        return Err(SnapshotError::Inconsistent("the winner is no team of this scenario"));
    }
    world.parts.clock.outcome = Some(Outcome { winner, ending, tick });
    Ok(())
}

fn take_player(expected: &Player, reader: &mut Reader<'_>) -> Result<Player, SnapshotError> {
    let player = <Player as Record>::take(reader)?;
    if player.team != expected.team {
        return Err(SnapshotError::Inconsistent("a player is on another team"));
    }
    Ok(player)
}

fn load_units(world: &mut World, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
    for _ in 0..reader.count(room(world))? {
        let bundle = <UnitBundle as EntityState>::take(reader)?;
        let id = admit(world, &bundle.0, Some(Class::Unit))?;
        if !possible::unit(&world.scenario, &bundle) {
            return Err(SnapshotError::Inconsistent("a unit's state is out of range"));
        }
        let newborn = crate::agent::newborn(world, &bundle.0, bundle.2.hp, bundle.1.position);
        let kind = bundle.0.kind;
        world.entities.spawn_unit(bundle);
        world.parts.minds.add(newborn);
        world.parts.senses.add(&world.scenario.rules, id, kind);
    }
    Ok(())
}

fn load_buildings(world: &mut World, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
    for _ in 0..reader.count(room(world))? {
        let bundle = <BuildingBundle as EntityState>::take(reader)?;
        admit(world, &bundle.0, Some(Class::Building))?;
        admit_site(world, &bundle.0, &bundle.1)?;
        let known = |job: &crate::component::Job| match (job.kind(), job.tech()) {
            (Some(kind), _) => world.scenario.rules.kinds.get(kind.index()).is_some(),
            (_, Some(tech)) => world.scenario.rules.techs.get(tech.index()).is_some(),
            _ => false,
        };
        let works = &bundle.4;
        if !possible::building(&world.scenario, &bundle) {
            return Err(SnapshotError::Inconsistent("a building's state is out of range"));
        }
        if works.queued as usize > works.queue.len() || !works.queue[..works.queued as usize].iter().all(known) {
            return Err(SnapshotError::Inconsistent("a production queue makes what the rules do not have"));
        }
        let rect = world.rect(bundle.0.kind, bundle.1.cell);
        world.entities.spawn_building(bundle, rect);
    }
    Ok(())
}

fn load_nodes(world: &mut World, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
    for _ in 0..reader.count(room(world))? {
        let bundle = <NodeBundle as EntityState>::take(reader)?;
        admit(world, &bundle.0, Some(Class::Node))?;
        admit_site(world, &bundle.0, &bundle.1)?;
        let rect = world.rect(bundle.0.kind, bundle.1.cell);
        world.entities.spawn_node(bundle, rect);
    }
    Ok(())
}

fn load_shots(world: &mut World, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
    for _ in 0..reader.count(room(world))? {
        let bundle = <ShotBundle as EntityState>::take(reader)?;
        admit(world, &bundle.0, None)?;
        if !possible::shot(&world.scenario, &bundle) {
            return Err(SnapshotError::Inconsistent("a projectile's state is out of range"));
        }
        world.entities.spawn_shot(bundle);
    }
    Ok(())
}

/// How many more entities there may be.
fn room(world: &World) -> usize {
    MAX_ENTITIES - world.entities.count()
}

/// Checks that an entity's kind is of its class and its id is new, comes after those before it and was handed out; projectiles (no
/// class) have ids of their own.
fn admit(world: &World, identity: &Identity, class: Option<Class>) -> Result<UnitId, SnapshotError> {
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
    Ok(id)
}

fn admit_site(world: &World, identity: &Identity, site: &Site) -> Result<(), SnapshotError> {
    let rect = world.rect(identity.kind, site.cell);
    let corner = site.cell.x.checked_add(rect.width as i16).zip(site.cell.y.checked_add(rect.height as i16));
    let inside = corner.is_some_and(|(x, y)| world.scenario.map.contains(crate::map::Cell::new(x - 1, y - 1)));
    if inside && world.scenario.map.contains(site.cell) {
        Ok(())
    } else {
        Err(SnapshotError::Inconsistent("a building is off the map"))
    }
}
