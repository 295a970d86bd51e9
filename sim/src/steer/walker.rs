//! One unit's tick: what it wants, what its neighbours make of that, where it gets.
//!
//! Three layers, kept apart (Reynolds 1999): the *desired* velocity is the course's, the *steered* one what the forces make of it,
//! the *actual* one what neighbours and walls leave.

use super::arrival::{self, Touched};
use super::contact::Contact;
use super::forces;
use super::neighbours::{LOOK, Near, Neighbour};
use super::patience;
use super::rest;
use super::vector::{cross, direction, dot, limited};
use super::walls::Footing;
use super::wish::{self, Wish};
use crate::component::{Agent, Motion, Statuses, TaskKind};
use crate::flow::{Flow, Goal};
use crate::map::Cell;
use crate::math::{Angle, Fx, Vec2};
use crate::rules::{Locomotion, WALL_COST};
use crate::world::{Body, World};

/// The farthest a unit moves in a tick, whatever its speed, in cells: less than a cell, so that it skips none.
const MAX_STEP: Fx = Fx::from_bits(5 << 13);

/// What steering knows of the unit it moves.
#[derive(Clone, Copy)]
pub(super) struct Walker<'f> {
    pub(super) footing: &'f Footing<'f>,
    pub(super) body: &'f Body,
    /// Cells a tick here and now.
    pub(super) speed: Fx,
    /// The unit vector in which it wants to go; zero when nowhere.
    pub(super) heading: Vec2,
    /// Ticks without progress.
    pub(super) stuck_ticks: u16,
}

impl Walker<'_> {
    /// Where a neighbour wants to go, or last did.
    pub(super) fn goal_of(&self, near: &Neighbour) -> Vec2 {
        self.footing.world.frame.bodies[near.entry.row as usize].goal
    }
}

/// Moves one unit by a tick.
pub(super) fn advance(
    world: &World,
    flow: &mut Flow,
    row: usize,
    motion: &mut Motion,
    agent: &Agent,
    statuses: &Statuses,
) {
    let body = &world.frame.bodies[row];
    let Some(footing) = keep_footing(world, body, motion) else { return };
    motion.holds = agent.moves.head().is_some_and(|task| task.kind == TaskKind::Hold);
    let speed = speed(world, body, footing.class, motion.position, statuses);
    if motion.moving {
        walk(flow, &footing, row, motion, speed);
    } else {
        rest::give_way(&footing, row, motion, speed);
    }
}

fn walk(flow: &mut Flow, footing: &Footing, row: usize, motion: &mut Motion, speed: Fx) {
    let world = footing.world;
    let body = &world.frame.bodies[row];
    let goal = goal(footing, motion);
    let target = arrival::target(footing, row, motion);
    let wish = wish::of(world, flow, &goal, motion, target, speed);
    let mut walker = Walker { footing, body, speed, heading: wish.way, stuck_ticks: motion.stuck_ticks };
    let near = Near::around(world, row, LOOK, speed);
    let wish = patience::revise(&walker, motion, wish, near.as_slice());
    walker.heading = wish.heading;
    let steered = forces::steer(&walker, &wish, motion.steered, near.as_slice());
    let contact = Contact::new(&walker, motion);
    let (velocity, correction) = contact.resolve(steered, near.as_slice());
    let place = footing.advance(motion.position, limited(velocity + correction, MAX_STEP), body.radius);
    settle_motion(motion, place, steered, &wish, world.tick);
    let touched = Touched::of(&walker, motion, near.as_slice());
    let mut is_walled = |goal: Goal| flow.is_walled(&world.ground, &goal);
    motion.arrived = wish.nearest
        || arrival::is_there(motion, target, body.radius)
        || arrival::is_content(&walker, motion, touched)
        || arrival::is_bare(motion) && arrival::is_beside_goal(motion) && is_walled(goal);
    motion.moving = !motion.arrived;
    motion.place = motion.position;
    if motion.arrived {
        (motion.steered, motion.stuck_ticks) = (Vec2::ZERO, 0);
    }
}

/// Where the unit may stand. None, and put out of it, when it is in a wall.
pub(super) fn keep_footing<'w>(world: &'w World, body: &Body, motion: &mut Motion) -> Option<Footing<'w>> {
    let class = world.kind(body.kind).body.as_ref()?.locomotion;
    let footing = Footing { world, class, team: world.team(body.owner())? };
    if footing.is_open(Cell::at(motion.position)) {
        return Some(footing);
    }
    if let Some(place) = footing.way_out(motion.position) {
        (motion.position, motion.place) = (place, place);
        (motion.velocity, motion.steered) = (Vec2::ZERO, Vec2::ZERO);
    }
    None
}

/// Cells a tick: the stat, by the ground and by what is cast on the unit.
fn speed(world: &World, body: &Body, class: Locomotion, position: Vec2, statuses: &Statuses) -> Fx {
    let cost = i64::from(world.ground.terrain_cost(Cell::at(position), class));
    let plain = i64::from(world.stats(body.owner(), body.kind).speed.bits());
    let ground = if cost == 8 || cost == i64::from(WALL_COST) { plain } else { plain * 8 / cost.max(1) };
    let speed = match i64::from(statuses.speed_percent(world.tick)) {
        100 => ground,
        percent => ground * percent / 100,
    };
    Fx::from_bits(speed.min(i64::from(MAX_STEP.bits())) as i32)
}

fn goal(footing: &Footing, motion: &Motion) -> Goal {
    let map = &footing.world.scenario.map;
    Goal::new(map, footing.team, footing.class, motion.goal_cells())
}

/// Moves to `place`, and notes velocity, heading and progress.
fn settle_motion(motion: &mut Motion, place: Vec2, steered: Vec2, wish: &Wish, tick: u32) {
    (motion.velocity, motion.position) = (place - motion.position, place);
    motion.steered = steered;
    motion.turned = wish.heading != wish.way;
    let progress = dot(motion.velocity, wish.way);
    let is_stuck = progress < Fx::from_bits(wish.pace.bits() / 4);
    motion.stuck_ticks = patience::count(motion.stuck_ticks, is_stuck, tick);
    turn(motion);
}

/// The most a unit turns in a tick: an eighth of a full turn.
const TURN: i16 = 1 << 13;

/// Turns a walking unit to where it means to go; small wobbles do not count, and nobody spins on the spot.
fn turn(motion: &mut Motion) {
    let facing = motion.heading.direction();
    let (along, across) = (dot(motion.steered, facing), cross(facing, motion.steered));
    if along.bits() < 8 * across.bits().abs() || along <= Fx::ZERO {
        let turn = motion.heading.turn_to(Angle::of(direction(motion.steered))).clamp(-TURN, TURN);
        motion.heading = Angle(motion.heading.0.wrapping_add_signed(turn));
    }
}
