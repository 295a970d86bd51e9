//! Tuning: a strategy's marked values set by playing, and the proof that it got better.

mod edit;
mod optimizer;
mod parameter;
mod path;
mod table;

pub use edit::with_levels;
pub use optimizer::{Axis, Method, Optimizer, Search};
pub use parameter::{Decimal, Parameter, Values};
pub use table::{MAX_PARAMETERS, parameters};
