//! Giving up a match in which nothing can be won any more: who waits for the last house to fall only makes it longer.

use sandtable_model::rules::{Class, Cost};
use sandtable_sim::order::Order;
use sandtable_sim::view::KnownNode;
use sandtable_state::id::KindId;
use sandtable_state::limits::MAX_RESOURCES;

use crate::commander::OrderCause;
use crate::context::DecisionContext;
use crate::perception::{allies, resource_of};

/// Soldiers left fight on while they weigh this percentage or more of the enemy's that are remembered.
const FIGHTING_CHANCE_PERCENT: u32 = 25;

/// Surrenders when the match is lost: no unit is in training, none can be paid for from the stock or from what workers can still
/// gather, and the soldiers that are left stand against many times their might. Who has allies stays, for what stands serves them.
pub(crate) fn surrender_if_lost(ctx: &mut DecisionContext<'_, '_>) {
    if allies(ctx.view).next().is_some() || recovers(ctx) || fights_on(ctx) {
        return;
    }
    ctx.because(OrderCause::Duty("surrender: gives up what cannot be won"));
    ctx.orders.give(Order::surrender());
}

/// Whether there will be another unit.
fn recovers(ctx: &DecisionContext<'_, '_>) -> bool {
    let mut units = ctx.rules.kinds().filter(|(_, kind)| kind.class == Class::Unit).map(|(id, _)| id);
    units.any(|kind| ctx.situation.count_of(kind).coming > 0 || can_train(ctx, kind))
}

/// Whether a building that stands or can still be built trains it, and what it costs is there or can be gathered.
fn can_train(ctx: &DecisionContext<'_, '_>, kind: KindId) -> bool {
    let row = ctx.rules.kind(kind);
    let made = ctx.roles.makers[kind.index()].iter().any(|maker| ctx.situation.count_of(*maker).whole > 0);
    let maker = made || !ctx.situation.workers.is_empty();
    maker && ctx.view.meets(&row.needs) && can_pay(ctx, &row.cost)
}

fn can_pay(ctx: &DecisionContext<'_, '_>, cost: &Cost) -> bool {
    let stock = ctx.view.resources();
    let gathered = |resource: usize| {
        let holds = |node: &KnownNode| resource_of(ctx.rules, node.kind).is_some_and(|it| it.index() == resource);
        !ctx.situation.workers.is_empty() && ctx.situation.nodes.iter().any(holds)
    };
    (0..MAX_RESOURCES).all(|resource| stock[resource] >= u32::from(cost[resource]) || gathered(resource))
}

fn fights_on(ctx: &DecisionContext<'_, '_>) -> bool {
    let own = ctx.situation.might;
    let enemy: u32 = ctx.memory.soldiers(ctx.roles).map(|seen| seen.might).sum();
    own > 0 && own * 100 >= enemy * FIGHTING_CHANCE_PERCENT
}
