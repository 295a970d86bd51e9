//! The supply manager: houses in good time.

use sandtable_sim::component::ConstructionStage;

use super::construction;
use crate::context::DecisionContext;

/// Supply in good time: builds a house when what is left would be used up while one is built.
pub(crate) fn keep_supply(ctx: &mut DecisionContext<'_, '_>) {
    let Some(house) = ctx.roles.house else { return };
    let (used, cap) = ctx.view.supply();
    if cap >= ctx.rules.supply_limit {
        return;
    }
    let given = u32::from(ctx.rules.kind(house).supply_given);
    let situation = &*ctx.situation;
    let coming: u32 = situation
        .buildings
        .iter()
        .filter(|it| it.stage != ConstructionStage::Complete)
        .map(|it| ctx.rules.kind(it.kind).supply_given)
        .map(u32::from)
        .sum();
    let trains = |kind| !ctx.rules.kind(kind).trains.is_empty();
    let makers =
        situation.buildings.iter().filter(|it| it.stage == ConstructionStage::Complete && trains(it.kind)).count()
            as u32;
    let margin = (2 + makers * 2).min(given * 2);
    if u32::from(used) + margin > u32::from(cap) + coming {
        let count = ctx.situation.count_of(house).all() + 1;
        let _ = construction::have(ctx, house, count);
    }
}
