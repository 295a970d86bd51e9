//! What a unit does about being stuck: a ladder of remedies, each tried for a while, and begun again at its end.

use super::arrival;
use super::behaviour::{Side, passing_side};
use super::forces;
use super::neighbours::{LOOK, Neighbour, TOUCH};
use super::traffic;
use super::vector::{direction, dot, scaled};
use super::walker::Walker;
use super::wish::Wish;
use crate::component::Motion;
use crate::map::Cell;
use crate::math::{Angle, Fx, Vec2, mix3};

/// Ticks without progress after which a unit goes round by one side, then perhaps by the other.
pub(super) const ROUND_AFTER: u16 = 12;
/// Ticks without progress after which it turns aside from those who go another way.
const TURN_AFTER: u16 = 2;
/// Edge distance within which those count, in cells.
const CLOSE: Fx = Fx::from_bits(1 << 13);
/// Ticks after which one that slides round its pack takes the side that everybody takes.
const SLIDE_AFTER: u16 = 4;
/// Ticks without progress after which it goes back before those who have the right of way.
const RETREAT_AFTER: u16 = 24;
/// Ticks after which it does so in the open as well.
const DRIVEN_AFTER: u16 = 96;
/// How far one who turns aside still goes on, for each step to the side.
const ONWARD: Fx = Fx::from_bits(3 << 13);
/// For how long a direction has the right of way, in ticks, and the name of its draw.
const WAY_TICKS: u32 = 4_096;
const RIGHT_OF_WAY: u64 = 0x77a7;
/// How often a crowd looks whether there is still somebody to turn aside from, in ticks.
const FOLLOW_TICKS: u32 = 32;
/// Walls this near to both sides make a place narrow, in cells.
const NARROW: [Fx; 4] = [Fx::ONE, Fx::from_bits(3 << 15), Fx::from_bits(5 << 15), Fx::from_bits(7 << 15)];
/// How far one who goes round still goes on, for each step to the side.
const ROUND: Fx = Fx::from_int(2);
/// The most that are counted of one who only waits for others to the same place.
const QUEUE_TICKS: u16 = 64;
/// Ticks without progress after which one slips through friends who go elsewhere: the last remedy, where two have met in
/// a passage that is too narrow for both and cannot be cleared.
const SLIP_AFTER: u16 = 640;
/// The most that are counted.
const MOST_TICKS: u16 = 672;

/// The wish of a unit, given how long it has got nowhere and who is near.
pub(super) fn revise(walker: &Walker, motion: &mut Motion, wish: Wish, near: &[Neighbour]) -> Wish {
    if let Some(side) = pack_side(walker, motion, &wish, near) {
        let inward = if motion.stuck_ticks > SLIDE_AFTER { Fx::from_bits(1 << 14) } else { Fx::ONE };
        let heading = direction(side.of(wish.way) + scaled(wish.way, inward));
        return Wish { way: heading, heading, ..wish };
    }
    let ticks = motion.stuck_ticks;
    if ticks > RETREAT_AFTER
        && let Some(driver) = near.iter().find(|near| is_driven_by(walker, &wish, near))
    {
        return Wish { heading: direction(driver.entry.steered), ..wish };
    }
    if ticks > RETREAT_AFTER && is_narrow(walker, wish.way) {
        return wish;
    }
    let side = traffic::side(walker, wish.way);
    if let Some(side) = side.or((ticks > TURN_AFTER && is_opposed(walker, &wish, near)).then(|| forces::hand(walker))) {
        return Wish { heading: turned(walker, &wish, side, ONWARD), ..wish };
    }
    if queues(walker, &wish, near) {
        motion.stuck_ticks = ticks.min(QUEUE_TICKS);
    } else if ticks > ROUND_AFTER {
        return Wish { heading: turned(walker, &wish, forces::hand(walker), ROUND), ..wish };
    }
    wish
}

/// Whether all who are just ahead are on their way to the same place: there is nothing to do but to wait.
fn queues(walker: &Walker, wish: &Wish, near: &[Neighbour]) -> bool {
    let goal = Cell::at(walker.body.goal);
    near.iter().all(|near| {
        let ahead = near.gap < CLOSE && dot(near.toward, wish.way) > Fx::HALF;
        !ahead || near.entry.moves() && !near.entry.has_turned() && near.entry.goal == goal
    })
}

/// The way turned to a side, unless a wall stands there.
fn turned(walker: &Walker, wish: &Wish, side: Side, onward: Fx) -> Vec2 {
    let aside = side.of(wish.way);
    let is_open = walker.footing.is_open(Cell::at(walker.body.position + aside));
    if is_open { direction(scaled(wish.way, onward) + aside) } else { wish.way }
}

/// Whether a unit has been stuck for so long, in a narrow place, that it slips through.
pub(super) fn slips(walker: &Walker) -> bool {
    walker.stuck_ticks > SLIP_AFTER && is_narrow(walker, walker.heading)
}

/// Whether there are walls to both sides, so near that there is no going round.
fn is_narrow(walker: &Walker, way: Vec2) -> bool {
    [Side::Left, Side::Right].into_iter().all(|side| {
        let aside = side.of(way);
        NARROW.into_iter().any(|far| !walker.footing.is_open(Cell::at(walker.body.position + scaled(aside, far))))
    })
}

/// Whether a neighbour ahead comes the other way and has the right of way: then one goes back with it, and those behind
/// give way to both, so that a narrow passage is cleared for one direction.
///
/// The right of way belongs to a direction, for a while, drawn from the seed: whoever goes back has it over those behind.
fn is_driven_by(walker: &Walker, wish: &Wish, near: &Neighbour) -> bool {
    let ahead = near.gap < LOOK && dot(near.toward, wish.way) > Fx::HALF;
    let against = || dot(direction(near.entry.steered), wish.way) < -Fx::HALF;
    if !ahead || !against() {
        return false;
    }
    let world = walker.footing.world;
    let favoured = Angle(mix3(world.seed, RIGHT_OF_WAY, u64::from(world.tick / WAY_TICKS)) as u16).direction();
    near.entry.steered.dot_wide(favoured) > 0
        && (walker.stuck_ticks > DRIVEN_AFTER || near.entry.has_turned() || is_narrow(walker, wish.way))
}

/// Whether somebody just ahead does not go the same way. Where all who are stopped so turn to the same side, the crowd turns
/// round like a wheel, rather than standing for ever.
fn is_opposed(walker: &Walker, wish: &Wish, near: &[Neighbour]) -> bool {
    // Now and then only those count who go elsewhere, or a crowd would turn on with nobody left to turn from.
    let follows = !walker.footing.world.tick.is_multiple_of(FOLLOW_TICKS);
    let goal = Cell::at(walker.body.goal);
    near.iter().any(|near| {
        let ahead = near.gap < CLOSE && dot(near.toward, wish.way) > Fx::HALF;
        let other = || near.entry.goal != goal || follows && near.entry.has_turned();
        ahead && dot(near.entry.steered, wish.way) < Fx::from_bits(wish.pace.bits() / 8 * 7) && other()
    })
}

/// The side by which to slide round those who stand there already by the same order; none when nobody does.
fn pack_side(walker: &Walker, motion: &Motion, wish: &Wish, near: &[Neighbour]) -> Option<Side> {
    let ahead = |near: &&Neighbour| near.gap < TOUCH && dot(near.toward, wish.way) > Fx::ZERO;
    let bumped = near.iter().filter(ahead).find(|near| arrival::is_settled_friend(walker, motion, near))?;
    let hand = forces::hand(walker);
    if motion.stuck_ticks > SLIDE_AFTER {
        return Some(hand);
    }
    Some(passing_side(wish.way, bumped.toward, Fx::ZERO, hand))
}

/// The count of ticks without progress. Progress wears it off, one for every other tick, rather than clearing it: who
/// is pushed to and fro is stuck too.
pub(super) fn count(stuck_ticks: u16, is_stuck: bool, tick: u32) -> u16 {
    if is_stuck { (stuck_ticks + 1).min(MOST_TICKS) } else { stuck_ticks.saturating_sub((tick & 1) as u16) }
}
