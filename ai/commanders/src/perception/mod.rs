//! What a view shows at one decision, sorted once for everything that reads it: units by role, threats, what each kind is for.
//!
//! It is made anew at every decision; what lasts longer is [knowledge](crate::knowledge).

mod geometry;
mod opponents;
mod roles;
mod situation;
mod tuning;
mod workable;
mod worth;

pub(crate) use geometry::{building_of, footprint, is_building, near, wide_square};
pub(crate) use opponents::{allies, enemy_starts};
pub(crate) use roles::{KindRoles, ProductionTarget, UnitTrait, resource_of};
pub(crate) use situation::Situation;
pub(crate) use tuning::NEAR_DROP_OFF_CELLS;
pub(crate) use workable::WorkableNode;
pub(crate) use worth::price;
