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
mod door;
mod economy;
mod entities;
mod errand;
pub mod event;
pub mod flow;
mod group;
mod job;
mod lifecycle;
mod minds;
pub mod order;
pub mod ring;
pub mod route;
mod scene;
pub mod schedule;
pub mod senses;
pub mod sight;
pub mod snapshot;
pub mod squad;
mod state;
pub mod steer;
mod tasks;
mod threads;
mod tick;
pub mod trace;
mod version;
pub mod victory;
pub mod view;
mod world;

pub use minds::ObservedMind;
pub use state::{Player, Totals};
pub use threads::Threads;
pub use trace::Explanation;
pub use version::SIM_VERSION;
pub use world::{ObservedBuilding, ObservedNode, ObservedShot, ObservedUnit, World};
