//! Giving the orders of triggers, at places that queries find; workers whom they send are left alone until they are done.

use sandtable_model::map::Cell;
use sandtable_sim::order::OrderSubject;
use sandtable_state::id::Handle;
use sandtable_state::limits::TICKS_PER_SECOND;

use crate::context::DecisionContext;
use crate::placement;
use crate::scripted::ScriptedOrder;

/// Ticks within which an order has reached whom it is for.
const ARRIVAL_TICKS: u32 = 2 * TICKS_PER_SECOND;

/// Workers on an errand of a trigger, each with the tick in which it was sent.
pub(crate) type WorkerErrands = Vec<(Handle, u32)>;

/// Takes workers on errands out of what other managers order about, and lets go of those who are done.
pub(crate) fn keep_errands(ctx: &mut DecisionContext<'_, '_>, errands: &mut WorkerErrands) {
    let now = ctx.situation.tick;
    errands.retain(|(handle, sent)| {
        let Some((row, unit)) = ctx.situation.unit(*handle) else { return false };
        let is_out = !unit.idle() || now.saturating_sub(*sent) < ARRIVAL_TICKS;
        ctx.situation.busy[row as usize] |= is_out;
        is_out
    });
}

/// Gives orders of the file. One whose query finds no place, or without anybody to order, is passed over.
pub(crate) fn give<'o>(
    ctx: &mut DecisionContext<'_, '_>,
    orders: impl Iterator<Item = &'o ScriptedOrder>,
    errands: &mut WorkerErrands,
) {
    for order in orders {
        let placed = match order.query() {
            None => Some(*order),
            Some((query, Some(kind))) => placement::by_query(&ctx.assessment(), kind, query).map(|cell| order.at(cell)),
            Some((query, None)) => placement::goal_of(&ctx.assessment(), query).map(|place| order.at(Cell::at(place))),
        };
        let Some(order) = placed.and_then(|order| order.order(ctx.view)) else { continue };
        if let OrderSubject::Units(units) = &order.subject {
            let is_worker =
                |handle: &&Handle| ctx.situation.unit(**handle).is_some_and(|(_, unit)| ctx.roles.is_worker(unit.kind));
            let sent: Vec<Handle> = units.iter().filter(is_worker).copied().collect();
            errands.retain(|(handle, _)| !sent.contains(handle));
            errands.extend(sent.into_iter().map(|handle| (handle, ctx.situation.tick)));
        }
        ctx.orders.give(order);
    }
}
