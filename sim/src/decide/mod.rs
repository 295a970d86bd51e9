//! The pure toolbox of decisions, generic over its context: response curves, considerations, selection.
//!
//! Both sides of the order door use it: commanders to weigh goals, agents to weigh tasks.

mod consideration;
mod curve;
mod selection;

pub use consideration::{Appraisal, Consideration, Decision, Inputs, Test};
pub use curve::{Curve, CurveError};
pub use selection::{Inertia, by_score};
