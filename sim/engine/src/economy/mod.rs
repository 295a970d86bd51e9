//! The economy: gathering, building, repairing, training, research, supply, cargo.

mod build;
mod cargo;
mod crew;
mod gather;
mod needs;
mod production;
mod supply;
mod treasury;

pub(crate) use build::cancel_building;
pub(crate) use needs::{can_make, can_research, meets};
pub(crate) use production::{cancel_job, enqueue};
pub(crate) use supply::{recount_supply, recount_supply_of};
pub(crate) use treasury::{affords, pay};

use crate::component::{Identity, Motion, TaskKind, Works};
use crate::tasks::{Duty, REACH_WORK};
use crate::world::{FillWithJunk, Junk, Place, World};
use crew::Crew;
use sandtable_math::Fx;
use sandtable_model::rules::Class;
use sandtable_state::id::UnitId;

/// Room to work in.
#[derive(Default)]
pub(crate) struct Workspace {
    /// Claims on places at nodes in this tick: tie break, worker, its row, node.
    claims: Vec<(u64, UnitId, u32, UnitId)>,
}

impl FillWithJunk for Workspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        self.claims = junk.some(|junk| (junk.number(), junk.id(), junk.below(40) as u32, junk.id()));
    }
}

/// Carries out the work of this tick: duties in the order of ids, then the buildings.
pub(crate) fn run(world: &mut World) {
    let mut duties = std::mem::take(&mut world.workspaces.agents.duties);
    let mut claims = std::mem::take(&mut world.workspaces.economy.claims);
    let mut crew = Crew::new(world);
    crew.sites.iter_mut().for_each(|site| site.workers = 0);
    duties.retain(|duty| !crew.pick(duty));
    // Those touched nobody else; the others take turns.
    duties.sort_unstable_by_key(Duty::turn);
    crew.admit(&duties, &mut claims);
    let mut waiting = &duties[..];
    // Most duties are the crew's; the others may change everything, so that it is called together again after each.
    while let Some(at) = waiting.iter().position(|duty| !crew.carry_out(duty)) {
        treasury::take_in(world, &crew.disband());
        carry_out(world, &waiting[at]);
        waiting = &waiting[at + 1..];
        crew = Crew::new(world);
    }
    treasury::take_in(world, &crew.disband());
    (world.workspaces.agents.duties, world.workspaces.economy.claims) = (duties, claims);
    build::settle(world);
    gather::clear_depleted(world);
    production::run(world);
}

/// Carries out a duty that a crew cannot.
fn carry_out(world: &mut World, duty: &Duty) {
    match duty.task.kind {
        TaskKind::Build | TaskKind::Repair => build::work(world, duty),
        TaskKind::Board => cargo::board(world, duty),
        TaskKind::Unload => cargo::unload(world, duty),
        TaskKind::Fetch => cargo::fetch(world, duty),
        _ => {}
    }
}

/// Settles what depended on an entity that just died: its gathering place, its queue.
pub(crate) fn settle_death(world: &mut World, place: Place) {
    match place.class {
        Class::Unit => crate::tasks::release_node(&world.entities, place.row),
        Class::Building => production::drop_queue(world, place.row),
        Class::Node => {}
    }
}

/// Whether a unit stands beside the building or node.
fn is_beside(world: &World, identity: &Identity, motion: &Motion, id: UnitId) -> bool {
    let radius = world.kind(identity.kind).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    let beside = |rect| crate::tasks::is_beside(motion.position, radius, rect, REACH_WORK);
    world.rect_of(id).is_some_and(beside)
}

/// A building's production queue, to change.
fn with_works<T>(world: &World, row: u32, change: impl FnOnce(&mut Works) -> T) -> T {
    change(&mut world.column_mut::<Works>(&world.entities.buildings)[row as usize])
}
