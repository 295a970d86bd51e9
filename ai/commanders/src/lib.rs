//! Sandtable's commanders: goals with priorities, plans with steps, and the managers that carry them out.
//!
//! Everything here is pure: (view, memory, own random streams) → orders.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod architecture;
mod budget;
mod character;
mod commander;
mod considerations;
mod context;
mod forces;
mod goal_commander;
mod goals;
mod idle;
mod input;
mod knowledge;
mod managers;
mod perception;
mod place_queries;
mod placement;
mod plan;
mod registry;
mod scripted;
mod stances;
mod strategy;
mod systems;

pub use commander::{
    Commander, CommanderFailure, ConsiderationTrace, DecisionTrace, FailureKind, GoalProgress, MatchInfo, Milestone,
    OptionTrace, OrderCause, OrderReason, Orders, StepTrace, Timeline,
};
pub use goal_commander::GoalCommander;
pub use idle::IdleCommander;
pub use input::names as input_names;
pub use registry::{Factory, Registry, StrategyHeader};
pub use scripted::ScriptedCommander;
pub use systems::part_names;
