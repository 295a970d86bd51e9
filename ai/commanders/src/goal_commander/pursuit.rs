//! Pursuing one goal: a plan is constructed when there is none, and followed.

use std::borrow::Cow;

use sandtable_math::Fx;

use super::tuning::{GOAL_REST_TICKS, GOAL_REVIEW_TICKS, MAX_FAILURES};
use crate::commander::{GoalProgress, Timeline};
use crate::context::DecisionContext;
use crate::goals::{GoalRecord, StrategyGoal};
use crate::managers;
use crate::plan::{GoalPlan, PlanOutcome};
use crate::systems::StrategySystem;

/// A goal that is served.
pub(super) struct ServedGoal<'a> {
    pub row: u8,
    pub strategy_goal: &'a StrategyGoal,
    pub priority: Fx,
    /// Whether its premise holds.
    pub sound: bool,
}

/// Constructs the goal's plan when it has none, and follows it.
pub(super) fn pursue(
    goal: &ServedGoal<'_>,
    record: &mut GoalRecord,
    ctx: &mut DecisionContext<'_, '_>,
    timeline: &mut Timeline,
) {
    let now = ctx.situation.tick;
    let heeds = !ctx.disabled.has(StrategySystem::Feasibility);
    let fail = |record: &mut GoalRecord, why, timeline: &mut Timeline| {
        if !heeds {
            return;
        }
        record.failures = (record.failures + 1).min(MAX_FAILURES);
        record.rest_until = now + GOAL_REST_TICKS * u32::from(record.failures);
        record.plan = None;
        let why = GoalProgress::Failed(Cow::Borrowed(why));
        timeline.record(now, &goal.strategy_goal.name, why, goal.priority);
    };
    let planner = &goal.strategy_goal.planner;
    if let Some(end) = planner.over_tick() {
        if record.achieved || record.plan.is_none() && now >= end {
            return;
        }
        if now >= end {
            return fail(record, "its time is over", timeline);
        }
    }
    if !goal.sound {
        return fail(record, "its premise is gone", timeline);
    }
    let aged = goal.strategy_goal.planner.review_ticks().is_some_and(|ticks| now >= record.planned_tick + ticks);
    let stale = record.achieved && now >= record.planned_tick + GOAL_REVIEW_TICKS;
    if record.plan.is_none() || stale || aged {
        let (known, rng) = ctx.deliberation();
        match goal.strategy_goal.planner.construct_plan(&known, rng, &mut record.notes) {
            Ok(steps) => record.take_plan(GoalPlan::new(steps), now),
            Err(why) => return fail(record, why, timeline),
        }
    }
    let Some(plan) = &mut record.plan else { return };
    let begun = plan.begun;
    let outcome = managers::carry_out(plan, goal.row, ctx);
    for step in plan.steps[begun..plan.begun].iter().filter(|_| !record.achieved) {
        let what = Cow::Owned(step.describe(ctx.rules));
        timeline.record(now, &goal.strategy_goal.name, GoalProgress::Step(what), goal.priority);
    }
    match outcome {
        PlanOutcome::Achieved if !record.achieved => {
            (record.achieved, record.failures) = (true, 0);
            timeline.record(now, &goal.strategy_goal.name, GoalProgress::Achieved, goal.priority);
        }
        PlanOutcome::Underway if planner.is_alone() => ctx.budget.close(),
        PlanOutcome::Achieved | PlanOutcome::Underway => {}
        PlanOutcome::Failed(why) => fail(record, why, timeline),
    }
}
