//! From an order to what is done about it: assignments for units, work for buildings.

use super::{ValidatorContext, production_orders};
use crate::component::{AgentTask, ConstructionStage, TaskKind};
use crate::economy;
use crate::event::Rejection;
use crate::order::Order;
use crate::state::SceneBase;
use crate::task_assignment::{Addressee, Manner, hand_out, kind_of};
use crate::tasks::{Queueing, TaskAssignment, enqueue_tasks};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::rules::Class;
use sandtable_state::id::{KindId, PlayerId, SquadId, UnitId};

/// Carries an admitted order out. It is taken when at least one subject can do it.
pub(super) fn carry(
    cx: &mut ValidatorContext<'_>,
    player: PlayerId,
    order: &Order,
    to: &[Addressee],
) -> Result<(), Rejection> {
    match order.verb {
        OrderKind::Train(kind) => production_orders::train(&mut cx.life, player, kind, to),
        OrderKind::Research(tech) => production_orders::research(&mut cx.life, player, tech, to),
        OrderKind::Cancel(entry) => production_orders::cancel(&mut cx.life, entry, to),
        OrderKind::Rally { point, target } => production_orders::rally(&cx.life.scene(), player, point, target, to),
        OrderKind::Form(formation) => crate::squad::form(&mut cx.life, cx.squads, player, formation, &units(to)),
        OrderKind::Join(squad) => join(cx, player, squad, to),
        OrderKind::Build { kind, cell } => build(cx, player, order, kind, cell, to),
        OrderKind::Stop => stop(&cx.life.base(), to),
        verb => {
            let manner = Manner { queueing: order.queueing, priority: order.priority };
            hand_out(&cx.life.scene(), cx.move_requests, player, (verb, manner), to)
        }
    }
}

/// Forgets all tasks.
fn stop(base: &SceneBase<'_>, to: &[Addressee]) -> Result<(), Rejection> {
    let mut verdict = Err(Rejection::CannotDo);
    for unit in to.iter().filter(|unit| unit.class == Class::Unit) {
        verdict = enqueue_tasks(base, unit.row, TaskAssignment::default(), Queueing::Replace, u8::MAX);
    }
    verdict
}

fn join(cx: &mut ValidatorContext<'_>, player: PlayerId, squad: SquadId, to: &[Addressee]) -> Result<(), Rejection> {
    let units = units(to);
    if !squad.is_none() {
        let squad = crate::squad::own(cx.squads, player, squad)?;
        return crate::squad::join(&cx.life.scene(), cx.squads, squad, &units);
    }
    for unit in to.iter().filter(|unit| unit.class == Class::Unit) {
        crate::squad::leave(&cx.life.base(), cx.squads, unit.row);
    }
    if units.is_empty() { Err(Rejection::CannotDo) } else { Ok(()) }
}

/// Those of them that are units.
fn units(to: &[Addressee]) -> Vec<UnitId> {
    to.iter().filter(|one| one.class == Class::Unit).map(|unit| unit.id).collect()
}

/// Marks out the building, paid at once, and sends the workers.
fn build(
    cx: &mut ValidatorContext<'_>,
    player: PlayerId,
    order: &Order,
    kind: KindId,
    cell: Cell,
    to: &[Addressee],
) -> Result<(), Rejection> {
    let row = cx.life.rules().kinds.get(kind.index()).ok_or(Rejection::OutOfRange)?;
    let able = |unit: &&Addressee| {
        unit.class == Class::Unit
            && kind_of(&cx.life.base(), unit).worker.as_ref().is_some_and(|worker| worker.builds.contains(&kind))
    };
    let builders: Vec<Addressee> = to.iter().filter(able).copied().collect();
    if row.class != Class::Building || builders.is_empty() {
        return Err(Rejection::CannotDo);
    }
    let cost = row.cost;
    economy::can_make(&cx.life.base(), player, kind)?;
    if !crate::scene::can_place(&cx.life.scene(), player, kind, cell) {
        return Err(Rejection::BadPlace);
    }
    let site = cx.life.spawn_building(kind, player, cell, ConstructionStage::Planned).ok_or(Rejection::LimitReached)?;
    let assignment = TaskAssignment::work(AgentTask { kind: TaskKind::Build, target: site, ..AgentTask::default() });
    let mut given = Err(Rejection::QueueFull);
    for unit in &builders {
        given = enqueue_tasks(&cx.life.base(), unit.row, assignment, order.queueing, order.priority).or(given);
    }
    if given.is_err() {
        cx.life.remove_footprint(site);
        return given;
    }
    economy::pay(cx.life.players, player, &cost);
    Ok(())
}
