//! A goal of a strategy, and how it stands.

use sandtable_decide::{Consideration, DecisionRule};
use serde::{Deserialize, Serialize};

use super::planner::{GoalNotes, GoalPlanner};
use crate::input::Input;
use crate::plan::GoalPlan;
use crate::systems::GoalKind;

/// A goal of a strategy, as its file defines it.
pub(crate) struct StrategyGoal {
    /// What the strategy file calls it.
    pub name: String,
    pub kind: GoalKind,
    pub decision: DecisionRule<Input>,
    /// What must stay so while its plan is carried out.
    pub premise: Vec<Consideration<Input>>,
    /// The stances it belongs to, a bit each.
    pub stances: u32,
    pub planner: Box<dyn GoalPlanner>,
}

/// How a goal stands.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct GoalRecord {
    pub plan: Option<GoalPlan>,
    /// Whether it was chosen at the last decision.
    pub chosen: bool,
    /// Times in a row that its plan failed.
    pub failures: u8,
    /// It is not achievable before this tick.
    pub rest_until: u32,
    /// Whether the last plan has been carried out.
    pub achieved: bool,
    /// The tick of the last plan.
    pub planned_tick: u32,
    pub notes: GoalNotes,
}

impl GoalRecord {
    /// Takes up a new plan. One that has the steps of a plan already carried out is no news.
    pub fn take_plan(&mut self, plan: GoalPlan, now: u32) {
        self.achieved &= self.plan.as_ref().is_some_and(|old| old.steps == plan.steps);
        self.plan = Some(plan);
        self.planned_tick = now;
    }
}
