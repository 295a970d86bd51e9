//! One unit's tick: what it wants, what its neighbours make of that, where it gets.
//!
//! Three layers, kept apart (Reynolds 1999): the *desired* velocity is the course's, the *steered* one what the forces make of it,
//! the *actual* one what neighbours and walls leave.

use super::arrival::{self, Touched};
use super::contact::Contact;
use super::desired_velocity::DesiredVelocity;
use super::forces;
use super::moving_agent::MovingAgent;
use super::neighbours::NearestNeighbours;
use super::observer::SteeringObserver;
use super::passage_conduct;
use super::rest;
use super::scene::SteerScene;
use super::squeeze;
use super::steering_trace::{SteeringCourse, SteeringTurn};
use super::stuck_recovery;
use super::tuning::{MAX_STEP, MAX_TURN, NEIGHBOUR_WITHIN, ROUND_AFTER};
use super::unit_passability::UnitPassability;
use crate::component::{Agent, CrowdConduct, GoalProgress, Motion, TaskKind};
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_nav::vector::{cross, dot, limited};

/// Moves one unit by a tick, as it wishes and others let it; `near` is where its neighbours are noted, `watch` is told how it came
/// about.
pub(super) fn advance<'w>(
    crowd: &SteerScene<'w>,
    row: usize,
    motion: &mut Motion,
    agent: &Agent,
    wish: &DesiredVelocity,
    near: &mut NearestNeighbours<'w>,
    watch: &mut impl SteeringObserver,
) {
    let body = &crowd.bodies[row];
    let Some(footing) = UnitPassability::for_body(&crowd.scene, body) else { return };
    let is_held = agent.moves.head().is_some_and(|task| task.kind == TaskKind::Hold);
    motion.conduct.set(CrowdConduct::HOLDS, is_held);
    if wish.turn == SteeringTurn::Keeps {
        return keep_on((crowd, &footing), row, motion, wish.speed, near, watch);
    }
    let task = agent.acts.head().map(|task| task.kind);
    let gathers = matches!(task, Some(TaskKind::Gather | TaskKind::Deliver));
    motion.conduct.set(CrowdConduct::PASSES, gathers || squeeze::goes_on(motion, agent));
    if motion.moves() && motion.conduct.contains(CrowdConduct::WAITS) {
        rest::wait((crowd, &footing), row, motion, wish, near);
    } else if motion.moves() {
        walk((crowd, &footing), row, (motion, agent), wish, near, watch);
    } else {
        let is_idle = agent.moves.head().is_none() && task.is_none();
        rest::give_way((crowd, &footing), row, motion, wish.speed, is_idle, near);
    }
}

/// A tick in which a walker goes on as it meant to, as far as those it touches let it.
fn keep_on<'w>(
    (crowd, footing): (&SteerScene<'w>, &UnitPassability<'w>),
    row: usize,
    motion: &mut Motion,
    speed: Fx,
    near: &mut NearestNeighbours<'w>,
    watch: &mut impl SteeringObserver,
) {
    let body = &crowd.bodies[row];
    match motion.calm_ticks {
        0 => near.touching(crowd, row, speed),
        _ => near.clear(),
    }
    motion.calm_ticks = motion.calm_ticks.saturating_sub(1);
    let walker = MovingAgent { crowd, footing, body, speed, heading: Vec2::ZERO };
    let step = Contact::new(&walker, motion).resolve(motion.steered, near.as_mut_slice());
    watch.met(&walker, motion.steered, step, near.as_slice());
    let place = footing.advance(motion.position, limited(step, MAX_STEP), body.radius);
    (motion.velocity, motion.position, motion.post) = (place - motion.position, place, place);
}

/// Looks who is near; at nobody where the last look has shown that nobody can be.
fn look<'w>(crowd: &SteerScene<'w>, row: usize, motion: &mut Motion, speed: Fx, near: &mut NearestNeighbours<'w>) {
    if motion.calm_ticks > 0 && motion.stuck_ticks == 0 {
        motion.calm_ticks -= 1;
        near.clear();
        return;
    }
    near.around(crowd, row, NEIGHBOUR_WITHIN, speed);
    motion.calm_ticks = near.calm_ticks(crowd, speed);
}

fn walk<'w>(
    (crowd, footing): (&SteerScene<'w>, &UnitPassability<'w>),
    row: usize,
    (motion, agent): (&mut Motion, &Agent),
    wish: &DesiredVelocity,
    near: &mut NearestNeighbours<'w>,
    watch: &mut impl SteeringObserver,
) {
    let body = &crowd.bodies[row];
    let mut walker = MovingAgent { crowd, footing, body, speed: wish.speed, heading: wish.way };
    look(crowd, row, motion, wish.speed, near);
    if passage_conduct::queues(&walker, motion, near.as_slice()) {
        motion.conduct.set(CrowdConduct::WAITS, true);
        return rest::wait((crowd, footing), row, motion, &DesiredVelocity { way: Vec2::ZERO, ..*wish }, near);
    }
    walker.heading = match passage_conduct::stand_back(&walker, motion, near.as_slice()) {
        Some(way) => way,
        None => stuck_recovery::revise(&walker, motion, wish, near.as_slice(), watch),
    };
    let (steered, free) = forces::steer(&walker, wish.pace, motion.steered, near.as_slice(), watch);
    motion.conduct.set(CrowdConduct::FREE, free);
    let step = Contact::new(&walker, motion).resolve(steered, near.as_mut_slice());
    watch.met(&walker, steered, step, near.as_slice());
    let place = footing.advance(motion.position, limited(step, MAX_STEP), body.radius);
    let touched = Touched::among(&walker, motion, wish.target, near.as_slice());
    (motion.velocity, motion.position, motion.steered) = (place - motion.position, place, steered);
    turn(motion);
    let progress = dot(motion.velocity, wish.way);
    let is_stuck = progress < Fx::from_bits(wish.pace.bits() / 4);
    motion.conduct.set(CrowdConduct::TURNED, walker.heading != wish.way);
    if !motion.passes() && squeeze::begins(&walker, (motion, agent), wish, near.as_slice()) {
        motion.conduct.set(CrowdConduct::PASSES, true);
    }
    let touches_settled = touched.is_some_and(|touched| touched.settled);
    stuck_recovery::count(motion, is_stuck, touches_settled);
    let is_there = arrival::is_there(motion, wish, body.radius);
    let is_content = !is_there
        && (arrival::attacks_in_vain(motion, agent, wish, near.as_slice())
            || (arrival::is_content(&walker, motion, wish, touched)
                || arrival::tries_in_vain(&walker, (motion, agent), wish, near.as_slice(), touches_settled))
                && passage_conduct::may_rest(&walker, wish.target));
    if is_content && touches_settled {
        arrival::keep_place(motion);
    }
    let is_walled = wish.walled && arrival::is_bare(motion) && arrival::is_near_goal(motion, 1);
    let arrives = wish.course == SteeringCourse::Nearest || is_there || is_content || is_walled;
    motion.progress = motion.progress.with(GoalProgress::ARRIVED, arrives).with(GoalProgress::MOVES, !arrives);
    motion.post = motion.position;
    if motion.stuck_ticks >= ROUND_AFTER {
        arrival::note_barred(&walker, motion, wish.target, near.as_slice());
    }
    if arrives {
        motion.progress = motion.progress.without(GoalProgress::BAR);
        let is_cut_off = !is_there && (is_walled || wish.course == SteeringCourse::Nearest);
        let is_kept_off = is_content && !is_cut_off && arrival::is_kept_off(motion, wish.target, body.radius);
        motion.progress.set(GoalProgress::CUT_OFF, is_cut_off);
        motion.progress.set(GoalProgress::WALLED, is_cut_off && is_walled);
        motion.progress.set(GoalProgress::KEPT_OFF, is_kept_off);
        (motion.steered, motion.calm_ticks) = (Vec2::ZERO, 0);
        (motion.stuck_ticks, motion.remedy_ticks) = (0, 0);
    }
}

/// Turns a walking unit to where it means to go; small wobbles do not count, and nobody spins on the spot.
fn turn(motion: &mut Motion) {
    let facing = motion.heading.direction();
    let (along, across) = (dot(motion.steered, facing), cross(facing, motion.steered));
    if along.bits() < 8 * across.bits().abs() || along <= Fx::ZERO {
        let turn = motion.heading.turn_to(Angle::from_vector(motion.steered)).clamp(-MAX_TURN, MAX_TURN);
        motion.heading = Angle(motion.heading.0.wrapping_add_signed(turn));
    }
}
