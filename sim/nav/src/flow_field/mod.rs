//! Flow-field tiles (Emerson, "Crowd Pathfinding and Steering Using Flow Field Tiles", Game AI Pro ch. 23).
//!
//! A map is cut into sectors of ten by ten cells ([`partition`]). A [`layer`] holds the sectors of a class of locomotion, a size of
//! unit and what a team knows: costs, regions, and the portals through which one gets from one to the next ([`sector`]). A
//! [`field`] belongs to a goal: its [`portal_search`] goes over portals, and where somebody asks it makes a tile, by integrating
//! the sector ([`kernel`]) and taking arrows from the costs ([`arrow`]). Walkers blend the arrows around them ([`sample`]).

pub mod arrow;
mod clear;
pub mod components;
mod entry;
pub mod field;
pub mod fields;
pub mod fill;
pub mod fill_flow;
pub mod goal_sight;
pub mod group;
mod integrate;
pub mod kernel;
pub mod layer;
mod layout;
pub mod partition;
pub mod plain_cells;
mod portal_frontier;
mod portal_mark;
pub mod portal_search;
mod propagate;
pub mod sample;
pub mod saved;
pub mod sector;
#[cfg(test)]
mod tests;
pub mod tracer;
mod tuning;
pub mod waypoints;
