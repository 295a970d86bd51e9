//! When a unit has arrived: at its goal, among those who already have, or as near as it gets.

use super::neighbours::{Neighbour, TOUCH};
use super::walker::Walker;
use super::walls::Footing;
use crate::component::Motion;
use crate::map::Cell;
use crate::math::{Fx, Vec2, mix3};

/// A bare point is reached within this distance, in cells.
const TOLERANCE: Fx = Fx::from_bits(1 << 12);
/// A place in a pack is reached within this distance, in cells.
const PLACE_TOLERANCE: Fx = Fx::from_bits(3 << 12);
/// What rounding may add to an edge distance.
const ROUNDING: Fx = Fx::from_bits(1 << 8);
/// Ticks without progress after which a unit that touches its settled group settles too.
const SETTLE_TICKS: u16 = 16;
/// Ticks without progress after which it settles wherever it is.
const LAST_TICKS: u16 = 96;
/// How rarely one of them does, in ticks.
const LAST_PERIOD: u64 = 32;
/// A pack is round and tight when all stand within 1.2 times the root of their areas over π, loose within twice that:
/// squared, in 1/25.
const PACK: i64 = 36;
const LOOSE_PACK: i64 = 42;
/// Goals this near to each other are one goal to a group, in cells.
const SAME_GOAL: Fx = Fx::from_bits(3 << 14);
/// Ticks without progress after which a unit gives up a place that somebody else stands on.
const GIVE_UP_TICKS: u16 = 24;
/// How near to its goal it must be for that, in cells.
const GIVE_UP_WITHIN: Fx = Fx::from_int(3);

/// Whether the goal is a bare point to stand on, rather than something to get near to.
pub(super) fn is_bare(motion: &Motion) -> bool {
    motion.goal_width == 0 && motion.reach <= Fx::ZERO
}

/// The nearest point of the goal, or for a point that a group goes to, the unit's place in the pack round it.
pub(super) fn target(footing: &Footing, row: usize, motion: &Motion) -> Vec2 {
    if is_bare(motion) {
        let place = footing.world.frame.muster.place(row, motion.position, motion.goal);
        return place.filter(|place| footing.is_open(Cell::at(*place))).unwrap_or(motion.goal);
    }
    if motion.goal_width == 0 || motion.goal_height == 0 {
        return motion.goal;
    }
    motion.goal_cells().nearest(motion.position)
}

/// Whether the unit is where it was sent.
pub(super) fn is_there(motion: &Motion, target: Vec2, radius: Fx) -> bool {
    let limit = if !is_bare(motion) {
        motion.reach.add_saturating(radius + ROUNDING)
    } else if target == motion.goal {
        TOLERANCE
    } else {
        PLACE_TOLERANCE
    };
    target.distance_squared_wide(motion.position) <= limit.squared_wide()
}

/// Whom a unit touches.
#[derive(Clone, Copy, Default)]
pub(super) struct Touched {
    /// Somebody who stands.
    resting: bool,
    /// Somebody who stands there by the same order: who cannot get past is there too.
    settled: bool,
}

impl Touched {
    pub(super) fn of(walker: &Walker, motion: &Motion, near: &[Neighbour]) -> Touched {
        let mut touched = Touched::default();
        for near in near.iter().filter(|near| near.gap < TOUCH) {
            touched.resting |= !near.entry.moves();
            touched.settled |= is_settled_friend(walker, motion, near);
        }
        touched
    }
}

/// Whether a neighbour stands there by the same order.
pub(super) fn is_settled_friend(walker: &Walker, motion: &Motion, near: &Neighbour) -> bool {
    near.entry.is_settled() && near.entry.team == walker.body.team && is_same_goal(walker.goal_of(near), motion.goal)
}

/// Whether two goals are one to a group.
pub(super) fn is_same_goal(one: Vec2, other: Vec2) -> bool {
    one.distance_squared_wide(other) <= SAME_GOAL.squared_wide()
}

/// Whether a unit that cannot stand on the very spot should be content with where it is.
pub(super) fn is_content(walker: &Walker, motion: &Motion, touched: Touched) -> bool {
    if !is_bare(motion) || !touched.resting {
        return false;
    }
    let within = |limit: Fx| motion.goal.distance_squared_wide(motion.position) <= limit.squared_wide();
    let settles = || {
        let patient = motion.stuck_ticks < SETTLE_TICKS;
        gives_in(walker, motion) || is_packed(walker, motion, if patient { PACK } else { LOOSE_PACK })
    };
    within(walker.body.radius)
        || touched.settled && settles()
        || motion.stuck_ticks >= GIVE_UP_TICKS && within(GIVE_UP_WITHIN)
}

/// Whether one that has got nowhere for long settles wherever it is: one by one, not all of a jam at once.
fn gives_in(walker: &Walker, motion: &Motion) -> bool {
    let world = walker.footing.world;
    let turn = mix3(world.seed, u64::from(walker.body.id.0), u64::from(world.tick));
    motion.stuck_ticks >= LAST_TICKS && turn.is_multiple_of(LAST_PERIOD)
}

/// Whether those who stand nearer to the goal by the same order leave no room there for another.
pub(super) fn is_packed(walker: &Walker, motion: &Motion, pack: i64) -> bool {
    let reach = (motion.goal - motion.position).length_floor();
    let mut area = walker.body.radius.squared_wide();
    walker.footing.world.frame.grid.for_each_near(motion.goal, reach, |entry, _| {
        if entry.is_settled() && entry.team == walker.body.team && entry.flies() == walker.body.flies {
            area += entry.radius.squared_wide();
        }
    });
    let radius = reach - Fx::from_bits(walker.body.radius.bits() / 2);
    radius.squared_wide() <= area / 25 * pack
}

/// Whether the unit stands beside the cells of its goal.
pub(super) fn is_beside_goal(motion: &Motion) -> bool {
    motion.goal_cells().grown(1).contains(Cell::at(motion.position))
}
