//! When a unit has arrived: at its goal, among those who already have, or as near as it gets.

use super::neighbours::Neighbour;
use crate::component::Motion;
use crate::map::{Cell, Rect};
use crate::math::{Fx, Vec2};
use crate::world::Body;

/// A bare point is reached within this distance, in cells.
const TOLERANCE: Fx = Fx::from_bits(1 << 12);
/// What rounding may add to an edge distance.
const ROUNDING: Fx = Fx::from_bits(1 << 8);
/// Goals this near to each other are one goal to a group, in cells.
const SAME_GOAL: Fx = Fx::from_bits(3 << 14);
/// Ticks without progress after which a unit that touches its settled group settles too.
const SETTLE_TICKS: u16 = 6;
/// Ticks without progress after which a unit gives up a place that somebody else stands on.
const GIVE_UP_TICKS: u16 = 24;
/// How near to its goal it must be for that, in cells.
const GIVE_UP_WITHIN: Fx = Fx::from_int(3);

/// Whether the goal is a bare point to stand on, rather than something to get near to.
pub(super) fn is_bare(motion: &Motion) -> bool {
    motion.goal_width == 0 && motion.reach <= Fx::ZERO
}

/// The nearest point of the goal.
#[inline]
pub(super) fn target(motion: &Motion) -> Vec2 {
    if motion.goal_width == 0 || motion.goal_height == 0 {
        return motion.goal;
    }
    let (width, height) = (u16::from(motion.goal_width), u16::from(motion.goal_height));
    Rect { x: motion.goal_cell.x, y: motion.goal_cell.y, width, height }.nearest(motion.position)
}

/// Whether the unit is where it was sent.
pub(super) fn is_there(motion: &Motion, radius: Fx) -> bool {
    let limit = if is_bare(motion) { TOLERANCE } else { motion.reach.add_saturating(radius + ROUNDING) };
    target(motion).distance_squared_wide(motion.position) <= limit.squared_wide()
}

/// Whether a neighbour stands there by the same order: who cannot get past it is there too.
pub(super) fn is_settled_friend(motion: &Motion, own: &Body, near: &Neighbour) -> bool {
    let other = near.body;
    other.arrived
        && !other.moving
        && other.team == own.team
        && other.goal.distance_squared_wide(motion.goal) <= SAME_GOAL.squared_wide()
}

/// Whether a unit that has been stuck for a while should be content, given whom it touches.
pub(super) fn is_content(motion: &Motion, touches_settled: bool, touches_resting: bool) -> bool {
    let near = || motion.goal.distance_squared_wide(motion.position) <= GIVE_UP_WITHIN.squared_wide();
    let settles = touches_settled && motion.stuck_ticks >= SETTLE_TICKS;
    let gives_up = touches_resting && motion.stuck_ticks >= GIVE_UP_TICKS && near();
    is_bare(motion) && (settles || gives_up)
}

/// Whether the unit stands beside the cell of its goal.
pub(super) fn is_beside_goal(motion: &Motion) -> bool {
    Cell::at(motion.position).chebyshev(motion.goal_cell) <= 1
}
