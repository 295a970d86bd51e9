//! When a unit has arrived: at its goal, among those who already have, or as near as it gets.

use super::desired_velocity::DesiredVelocity;
use super::moving_agent::MovingAgent;
use super::neighbours::Neighbour;
use super::tuning::{
    ALONE_IN_VAIN_TICKS, ALONE_WITHIN, ATTACK_IN_VAIN_TICKS, CROWDED_TICKS, EDGE_ROUNDING, FAR_PLACE_TICKS,
    GIVE_UP_TICKS, IN_VAIN_TICKS, OWN_PLACE_TICKS, OWN_PLACE_WITHIN, PLACE_TOLERANCE, POINT_TOLERANCE, SAME_GOAL,
    SETTLE_TICKS, SMALL_PACK, SMALL_PACK_IN_VAIN_TICKS, TOUCH, TURNS_BACK_WITHIN,
};
use crate::component::{Agent, GoalProgress, Motion};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_nav::vector::times;

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

/// Whether the unit is where it was sent. A fast one that decides every other tick can turn round at once this near to its point, and
/// would go to and fro over it.
pub(super) fn is_there(motion: &Motion, wish: &DesiredVelocity, radius: Fx) -> bool {
    let limit = if !is_bare(motion) {
        motion.reach.add_saturating(radius + EDGE_ROUNDING)
    } else {
        let tolerance = if wish.target == motion.goal { POINT_TOLERANCE } else { PLACE_TOLERANCE };
        tolerance.max(times(wish.speed, TURNS_BACK_WITHIN))
    };
    wish.target.distance_squared_wide(motion.position) <= limit.squared_wide()
}

/// Whom a unit touches, besides that there is somebody.
#[derive(Clone, Copy, Default)]
pub(super) struct Touched {
    /// Somebody who stands there by the same order: who cannot get past is there too.
    pub(super) settled: bool,
    /// Somebody who stands on the very place.
    taken: bool,
}

impl Touched {
    /// None when it touches nobody.
    pub(super) fn among(walker: &MovingAgent, motion: &Motion, target: Vec2, near: &[Neighbour]) -> Option<Touched> {
        let mut all: Option<Touched> = None;
        for near in near.iter().filter(|near| near.gap < TOUCH) {
            let settled = is_settled_friend(walker, motion, near);
            let reach = walker.body.radius + near.entry.radius - TOUCH;
            let covers = near.entry.position.distance_squared_wide(target) < reach.squared_wide();
            let stays = near.entry.holds() || !near.entry.moves() && near.entry.team != walker.body.team;
            let touched = all.get_or_insert_default();
            touched.settled |= settled;
            touched.taken |= covers && (stays || settled);
        }
        all
    }
}

/// Whether a neighbour stands there by the same order.
pub(super) fn is_settled_friend(walker: &MovingAgent, motion: &Motion, near: &Neighbour) -> bool {
    near.entry.is_settled() && near.entry.team == walker.body.team && is_same_goal(walker.goal_of(near), motion.goal)
}

/// Whether two goals are one to a group.
pub(super) fn is_same_goal(one: Vec2, other: Vec2) -> bool {
    one.distance_squared_wide(other) <= SAME_GOAL.squared_wide()
}

/// Whether a unit that has long kept to the spot near its place, however it moves there, should be content with that: others stand there
/// and nobody moves whom it could wait for. Among those of its own order it is only where they are few: a large pack goes on closing.
pub(super) fn tries_in_vain(
    walker: &MovingAgent,
    (motion, agent): (&Motion, &Agent),
    wish: &DesiredVelocity,
    near: &[Neighbour],
    touches_settled: bool,
) -> bool {
    let is_alone = motion.place == motion.goal;
    let limit = if is_alone { ALONE_WITHIN } else { OWN_PLACE_WITHIN };
    let patience = match touches_settled {
        true => SMALL_PACK_IN_VAIN_TICKS,
        false if is_alone => ALONE_IN_VAIN_TICKS,
        false => IN_VAIN_TICKS,
    };
    let stands_apart = |near: &Neighbour| !is_settled_friend(walker, motion, near);
    agent.vain_ticks >= patience
        && is_bare(motion)
        && wish.target.distance_squared_wide(motion.position) <= limit.squared_wide()
        && !near.iter().any(|near| near.entry.moves())
        && if touches_settled { near.len() <= SMALL_PACK } else { near.iter().any(stands_apart) }
}

/// Whether a soldier that attacks what it meets on its way has long kept to the spot near its goal, whoever moves there with it. It was
/// sent to fight there, not to stand on a point, so that its group need not close; and once it rests it makes way for others.
pub(super) fn attacks_in_vain(motion: &Motion, agent: &Agent, wish: &DesiredVelocity, near: &[Neighbour]) -> bool {
    let within = |place: Vec2| place.distance_squared_wide(motion.position) <= OWN_PLACE_WITHIN.squared_wide();
    agent.vain_ticks >= ATTACK_IN_VAIN_TICKS
        && agent.attacks_on_its_way()
        && is_bare(motion)
        && (!near.is_empty() || motion.stuck_ticks >= SETTLE_TICKS)
        && (within(wish.target) || within(motion.goal))
}

/// Whether a unit that cannot stand on the very spot should be content with where it is.
pub(super) fn is_content(
    walker: &MovingAgent,
    motion: &Motion,
    wish: &DesiredVelocity,
    touched: Option<Touched>,
) -> bool {
    let Some(touched) = touched.filter(|_| is_bare(motion)) else { return false };
    let radius = walker.body.radius;
    let within = |limit: Fx| wish.target.distance_squared_wide(motion.position) <= limit.squared_wide();
    let patience = match motion.place == motion.goal {
        true => SETTLE_TICKS,
        false if wish.patience > 0 => wish.patience,
        false if within(OWN_PLACE_WITHIN) => OWN_PLACE_TICKS,
        false => FAR_PLACE_TICKS,
    };
    within(radius) && motion.stuck_ticks >= CROWDED_TICKS
        || touched.settled && within(radius + radius) && motion.stuck_ticks >= SETTLE_TICKS
        || touched.settled && motion.stuck_ticks >= patience
        || touched.taken && motion.stuck_ticks >= GIVE_UP_TICKS
}

/// Notes that a unit which has got nowhere for long has somebody near it who stands, and whether on its very place.
pub(super) fn note_barred(walker: &MovingAgent, motion: &mut Motion, target: Vec2, near: &[Neighbour]) {
    let covers = |near: &&Neighbour| {
        let reach = walker.body.radius + near.entry.radius - TOUCH;
        near.entry.position.distance_squared_wide(target) < reach.squared_wide()
    };
    let mut standing = near.iter().filter(|near| !near.entry.moves()).peekable();
    if standing.peek().is_some() {
        motion.progress = motion.progress.with(GoalProgress::BARRED, true);
        motion.progress.set(GoalProgress::TAKEN, standing.any(|near| covers(&near)));
    }
}

/// Whether a unit that is content where it is stands off its place: it does not cover it, nor has it taken its spot for that.
pub(super) fn is_kept_off(motion: &Motion, target: Vec2, radius: Fx) -> bool {
    let covers = target.distance_squared_wide(motion.position) <= radius.squared_wide();
    !covers && motion.place != motion.position
}

/// Takes the spot where one stands in its group for the place of one's own: whoever is told again to go there need not try again.
pub(super) fn keep_place(motion: &mut Motion) {
    let is_beside = motion.place.distance_squared_wide(motion.position) <= OWN_PLACE_WITHIN.squared_wide();
    if is_beside && is_bare(motion) && motion.place != motion.goal {
        motion.place = motion.position;
    }
}

/// Whether the unit may be within two cells of a point that it goes to: a quick look before [`is_near_goal`].
#[inline]
pub(super) fn is_within_reach(motion: &Motion) -> bool {
    let offset = motion.goal - motion.position;
    offset.x.abs().max(offset.y.abs()) < Fx::from_int(4)
}

/// Whether the unit stands in the cells of its goal, or no more than the given cells off.
pub(super) fn is_near_goal(motion: &Motion, cells: i16) -> bool {
    motion.goal_cells().grown(cells).contains(Cell::at(motion.position))
}
