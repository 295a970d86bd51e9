//! Building and repairing.

use super::crew::Crew;
use super::pay;
use super::treasury::refund;
use crate::component::{Identity, Site, Stage, Vitals};
use crate::event::Event;
use crate::tasks::{Duty, finish_action};
use crate::world::World;
use sandtable_math::Fx;
use sandtable_model::map::Cell;
use sandtable_model::rules::{Class, Cost};
use sandtable_state::id::{KindId, UnitId};
use sandtable_state::limits::MAX_RESOURCES;

impl Crew<'_> {
    /// One tick of a builder or repairer; false, and nothing done, where there is more to do than to raise a site.
    pub(super) fn build(&mut self, duty: &Duty) -> bool {
        let target = duty.task.target;
        let Some(place) = self.world.place(target).filter(|place| place.class == Class::Building) else {
            self.finish(duty.row);
            return true;
        };
        if !self.is_at(duty.row, target) {
            return true;
        }
        let rising = self.sites[place.row as usize].stage == Stage::Rising;
        if rising {
            self.raise(duty, place.row as usize);
        }
        rising
    }

    /// Adds one worker's work: the first at full speed, each further one at half.
    fn raise(&mut self, duty: &Duty, row: usize) {
        let (world, worker) = (self.world, self.identity[duty.row as usize].kind);
        let percent = u32::from(world.stats(duty.id.owner(), worker).build_percent);
        let identity = &self.buildings[row];
        let full = world.stats(identity.owner(), identity.kind).max_hp;
        let whole = world.kind(identity.kind).make_ticks.max(1) * 100;
        let (site, vitals) = (&mut self.sites[row], &mut self.vitals[row]);
        let share = if site.workers == 0 { percent } else { percent / 2 };
        site.workers = site.workers.saturating_add(1);
        let before = grown(full, site.progress, whole);
        site.progress = (site.progress + share).min(whole);
        let gain = grown(full, site.progress, whole) - before;
        vitals.hp = (vitals.hp + gain).min(full);
    }
}

/// Breaks ground for a building, or repairs it, by a worker that stands beside it.
pub(super) fn work(world: &mut World, duty: &Duty) {
    let target = duty.task.target;
    let Some(place) = world.place(target) else { return };
    let stage = world.column::<Site>(&world.entities.buildings)[place.row as usize].stage;
    match stage {
        Stage::Planned => begin(world, target, place.row),
        Stage::Rising => {}
        Stage::Complete => repair(world, duty, target, place.row),
    }
}

/// Whether nothing that blocks stands on the cells of a building.
fn begin_place_is_free(world: &World, kind: KindId, cell: Cell) -> bool {
    world.rect(kind, cell).cells().all(|cell| world.derived.ground.is_open(cell))
}

/// Breaks ground, and puts out of it who stands there. What the player could not know of may stand there: then the site is given up and refunded.
fn begin(world: &mut World, id: UnitId, row: u32) {
    let (identity, site) = (
        world.column::<Identity>(&world.entities.buildings)[row as usize],
        world.column::<Site>(&world.entities.buildings)[row as usize],
    );
    if !begin_place_is_free(world, identity.kind, site.cell) {
        world.workspaces.events.push(Event::BuildFailed { id, kind: identity.kind });
        give_up(world, id);
        return;
    }
    world.column_mut::<Site>(&world.entities.buildings)[row as usize].stage = Stage::Rising;
    world.block_cells(id, identity.kind, site.cell);
    crate::steer::clear(&world.scene(), world.rect(identity.kind, site.cell));
}

/// The hit points that work gives: from one to all, in proportion.
fn grown(full: Fx, progress: u32, whole: u32) -> Fx {
    let range = i64::from((full - Fx::ONE).bits().max(0));
    Fx::from_bits((range * i64::from(progress) / i64::from(whole)) as i32)
}

/// Restores hit points, charging for each the rules' share of the cost.
fn repair(world: &mut World, duty: &Duty, id: UnitId, row: u32) {
    let worker = world.column::<Identity>(&world.entities.units)[duty.row as usize].kind;
    let rate = world.kind(worker).worker.as_ref().map_or(Fx::ZERO, |worker| worker.repair_rate);
    let identity = world.column::<Identity>(&world.entities.buildings)[row as usize];
    let full = world.stats(id.owner(), identity.kind).max_hp;
    let before = world.column::<Vitals>(&world.entities.buildings)[row as usize].hp;
    let after = (before + rate).min(full);
    if after <= before {
        finish_action(&world.entities, duty.row);
        return;
    }
    let cost = charge(world, identity.kind, full, before, after);
    if pay(world, duty.id.owner(), &cost) {
        world.column_mut::<Vitals>(&world.entities.buildings)[row as usize].hp = after;
        let mut sites = world.column_mut::<Site>(&world.entities.buildings);
        sites[row as usize].workers = sites[row as usize].workers.saturating_add(1);
    }
}

/// What lifting hit points from `before` to `after` costs: the difference of two whole shares, so that the
/// sum over a repair is exact whatever its steps.
fn charge(world: &World, kind: KindId, full: Fx, before: Fx, after: Fx) -> Cost {
    let percent = i64::from(world.rules().repair_cost_percent);
    let share =
        |amount: u16, hp: Fx| i64::from(amount) * percent * i64::from(hp.bits()) / (100 * i64::from(full.bits()));
    let mut cost = [0; MAX_RESOURCES];
    for (row, amount) in world.kind(kind).cost.iter().enumerate() {
        cost[row] = (share(*amount, after) - share(*amount, before)) as u16;
    }
    cost
}

/// Completes the buildings whose work is done.
pub(super) fn settle(world: &mut World) {
    let mut from = 0;
    while let Some(at) = next_finished(world, from) {
        from = at + 1;
        let row = world.entities.buildings.rows()[at] as usize;
        let identity = world.column::<Identity>(&world.entities.buildings)[row];
        world.column_mut::<Site>(&world.entities.buildings)[row].stage = Stage::Complete;
        world.workspaces.events.push(Event::Completed { id: identity.id, kind: identity.kind });
        world.parts.players[identity.owner().index()].totals.buildings_made += 1;
        super::recount_supply_of(world, identity.owner());
    }
}

/// The first building, from place `from` of the roster on, that is rising and whose work is done.
fn next_finished(world: &World, from: usize) -> Option<usize> {
    let (identity, site) =
        (world.column::<Identity>(&world.entities.buildings), world.column::<Site>(&world.entities.buildings));
    let finished = |row: usize| {
        let whole = || world.kind(identity[row].kind).make_ticks.max(1) * 100;
        site[row].stage == Stage::Rising && site[row].progress >= whole()
    };
    (from..world.entities.buildings.len()).find(|at| finished(world.entities.buildings.rows()[*at] as usize))
}

/// Cancels an unfinished building of its owner's, with a refund.
pub(crate) fn cancel_building(world: &mut World, id: UnitId) {
    world.workspaces.events.push(Event::Cancelled { id });
    give_up(world, id);
}

fn give_up(world: &mut World, id: UnitId) {
    let Some(place) = world.place(id) else { return };
    let kind = world.column::<Identity>(&world.entities.buildings)[place.row as usize].kind;
    let cost = world.kind(kind).cost;
    refund(world, id.owner(), &cost);
    world.remove(id);
}
