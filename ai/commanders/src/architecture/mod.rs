//! Who chooses the goals and their order: utility, or one of the architectures it is compared with.
//!
//! Utility weighs every goal by considerations. A hierarchical planner, a backward planner, a behaviour tree and a state machine
//! choose by facts instead, which are named comparisons of the same inputs. Goals, steps and managers are the same for all.

mod choice;
mod facts;
mod goap;
mod htn;
mod machine;
mod planner;
mod read;
mod state;
mod tree;
mod tuning;

pub(crate) use choice::Architecture;
pub(crate) use facts::FactSet;
pub(crate) use read::{ArchitectureKind, facts, named, operator, read};
pub(crate) use state::{ArchitectureState, ChoiceInputs, GoalOperator, PlanCounts};
pub(crate) use tuning::MAX_GOALS;
