//! Armies that march in formation: as one squad, which newcomers join.

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_sim::order::Order;
use sandtable_state::id::Handle;

use super::marching::send;
use crate::context::DecisionContext;
use crate::managers::tuning::{ARRIVED_CELLS, BOUND_CELLS};
use crate::perception::near;

/// Sends an army to a place in its formation; false when it has none, or somebody fights: each for himself, then.
pub(super) fn go_in_formation(ctx: &mut DecisionContext<'_, '_>, army: u8, members: &[u32], to: Vec2) -> bool {
    let row = usize::from(army);
    let Some(formation) = ctx.armies.get(row).and_then(|army| army.formation) else { return false };
    let units = members.iter().map(|row| &ctx.situation.units[*row as usize]);
    if units.clone().any(|unit| !unit.target.is_none()) {
        return false;
    }
    let squad = ctx.forces.armies[row].squad;
    let Some(bound) = ctx.view.own_squads().into_iter().find(|it| it.id == squad) else {
        return form(ctx, row, members, OrderKind::Form(formation));
    };
    let strays: Vec<Handle> = units.filter(|unit| unit.squad != squad).map(|unit| unit.handle).collect();
    send(ctx, &strays, OrderKind::Join(squad));
    let goes = matches!(bound.orders.first(), Some(OrderKind::AttackMove(place)) if near(*place, to, BOUND_CELLS));
    if !goes && !near(bound.front, to, ARRIVED_CELLS) {
        ctx.orders.give(Order::squad(squad, OrderKind::AttackMove(to)));
    }
    true
}

/// Has an army form a squad; only one may in a decision, for the next id is known no farther.
fn form(ctx: &mut DecisionContext<'_, '_>, row: usize, members: &[u32], verb: OrderKind) -> bool {
    if !std::mem::replace(&mut ctx.forces.formed, true) {
        let handles: Vec<Handle> = members.iter().map(|row| ctx.situation.units[*row as usize].handle).collect();
        ctx.forces.armies[row].squad = ctx.view.next_squad();
        ctx.orders.give(Order::to(handles, verb));
    }
    true
}
