//! Sandtable's commanders: goals with priorities, plans with steps, and the managers that carry them out.
//!
//! Everything here is pure: (view, memory, own random stream) → orders.
#![deny(clippy::float_arithmetic)]
#![warn(missing_docs)]

mod commander;

pub use commander::{Commander, Milestone, Orders, Progress, Timeline};
