//! The simulation engine of Sandtable: a deterministic lockstep world, changed by orders alone.
//!
//! A [`World`] is made from a validated [`Scenario`](sandtable_model::scenario::Scenario) and a seed, advances by
//! [`World::step`] with the orders of one tick, and is hashed by named parts. It has no commander, no
//! files, no clock, no threads of its own and no floats.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod agent;
pub mod attack_slots;
mod combat;
pub mod component;
mod economy;
mod entities;
pub mod event;
pub mod flow;
mod group_places;
mod job;
mod minds;
pub mod order;
pub mod route;
mod scene;
pub mod schedule;
pub mod senses;
pub mod sight;
pub mod snapshot;
mod spawn;
pub mod squad;
mod state;
pub mod steer;
mod task_assignment;
mod tasks;
mod threads;
mod tick;
pub mod trace;
mod validator;
mod version;
pub mod victory;
pub mod view;
mod world;

pub use minds::ObservedMind;
pub use state::{Player, PlayerTotals};
pub use threads::Threads;
pub use trace::Explanation;
pub use version::SIM_VERSION;
pub use world::{Hindrance, ObservedBuilding, ObservedNode, ObservedShot, ObservedUnit, World};
