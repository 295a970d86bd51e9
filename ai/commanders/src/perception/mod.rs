//! What a view shows at one decision, sorted once for everything that reads it: units by role, threats, what each kind is for.
//!
//! It is made anew at every decision; what lasts longer is [knowledge](crate::knowledge).

mod geometry;
mod opponents;
mod roles;
mod situation;
mod workable;
mod worth;

pub(crate) use geometry::{building_of, footprint, is_building, near, wide_square};
pub(crate) use opponents::enemy_starts;
pub(crate) use roles::{KindRoles, ProductionTarget, UnitTrait, resource_of};
pub(crate) use situation::Situation;
pub(crate) use workable::{NEAR_CELLS, WorkableNode};
pub(crate) use worth::price;
