//! Pursuing one goal: a plan is constructed when there is none, and followed.

use std::borrow::Cow;

use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::math::Fx;

use crate::commander::{GoalProgress, Timeline};
use crate::context::DecisionContext;
use crate::goals::{GoalState, StrategyGoal};
use crate::managers;
use crate::plan::{GoalPlan, PlanOutcome};
use crate::systems::StrategySystem;

/// Ticks a goal rests for each time in a row that its plan failed.
const REST_TICKS: u32 = 20 * TICKS_PER_SECOND;
/// Failures that lengthen the rest.
const MAX_FAILURES: u8 = 6;
/// Ticks after which an achieved goal is looked at anew.
const REVIEW_TICKS: u32 = 10 * TICKS_PER_SECOND;
/// A goal that is served.
pub(super) struct ServedGoal<'a> {
    pub row: u8,
    pub purpose: &'a StrategyGoal,
    pub priority: Fx,
    /// Whether its premise holds.
    pub sound: bool,
}

/// Constructs the goal's plan when it has none, and follows it.
pub(super) fn pursue(
    goal: &ServedGoal<'_>,
    standing: &mut GoalState,
    desk: &mut DecisionContext<'_, '_>,
    timeline: &mut Timeline,
) {
    let now = desk.situation.tick;
    let heeds = !desk.without.has(StrategySystem::Feasibility);
    let fail = |standing: &mut GoalState, why, timeline: &mut Timeline| {
        if !heeds {
            return;
        }
        standing.failures = (standing.failures + 1).min(MAX_FAILURES);
        standing.rest_until = now + REST_TICKS * u32::from(standing.failures);
        standing.plan = None;
        let why = GoalProgress::Failed(Cow::Borrowed(why));
        timeline.record(now, &goal.purpose.name, why, goal.priority);
    };
    if !goal.sound {
        return fail(standing, "its premise is gone", timeline);
    }
    let aged = goal.purpose.planner.review_ticks().is_some_and(|ticks| now >= standing.planned_tick + ticks);
    let stale = standing.achieved && now >= standing.planned_tick + REVIEW_TICKS;
    if standing.plan.is_none() || stale || aged {
        let (known, rng) = desk.deliberation();
        match goal.purpose.planner.construct_plan(&known, rng, &mut standing.notes) {
            Ok(steps) => standing.take_plan(GoalPlan::of(steps), now),
            Err(why) => return fail(standing, why, timeline),
        }
    }
    let Some(plan) = &mut standing.plan else { return };
    let begun = plan.begun;
    let outcome = managers::carry_out(plan, goal.row, desk);
    for step in plan.steps[begun..plan.begun].iter().filter(|_| !standing.achieved) {
        let what = Cow::Owned(step.describe(desk.rules));
        timeline.record(now, &goal.purpose.name, GoalProgress::Step(what), goal.priority);
    }
    match outcome {
        PlanOutcome::Achieved if !standing.achieved => {
            (standing.achieved, standing.failures) = (true, 0);
            timeline.record(now, &goal.purpose.name, GoalProgress::Achieved, goal.priority);
        }
        PlanOutcome::Achieved | PlanOutcome::Underway => {}
        PlanOutcome::Failed(why) => fail(standing, why, timeline),
    }
}
