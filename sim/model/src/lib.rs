//! The inputs of a match: validated rules, maps and scenarios, and the words of behaviours, orders and schedules.
//!
//! Nothing here reads text: `sandtable-content` makes these values from files, the world plays them.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod formation;
pub mod map;
mod order_kind;
pub mod rules;
pub mod scenario;
pub mod schedule;
mod stance;
pub mod vocabulary;

pub use formation::{Formation, FormationShape};
pub use order_kind::OrderKind;
pub use stance::Stance;
