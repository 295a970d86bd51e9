//! The unit that steering moves, and what is about it.

use super::neighbours::Neighbour;
use super::scene::SteerScene;
use super::unit_passability::UnitPassability;
use sandtable_math::{Fx, Vec2};
use sandtable_nav::crowd::SpatialRow;

/// What steering knows of the unit it moves.
#[derive(Clone, Copy)]
pub(super) struct MovingAgent<'f> {
    pub(super) crowd: &'f SteerScene<'f>,
    pub(super) footing: &'f UnitPassability<'f>,
    pub(super) body: &'f SpatialRow,
    /// Cells a tick here and now.
    pub(super) speed: Fx,
    /// The unit vector in which it wants to go; zero when nowhere.
    pub(super) heading: Vec2,
}

impl MovingAgent<'_> {
    /// Where a neighbour wants to go, or last did.
    pub(super) fn goal_of(&self, near: &Neighbour) -> Vec2 {
        self.crowd.bodies[near.entry.row as usize].goal
    }
}
