//! What a strategy may have switched on, and what it may be made to do without.

mod disabled;
mod features;
mod goal_kind;

pub use disabled::system_names;
pub(crate) use disabled::{DisabledSystems, StrategySystem};
pub(crate) use features::{ManagerFeature, ManagerFeatures};
pub(crate) use goal_kind::GoalKind;
