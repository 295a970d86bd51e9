//! Carrying plans out: each step goes to the manager that knows how.

use sandtable_model::rules::Class;
use sandtable_state::id::KindId;

use super::{construction, military, production};
use crate::commander::OrderCause;
use crate::context::DecisionContext;
use crate::forces::SoldierTask;
use crate::perception::ProductionTarget;
use crate::plan::{BuildItem, GoalPlan, MissionKind, MissionSpec, PlanOutcome, PlanStep, StepStatus, StrikeSpec};
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

/// Whether an army would set out against what is thought to await it: by rehearsal, by what both weigh, or whatever awaits it.
fn dares_to_strike(ctx: &mut DecisionContext<'_, '_>, strike: StrikeSpec) -> bool {
    if ctx.forces.strike_request.is_some() || !ctx.forces.is_ready(ctx.situation, strike) || !military::can_cross(ctx) {
        return false;
    }
    if ctx.features.has(ManagerFeature::Rehearsal) {
        return military::dares(ctx, strike.odds_percent);
    }
    let awaited = if ctx.features.has(ManagerFeature::Odds) { ctx.assessment().resistance() } else { 0 };
    u64::from(ctx.situation.might) * 100 >= u64::from(awaited) * u64::from(strike.odds_percent)
}

/// Whether a named army would set out against what is thought to await it.
fn dares_to_go(ctx: &DecisionContext<'_, '_>, mission: MissionSpec) -> bool {
    if mission.kind == MissionKind::Drop && !military::has_transport(ctx) {
        return false;
    }
    if mission.strike.odds_percent == 0 {
        return true;
    }
    let army = ctx.forces.members(ctx.situation, SoldierTask::Army(mission.army));
    let might: u32 = army.map(|(_, unit)| ctx.roles.might(unit.kind)).sum();
    u64::from(might) * 100 >= u64::from(ctx.assessment().resistance()) * u64::from(mission.strike.odds_percent)
}

/// Has what a build order asks for: the next waits until as many are begun. What is not begun in time is left out.
fn item_of_order(ctx: &mut DecisionContext<'_, '_>, item: &BuildItem) -> StepStatus {
    let is_late = item.by_tick.is_some_and(|by| ctx.situation.tick >= by);
    match item.target {
        ProductionTarget::Tech(tech) if is_late && !ctx.view.is_researching(tech) => StepStatus::Done,
        ProductionTarget::Tech(tech) => production::know(ctx, tech),
        ProductionTarget::Kind(kind) if is_late && ctx.situation.count_of(kind).all() < item.count => StepStatus::Done,
        ProductionTarget::Kind(kind) => match ctx.rules.kind(kind).class {
            Class::Building => match construction::have_at(ctx, kind, item.count, item.place) {
                // Its own clock ends the wait.
                StepStatus::Failed(_) => StepStatus::Waiting,
                status => status,
            },
            _ => production::in_order(ctx, kind, item.count),
        },
    }
}

/// Has this many of a kind.
fn have(ctx: &mut DecisionContext<'_, '_>, kind: KindId, count: u16) -> StepStatus {
    match ctx.rules.kind(kind).class {
        Class::Building => construction::have(ctx, kind, count),
        _ => production::have(ctx, kind, count),
    }
}

/// Has transports for the army there is, all it takes to make them first.
fn ferry(ctx: &mut DecisionContext<'_, '_>) -> StepStatus {
    let Some((transport, count)) = military::wanted_transports(ctx) else { return StepStatus::Done };
    for target in ctx.roles.chain(ctx.rules, ProductionTarget::Kind(transport)) {
        let status = match target {
            ProductionTarget::Kind(kind) => have(ctx, kind, if kind == transport { count } else { 1 }),
            ProductionTarget::Tech(tech) => production::know(ctx, tech),
        };
        if status != StepStatus::Done {
            return StepStatus::Running;
        }
    }
    StepStatus::Done
}

/// Does what can be done about it now.
fn perform(step: &PlanStep, ctx: &mut DecisionContext<'_, '_>) -> StepStatus {
    match step {
        PlanStep::Workers(count) => production::workers(ctx, *count),
        PlanStep::Have(kind, count) => have(ctx, *kind, *count),
        PlanStep::Spare(kind, count) => construction::spare(ctx, *kind, *count),
        PlanStep::Know(tech) => production::know(ctx, *tech),
        PlanStep::Raise(mix, size) => production::raise(ctx, mix, *size),
        PlanStep::Army(mix, size) => production::army(ctx, mix, *size),
        PlanStep::Party(mix, size) => production::party(ctx, mix, *size),
        PlanStep::Strike(strike) => {
            let dares = dares_to_strike(ctx, *strike);
            ctx.forces.request_strike(ctx.situation, *strike, dares)
        }
        PlanStep::Raid(mix, raid) => ctx.forces.request_raid(ctx.situation, mix, *raid),
        PlanStep::Guard { militia } => ctx.forces.request_defence(ctx.situation, *militia),
        PlanStep::Survey(place) => {
            ctx.ask(*place);
            ctx.forces.request_survey(ctx.situation, ctx.memory, *place)
        }
        PlanStep::Watch(kind) => ctx.forces.request_watch(*kind),
        PlanStep::Escort(place, count) => ctx.forces.request_escort(ctx.situation, *place, *count),
        PlanStep::Item(item) => item_of_order(ctx, item),
        PlanStep::Mission(mission) => {
            let dares = dares_to_go(ctx, *mission);
            ctx.forces.request_mission(ctx.situation, ctx.roles, *mission, dares)
        }
        PlanStep::Ferry => ferry(ctx),
        PlanStep::Split(split) => {
            if ctx.split.is_empty() {
                ctx.split.clone_from(split);
            }
            StepStatus::Done
        }
        PlanStep::Found(kind, place) => construction::found(ctx, *kind, *place),
    }
}
