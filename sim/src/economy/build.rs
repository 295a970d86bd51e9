//! Building and repairing.

use super::treasury::refund;
use super::{is_at, pay};
use crate::agent::{Duty, finish_action};
use crate::component::{Identity, Site, Stage, Vitals};
use crate::event::Event;
use crate::id::{KindId, UnitId};
use crate::limits::MAX_RESOURCES;
use crate::map::Cell;
use crate::math::Fx;
use crate::rules::{Class, Cost};
use crate::world::World;

/// Forgets who was at work in the last tick.
pub(super) fn clear_workers(world: &World) {
    for site in world.column_mut::<Site>(&world.buildings).iter_mut() {
        site.workers = 0;
    }
}

/// One tick of a builder or repairer.
pub(super) fn work(world: &mut World, duty: &Duty) {
    let target = duty.task.target;
    let Some(place) = world.place(target).filter(|place| place.class == Class::Building) else {
        finish_action(world, duty.row);
        return;
    };
    if !is_at(world, duty.row, target) {
        return;
    }
    let stage = world.column::<Site>(&world.buildings)[place.row as usize].stage;
    match stage {
        Stage::Planned => begin(world, target, place.row),
        Stage::Rising => raise(world, duty, place.row),
        Stage::Complete => repair(world, duty, target, place.row),
    }
}

/// Whether nothing that blocks stands on the cells of a building.
fn begin_place_is_free(world: &World, kind: KindId, cell: Cell) -> bool {
    world.rect(kind, cell).cells().all(|cell| world.ground.is_open(cell))
}

/// Breaks ground, and puts out of it who stands there. What the player could not know of may stand there: then the site is given up and refunded.
fn begin(world: &mut World, id: UnitId, row: u32) {
    let (identity, site) = (
        world.column::<Identity>(&world.buildings)[row as usize],
        world.column::<Site>(&world.buildings)[row as usize],
    );
    if !begin_place_is_free(world, identity.kind, site.cell) {
        world.events.push(Event::BuildFailed { id, kind: identity.kind });
        give_up(world, id);
        return;
    }
    world.column_mut::<Site>(&world.buildings)[row as usize].stage = Stage::Rising;
    world.block_cells(id, identity.kind, site.cell);
    crate::steer::clear(world, world.rect(identity.kind, site.cell));
}

/// Adds one worker's work: the first at full speed, each further one at half.
fn raise(world: &mut World, duty: &Duty, row: u32) {
    let row = row as usize;
    let worker = world.column::<Identity>(&world.units)[duty.row as usize].kind;
    let percent = u32::from(world.stats(duty.id.owner(), worker).build_percent);
    let identity = world.column::<Identity>(&world.buildings)[row];
    let full = world.stats(identity.owner(), identity.kind).max_hp;
    let whole = world.kind(identity.kind).make_ticks.max(1) * 100;
    let mut sites = world.column_mut::<Site>(&world.buildings);
    let site = &mut sites[row];
    let share = if site.workers == 0 { percent } else { percent / 2 };
    site.workers = site.workers.saturating_add(1);
    let before = grown(full, site.progress, whole);
    site.progress = (site.progress + share).min(whole);
    let gain = grown(full, site.progress, whole) - before;
    let mut vitals = world.column_mut::<Vitals>(&world.buildings);
    vitals[row].hp = (vitals[row].hp + gain).min(full);
}

/// The hit points that work gives: from one to all, in proportion.
fn grown(full: Fx, progress: u32, whole: u32) -> Fx {
    let range = i64::from((full - Fx::ONE).bits().max(0));
    Fx::from_bits((range * i64::from(progress) / i64::from(whole)) as i32)
}

/// Restores hit points, charging for each the rules' share of the cost.
fn repair(world: &mut World, duty: &Duty, id: UnitId, row: u32) {
    let worker = world.column::<Identity>(&world.units)[duty.row as usize].kind;
    let rate = world.kind(worker).worker.as_ref().map_or(Fx::ZERO, |worker| worker.repair_rate);
    let identity = world.column::<Identity>(&world.buildings)[row as usize];
    let full = world.stats(id.owner(), identity.kind).max_hp;
    let before = world.column::<Vitals>(&world.buildings)[row as usize].hp;
    let after = (before + rate).min(full);
    if after <= before {
        finish_action(world, duty.row);
        return;
    }
    let cost = charge(world, identity.kind, full, before, after);
    if pay(world, duty.id.owner(), &cost) {
        world.column_mut::<Vitals>(&world.buildings)[row as usize].hp = after;
        let mut sites = world.column_mut::<Site>(&world.buildings);
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
        let row = world.buildings.rows()[at] as usize;
        let identity = world.column::<Identity>(&world.buildings)[row];
        world.column_mut::<Site>(&world.buildings)[row].stage = Stage::Complete;
        world.events.push(Event::Completed { id: identity.id, kind: identity.kind });
        world.players[identity.owner().index()].totals.buildings_made += 1;
        super::recount_supply_of(world, identity.owner());
    }
}

/// The first building, from place `from` of the roster on, that is rising and whose work is done.
fn next_finished(world: &World, from: usize) -> Option<usize> {
    let (identity, site) = (world.column::<Identity>(&world.buildings), world.column::<Site>(&world.buildings));
    let finished = |row: usize| {
        let whole = || world.kind(identity[row].kind).make_ticks.max(1) * 100;
        site[row].stage == Stage::Rising && site[row].progress >= whole()
    };
    (from..world.buildings.len()).find(|at| finished(world.buildings.rows()[*at] as usize))
}

/// Cancels an unfinished building of its owner's, with a refund.
pub(crate) fn cancel_building(world: &mut World, id: UnitId) {
    world.events.push(Event::Cancelled { id });
    give_up(world, id);
}

fn give_up(world: &mut World, id: UnitId) {
    let Some(place) = world.place(id) else { return };
    let kind = world.column::<Identity>(&world.buildings)[place.row as usize].kind;
    let cost = world.kind(kind).cost;
    refund(world, id.owner(), &cost);
    world.remove(id);
}
