//! Goals: each has a priority and constructs a plan (GPAT ch. 9, "Strategy": CalculatePriority, ConstructPlan).
//!
//! The priority comes from the considerations of the strategy file; what a goal's file here adds is its own settings and
//! the steps of its plan. Several goals run at once: the budget and the forces serve them by priority.

mod attack;
mod attainable;
mod build_order;
mod build_order_text;
mod counter;
mod defend;
mod economy;
mod expand;
mod harass;
mod mission;
mod planner;
mod rush;
mod scout;
mod settings;
mod standing;
mod tech;
mod tuning;

pub(crate) use attainable::check as check_reach;
pub use build_order_text::{BuildOrderText, BuildStepText};
pub(crate) use planner::GoalPlanner;
pub(crate) use settings::GoalSettings;
pub(crate) use standing::{GoalRecord, StrategyGoal};

use sandtable_content::TableReader;

use crate::systems::GoalKind;

/// Reads the own settings of a goal of a kind from its table in a strategy file.
pub(crate) fn build(kind: GoalKind, table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    match kind {
        GoalKind::Economy => economy::build(table, setting),
        GoalKind::Defend => defend::build(table, setting),
        GoalKind::Rush => rush::build(table, setting),
        GoalKind::Tech => tech::build(table, setting),
        GoalKind::Expand => expand::build(table, setting),
        GoalKind::Attack => attack::build(table, setting),
        GoalKind::Scout => scout::build(table, setting),
        GoalKind::Harass => harass::build(table, setting),
        GoalKind::Counter => counter::build(table, setting),
        GoalKind::BuildOrder => build_order::build(table, setting),
        GoalKind::Mission => mission::build(table, setting),
    }
}
