//! When a unit has arrived: at its goal, among those who already have, or as near as it gets.

use super::crowd::is_same_goal;
use super::neighbours::Neighbour;
use crate::component::Motion;
use crate::map::Cell;
use crate::math::{Fx, Vec2};
use crate::world::Body;

/// A bare point is reached within this distance, in cells.
const TOLERANCE: Fx = Fx::from_bits(1 << 12);
/// What rounding may add to an edge distance.
const ROUNDING: Fx = Fx::from_bits(1 << 8);
/// Ticks without progress after which a unit that touches its settled group settles too.
const SETTLE_TICKS: u16 = 10;
/// Ticks without progress after which a unit gives up a place that somebody else stands on.
const GIVE_UP_TICKS: u16 = 24;
/// How near to its goal it must be for that, in cells.
const GIVE_UP_WITHIN: Fx = Fx::from_int(3);

/// Whether the goal is a bare point to stand on, rather than something to get near to.
pub(super) fn is_bare(motion: &Motion) -> bool {
    motion.goal_width == 0 && motion.reach <= Fx::ZERO
}

/// Where the unit finally stands: the nearest point of a goal of cells; of a point, the place that is its own there. In a group all
/// have the same goal, so that they walk by one field and know each other by it, and each a place of its own.
#[inline]
pub(super) fn target(motion: &Motion) -> Vec2 {
    if motion.goal_width == 0 || motion.goal_height == 0 {
        return motion.place;
    }
    motion.goal_cells().nearest(motion.position)
}

/// Whether the unit is where it was sent.
pub(super) fn is_there(motion: &Motion, radius: Fx) -> bool {
    let limit = if is_bare(motion) { TOLERANCE } else { motion.reach.add_saturating(radius + ROUNDING) };
    target(motion).distance_squared_wide(motion.position) <= limit.squared_wide()
}

/// Whether a neighbour stands there by the same order: who cannot get past it is there too.
fn is_settled_friend(motion: &Motion, own: &Body, near: &Neighbour) -> bool {
    let other = near.body;
    other.arrived && !other.moving && other.team == own.team && is_same_goal(other.goal, motion.goal)
}

/// Whom a unit touches.
#[derive(Clone, Copy, Default)]
pub(super) struct Touched {
    /// Somebody.
    pub(super) anybody: bool,
    /// Somebody who stands.
    pub(super) resting: bool,
    /// Somebody who stands there by the same order.
    pub(super) settled: bool,
}

impl Touched {
    /// Adds a neighbour that touches.
    pub(super) fn add(&mut self, motion: &Motion, own: &Body, near: &Neighbour) {
        self.anybody = true;
        self.resting |= !near.body.moving;
        self.settled |= is_settled_friend(motion, own, near);
    }
}

/// Whether a unit that cannot stand on the very spot should be content with where it is.
pub(super) fn is_content(motion: &Motion, radius: Fx, touched: Touched) -> bool {
    let within = |limit: Fx| motion.place.distance_squared_wide(motion.position) <= limit.squared_wide();
    let covers = touched.anybody && within(radius);
    let settles = touched.settled && motion.stuck_ticks >= SETTLE_TICKS;
    let gives_up = touched.resting && motion.stuck_ticks >= GIVE_UP_TICKS && within(GIVE_UP_WITHIN);
    is_bare(motion) && (covers || settles || gives_up)
}

/// Whether the unit may be within two cells of a point that it goes to: a quick look before [`is_near_goal`].
#[inline]
pub(super) fn is_within_reach(motion: &Motion) -> bool {
    let offset = motion.goal - motion.position;
    offset.x.abs().max(offset.y.abs()) < Fx::from_int(4)
}

/// Whether the unit stands in the cells of its goal, or no more than so many off.
pub(super) fn is_near_goal(motion: &Motion, cells: i16) -> bool {
    motion.goal_cells().grown(cells).contains(Cell::at(motion.position))
}
