//! Units at rest: they give way to passers-by, and come back to their place.

use super::contact::Contact;
use super::desired_velocity::DesiredVelocity;
use super::is_in_update_slice;
use super::moving_agent::MovingAgent;
use super::neighbours::{NearestNeighbours, Neighbour};
use super::passage_conduct;
use super::scene::SteerScene;
use super::tuning::{
    CONTACT_SLACK, MAX_STEP, MINDS_BEYOND, PACK_RETURN_TICKS, REST_LOOK_TICKS, RETURN_ROUND_TICKS, RETURN_TICKS, TOUCH,
    TURN_TICKS, YIELDS_WITHIN,
};
use super::unit_passability::UnitPassability;
use crate::component::{CrowdConduct, GoalProgress, Motion};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_nav::crowd::{GridEntry, SpatialRow};
use sandtable_nav::steering::PassingSide;
use sandtable_nav::vector::{cross, direction, dot, limited, polar, scaled};

/// Whether a unit that does not want to move must be looked at: it is being moved, or somebody near it moves,
/// or its turn has come to see whether it stands in somebody.
#[inline]
pub(super) fn is_disturbed(crowd: &SteerScene<'_>, body: &SpatialRow) -> bool {
    if !is_in_update_slice(crowd.tick, body.id, TURN_TICKS) {
        return false;
    }
    let grid = crowd.grid;
    body.velocity != Vec2::ZERO
        || body.steered != Vec2::ZERO
        || crowd.tick.wrapping_add(body.id.0).is_multiple_of(REST_LOOK_TICKS)
        || grid.stirs_near(body.position, body.radius + grid.widest())
}

/// One tick of a unit at rest: out of overlaps, or back to its place when nobody is in the way.
pub(super) fn give_way<'w>(
    (crowd, footing): (&SteerScene<'w>, &UnitPassability<'w>),
    row: usize,
    motion: &mut Motion,
    speed: Fx,
    is_idle: bool,
    near: &mut NearestNeighbours<'w>,
) {
    let body = &crowd.bodies[row];
    motion.calm_ticks = 0;
    if is_idle
        && !motion.holds()
        && let Some(way) = passage_conduct::make_room(crowd, footing, motion.position)
    {
        return step_out((crowd, footing), row, motion, scaled(way, speed), near);
    }
    let away = motion.post - motion.position;
    // Places in a pack are loose, or making room for one would go on and on through all of it.
    let minds = if is_packed(motion) { body.radius.max(MINDS_BEYOND) } else { MINDS_BEYOND };
    let returns =
        away.length_squared_wide() > minds.squared_wide() && !passage_conduct::is_in_use(crowd, footing, motion.post);
    if !near.at_rest(crowd, row, returns, |entry, square| bothers(body, entry, square)) {
        (motion.velocity, motion.steered) = (Vec2::ZERO, Vec2::ZERO);
        motion.conduct.set(CrowdConduct::TURNED, false);
        motion.stuck_ticks = if is_packed(motion) { motion.stuck_ticks.saturating_sub(1) } else { 0 };
        motion.remedy_ticks = 0;
        return;
    }
    let (way, distance) = if returns { polar(away) } else { (Vec2::ZERO, Fx::ZERO) };
    let heading = if returns { round(crowd.hand, way, motion.stuck_ticks) } else { Vec2::ZERO };
    let walker = MovingAgent { crowd, footing, body, speed, heading };
    let aside = if motion.holds() { Vec2::ZERO } else { aside(&walker, near.as_slice()) };
    motion.conduct.set(CrowdConduct::TURNED, aside != Vec2::ZERO);
    let half = Fx::from_bits(speed.bits() / 2);
    let wish = if motion.has_turned() { scaled(direction(aside), half) } else { scaled(heading, half.min(distance)) };
    let step = Contact::new(&walker, motion).resolve(wish, near.as_mut_slice());
    let place = footing.advance(motion.position, limited(step, MAX_STEP), body.radius);
    (motion.velocity, motion.position) = (place - motion.position, place);
    motion.steered = wish;
    keep_post(motion, returns, distance);
}

/// One tick of a unit that goes where it is in nobody's way, as far as others let it.
fn step_out<'w>(
    (crowd, footing): (&SteerScene<'w>, &UnitPassability<'w>),
    row: usize,
    motion: &mut Motion,
    wish: Vec2,
    near: &mut NearestNeighbours<'w>,
) {
    let body = &crowd.bodies[row];
    near.at_rest(crowd, row, true, |_, _| false);
    let walker = MovingAgent { crowd, footing, body, speed: wish.length_floor(), heading: wish };
    let step = Contact::new(&walker, motion).resolve(wish, near.as_mut_slice());
    let place = footing.advance(motion.position, limited(step, MAX_STEP), body.radius);
    (motion.velocity, motion.position, motion.steered) = (place - motion.position, place, wish);
    (motion.stuck_ticks, motion.remedy_ticks) = (0, 0);
    motion.conduct.set(CrowdConduct::TURNED, true);
}

/// One tick of a walker that waits before a passage: beside the mouth, and out of the way of those who come by.
pub(super) fn wait<'w>(
    (crowd, footing): (&SteerScene<'w>, &UnitPassability<'w>),
    row: usize,
    motion: &mut Motion,
    wish: &DesiredVelocity,
    near: &mut NearestNeighbours<'w>,
) {
    let body = &crowd.bodies[row];
    motion.calm_ticks = 0;
    near.at_rest(crowd, row, true, |_, _| false);
    let walker = MovingAgent { crowd, footing, body, speed: wish.speed, heading: wish.way };
    if near.as_slice().iter().any(|near| !near.entry.moves()) {
        motion.progress.set(GoalProgress::BARRED, true);
    }
    let way = if wish.way == Vec2::ZERO { direction(moved_on(&walker, near.as_slice())) } else { wish.way };
    let meant = scaled(way, wish.speed);
    let step = Contact::new(&walker, motion).resolve(meant, near.as_mut_slice());
    let place = footing.advance(motion.position, limited(step, MAX_STEP), body.radius);
    (motion.velocity, motion.position, motion.steered) = (place - motion.position, place, meant);
    (motion.stuck_ticks, motion.remedy_ticks, motion.post) = (0, 0, place);
    motion.conduct.set(CrowdConduct::TURNED, way != Vec2::ZERO);
    motion.conduct.set(CrowdConduct::FREE, false);
}

/// Whether somebody in this squared distance (1/2³²) overlaps, or is a friend about to come by.
#[inline]
fn bothers(own: &SpatialRow, entry: &GridEntry, square: i64) -> bool {
    let comes = || entry.team == own.team && entry.steered.dot_wide(own.position - entry.position) > 0;
    let (overlapped, near) = (own.radius + entry.radius - CONTACT_SLACK, own.radius + entry.radius + YIELDS_WITHIN);
    square < overlapped.squared_wide() || square < near.squared_wide() && comes()
}

/// The way back, round whatever stands there: by one side first, then by the other.
fn round(hand: PassingSide, way: Vec2, stuck_ticks: u16) -> Vec2 {
    match stuck_ticks / RETURN_ROUND_TICKS {
        0 => way,
        turn if turn % 2 == 1 => direction(way + hand.of(way)),
        _ => direction(way + hand.other().of(way)),
    }
}

/// One that does not get back to its place for long stays where it is: in a pack, however it tries.
fn keep_post(motion: &mut Motion, returns: bool, distance: Fx) {
    let left = (motion.post - motion.position).length_floor();
    let is_packed = is_packed(motion);
    let is_nearer = !is_packed && distance - left > Fx::from_ratio(1, 64);
    motion.stuck_ticks = match returns && !is_nearer {
        true => motion.stuck_ticks.saturating_add(TURN_TICKS),
        // Who is pushed off again and again would go to and fro for ever.
        false if is_packed => motion.stuck_ticks.saturating_sub(1),
        false => 0,
    };
    if motion.stuck_ticks > if is_packed { PACK_RETURN_TICKS } else { RETURN_TICKS } {
        (motion.post, motion.stuck_ticks) = (motion.position, 0);
        if is_packed {
            motion.place = motion.position;
        }
    }
}

/// Whether it stands in a group at its goal: the one in the middle, too, when it came by its place through others.
fn is_packed(motion: &Motion) -> bool {
    motion.has_arrived() && (motion.place != motion.goal || motion.exchanges > 0)
}

/// Out of the way of friends who come by, to the side of their way on which one stands already; and on with those who make
/// room for them in turn.
fn aside(walker: &MovingAgent, near: &[Neighbour]) -> Vec2 {
    let comes = |near: &&Neighbour| {
        near.entry.team == walker.body.team
            && near.entry.goal != Cell::at(walker.body.goal)
            && dot(near.entry.steered, near.toward) < Fx::ZERO
    };
    near.iter().filter(comes).fold(Vec2::ZERO, |sum, near| {
        let way = direction(near.entry.steered);
        match near.entry.moves() {
            true => sum + beside(walker, way, near),
            false if near.gap < TOUCH && near.entry.has_turned() => sum + way,
            false => sum,
        }
    })
}

/// Out of the way of those who come by one who waits, and on with others who wait and make room.
fn moved_on(walker: &MovingAgent, near: &[Neighbour]) -> Vec2 {
    let own =
        |near: &&Neighbour| near.entry.team == walker.body.team && dot(near.entry.steered, near.toward) < Fx::ZERO;
    near.iter().filter(own).fold(Vec2::ZERO, |sum, near| {
        let way = direction(near.entry.steered);
        match near.entry.waits() {
            true if near.entry.has_turned() => sum + way,
            false if near.entry.moves() && near.entry.goal != Cell::at(walker.body.goal) => {
                sum + beside(walker, way, near)
            }
            _ => sum,
        }
    })
}

/// To the side of a passer's way on which one stands, or the other, or ahead of the passer where there is no room beside.
fn beside(walker: &MovingAgent, way: Vec2, near: &Neighbour) -> Vec2 {
    let right = way.quarter_turn();
    // Seen from the passer, this one lies at -toward.
    let side = if cross(way, near.toward) < Fx::ZERO { right } else { -right };
    let is_open = |way: &Vec2| walker.footing.is_open(Cell::at(walker.body.position + *way));
    [side, -side].into_iter().find(is_open).unwrap_or(way)
}
