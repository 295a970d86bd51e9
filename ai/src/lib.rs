//! Sandtable's commanders: goals with priorities, plans with steps, and the managers that carry them out.
//!
//! Everything here is pure: (view, memory, own random streams) → orders.
#![deny(clippy::float_arithmetic)]
#![warn(missing_docs)]

mod bots;
mod commander;
mod registry;

pub use bots::idle::Idle;
pub use bots::scripted::Scripted;
pub use commander::{Commander, Milestone, Orders, Progress, Timeline};
pub use registry::{Brief, Factory, Header, Registry};
