//! Plans: steps with conditions, tried in order at every decision (GPAT ch. 9, "Planning").
//!
//! A step holds no promise of the past: each looks at the world again, so that a barracks that burns down is an
//! undone step, and is built anew before the steps that come after it.

use serde::{Deserialize, Serialize};

use super::status::StepStatus;
use super::step::PlanStep;

/// Steps in order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct GoalPlan {
    pub steps: Vec<PlanStep>,
    /// The greatest row of a step that was ever begun, or found done after one that was, plus one.
    pub begun: usize,
    /// How the steps stood that were tried at the last decision.
    #[serde(skip)]
    pub statuses: Vec<StepStatus>,
}

/// How a whole plan stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlanOutcome {
    /// All steps are done.
    Achieved,
    /// Working on it.
    Underway,
    /// A step cannot be done.
    Failed(&'static str),
}

impl GoalPlan {
    /// A plan of which nothing has been done.
    pub fn new(steps: Vec<PlanStep>) -> GoalPlan {
        GoalPlan { steps, begun: 0, statuses: Vec::new() }
    }
}
