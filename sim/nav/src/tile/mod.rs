//! Flow-field tiles (Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro ch. 23).
//!
//! A map is cut into sectors of ten by ten cells ([`partition`]). A [`layer`] holds the sectors of a class of locomotion, a size of
//! unit and what a team knows: costs, regions, and the windows through which one gets from one to the next ([`sector`]). A
//! [`field`] belongs to a goal: its [`wave`] searches over windows, and where somebody asks it makes a tile, by integrating
//! the sector ([`kernel`]) and taking arrows from the costs ([`arrow`]). Walkers blend the arrows around them ([`sample`]).

pub mod arrow;
mod carry;
mod clear;
mod entry;
pub mod field;
pub mod fields;
pub mod fill;
pub mod fill_flow;
mod frontier;
pub mod group;
pub mod islands;
pub mod kernel;
pub mod layer;
mod mark;
pub mod partition;
pub mod plain;
pub mod sample;
pub mod saved;
pub mod sector;
pub mod sight;
#[cfg(test)]
mod tests;
pub mod tracer;
pub mod wave;
pub mod waypoints;
