//! Path planning and following: grids and bits, path search, flow-field tiles, steering behaviours.
//!
//! Everything here is a function of its arguments: costs, goals and bodies. The world decides which unit goes where.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

pub mod active_path;
pub mod attack_slots;
pub mod bits;
pub mod block_grid;
mod bucket_queue;
pub mod crowd;
pub mod flow_field;
pub mod footprint;
pub mod formation;
pub mod ground;
mod layout;
pub mod line;
pub mod obstacle;
pub mod passability;
pub mod passage;
pub mod search;
pub mod steering;
pub mod trail;
mod tuning;
pub mod vector;
pub mod viewshed;
