//! What a unit's neighbours do to its velocity: side steps, contact, separation.
//!
//! Local rules in the spirit of Reynolds ("Steering Behaviors for Autonomous Characters", 1999) and Pentheny (Game AI
//! Pro ch. 24); overlaps are resolved as position corrections, each body taking its share at once (Müller et al.,
//! "Position Based Dynamics"), so that the order of units does not matter.

use super::neighbours::Neighbour;
use super::vector::{cross, dot, limited, scaled, times};
use crate::math::{Fx, Vec2};
use crate::world::Body;

/// Edge distance at which a unit begins to step aside, in cells.
pub(super) const LOOK: Fx = Fx::HALF;
/// Edge distance within which bodies touch, in cells.
pub(super) const TOUCH: Fx = Fx::from_bits(1 << 12);
/// Overlap that is left alone, so that packs come to rest, in cells.
const SLACK: Fx = Fx::from_bits(1 << 10);
/// The most an overlap moves a unit in a tick, in cells.
const MAX_CORRECTION: Fx = Fx::from_bits(1 << 13);
/// A neighbour farther off the way than this (sine of the angle) is not stepped around.
const AHEAD: Fx = Fx::from_bits(1 << 14);
/// Goals this near to each other are one goal to a group, in cells.
const SAME_GOAL: Fx = Fx::from_bits(3 << 14);
/// How firmly one stands: walking, or against strangers; and under orders to hold, against everybody.
const FIRM: u32 = 3;
const HOLDING: u32 = 12;

/// What steering knows of the unit it moves.
#[derive(Clone, Copy)]
pub(super) struct Walker<'f> {
    pub(super) body: &'f Body,
    /// Whether it wants to move now.
    pub(super) moving: bool,
    /// Whether it was told to stand.
    pub(super) holds: bool,
    /// Cells a tick here and now.
    pub(super) speed: Fx,
    /// The unit vector in which it wants to go; zero when nowhere.
    pub(super) heading: Vec2,
    /// How hard it squeezes through, 0 … 1: grows while it is stuck.
    pub(super) press: Fx,
    /// Whether it has been stuck for so long that friends who go elsewhere let it through.
    pub(super) slips: bool,
}

impl Walker<'_> {
    /// Whether a body ahead is one to step around: it stands, or comes the other way.
    #[inline]
    pub(super) fn is_in_the_way(&self, other: &Body) -> bool {
        !other.moving || dot(other.velocity, self.heading) < -SLACK
    }

    /// The side step around what comes or stands in the way: cells a tick, positive to the right.
    ///
    /// Dead ahead everybody steps to the right, so that two who meet pass.
    pub(super) fn side_step(&self, near: &Neighbour) -> Fx {
        let ahead = dot(near.toward, self.heading);
        if ahead <= AHEAD || near.gap >= LOOK || !self.is_in_the_way(near.body) || self.slips_through(near.body) {
            return Fx::ZERO;
        }
        let nearness = Fx::ONE - near.gap.max(Fx::ZERO).mul_int(2);
        let size = times(times(self.speed, nearness), ahead);
        let on_the_right = cross(self.heading, near.toward) > AHEAD;
        if on_the_right { -size } else { size }
    }

    /// Friends who rest or go the other way let a slipping unit through.
    fn slips_through(&self, other: &Body) -> bool {
        let against = || !other.moving || (other.goal - other.position).dot_wide(self.heading) < 0;
        self.slips && other.team == self.body.team && against() && !is_same_goal(other.goal, self.body.goal)
    }

    /// The velocity with what would run into a touching neighbour taken off.
    pub(super) fn yield_to(&self, near: &Neighbour, velocity: Vec2) -> Vec2 {
        if near.gap >= TOUCH || self.slips_through(near.body) {
            return velocity;
        }
        let leaves = dot(near.body.velocity, near.toward).max(Fx::ZERO);
        let room = Fx::from_bits(near.gap.max(Fx::ZERO).bits() / 2);
        let excess = dot(velocity, near.toward) - leaves - room;
        if excess <= Fx::ZERO {
            return velocity;
        }
        let excess = excess - times(self.speed, self.shove(near.body));
        if excess > Fx::ZERO { velocity - scaled(near.toward, excess) } else { velocity }
    }

    /// The part of its speed at which it pushes a body out of its way, 0 … 1/2: the heavier the harder, friends
    /// at rest more than others.
    fn shove(&self, other: &Body) -> Fx {
        let (own, others) = (u32::from(self.body.mass), u32::from(other.mass));
        let yields = !other.moving && other.team == self.body.team;
        let lead = if yields { own } else { own.saturating_sub(others) };
        Fx::from_bits(((lead << 15) / (own + others).max(1)) as i32).max(self.press)
    }

    /// The way out of an overlap with a neighbour, in cells.
    pub(super) fn part_from(&self, near: &Neighbour) -> Vec2 {
        let overlap = -near.gap - SLACK;
        if overlap <= Fx::ZERO || self.slips_through(near.body) {
            return Vec2::ZERO;
        }
        let stranger = near.body.team != self.body.team;
        let firm = |walks: bool| if walks || stranger { FIRM } else { 1 };
        let own = u32::from(self.body.mass) * if self.holds { HOLDING } else { firm(self.moving) };
        let others = u32::from(near.body.mass) * firm(near.body.moving);
        // Three quarters of the overlap go in a tick, in shares of 1/16384: 10,000 kg × 12 still fit.
        let share = (others << 14) / (own + others).max(1);
        let way = i64::from(overlap.bits()) * i64::from(share) * 3 / (4 << 14);
        scaled(near.toward, -Fx::from_bits(way as i32))
    }
}

/// Whether two goals are one to a group.
#[inline]
pub(super) fn is_same_goal(one: Vec2, other: Vec2) -> bool {
    one.distance_squared_wide(other) <= SAME_GOAL.squared_wide()
}

/// The sum of corrections, held to what one tick may move.
pub(super) fn bounded(correction: Vec2) -> Vec2 {
    limited(correction, MAX_CORRECTION)
}
