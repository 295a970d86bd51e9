//! Building and repairing.

use super::bank::refund;
use super::pay;
use super::work_pass::WorkPass;
use crate::component::{ConstructionStage, Footprint, Health, Identity, OrderEnd};
use crate::event::Event;
use crate::spawn::LifecycleContext;
use crate::tasks::{ActiveWork, finish_action};
use sandtable_math::Fx;
use sandtable_model::map::Cell;
use sandtable_model::rules::{Class, Cost};
use sandtable_state::id::{KindId, UnitId};
use sandtable_state::limits::MAX_RESOURCES;

impl WorkPass<'_> {
    /// One tick of a builder or repairer; false, and nothing done, where there is more to do than to raise a site.
    pub(super) fn build(&mut self, work: &ActiveWork) -> bool {
        let target = work.task.target;
        let Some(place) = self.scene.entities.place(target).filter(|place| place.class == Class::Building) else {
            self.finish(work.row, OrderEnd::Lost);
            return true;
        };
        if !self.is_at(work.row, target) {
            return true;
        }
        let rising = self.footprints[place.row as usize].stage == ConstructionStage::Rising;
        if rising {
            self.raise(work, place.row as usize);
        }
        rising
    }

    /// Adds one worker's work: the first at full speed, each further one at half.
    fn raise(&mut self, work: &ActiveWork, row: usize) {
        let (scene, worker) = (self.scene, self.identity[work.row as usize].kind);
        let percent = u32::from(scene.stats(work.id.owner(), worker).build_percent);
        let identity = &self.buildings[row];
        let full = scene.stats(identity.owner(), identity.kind).max_hp;
        let whole = scene.kind(identity.kind).make_ticks.max(1) * 100;
        let (footprint, health) = (&mut self.footprints[row], &mut self.health[row]);
        let share = if footprint.workers == 0 { percent } else { percent / 2 };
        footprint.workers = footprint.workers.saturating_add(1);
        let before = grown(full, footprint.progress, whole);
        footprint.progress = (footprint.progress + share).min(whole);
        let gain = grown(full, footprint.progress, whole) - before;
        health.hp = (health.hp + gain).min(full);
    }
}

/// Breaks ground for a building, or repairs it, by a worker that stands beside it.
pub(super) fn work(life: &mut LifecycleContext<'_>, work: &ActiveWork) {
    let target = work.task.target;
    let Some(place) = life.entities.place(target) else { return };
    let stage = life.entities.column::<Footprint>(&life.entities.buildings)[place.row as usize].stage;
    match stage {
        ConstructionStage::Planned => begin(life, target, place.row),
        ConstructionStage::Rising => {}
        ConstructionStage::Complete => repair(life, work, target, place.row),
    }
}

/// Whether nothing that blocks stands on the cells of a building.
fn begin_place_is_free(life: &LifecycleContext<'_>, kind: KindId, cell: Cell) -> bool {
    life.rect(kind, cell).cells().all(|cell| life.ground.is_open(cell))
}

/// Breaks ground, and puts out of it who stands there. What the player could not know of may stand there: then the site is given up and refunded.
fn begin(life: &mut LifecycleContext<'_>, id: UnitId, row: u32) {
    let (identity, footprint) = (
        life.entities.column::<Identity>(&life.entities.buildings)[row as usize],
        life.entities.column::<Footprint>(&life.entities.buildings)[row as usize],
    );
    if !begin_place_is_free(life, identity.kind, footprint.cell) {
        life.events.push(Event::BuildFailed { id, kind: identity.kind });
        give_up(life, id);
        return;
    }
    life.entities.column_mut::<Footprint>(&life.entities.buildings)[row as usize].stage = ConstructionStage::Rising;
    life.block_cells(id, identity.kind, footprint.cell);
    crate::steer::clear(&life.scene(), life.rect(identity.kind, footprint.cell));
}

/// The hit points that work gives: from one to all, in proportion.
fn grown(full: Fx, part: u32, whole: u32) -> Fx {
    let range = i64::from((full - Fx::ONE).bits().max(0));
    Fx::from_bits((range * i64::from(part) / i64::from(whole)) as i32)
}

/// Restores hit points, charging for each the rules' share of the cost.
fn repair(life: &mut LifecycleContext<'_>, work: &ActiveWork, id: UnitId, row: u32) {
    let worker = life.entities.column::<Identity>(&life.entities.units)[work.row as usize].kind;
    let rate = life.kind(worker).worker.as_ref().map_or(Fx::ZERO, |worker| worker.repair_rate);
    let identity = life.entities.column::<Identity>(&life.entities.buildings)[row as usize];
    let full = life.base().stats(id.owner(), identity.kind).max_hp;
    let before = life.entities.column::<Health>(&life.entities.buildings)[row as usize].hp;
    let after = (before + rate).min(full);
    if after <= before {
        finish_action(&life.base(), work.row, OrderEnd::Done);
        return;
    }
    let cost = charge(life, identity.kind, full, [before, after]);
    if pay(life.players, work.id.owner(), &cost) {
        life.entities.column_mut::<Health>(&life.entities.buildings)[row as usize].hp = after;
        let mut footprints = life.entities.column_mut::<Footprint>(&life.entities.buildings);
        footprints[row as usize].workers = footprints[row as usize].workers.saturating_add(1);
    }
}

/// What lifting hit points from `before` to `after` costs: the difference of two whole shares, so that the
/// sum over a repair is exact whatever its steps.
fn charge(life: &LifecycleContext<'_>, kind: KindId, full: Fx, [before, after]: [Fx; 2]) -> Cost {
    let percent = i64::from(life.rules().repair_cost_percent);
    let share =
        |amount: u16, hp: Fx| i64::from(amount) * percent * i64::from(hp.bits()) / (100 * i64::from(full.bits()));
    let mut cost = [0; MAX_RESOURCES];
    for (row, amount) in life.kind(kind).cost.iter().enumerate() {
        cost[row] = (share(*amount, after) - share(*amount, before)) as u16;
    }
    cost
}

/// Completes the buildings whose work is done.
pub(super) fn settle(life: &mut LifecycleContext<'_>) {
    let mut from = 0;
    while let Some(at) = next_finished(life, from) {
        from = at + 1;
        let row = life.entities.buildings.rows()[at] as usize;
        let identity = life.entities.column::<Identity>(&life.entities.buildings)[row];
        life.entities.column_mut::<Footprint>(&life.entities.buildings)[row].stage = ConstructionStage::Complete;
        life.events.push(Event::Completed { id: identity.id, kind: identity.kind });
        life.players[identity.owner().index()].totals.buildings_made += 1;
        super::recount_supply_of(life, identity.owner());
    }
}

/// The first building, from place `from` of the roster on, that is rising and whose work is done.
fn next_finished(life: &LifecycleContext<'_>, from: usize) -> Option<usize> {
    let footprint = life.entities.column::<Footprint>(&life.entities.buildings);
    let finished = |row: usize| {
        let kind = || life.entities.column::<Identity>(&life.entities.buildings)[row].kind;
        let whole = || life.kind(kind()).make_ticks.max(1) * 100;
        footprint[row].stage == ConstructionStage::Rising && footprint[row].progress >= whole()
    };
    (from..life.entities.buildings.len()).find(|at| finished(life.entities.buildings.rows()[*at] as usize))
}

/// Cancels an unfinished building of its owner's, with a refund.
pub(crate) fn cancel_building(life: &mut LifecycleContext<'_>, id: UnitId) {
    life.events.push(Event::Cancelled { id });
    give_up(life, id);
}

fn give_up(life: &mut LifecycleContext<'_>, id: UnitId) {
    let Some(place) = life.entities.place(id) else { return };
    let kind = life.entities.column::<Identity>(&life.entities.buildings)[place.row as usize].kind;
    let cost = life.kind(kind).cost;
    refund(life, id.owner(), &cost);
    life.remove_footprint(id);
}
