//! Plans: steps with conditions, tried in order at every decision (GPAT ch. 9, "Planning").
//!
//! Plans are data: what carries them out are the [managers](crate::managers).

mod army;
mod build_item;
mod mission;
mod sequence;
mod status;
mod step;
mod worker_split;

pub(crate) use army::{ArmyMix, RaidSpec, StrikeSpec};
pub(crate) use build_item::BuildItem;
pub(crate) use mission::{MissionKind, MissionSpec};
pub(crate) use sequence::{GoalPlan, PlanOutcome};
pub(crate) use status::StepStatus;
pub(crate) use step::PlanStep;
pub(crate) use worker_split::WorkerSplit;
