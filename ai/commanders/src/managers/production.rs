//! The production manager: keeps training buildings at work on what plans ask for.

use std::cmp::Reverse;

use sandtable_sim::component::Stage;
use sandtable_sim::id::{KindId, TechId};
use sandtable_sim::math::Fx;
use sandtable_sim::order::Verb;

use crate::context::DecisionContext;
use crate::input::OptionSubject;
use crate::plan::{ArmyMix, StepStatus};

/// Units started in one decision by one step.
const MAX_STARTS: u8 = 8;
/// Jobs in a building that one more may wait behind, when money is left over.
const DEEP_QUEUE: u8 = 1;

/// Has this many workers, those in training counted, or a few more than the nodes have room for when that is less.
pub(crate) fn workers(desk: &mut DecisionContext<'_, '_>, count: u16) -> StepStatus {
    let room = desk.situation.places_near(desk.rules).max(4) + 3;
    match desk.roles.worker {
        Some(worker) => have(desk, worker, count.min(room)),
        None => StepStatus::Done,
    }
}

/// Has this many units of a kind.
pub(crate) fn have(desk: &mut DecisionContext<'_, '_>, kind: KindId, count: u16) -> StepStatus {
    let owned = desk.situation.count_of(kind);
    if owned.all() < count && !train(desk, kind) {
        // Units come one by one: what was asked for later need not wait for a busy building.
        return StepStatus::Running;
    }
    if owned.whole >= count { StepStatus::Done } else { StepStatus::Running }
}

/// Has this many soldiers in the shares of `mix`; trains on beyond that.
pub(crate) fn army(desk: &mut DecisionContext<'_, '_>, mix: &ArmyMix, size: u16) -> StepStatus {
    for _ in 0..MAX_STARTS {
        if !train_from(desk, mix) {
            break;
        }
    }
    if desk.situation.soldiers.len() >= usize::from(size) { StepStatus::Done } else { StepStatus::Running }
}

/// Has this many soldiers, new ones in the shares of `mix`.
pub(crate) fn raise(desk: &mut DecisionContext<'_, '_>, mix: &ArmyMix, size: u16) -> StepStatus {
    let coming: u16 = mix.iter().map(|(kind, _)| desk.situation.count_of(*kind).coming).sum();
    let owned = desk.situation.soldiers.len() as u16;
    for _ in owned + coming..size.min(owned + coming + u16::from(MAX_STARTS)) {
        if !train_from(desk, mix) {
            break;
        }
    }
    if owned >= size { StepStatus::Done } else { StepStatus::Waiting }
}

/// Knows a technology.
pub(crate) fn know(desk: &mut DecisionContext<'_, '_>, tech: TechId) -> StepStatus {
    if desk.view.has_tech(tech) {
        return StepStatus::Done;
    }
    if desk.view.is_researching(tech) {
        return StepStatus::Running;
    }
    let row = desk.rules.tech(tech);
    if !desk.view.meets(&row.needs) {
        return StepStatus::Waiting;
    }
    let labs = &desk.roles.labs[tech.index()];
    let Some(lab) = open_building(desk, labs, 0) else { return StepStatus::Waiting };
    if !desk.ledger.spend(&row.cost) {
        desk.ledger.save(&row.cost);
        return StepStatus::Waiting;
    }
    let handle = desk.situation.buildings[lab as usize].handle;
    desk.situation.given[lab as usize] += 1;
    desk.order(handle, Verb::Research(tech));
    StepStatus::Running
}

/// Trains the kind of the mix that is worth most by the strategy's considerations, else the one that lags behind its share
/// most, of those that can be trained; false when none can.
fn train_from(desk: &mut DecisionContext<'_, '_>, mix: &ArmyMix) -> bool {
    let order = ranked(desk, mix);
    order.iter().any(|row| train(desk, mix[*row].0))
}

/// The same in any building with a short queue, for what money is left: nothing is saved for.
pub(crate) fn train_any(desk: &mut DecisionContext<'_, '_>, mix: &ArmyMix) -> bool {
    let order = ranked(desk, mix);
    order.iter().any(|row| {
        let kind = mix[*row].0;
        desk.ledger.covers(&desk.rules.kind(kind).cost) && start(desk, kind, DEEP_QUEUE)
    })
}

/// The rows of a mix, the one to train first first.
fn ranked(desk: &DecisionContext<'_, '_>, mix: &ArmyMix) -> Vec<usize> {
    let lag = |(kind, share): (KindId, u16)| {
        let count = desk.situation.count_of(kind).all() + desk.situation.started[kind.index()];
        u32::from(count) * 1024 / u32::from(share.max(1))
    };
    let mut order: Vec<usize> = (0..mix.len()).collect();
    order.sort_by_key(|row| (lag(mix[*row]), *row));
    let Some(chooser) = &desk.choosers.units else { return order };
    let sum: u32 = mix.iter().map(|(_, share)| u32::from(*share)).sum::<u32>().max(1);
    let subject = |(kind, share): &(KindId, u16)| OptionSubject::Unit {
        kind: *kind,
        share_percent: (u32::from(*share) * 100 / sum) as u16,
    };
    let subjects: Vec<OptionSubject> = mix.iter().map(subject).collect();
    let scored = desk.assessment().scores(chooser, &subjects);
    order.retain(|row| scored[*row].score > Fx::ZERO);
    order.sort_by_key(|row| Reverse(scored[*row].score));
    order
}

/// Queues one unit in an open building, or saves for it when only the money is missing.
fn train(desk: &mut DecisionContext<'_, '_>, kind: KindId) -> bool {
    let row = desk.rules.kind(kind);
    if !desk.view.meets(&row.needs) || open_building(desk, &desk.roles.makers[kind.index()], 0).is_none() {
        return false;
    }
    if !desk.ledger.covers(&row.cost) {
        desk.ledger.save(&row.cost);
        return false;
    }
    start(desk, kind, 0)
}

/// Queues one unit that the ledger covers in a building with no more than `deep` jobs; false when there is none or no supply.
fn start(desk: &mut DecisionContext<'_, '_>, kind: KindId, deep: u8) -> bool {
    let row = desk.rules.kind(kind);
    if !desk.view.meets(&row.needs) {
        return false;
    }
    let Some(maker) = open_building(desk, &desk.roles.makers[kind.index()], deep) else { return false };
    if !desk.ledger.house(row.supply_cost) {
        return false;
    }
    desk.ledger.spend(&row.cost);
    let handle = desk.situation.buildings[maker as usize].handle;
    desk.situation.given[maker as usize] += 1;
    desk.situation.started[kind.index()] += 1;
    desk.order(handle, Verb::Train(kind));
    true
}

/// The first complete building of these kinds with no more than `deep` jobs, as a row.
fn open_building(desk: &DecisionContext<'_, '_>, kinds: &[KindId], deep: u8) -> Option<u32> {
    let situation = &*desk.situation;
    let load = |row: &u32| {
        let building = &situation.buildings[*row as usize];
        // The last fifth of a job counts as done, so that the next one stands ready.
        let queued = building.queue.len() as u8 - u8::from(!building.queue.is_empty() && building.made_percent >= 80);
        queued + situation.given[*row as usize]
    };
    let fits = |row: &u32| {
        let building = &situation.buildings[*row as usize];
        building.stage == Stage::Complete && kinds.contains(&building.kind) && load(row) <= deep
    };
    (0..situation.buildings.len() as u32).find(fits)
}

/// Whether every complete building that trains the kind is at work (and there is one).
pub(crate) fn all_busy(desk: &DecisionContext<'_, '_>, kinds: &[KindId]) -> bool {
    open_building(desk, kinds, 0).is_none()
}
