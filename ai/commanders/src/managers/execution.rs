//! Carrying plans out: each step goes to the manager that knows how.

use sandtable_model::rules::Class;

use super::{construction, production};
use crate::commander::OrderCause;
use crate::context::DecisionContext;
use crate::plan::{GoalPlan, PlanOutcome, PlanStep, StepStatus};
use crate::systems::{ManagerFeature, StrategySystem};

/// Tries the steps in order, as far as they let, for the goal in this row.
pub(crate) fn carry_out(plan: &mut GoalPlan, goal: u8, ctx: &mut DecisionContext<'_, '_>) -> PlanOutcome {
    let mut outcome = PlanOutcome::Achieved;
    plan.statuses.clear();
    for (row, step) in plan.steps.iter().enumerate() {
        ctx.because(OrderCause::Step { goal, step: row as u8 });
        let status = perform(step, ctx);
        plan.statuses.push(status);
        if status != StepStatus::Done {
            outcome = PlanOutcome::Underway;
            plan.begun = plan.begun.max(row + 1);
        }
        match status {
            StepStatus::Done | StepStatus::Running => {}
            StepStatus::Waiting if !ctx.disabled.has(StrategySystem::Steps) => break,
            StepStatus::Waiting => {}
            StepStatus::Failed(why) => return PlanOutcome::Failed(why),
        }
    }
    if outcome == PlanOutcome::Achieved && plan.begun > 0 {
        // Another goal may have done the last of them: they are walked all the same.
        plan.begun = plan.steps.len();
    }
    outcome
}

/// Does what can be done about it now.
fn perform(step: &PlanStep, ctx: &mut DecisionContext<'_, '_>) -> StepStatus {
    match step {
        PlanStep::Workers(count) => production::workers(ctx, *count),
        PlanStep::Have(kind, count) => match ctx.rules.kind(*kind).class {
            Class::Building => construction::have(ctx, *kind, *count),
            _ => production::have(ctx, *kind, *count),
        },
        PlanStep::Spare(kind, count) => construction::spare(ctx, *kind, *count),
        PlanStep::Know(tech) => production::know(ctx, *tech),
        PlanStep::Raise(mix, size) => production::raise(ctx, mix, *size),
        PlanStep::Army(mix, size) => production::army(ctx, mix, *size),
        PlanStep::Strike(strike) => {
            let awaited = if ctx.features.has(ManagerFeature::Odds) { ctx.assessment().resistance() } else { 0 };
            ctx.forces.claim_strike(ctx.situation, *strike, awaited)
        }
        PlanStep::Raid(raid) => ctx.forces.claim_raid(ctx.situation, *raid),
        PlanStep::Guard { militia } => ctx.forces.claim_defence(ctx.situation, *militia),
        PlanStep::Survey(place) => {
            ctx.ask(*place);
            ctx.forces.claim_survey(ctx.situation, ctx.memory, *place)
        }
        PlanStep::Watch(kind) => ctx.forces.claim_watch(*kind),
        PlanStep::Escort(place, count) => ctx.forces.claim_escort(ctx.situation, *place, *count),
        PlanStep::Found(kind, place) => construction::found(ctx, *kind, *place),
    }
}
