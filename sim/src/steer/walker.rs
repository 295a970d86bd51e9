//! One unit's tick: wish, neighbours, walls, arrival.

use super::arrival::{self, Touched};
use super::crowd::{self, TOUCH, Walker};
use super::neighbours::{Company, Nearest};
use super::vector::{cross, direction, dot, limited, scaled, times};
use super::walls::Footing;
use super::wish::{MAX_STEP, Wish};
use crate::component::{Agent, Motion, TaskKind};
use crate::math::{Angle, Fx, Vec2, mix3};
use crate::world::{Body, World};

/// Part of its speed by which a unit's velocity changes in a tick.
const AGILITY: Fx = Fx::from_bits(3 << 13);
/// A resting unit looks at resting neighbours every so many ticks, a power of two.
const REST_PERIOD: u32 = 8;
/// Ticks without progress after which a unit begins to squeeze and to try other ways round.
const PATIENCE: u16 = 8;
/// Ticks for which it tries one way round.
const TRY_TICKS: u32 = 16;
/// Ticks without progress after which a unit slips through friends who go elsewhere.
const SLIP_AFTER: u16 = 64;
/// Ticks without progress that then count at once.
const SLIP_TICKS: u16 = 16;
/// How hard a stuck unit squeezes.
const SQUEEZE: Fx = Fx::from_bits(1 << 13);

/// Whether a unit that does not want to move must be looked at: it is being moved, or somebody near it moves,
/// or its turn has come to see whether it stands in somebody.
#[inline]
pub(super) fn is_disturbed(world: &World, body: &Body) -> bool {
    let grid = &world.frame.grid;
    stirs(body) || is_its_turn(world, body) || grid.stirs_near(body.position, body.radius + grid.widest())
}

fn stirs(body: &Body) -> bool {
    body.moving || body.velocity != Vec2::ZERO
}

fn is_its_turn(world: &World, body: &Body) -> bool {
    world.tick.wrapping_add(body.id.0).is_multiple_of(REST_PERIOD)
}

/// Moves one unit by a tick, as it wishes and others let it.
pub(super) fn advance(world: &World, row: usize, motion: &mut Motion, agent: &Agent, wish: &Wish) {
    let body = &world.frame.bodies[row];
    let Some(footing) = Footing::of(world, body) else { return };
    let holds = agent.moves.head().is_some_and(|task| task.kind == TaskKind::Hold);
    let press = if motion.stuck_ticks > PATIENCE { SQUEEZE } else { Fx::ZERO };
    let slips = motion.stuck_ticks > SLIP_AFTER;
    let walker = Walker { body, moving: motion.moving, holds, speed: wish.speed, heading: wish.heading, press, slips };
    let crowd = if motion.moving { among(world, row, motion, &walker, wish) } else { at_rest(world, row, &walker) };
    let displacement = limited(crowd.velocity + crowd.correction, MAX_STEP);
    let place = footing.advance(motion.position, displacement, body.radius);
    settle_motion(motion, place, wish, world.tick);
    if motion.moving {
        motion.arrived = wish.nearest
            || arrival::is_there(motion, body.radius)
            || arrival::is_content(motion, body.radius, crowd.touched)
            || arrival::is_bare(motion) && arrival::is_near_goal(motion, 1) && wish.walled;
        motion.moving = !motion.arrived;
    }
}

/// What the neighbours make of a wish.
struct Among {
    velocity: Vec2,
    correction: Vec2,
    touched: Touched,
}

/// A unit that wants to move weighs all its neighbours.
fn among(world: &World, row: usize, motion: &Motion, walker: &Walker, wish: &Wish) -> Among {
    let company = Company::of(world, row, walker);
    let mut aside = if walker.press > Fx::ZERO && !walker.slips { detour(world, walker) } else { Fx::ZERO };
    let (mut correction, mut touched) = (Vec2::ZERO, Touched::default());
    for near in company.as_slice() {
        correction += walker.part_from(near);
        aside += walker.side_step(near);
        if near.gap < TOUCH {
            touched.add(motion, walker.body, near);
        }
    }
    let mut velocity = agile(walker, motion.velocity, wanted(walker, wish, aside));
    for near in company.as_slice() {
        velocity = walker.yield_to(near, velocity);
    }
    Among { velocity, correction: crowd::bounded(correction), touched }
}

/// A unit at rest only gives way.
fn at_rest(world: &World, row: usize, walker: &Walker) -> Among {
    let sees_all = stirs(walker.body) || is_its_turn(world, walker.body);
    let nearest = Nearest::around(world, row, walker);
    let overlapping = nearest.overlapping(world, walker.body, |body| sees_all || stirs(body));
    let correction = overlapping.fold(Vec2::ZERO, |sum, near| sum + walker.part_from(&near));
    Among { velocity: Vec2::ZERO, correction: crowd::bounded(correction), touched: Touched::default() }
}

/// A stuck unit drifts to one side for a while, then perhaps to the other.
fn detour(world: &World, walker: &Walker) -> Fx {
    let side = mix3(world.seed, u64::from(walker.body.id.0), u64::from(world.tick / TRY_TICKS));
    let size = Fx::from_bits(walker.speed.bits() / 2);
    if side & 1 == 0 { size } else { -size }
}

/// The wish with the side step, no faster than the pace.
fn wanted(walker: &Walker, wish: &Wish, aside: Fx) -> Vec2 {
    let straight = scaled(wish.heading, wish.pace);
    if aside == Fx::ZERO {
        return straight;
    }
    let aside = aside.clamp(-walker.speed, walker.speed);
    scaled(direction(straight + scaled(walker.heading.quarter_turn(), aside)), wish.pace)
}

/// A velocity as near to `wanted` as one tick can bring it.
fn agile(walker: &Walker, velocity: Vec2, wanted: Vec2) -> Vec2 {
    let change = limited(wanted - velocity, times(walker.speed, AGILITY));
    limited(velocity + change, walker.speed)
}

/// Moves to `place`, and notes velocity, heading and progress.
fn settle_motion(motion: &mut Motion, place: Vec2, wish: &Wish, tick: u32) {
    motion.velocity = place - motion.position;
    motion.position = place;
    if !motion.moving {
        motion.stuck_ticks = 0;
        return;
    }
    motion.arrived = false;
    let progress = dot(motion.velocity, wish.heading);
    let is_stuck = progress < Fx::from_bits(wish.pace.bits() / 4);
    motion.stuck_ticks = patience(motion.stuck_ticks, is_stuck, tick);
    turn(motion);
}

/// The count of ticks without progress. Progress wears it off, one for every other tick, rather than clearing it: who
/// is pushed to and fro is stuck too, and one who has begun to slip goes on for a while, so as to come out behind.
fn patience(stuck_ticks: u16, is_stuck: bool, tick: u32) -> u16 {
    match stuck_ticks {
        SLIP_AFTER if is_stuck => SLIP_AFTER + SLIP_TICKS,
        ticks if is_stuck => (ticks + 1).min(SLIP_AFTER + SLIP_TICKS),
        ticks => ticks.saturating_sub((tick & 1) as u16),
    }
}

/// Turns a walking unit to where it goes; small wobbles do not count.
fn turn(motion: &mut Motion) {
    let facing = motion.heading.direction();
    let (along, across) = (dot(motion.velocity, facing), cross(facing, motion.velocity));
    if along.bits() < 8 * across.bits().abs() || along <= Fx::ZERO {
        motion.heading = Angle::of(motion.velocity);
    }
}
