//! What a unit does about being stuck: a ladder of remedies, each tried for a while, and begun again at its end.

use super::arrival;
use super::congestion;
use super::desired_velocity::DesiredVelocity;
use super::moving_agent::MovingAgent;
use super::neighbours::Neighbour;
use super::observer::SteeringObserver;
use super::tuning::{
    ASIDE_AFTER, ASIDE_CHECK_TICKS, ASIDE_ONWARD, ASIDE_OPEN, ASIDE_TICKS, ASIDE_WITHIN, KNOT_TICKS, LOT_TICKS,
    MOST_STUCK_TICKS, RIGHT_OF_WAY_TICKS, ROAD_WIDTH, ROUND_AFTER, ROUND_ONWARD, RUNG_TICKS, SINGLE_LANE_WIDTH,
    SLIDE_AFTER, TOUCH, TURN_TICKS,
};
use crate::component::Motion;
use sandtable_math::{Angle, Fx, Vec2, mix3};
use sandtable_model::map::Cell;
use sandtable_nav::steering::{PassingSide, passing_side};
use sandtable_nav::vector::{direction, dot, scaled};

const RIGHT_OF_WAY: u64 = 0x77a7;
/// The top of the ladder: then it begins again.
const MOST_TICKS: u16 = ROUND_AFTER + 2 * ROUND_ONWARD.len() as u16 * RUNG_TICKS - 1;

/// Where a unit heads in this tick, given how long it has got nowhere and who is near: its way, or a remedy.
pub(super) fn revise(
    walker: &MovingAgent,
    motion: &mut Motion,
    wish: &DesiredVelocity,
    near: &[Neighbour],
    watch: &mut impl SteeringObserver,
) -> Vec2 {
    if let Some(side) = pack_side(walker, motion, wish, near) {
        let inward = if motion.remedy_ticks > SLIDE_AFTER { Fx::from_ratio(1, 4) } else { Fx::ONE };
        watch.remedy("slides round those of its order who stand there already");
        return direction(side.of(wish.way) + scaled(wish.way, inward));
    }
    let ticks = motion.remedy_ticks;
    if ticks > ASIDE_AFTER
        && let Some(opposed) = opposed(walker, wish, near)
    {
        watch.remedy("turns aside from one who goes another way");
        return pass(walker, wish, motion, opposed);
    }
    // Gatherers pass friends: two groups of them that kept clear of each other before a lane would do so for ever.
    if !motion.passes()
        && let Some(side) = congestion::side(walker, wish.way)
    {
        watch.remedy("keeps clear of a stream that comes its way");
        return turned(walker, wish.way, side, ASIDE_ONWARD);
    }
    if is_barred(walker, near) {
        if ticks >= ROUND_AFTER {
            watch.remedy("goes round one who stands in its way");
        }
        return go_round(walker, wish, ticks);
    }
    motion.remedy_ticks = ticks.min(ROUND_AFTER);
    wish.way
}

/// Whether one of a knot backs off for a while: by lot, or all would do the same again and again.
fn is_to_back_off(walker: &MovingAgent) -> bool {
    let crowd = walker.crowd;
    mix3(crowd.seed, u64::from(walker.body.id.0), u64::from(crowd.tick / LOT_TICKS)) & 1 == 0
}

/// How to get past those who come the other way: in the open everybody turns to the same side, and the crowd turns like a
/// wheel; between walls everybody keeps to that side, and who is on the other one goes back to make room; where there is no
/// room for two, one direction has the right of way.
fn pass(walker: &MovingAgent, wish: &DesiredVelocity, motion: &Motion, opposed: &Neighbour) -> Vec2 {
    let hand = walker.crowd.hand;
    let (near, far) = (clear(walker, hand.of(wish.way)), clear(walker, -hand.of(wish.way)));
    if near + far > ROAD_WIDTH {
        let rung = usize::from(motion.remedy_ticks / ASIDE_TICKS).min(ASIDE_OPEN.len() - 1);
        return turned(walker, wish.way, hand, ASIDE_OPEN[rung]);
    }
    if motion.stuck_ticks >= KNOT_TICKS && is_to_back_off(walker) {
        return -wish.way;
    }
    if near + far < SINGLE_LANE_WIDTH {
        return if has_right_of_way(walker, opposed.toward) { wish.way } else { -wish.way };
    }
    if near > far { direction(hand.of(wish.way) - wish.way) } else { turned(walker, wish.way, hand, ASIDE_ONWARD) }
}

/// The distance to the next wall in a direction, by half cells, no farther than a road is wide.
fn clear(walker: &MovingAgent, way: Vec2) -> Fx {
    let step = Vec2::new(Fx::from_bits(way.x.bits() / 2), Fx::from_bits(way.y.bits() / 2));
    let (mut place, mut far) = (walker.body.position, Fx::ZERO);
    while far < ROAD_WIDTH && walker.footing.is_open(Cell::at(place + step)) {
        (place, far) = (place + step, far + Fx::HALF);
    }
    far
}

/// The right of way in a passage too narrow for two belongs to a direction, for a while, drawn from the seed. Of two who meet it is
/// one's: what counts is where they see each other, for both their ways may lead there round a bend.
fn has_right_of_way(walker: &MovingAgent, way: Vec2) -> bool {
    let crowd = walker.crowd;
    let favoured = Angle(mix3(crowd.seed, RIGHT_OF_WAY, u64::from(crowd.tick / RIGHT_OF_WAY_TICKS)) as u16).direction();
    way.dot_wide(favoured) > 0
}

/// Round what stands in the way, by one side, farther back rung by rung, then by the other.
fn go_round(walker: &MovingAgent, wish: &DesiredVelocity, ticks: u16) -> Vec2 {
    if ticks < ROUND_AFTER {
        return wish.way;
    }
    let rung = usize::from((ticks - ROUND_AFTER) / RUNG_TICKS);
    let hand = walker.crowd.hand;
    let side = if rung < ROUND_ONWARD.len() { hand } else { hand.other() };
    turned(walker, wish.way, side, ROUND_ONWARD[rung % ROUND_ONWARD.len()])
}

/// Whether somebody near stands who will not make room: one goes round. For all others one waits.
fn is_barred(walker: &MovingAgent, near: &[Neighbour]) -> bool {
    let stands = |near: &Neighbour| near.entry.holds() || !near.entry.moves() && near.entry.team != walker.body.team;
    near.iter().any(stands)
}

/// The way turned to a side, unless a wall stands there: so much of it is left for each step to the side.
fn turned(walker: &MovingAgent, way: Vec2, side: PassingSide, onward: Fx) -> Vec2 {
    let aside = side.of(way);
    let is_open = walker.footing.is_open(Cell::at(walker.body.position + aside));
    if is_open { direction(scaled(way, onward) + aside) } else { way }
}

/// Somebody just ahead who does not go the same way. Where all who are stopped so turn to the same side, the crowd turns
/// round like a wheel, rather than standing for ever.
fn opposed<'n, 'f>(
    walker: &MovingAgent,
    wish: &DesiredVelocity,
    near: &'n [Neighbour<'f>],
) -> Option<&'n Neighbour<'f>> {
    // Now and then only those count who go elsewhere, or a crowd would turn on with nobody left to turn from.
    let follows = walker.crowd.tick % ASIDE_CHECK_TICKS >= u32::from(TURN_TICKS);
    let goal = Cell::at(walker.body.goal);
    near.iter().find(|near| {
        let ahead = near.gap < ASIDE_WITHIN && dot(near.toward, wish.way) > Fx::HALF;
        let other = || near.entry.goal != goal || follows && near.entry.has_turned();
        ahead
            && near.entry.moves()
            && dot(near.entry.steered, wish.way) < Fx::from_bits(wish.pace.bits() / 8 * 7)
            && other()
    })
}

/// The side by which to slide round those who stand there already by the same order; none when nobody does.
fn pack_side(walker: &MovingAgent, motion: &Motion, wish: &DesiredVelocity, near: &[Neighbour]) -> Option<PassingSide> {
    let ahead = |near: &&Neighbour| near.gap < TOUCH && dot(near.toward, wish.way) > Fx::ZERO;
    let bumped = near.iter().filter(ahead).find(|near| arrival::is_settled_friend(walker, motion, near))?;
    let hand = walker.crowd.hand;
    if motion.remedy_ticks > SLIDE_AFTER {
        return Some(hand);
    }
    Some(passing_side(wish.way, bumped.toward, Fx::ZERO, hand))
}

/// Counts the ticks of a turn with or without progress. Progress wears the counts off, two a tick and one every other, rather
/// than clearing them: who is pushed to and fro is stuck too. At its pack (`at_pack`) nothing wears off that one is stuck, so that
/// everybody stands in the end; at the top of the ladder it begins again.
pub(super) fn count(motion: &mut Motion, is_stuck: bool, at_pack: bool) {
    if !is_stuck {
        motion.stuck_ticks = motion.stuck_ticks.saturating_sub(if at_pack { 0 } else { 2 * TURN_TICKS });
        motion.remedy_ticks = motion.remedy_ticks.saturating_sub(TURN_TICKS / 2);
        return;
    }
    motion.stuck_ticks = motion.stuck_ticks.saturating_add(TURN_TICKS).min(MOST_STUCK_TICKS);
    motion.remedy_ticks = if motion.remedy_ticks < MOST_TICKS { motion.remedy_ticks + TURN_TICKS } else { ROUND_AFTER };
}
