//! Spending: money that no plan asked for is spent on what plans would want more of, so that none lies idle.

use sandtable_state::id::KindId;

use super::tuning::{MAX_MAKERS_OF_KIND, MAX_SURPLUS_STARTS, RESERVE_AMOUNT};
use super::{construction, production};
use crate::context::DecisionContext;
use crate::input::OptionSubject;
use crate::plan::ArmyMix;

/// Trains soldiers beyond what plans asked for, deepens queues, and adds a building where all are at work.
pub(crate) fn spend(ctx: &mut DecisionContext<'_, '_>, mix: &ArmyMix) {
    if ctx.budget.left() < RESERVE_AMOUNT || mix.is_empty() || ctx.situation.bases.is_empty() {
        return;
    }
    for _ in 0..MAX_SURPLUS_STARTS {
        if ctx.budget.left() < RESERVE_AMOUNT || !production::train_any(ctx, mix) {
            break;
        }
    }
    if ctx.budget.left() >= RESERVE_AMOUNT {
        add_maker(ctx, mix);
    }
}

/// Another building to train soldiers of the mix in: the best by the strategy's considerations, else the first that all are busy of.
fn add_maker(ctx: &mut DecisionContext<'_, '_>, mix: &ArmyMix) {
    let mut makers: Vec<KindId> = Vec::new();
    for (unit, _) in mix {
        let fits = |maker: &&KindId| !makers.contains(maker) && ctx.view.meets(&ctx.rules.kind(**maker).needs);
        if let Some(maker) = ctx.roles.makers[unit.index()].iter().find(fits) {
            makers.push(*maker);
        }
    }
    makers.retain(|maker| Some(*maker) != ctx.roles.base && ctx.situation.count_of(*maker).all() < MAX_MAKERS_OF_KIND);
    let picked = match &ctx.choosers.buildings {
        Some(chooser) => {
            let subjects: Vec<OptionSubject> =
                makers.iter().map(|kind| OptionSubject::Building { kind: *kind, wanted: MAX_MAKERS_OF_KIND }).collect();
            let scored = ctx.assessment().scores(chooser, &subjects);
            chooser.policy.pick(&scored, |_| 0, ctx.rng).map(|row| makers[row])
        }
        None => makers.first().copied(),
    };
    if let Some(maker) = picked {
        let _ = construction::spare(ctx, maker, MAX_MAKERS_OF_KIND);
    }
}
