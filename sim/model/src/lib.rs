//! What a match is made of: validated rules, maps and scenarios, and the words of behaviours, orders and schedules.
//!
//! Nothing here reads text: `sandtable-content` makes these values from files, the world plays them.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod formation;
pub mod map;
pub mod rules;
pub mod scenario;
pub mod schedule;
mod stance;
mod verb;
pub mod vocabulary;

pub use formation::{Formation, Shape};
pub use stance::Stance;
pub use verb::Verb;
