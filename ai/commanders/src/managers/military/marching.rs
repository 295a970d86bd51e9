//! Sending soldiers: those who are there, or on their way, are left alone.

use std::cmp::Reverse;

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_sim::component::{OrderEnd, TaskKind};
use sandtable_sim::order::Order;
use sandtable_sim::view::OwnUnit;
use sandtable_state::id::Handle;
use sandtable_state::limits::MAX_ORDER_UNITS;

use crate::context::DecisionContext;
use crate::forces::SoldierTask;
use crate::managers::tuning::{
    ARRIVED_CELLS, BEHIND_CELLS, BOUND_CELLS, BOUND_SHARE, SHUT_IN_TICKS, STRIKE_ODDS_CELLS,
};
use crate::perception::{UnitTrait, near};
use crate::placement;
use crate::systems::StrategySystem;

/// Sends those of `units` that are not on their way there, or there, to attack what they meet on the way to a place.
pub(super) fn advance(ctx: &mut DecisionContext<'_, '_>, units: &[u32], to: Vec2) {
    send_strays(ctx, units, to, ARRIVED_CELLS);
}

/// Sends them where they are to stand together: the more they are, the farther from the place one is there.
pub(super) fn assemble(ctx: &mut DecisionContext<'_, '_>, units: &[u32], at: Vec2) {
    send_strays(ctx, units, at, standing_room(units.len()));
}

/// Cells from a place within which one of a number of units is there: they stand beside each other.
pub(super) fn standing_room(units: usize) -> i16 {
    ARRIVED_CELLS + units.isqrt() as i16
}

fn send_strays(ctx: &mut DecisionContext<'_, '_>, units: &[u32], to: Vec2, room: i16) {
    let situation = &*ctx.situation;
    let strays = units.iter().map(|row| &situation.units[*row as usize]);
    // Who mends stands behind those who fight.
    let room_of =
        |unit: &OwnUnit| if ctx.roles.has(unit.kind, UnitTrait::Strikes) { room } else { room + BEHIND_CELLS };
    let strays = strays.filter(|unit| unit.aboard.is_none() && needs_sending(unit, to, room_of(unit)));
    let to_send = |unit: &&OwnUnit| !is_shut_in(unit, situation.tick);
    let strays: Vec<Handle> = strays.filter(to_send).map(|unit| unit.handle).collect();
    send(ctx, &strays, OrderKind::AttackMove(to));
}

/// Gives many units one order.
pub(super) fn send(ctx: &mut DecisionContext<'_, '_>, units: &[Handle], verb: OrderKind) {
    for part in units.chunks(MAX_ORDER_UNITS) {
        ctx.orders.give(Order::to(part.iter().copied(), verb));
    }
}

/// Whether a unit is neither on its way to a place nor, within `room` cells of it, there. Who is far off need not be told of every step of
/// what it goes for, and would set out anew each time.
pub(super) fn needs_sending(unit: &OwnUnit, to: Vec2, room: i16) -> bool {
    let far = Fx::root_of_wide(unit.position.distance_squared_wide(to)).floor_int() as i16 / BOUND_SHARE;
    let bound_there = matches!(unit.moving, Some((TaskKind::Goto, _, point)) if near(point, to, far.max(BOUND_CELLS)));
    let there = unit.idle() && near(unit.position, to, room);
    !(bound_there || there)
}

/// Whether a unit has just found that no way leads where it was sent: it would find so again at once.
pub(super) fn is_shut_in(unit: &OwnUnit, tick: u32) -> bool {
    unit.ended.is_some_and(|last| last.end == OrderEnd::NoWay && tick.saturating_sub(last.tick) < SHUT_IN_TICKS)
}

/// Whether a unit, by its row, goes over everything.
pub(super) fn flies(ctx: &DecisionContext<'_, '_>, row: u32) -> bool {
    ctx.roles.has(ctx.situation.units[row as usize].kind, UnitTrait::Flies)
}

pub(super) fn rows(ctx: &DecisionContext<'_, '_>, task: SoldierTask) -> Vec<u32> {
    ctx.forces.members(ctx.situation, task).map(|(row, _)| row).collect()
}

/// Where those who have nothing else to do wait.
pub(super) fn rally_point(ctx: &DecisionContext<'_, '_>) -> Vec2 {
    placement::rally_point(&ctx.assessment(), ctx.enemy_side())
}

/// Those of an army who stand together: its largest group, the one whose middle man comes first where two are as large. The mean of
/// all lies in no-man's-land while others follow.
pub(super) fn main_body(ctx: &DecisionContext<'_, '_>, army: &[u32]) -> Vec<u32> {
    if ctx.disabled.has(StrategySystem::Body) {
        return army.to_vec();
    }
    let place = |row: &u32| ctx.situation.units[*row as usize].position;
    let beside = |one: &u32| army.iter().filter(|row| near(place(row), place(one), STRIKE_ODDS_CELLS)).count();
    let centre = army.iter().max_by_key(|row| (beside(row), Reverse(**row)));
    let Some(at) = centre.map(place) else { return Vec::new() };
    army.iter().copied().filter(|row| near(place(row), at, STRIKE_ODDS_CELLS)).collect()
}

/// The mean position of the units; zero without units.
pub(super) fn middle_of(ctx: &DecisionContext<'_, '_>, army: &[u32]) -> Vec2 {
    Vec2::mean_trunc(army.iter().map(|row| ctx.situation.units[*row as usize].position)).unwrap_or(Vec2::ZERO)
}
