//! The lockstep world of Sandtable: everything right of the order door.
//!
//! A [`World`] is made from a validated [`Scenario`](scenario::Scenario) and a seed, advances by
//! [`World::step`] with the orders of one tick, and is hashed by named parts. It has no commander, no
//! files, no clock, no threads of its own and no floats.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod agent;
mod combat;
pub mod component;
mod economy;
pub mod event;
pub mod flow;
pub mod ground;
mod job;
pub mod order;
pub mod ring;
pub mod route;
pub mod schedule;
pub mod senses;
pub mod sight;
pub mod squad;
pub mod state;
pub mod steer;
mod threads;
mod tick;
pub mod trace;
mod version;
pub mod victory;
pub mod view;
mod world;

pub use agent::ObservedMind;
pub use threads::Threads;
pub use trace::Explanation;
pub use version::SIM_VERSION;
pub use world::{ObservedBuilding, ObservedNode, ObservedShot, ObservedUnit, Player, Totals, World};
