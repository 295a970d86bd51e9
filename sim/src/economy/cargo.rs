//! Transports: boarding, and letting passengers out.

use crate::agent::{Duty, REACH_WORK, finish_action};
use crate::component::{Identity, Motion};
use crate::id::UnitId;
use crate::map::Cell;
use crate::math::Fx;
use crate::rules::Class;
use crate::world::World;

/// The room taken in a transport.
pub(crate) fn load_of(world: &World, transport: UnitId) -> u32 {
    let (identity, motion) = (world.column::<Identity>(&world.units), world.column::<Motion>(&world.units));
    let aboard = world.units.of(transport.owner()).filter(|(_, row)| motion[*row].aboard == transport);
    aboard.map(|(_, row)| size_of(world, identity[row].kind)).sum()
}

fn size_of(world: &World, kind: crate::id::KindId) -> u32 {
    world.kind(kind).body.as_ref().map_or(0, |body| u32::from(body.cargo_size))
}

/// Boards the transport when beside it and there is room; gives up when it is gone or full.
pub(super) fn board(world: &mut World, duty: &Duty) {
    let position = world.column::<Motion>(&world.units)[duty.row as usize].position;
    let kind = world.column::<Identity>(&world.units)[duty.row as usize].kind;
    let radius = world.kind(kind).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    let transport = duty.task.target;
    let Some(body) = world.body(transport).filter(|_| world.class(transport) == Some(Class::Unit)) else {
        finish_action(world, duty.row);
        return;
    };
    if body.distance_from(position) > REACH_WORK + radius {
        return;
    }
    let capacity = world.kind(body.kind).cargo.as_ref().map_or(0, |cargo| u32::from(cargo.capacity));
    let size = size_of(world, kind);
    if size > 0 && load_of(world, transport) + size <= capacity {
        let at = body.position;
        let mut motion = world.column_mut::<Motion>(&world.units);
        let motion = &mut motion[duty.row as usize];
        (motion.aboard, motion.position, motion.moving) = (transport, at, false);
    }
    finish_action(world, duty.row);
}

/// Lets passengers out once the transport has arrived, each on a free cell near it; who finds none stays.
pub(super) fn unload(world: &mut World, duty: &Duty) {
    let motion = world.column::<Motion>(&world.units)[duty.row as usize];
    if motion.moving || motion.goal != duty.task.point {
        return;
    }
    let passengers: Vec<(UnitId, u32)> = {
        let column = world.column::<Motion>(&world.units);
        let own = world.units.of(duty.id.owner()).filter(|(_, row)| column[*row].aboard == duty.id);
        own.map(|(id, row)| (id, row as u32)).collect()
    };
    let mut taken = Vec::new();
    for (id, row) in passengers {
        let kind = world.column::<Identity>(&world.units)[row as usize].kind;
        let Some(cell) = world.free_cell_near(kind, id.owner(), motion.position, &taken) else { continue };
        if cell.chebyshev(Cell::at(motion.position)) > 4 {
            continue;
        }
        taken.push(cell);
        let mut column = world.column_mut::<Motion>(&world.units);
        let passenger = &mut column[row as usize];
        passenger.aboard = UnitId::NONE;
        passenger.position = cell.centre();
        (passenger.goal, passenger.place) = (passenger.position, passenger.position);
        passenger.post = passenger.position;
    }
    finish_action(world, duty.row);
}
