//! What one decision is made with: all of it for the managers, which act, and the part for those who only look.

mod assessment;
mod construction_state;
mod decision;

pub(crate) use assessment::Assessment;
pub(crate) use construction_state::ConstructionState;
pub(crate) use decision::DecisionContext;
