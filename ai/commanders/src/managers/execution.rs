//! Carrying plans out: each step goes to the manager that knows how.

use sandtable_sim::rules::Class;

use super::{construction, production};
use crate::commander::OrderCause;
use crate::context::DecisionContext;
use crate::plan::{GoalPlan, PlanOutcome, PlanStep, StepStatus};
use crate::systems::{ManagerFeature, StrategySystem};

/// Tries the steps in order, as far as they let, for the goal in this row.
pub(crate) fn carry_out(plan: &mut GoalPlan, goal: u8, desk: &mut DecisionContext<'_, '_>) -> PlanOutcome {
    let mut outcome = PlanOutcome::Achieved;
    plan.statuses.clear();
    for (row, step) in plan.steps.iter().enumerate() {
        desk.because(OrderCause::Step { goal, step: row as u8 });
        let status = perform(step, desk);
        plan.statuses.push(status);
        if status != StepStatus::Done {
            outcome = PlanOutcome::Underway;
            plan.begun = plan.begun.max(row + 1);
        }
        match status {
            StepStatus::Done | StepStatus::Running => {}
            StepStatus::Waiting if !desk.without.has(StrategySystem::Steps) => break,
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
fn perform(step: &PlanStep, desk: &mut DecisionContext<'_, '_>) -> StepStatus {
    match step {
        PlanStep::Workers(count) => production::workers(desk, *count),
        PlanStep::Have(kind, count) => match desk.rules.kind(*kind).class {
            Class::Building => construction::have(desk, *kind, *count),
            _ => production::have(desk, *kind, *count),
        },
        PlanStep::Spare(kind, count) => construction::spare(desk, *kind, *count),
        PlanStep::Know(tech) => production::know(desk, *tech),
        PlanStep::Raise(mix, size) => production::raise(desk, mix, *size),
        PlanStep::Army(mix, size) => production::army(desk, mix, *size),
        PlanStep::Strike(strike) => {
            let awaited = if desk.features.has(ManagerFeature::Odds) { desk.assessment().resistance() } else { 0 };
            desk.forces.claim_strike(desk.situation, *strike, awaited)
        }
        PlanStep::Raid(raid) => desk.forces.claim_raid(desk.situation, *raid),
        PlanStep::Guard { militia } => desk.forces.claim_defence(desk.situation, *militia),
        PlanStep::Survey(place) => {
            desk.ask(*place);
            desk.forces.claim_survey(desk.situation, desk.memory, *place)
        }
        PlanStep::Watch(kind) => desk.forces.claim_watch(*kind),
        PlanStep::Escort(place, count) => desk.forces.claim_escort(desk.situation, *place, *count),
        PlanStep::Found(kind, place) => construction::found(desk, *kind, *place),
    }
}
