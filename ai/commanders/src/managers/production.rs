//! The production manager: keeps training buildings at work on what plans ask for.

use std::cmp::Reverse;

use sandtable_math::Fx;
use sandtable_model::OrderKind;
use sandtable_sim::component::ConstructionStage;
use sandtable_state::Arrange;
use sandtable_state::id::{KindId, TechId};

use super::tuning::{DEEP_QUEUE_JOBS, LEAST_WORKER_PLACES, MAX_PLANNED_STARTS, NEARLY_MADE_PERCENT, SPARE_WORKERS};
use crate::context::DecisionContext;
use crate::input::OptionSubject;
use crate::plan::{ArmyMix, StepStatus};

/// Has this many workers, those in training counted, or a few more than the nodes have room for when that is less.
pub(crate) fn workers(ctx: &mut DecisionContext<'_, '_>, count: u16) -> StepStatus {
    let room = ctx.situation.worker_places(ctx.view, ctx.roles).max(LEAST_WORKER_PLACES) + SPARE_WORKERS;
    match ctx.roles.worker {
        Some(worker) => have(ctx, worker, count.min(room)),
        None => StepStatus::Done,
    }
}

/// Has this many units of a kind.
pub(crate) fn have(ctx: &mut DecisionContext<'_, '_>, kind: KindId, count: u16) -> StepStatus {
    let owned = ctx.situation.count_of(kind);
    if owned.all() < count && !train(ctx, kind) {
        // Units come one by one: what was asked for later need not wait for a busy building.
        return StepStatus::Running;
    }
    if owned.whole >= count { StepStatus::Done } else { StepStatus::Running }
}

/// Has this many units of a kind, as many as can be begun at once; the next step waits until all are begun.
pub(crate) fn in_order(ctx: &mut DecisionContext<'_, '_>, kind: KindId, count: u16) -> StepStatus {
    let owned = ctx.situation.count_of(kind);
    let missing = count.saturating_sub(owned.all() + ctx.situation.started[kind.index()]);
    let begun = (0..missing).take_while(|_| train(ctx, kind)).count();
    match (owned.whole >= count, begun == usize::from(missing)) {
        (true, _) => StepStatus::Done,
        (false, true) => StepStatus::Running,
        (false, false) => StepStatus::Waiting,
    }
}

/// Has this many soldiers in the shares of `mix`; trains on beyond that.
pub(crate) fn army(ctx: &mut DecisionContext<'_, '_>, mix: &ArmyMix, size: u16) -> StepStatus {
    for _ in 0..MAX_PLANNED_STARTS {
        if !train_from(ctx, mix) {
            break;
        }
    }
    if ctx.situation.soldiers.len() >= usize::from(size) { StepStatus::Done } else { StepStatus::Running }
}

/// Has this many soldiers, new ones in the shares of `mix`.
pub(crate) fn raise(ctx: &mut DecisionContext<'_, '_>, mix: &ArmyMix, size: u16) -> StepStatus {
    let owned = ctx.situation.soldiers.len() as u16;
    train_up_to(ctx, mix, Headcount { owned, wanted: size })
}

/// Has this many soldiers of the kinds of `mix`.
pub(crate) fn party(ctx: &mut DecisionContext<'_, '_>, mix: &ArmyMix, size: u16) -> StepStatus {
    let owned = mix.iter().map(|(kind, _)| ctx.situation.count_of(*kind).whole).sum();
    train_up_to(ctx, mix, Headcount { owned, wanted: size })
}

/// How many soldiers there are, and how many there should be.
#[derive(Clone, Copy)]
struct Headcount {
    owned: u16,
    wanted: u16,
}

/// Trains the soldiers that are missing, some at each decision.
fn train_up_to(ctx: &mut DecisionContext<'_, '_>, mix: &ArmyMix, count: Headcount) -> StepStatus {
    let Headcount { owned, wanted } = count;
    let coming: u16 = mix.iter().map(|(kind, _)| ctx.situation.count_of(*kind).coming).sum();
    for _ in owned + coming..wanted.min(owned + coming + u16::from(MAX_PLANNED_STARTS)) {
        if !train_from(ctx, mix) {
            break;
        }
    }
    if owned >= wanted { StepStatus::Done } else { StepStatus::Waiting }
}

/// Knows a technology.
pub(crate) fn know(ctx: &mut DecisionContext<'_, '_>, tech: TechId) -> StepStatus {
    if ctx.view.has_tech(tech) {
        return StepStatus::Done;
    }
    if ctx.view.is_researching(tech) {
        return StepStatus::Running;
    }
    let row = ctx.rules.tech(tech);
    if !ctx.view.meets(&row.needs) {
        return StepStatus::Waiting;
    }
    let labs = &ctx.roles.labs[tech.index()];
    let Some(lab) = open_building(ctx, labs, 0) else { return StepStatus::Waiting };
    if !ctx.budget.spend(&row.cost) {
        ctx.budget.save(&row.cost);
        return StepStatus::Waiting;
    }
    let handle = ctx.situation.buildings[lab as usize].handle;
    ctx.situation.given[lab as usize] += 1;
    ctx.order(handle, OrderKind::Research(tech));
    StepStatus::Running
}

/// Trains the kind of the mix that is worth most by the strategy's considerations, else the one that lags behind its share
/// most, of those that can be trained; false when none can.
fn train_from(ctx: &mut DecisionContext<'_, '_>, mix: &ArmyMix) -> bool {
    let order = ranked(ctx, mix);
    order.iter().any(|row| train(ctx, mix[*row].0))
}

/// Trains the kind of the mix that comes first in any building with a short queue, for what money is left: nothing is saved for.
pub(crate) fn train_any(ctx: &mut DecisionContext<'_, '_>, mix: &ArmyMix) -> bool {
    let order = ranked(ctx, mix);
    order.iter().any(|row| {
        let kind = mix[*row].0;
        ctx.budget.covers(&ctx.rules.kind(kind).cost) && start(ctx, kind, DEEP_QUEUE_JOBS)
    })
}

/// The rows of a mix, the one to train first first.
fn ranked(ctx: &DecisionContext<'_, '_>, mix: &ArmyMix) -> Vec<usize> {
    let lag = |(kind, share): (KindId, u16)| {
        let count = ctx.situation.count_of(kind).all() + ctx.situation.started[kind.index()];
        u32::from(count) * 1024 / u32::from(share.max(1))
    };
    let mut order: Vec<usize> = (0..mix.len()).collect();
    order.arrange_by_key(|row| (lag(mix[*row]), *row));
    let Some(chooser) = &ctx.choosers.units else { return order };
    let sum: u32 = mix.iter().map(|(_, share)| u32::from(*share)).sum::<u32>().max(1);
    let subject = |(kind, share): &(KindId, u16)| OptionSubject::Unit {
        kind: *kind,
        share_percent: (u32::from(*share) * 100 / sum) as u16,
    };
    let subjects: Vec<OptionSubject> = mix.iter().map(subject).collect();
    let scored = ctx.assessment().scores(chooser, &subjects);
    order.retain(|row| scored[*row].score > Fx::ZERO);
    order.arrange_by_key(|row| Reverse(scored[*row].score));
    order
}

/// Queues one unit in an open building, or saves for it when only the money is missing.
fn train(ctx: &mut DecisionContext<'_, '_>, kind: KindId) -> bool {
    let row = ctx.rules.kind(kind);
    if !ctx.view.meets(&row.needs) || open_building(ctx, &ctx.roles.makers[kind.index()], 0).is_none() {
        return false;
    }
    if !ctx.budget.covers(&row.cost) {
        ctx.budget.save(&row.cost);
        return false;
    }
    start(ctx, kind, 0)
}

/// Queues one unit that the budget covers in a building with no more than `deep` jobs; false when there is none or no supply.
fn start(ctx: &mut DecisionContext<'_, '_>, kind: KindId, deep: u8) -> bool {
    let row = ctx.rules.kind(kind);
    if !ctx.view.meets(&row.needs) {
        return false;
    }
    let Some(maker) = open_building(ctx, &ctx.roles.makers[kind.index()], deep) else { return false };
    if !ctx.budget.house(row.supply_cost) {
        return false;
    }
    ctx.budget.spend(&row.cost);
    let handle = ctx.situation.buildings[maker as usize].handle;
    ctx.situation.given[maker as usize] += 1;
    ctx.situation.started[kind.index()] += 1;
    ctx.order(handle, OrderKind::Train(kind));
    true
}

/// The first complete building of these kinds with no more than `deep` jobs, as a row.
fn open_building(ctx: &DecisionContext<'_, '_>, kinds: &[KindId], deep: u8) -> Option<u32> {
    let situation = &*ctx.situation;
    let load = |row: &u32| {
        let building = &situation.buildings[*row as usize];
        // The last fifth of a job counts as done, so that the next one stands ready.
        let queued = building.queue.len() as u8
            - u8::from(!building.queue.is_empty() && building.made_percent >= NEARLY_MADE_PERCENT);
        queued + situation.given[*row as usize]
    };
    let fits = |row: &u32| {
        let building = &situation.buildings[*row as usize];
        building.stage == ConstructionStage::Complete && kinds.contains(&building.kind) && load(row) <= deep
    };
    (0..situation.buildings.len() as u32).find(fits)
}

/// Whether every complete building that trains the kind is at work (and there is one).
pub(crate) fn all_busy(ctx: &DecisionContext<'_, '_>, kinds: &[KindId]) -> bool {
    open_building(ctx, kinds, 0).is_none()
}
