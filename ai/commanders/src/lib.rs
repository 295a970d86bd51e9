//! Sandtable's commanders: goals with priorities, plans with steps, and the managers that carry them out.
//!
//! Everything here is pure: (view, memory, own random streams) → orders.
#![deny(clippy::float_arithmetic)]
#![warn(missing_docs)]

mod account;
mod architecture;
mod bots;
mod character;
mod commander;
mod consider;
mod desk;
mod goal;
mod goals;
mod input;
mod knowledge;
mod ledger;
mod manager;
mod memory;
mod places;
mod plan;
mod registry;
mod roles;
mod sites;
mod situation;
mod stance;
mod strategy;
mod without;

pub use account::{Account, Considered, Stepped, Weighed};
pub use bots::idle::Idle;
pub use bots::scripted::Scripted;
pub use commander::{Cause, Commander, Failing, Failure, Milestone, Orders, Progress, Reason, Timeline};
pub use goals::GoalCommander;
pub use input::names as input_names;
pub use registry::{Brief, Factory, Header, Registry};
pub use without::part_names;
