//! Transports: boarding, fetching, and letting passengers out, under way where a transport has a queue for it.

use super::tuning::PASSING_WITHIN;
use crate::component::{Health, Identity, Motion, OrderEnd};
use crate::entities::Entities;
use crate::scene::Scene;
use crate::tasks::{ActiveWork, REACH_WORK, finish_action, finish_cargo, release_node};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Channel, Class};
use sandtable_state::id::{KindId, UnitId};

/// The room taken in a transport.
pub(crate) fn load_of(scene: &Scene<'_>, transport: UnitId) -> u32 {
    let (identity, motion) = (
        scene.entities.column::<Identity>(&scene.entities.units),
        scene.entities.column::<Motion>(&scene.entities.units),
    );
    let aboard = scene.entities.units.of(transport.owner()).filter(|(_, row)| motion[*row].aboard == transport);
    aboard.map(|(_, row)| size_of(scene, identity[row].kind)).sum()
}

/// Blames the loss of a transport's passengers, who go down with it, on who brought it down.
pub(crate) fn blame(entities: &Entities, transport: UnitId, by: UnitId) {
    let motion = entities.column::<Motion>(&entities.units);
    let mut health = entities.column_mut::<Health>(&entities.units);
    for (_, row) in entities.units.of(transport.owner()).filter(|(_, row)| motion[*row].aboard == transport) {
        health[row].hurt_by = by;
    }
}

fn size_of(scene: &Scene<'_>, kind: KindId) -> u32 {
    scene.kind(kind).body.as_ref().map_or(0, |body| u32::from(body.cargo_size))
}

/// Boards the transport when beside it and there is room; gives up when it is gone or full.
pub(super) fn board(scene: &Scene<'_>, work: &ActiveWork) {
    let position = scene.entities.column::<Motion>(&scene.entities.units)[work.row as usize].position;
    let kind = scene.entities.column::<Identity>(&scene.entities.units)[work.row as usize].kind;
    let radius = scene.kind(kind).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    let transport = work.task.target;
    let Some(body) = scene.body(transport).filter(|_| scene.class(transport) == Some(Class::Unit)) else {
        finish_action(scene, work.row, OrderEnd::Lost);
        return;
    };
    if body.distance_from(position) > REACH_WORK + radius {
        return;
    }
    let boards = has_room(scene, transport, body.kind, kind);
    if boards {
        embark(scene, work.row, transport, body.position);
    }
    finish_action(scene, work.row, if boards { OrderEnd::Done } else { OrderEnd::Full });
}

/// Takes a unit aboard when beside it and there is room, whether or not the transport is on its way elsewhere; gives up when the
/// unit is gone or there is none.
pub(super) fn fetch(scene: &Scene<'_>, work: &ActiveWork) {
    let (target, motion) =
        (work.task.target, scene.entities.column::<Motion>(&scene.entities.units)[work.row as usize]);
    let own = scene.entities.column::<Identity>(&scene.entities.units)[work.row as usize].kind;
    let body = scene.body(target).filter(|body| body.is_present() && body.class == Class::Unit);
    let Some((body, place)) = body.zip(scene.place(target)) else {
        finish_cargo(scene, work.row, &work.task, OrderEnd::Lost);
        return;
    };
    if !has_room(scene, work.id, own, body.kind) {
        finish_cargo(scene, work.row, &work.task, OrderEnd::Full);
        return;
    }
    let radius = scene.kind(own).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    if body.distance_from(motion.position) <= REACH_WORK + radius {
        release_node(scene.entities, place.row);
        embark(scene, place.row, work.id, motion.position);
        finish_cargo(scene, work.row, &work.task, OrderEnd::Done);
    }
}

/// Whether a transport of a kind has room for a unit of another.
fn has_room(scene: &Scene<'_>, transport: UnitId, kind: KindId, passenger: KindId) -> bool {
    let capacity = scene.kind(kind).cargo.as_ref().map_or(0, |cargo| u32::from(cargo.capacity));
    let size = size_of(scene, passenger);
    size > 0 && load_of(scene, transport) + size <= capacity
}

fn embark(scene: &Scene<'_>, row: u32, transport: UnitId, at: Vec2) {
    let motion = &mut scene.entities.column_mut::<Motion>(&scene.entities.units)[row as usize];
    (motion.aboard, motion.position) = (transport, at);
    motion.stop();
}

/// Whether a transport is where it is to let passengers out: it has stopped there, or comes by and needs not stop for it.
fn is_there(scene: &Scene<'_>, work: &ActiveWork, motion: &Motion) -> bool {
    let kind = scene.entities.column::<Identity>(&scene.entities.units)[work.row as usize].kind;
    let passes = scene.kind(kind).queues.has(Channel::Cargo)
        && motion.position.distance_squared_wide(work.task.point) <= PASSING_WITHIN.squared_wide();
    passes || !motion.moves() && motion.goal == work.task.point
}

/// Lets passengers out where the transport was told to, each on a free cell near it; who finds none stays.
pub(super) fn unload(scene: &Scene<'_>, work: &ActiveWork) {
    let motion = scene.entities.column::<Motion>(&scene.entities.units)[work.row as usize];
    if !is_there(scene, work, &motion) {
        return;
    }
    let passengers: Vec<(UnitId, u32)> = {
        let column = scene.entities.column::<Motion>(&scene.entities.units);
        let own = scene.entities.units.of(work.id.owner()).filter(|(_, row)| column[*row].aboard == work.id);
        own.map(|(id, row)| (id, row as u32)).collect()
    };
    let mut taken = Vec::new();
    for (id, row) in passengers {
        let kind = scene.entities.column::<Identity>(&scene.entities.units)[row as usize].kind;
        let Some(cell) = scene.free_cell_near(kind, id.owner(), motion.position, &taken) else { continue };
        if cell.chebyshev(Cell::at(motion.position)) > 4 {
            continue;
        }
        taken.push(cell);
        let mut column = scene.entities.column_mut::<Motion>(&scene.entities.units);
        let passenger = &mut column[row as usize];
        passenger.aboard = UnitId::NONE;
        passenger.position = cell.centre();
        (passenger.goal, passenger.place) = (passenger.position, passenger.position);
        passenger.post = passenger.position;
    }
    finish_cargo(scene, work.row, &work.task, OrderEnd::Done);
}
