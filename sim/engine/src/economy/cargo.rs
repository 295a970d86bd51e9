//! Transports: boarding, fetching, and letting passengers out, under way where a transport has a queue for it.

use crate::component::{Identity, Motion};
use crate::tasks::{Duty, REACH_WORK, finish_action, finish_cargo, release_node};
use crate::world::World;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Channel, Class};
use sandtable_state::id::{KindId, UnitId};

/// How near to its point a transport lets passengers out that sails on: 1 cell.
const PASSING: Fx = Fx::ONE;

/// The room taken in a transport.
pub(crate) fn load_of(world: &World, transport: UnitId) -> u32 {
    let (identity, motion) =
        (world.column::<Identity>(&world.entities.units), world.column::<Motion>(&world.entities.units));
    let aboard = world.entities.units.of(transport.owner()).filter(|(_, row)| motion[*row].aboard == transport);
    aboard.map(|(_, row)| size_of(world, identity[row].kind)).sum()
}

fn size_of(world: &World, kind: KindId) -> u32 {
    world.kind(kind).body.as_ref().map_or(0, |body| u32::from(body.cargo_size))
}

/// Boards the transport when beside it and there is room; gives up when it is gone or full.
pub(super) fn board(world: &mut World, duty: &Duty) {
    let position = world.column::<Motion>(&world.entities.units)[duty.row as usize].position;
    let kind = world.column::<Identity>(&world.entities.units)[duty.row as usize].kind;
    let radius = world.kind(kind).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    let transport = duty.task.target;
    let Some(body) = world.body(transport).filter(|_| world.class(transport) == Some(Class::Unit)) else {
        finish_action(&world.entities, duty.row);
        return;
    };
    if body.distance_from(position) > REACH_WORK + radius {
        return;
    }
    if has_room(world, transport, body.kind, kind) {
        embark(world, duty.row, transport, body.position);
    }
    finish_action(&world.entities, duty.row);
}

/// Takes a unit aboard when beside it and there is room, whether or not the transport is on its way elsewhere; gives up when the
/// unit is gone or there is none.
pub(super) fn fetch(world: &mut World, duty: &Duty) {
    let (target, motion) = (duty.task.target, world.column::<Motion>(&world.entities.units)[duty.row as usize]);
    let own = world.column::<Identity>(&world.entities.units)[duty.row as usize].kind;
    let body = world.body(target).filter(|body| body.present && body.class == Class::Unit);
    let body = body.filter(|body| has_room(world, duty.id, own, body.kind));
    let Some((body, place)) = body.zip(world.place(target)) else {
        finish_cargo(&world.entities, duty.row, &duty.task);
        return;
    };
    let radius = world.kind(own).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    if body.distance_from(motion.position) <= REACH_WORK + radius {
        release_node(&world.entities, place.row);
        embark(world, place.row, duty.id, motion.position);
        finish_cargo(&world.entities, duty.row, &duty.task);
    }
}

/// Whether a transport of a kind has room for a unit of another.
fn has_room(world: &World, transport: UnitId, kind: KindId, passenger: KindId) -> bool {
    let capacity = world.kind(kind).cargo.as_ref().map_or(0, |cargo| u32::from(cargo.capacity));
    let size = size_of(world, passenger);
    size > 0 && load_of(world, transport) + size <= capacity
}

fn embark(world: &World, row: u32, transport: UnitId, at: Vec2) {
    let motion = &mut world.column_mut::<Motion>(&world.entities.units)[row as usize];
    (motion.aboard, motion.position, motion.moving) = (transport, at, false);
}

/// Whether a transport is where it is to let passengers out: it has stopped there, or comes by and needs not stop for it.
fn is_there(world: &World, duty: &Duty, motion: &Motion) -> bool {
    let kind = world.column::<Identity>(&world.entities.units)[duty.row as usize].kind;
    let passes = world.kind(kind).queues.has(Channel::Cargo)
        && motion.position.distance_squared_wide(duty.task.point) <= PASSING.squared_wide();
    passes || !motion.moving && motion.goal == duty.task.point
}

/// Lets passengers out where the transport was told to, each on a free cell near it; who finds none stays.
pub(super) fn unload(world: &mut World, duty: &Duty) {
    let motion = world.column::<Motion>(&world.entities.units)[duty.row as usize];
    if !is_there(world, duty, &motion) {
        return;
    }
    let passengers: Vec<(UnitId, u32)> = {
        let column = world.column::<Motion>(&world.entities.units);
        let own = world.entities.units.of(duty.id.owner()).filter(|(_, row)| column[*row].aboard == duty.id);
        own.map(|(id, row)| (id, row as u32)).collect()
    };
    let mut taken = Vec::new();
    for (id, row) in passengers {
        let kind = world.column::<Identity>(&world.entities.units)[row as usize].kind;
        let Some(cell) = world.scene().free_cell_near(kind, id.owner(), motion.position, &taken) else { continue };
        if cell.chebyshev(Cell::at(motion.position)) > 4 {
            continue;
        }
        taken.push(cell);
        let mut column = world.column_mut::<Motion>(&world.entities.units);
        let passenger = &mut column[row as usize];
        passenger.aboard = UnitId::NONE;
        passenger.position = cell.centre();
        (passenger.goal, passenger.place) = (passenger.position, passenger.position);
        passenger.post = passenger.position;
    }
    finish_cargo(&world.entities, duty.row, &duty.task);
}
