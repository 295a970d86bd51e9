//! The economy: gathering, building, repairing, training, research, supply, cargo.

mod build;
mod cargo;
mod gather;
mod needs;
mod production;
mod supply;
mod treasury;

pub(crate) use build::cancel_building;
pub(crate) use gather::release as release_node;
pub(crate) use needs::{can_make, can_research, meets};
pub(crate) use production::{cancel_job, enqueue};
pub(crate) use supply::{recount_supply, recount_supply_of};
pub(crate) use treasury::{affords, pay};

use crate::agent::Duty;
use crate::component::{Identity, Labour, Motion, TaskKind, Works};
use crate::id::UnitId;
use crate::math::Fx;
use crate::rules::Class;
use crate::world::{Place, World};

/// Carries out the work of this tick: duties in the order of ids, then the buildings.
pub(crate) fn run(world: &mut World) {
    let mut duties = std::mem::take(&mut world.duties);
    build::clear_workers(world);
    {
        let mut pickers = gather::Pickers::new(world);
        duties.retain(|duty| !pickers.pick(duty));
    }
    gather::admit(world, &duties);
    for duty in &duties {
        carry_out(world, duty);
    }
    world.duties = duties;
    build::settle(world);
    gather::clear_depleted(world);
    production::run(world);
}

fn carry_out(world: &mut World, duty: &Duty) {
    match duty.task.kind {
        TaskKind::Gather => gather::gather(world, duty),
        TaskKind::Deliver => gather::deliver_only(world, duty),
        TaskKind::Build | TaskKind::Repair => build::work(world, duty),
        TaskKind::Board => cargo::board(world, duty),
        TaskKind::Unload => cargo::unload(world, duty),
        _ => {}
    }
}

/// Settles what depended on an entity that just died: its gathering place, its queue.
pub(crate) fn settle_death(world: &mut World, place: Place) {
    match place.class {
        Class::Unit => gather::release(world, place.row),
        Class::Building => production::drop_queue(world, place.row),
        Class::Node => {}
    }
}

/// The position and radius of the unit in `row`.
fn stance_of(world: &World, row: u32) -> (crate::math::Vec2, Fx) {
    let kind = world.column::<Identity>(&world.units)[row as usize].kind;
    let radius = world.kind(kind).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    (world.column::<Motion>(&world.units)[row as usize].position, radius)
}

/// Whether the unit in `row` stands beside the building or node.
fn is_at(world: &World, row: u32, id: UnitId) -> bool {
    let (position, radius) = stance_of(world, row);
    world.rect_of(id).is_some_and(|rect| crate::agent::is_beside(position, radius, rect, crate::agent::REACH_WORK))
}

/// What a worker carries, to change.
fn with_labour<T>(world: &World, row: u32, change: impl FnOnce(&mut Labour) -> T) -> T {
    change(&mut world.column_mut::<Labour>(&world.units)[row as usize])
}

/// A building's production queue, to change.
fn with_works<T>(world: &World, row: u32, change: impl FnOnce(&mut Works) -> T) -> T {
    change(&mut world.column_mut::<Works>(&world.buildings)[row as usize])
}
