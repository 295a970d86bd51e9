//! The economy: gathering, building, repairing, training, research, supply, cargo.

mod bank;
mod build;
pub(crate) mod cargo;
mod gather;
mod prerequisites;
mod production;
mod supply;
mod tuning;
mod work_pass;

pub(crate) use bank::{affords, pay};
pub(crate) use build::cancel_building;
pub(crate) use gather::last_resource;
pub(crate) use prerequisites::{can_make, can_research, meets};
pub(crate) use production::{cancel_job, enqueue};
pub(crate) use supply::{recount_supply, recount_supply_of};

use crate::component::{Identity, Motion, Production, TaskKind};
use crate::entities::{Entities, EntityLocation};
use crate::group_places::MoveRequest;
use crate::spawn::LifecycleContext;
use crate::state::{Player, SceneBase};
use crate::tasks::{ActiveWork, REACH_WORK};
use sandtable_math::Fx;
use sandtable_model::rules::Class;
use sandtable_state::id::UnitId;
use sandtable_state::{Arrange, FillWithJunk, Junk};
use work_pass::WorkPass;

/// Room to work in.
#[derive(Default)]
pub(crate) struct EconomyWorkspace {
    /// Requests for places at nodes in this tick: tie break, worker, its row, node.
    requests: Vec<(u64, UnitId, u32, UnitId)>,
}

impl FillWithJunk for EconomyWorkspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let EconomyWorkspace { requests } = self;
        *requests = junk.some(|junk| (junk.number(), junk.id(), junk.below(40) as u32, junk.id()));
    }
}

/// What the economy borrows of a world.
pub(crate) struct EconomyContext<'w> {
    /// It pays, makes and uses up.
    pub(crate) life: LifecycleContext<'w>,
    /// Those at work in this tick, whom it puts in order.
    pub(crate) active_work: &'w mut Vec<ActiveWork>,
    /// It sends fresh units to points.
    pub(crate) move_requests: &'w mut Vec<MoveRequest>,
    /// Its own.
    pub(crate) workspace: &'w mut EconomyWorkspace,
}

/// Carries out the work of this tick: pieces of it in the order of ids, then the buildings.
pub(crate) fn run(cx: EconomyContext<'_>) {
    let EconomyContext { mut life, active_work, move_requests, workspace } = cx;
    let mut crew = WorkPass::new(life.scene());
    crew.footprints.iter_mut().for_each(|footprint| footprint.workers = 0);
    active_work.retain(|work| !crew.pick(work));
    // Those touched nobody else; the others take turns.
    active_work.arrange_many_by_unique_key(ActiveWork::turn);
    crew.admit(active_work, &mut workspace.requests);
    let mut waiting = &active_work[..];
    // Most of it is the crew's; the others may change everything, so that it is called together again after each.
    while let Some(at) = waiting.iter().position(|work| !crew.carry_out(work)) {
        let delivered = crew.disband();
        bank::take_in(life.players, &delivered);
        carry_out(&mut life, &waiting[at]);
        waiting = &waiting[at + 1..];
        crew = WorkPass::new(life.scene());
    }
    let delivered = crew.disband();
    bank::take_in(life.players, &delivered);
    build::settle(&mut life);
    gather::clear_depleted(&mut life);
    production::run(&mut life, move_requests);
}

/// Carries out work that a crew cannot.
fn carry_out(life: &mut LifecycleContext<'_>, work: &ActiveWork) {
    match work.task.kind {
        TaskKind::Build | TaskKind::Repair => build::work(life, work),
        TaskKind::Board => cargo::board(&life.scene(), work),
        TaskKind::Unload => cargo::unload(&life.scene(), work),
        TaskKind::Fetch => cargo::fetch(&life.scene(), work),
        _ => {}
    }
}

/// Settles what depended on an entity that just died: its gathering place, its queue.
pub(crate) fn settle_death(entities: &Entities, players: &mut [Player], place: EntityLocation) {
    match place.class {
        Class::Unit => crate::tasks::release_node(entities, place.row),
        Class::Building => production::drop_queue(entities, players, place.row),
        Class::Node => {}
    }
}

/// Whether a unit stands beside the building or node.
fn is_beside(base: &SceneBase<'_>, identity: &Identity, motion: &Motion, id: UnitId) -> bool {
    let radius = base.kind(identity.kind).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    let beside = |rect| crate::tasks::is_beside(motion.position, radius, rect, REACH_WORK);
    base.rect_of(id).is_some_and(beside)
}

/// A building's production queue, to change.
fn with_production<T>(entities: &Entities, row: u32, change: impl FnOnce(&mut Production) -> T) -> T {
    change(&mut entities.column_mut::<Production>(&entities.buildings)[row as usize])
}
