//! Plans: steps with conditions, tried in order at every decision (GPAT ch. 9, "Planning").
//!
//! Plans are data: what carries them out are the [managers](crate::managers).

mod army;
mod build_item;
mod sequence;
mod status;
mod step;

pub(crate) use army::{ArmyMix, RaidSpec, StrikeSpec};
pub(crate) use build_item::BuildItem;
pub(crate) use sequence::{GoalPlan, PlanOutcome};
pub(crate) use status::StepStatus;
pub(crate) use step::PlanStep;
