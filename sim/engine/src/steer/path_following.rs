//! Path following: the field or the route that leads to a unit's goal gives its desired velocity (Reynolds 1999).

use super::arrival;
use super::desired_velocity::DesiredVelocity;
use super::is_in_update_slice;
use super::passage_conduct;
use super::scene::SteerScene;
use super::steering_trace::{SteeringCourse, SteeringTurn};
use super::tuning::{FREE_TURN_TICKS, MAX_STEP, TURN_TICKS};
use super::unit_passability::UnitPassability;
use crate::component::{Motion, TimedEffects};
use crate::flow::{FlowCursor, FlowFields, FlowGoal, FlowHeading};
use crate::route::{PathHint, Routes};
use crate::scene::Scene;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Locomotion, Navigator, WALL_COST};
use sandtable_nav::crowd::SpatialRow;
use sandtable_nav::ground::GroundMap;
use sandtable_nav::steering::arrival_pace;
use sandtable_nav::vector::{direction, polar};

/// The ways that units go by, to read.
#[derive(Clone, Copy)]
pub(super) struct Ways<'w> {
    pub(super) flow: &'w FlowFields,
    pub(super) routes: &'w Routes,
}

/// The wish of a unit that wants to move or is disturbed; one that stands in a wall is put out of it, and wishes nothing.
/// `track` is where its fields were found last.
pub(super) fn desired_velocity(
    crowd: &SteerScene<'_>,
    Ways { flow, routes }: Ways<'_>,
    body: &SpatialRow,
    motion: &mut Motion,
    statuses: &TimedEffects,
    mut track: FlowCursor,
) -> DesiredVelocity {
    let Some(footing) = keep_footing(&crowd.scene, body, motion) else { return DesiredVelocity::default() };
    let speed = speed(&crowd.scene, body, footing.class, motion.position, statuses);
    if !motion.moves() {
        return DesiredVelocity { turn: SteeringTurn::GivesWay, speed, ..DesiredVelocity::default() };
    }
    if !thinks(crowd, &footing, body, motion) {
        return DesiredVelocity { turn: SteeringTurn::Keeps, speed, track, ..DesiredVelocity::default() };
    }
    let goal = goal(flow, &footing, body, motion);
    let target = arrival::target(motion);
    let sees_afar = motion.is_of_host() && arrival::is_bare(motion);
    let (course, asks, bearing) = match footing.navigator {
        Navigator::Flow => {
            let course = heading_from(flow, &goal, [motion.position, target], sees_afar, &mut track);
            // Beside its goal it needs no layer to know its way, but one to know whether the goal is walled.
            let asks = course.is_none() || !goal.flies() && flow.layer(&goal).is_none();
            (course, asks, PathHint::default())
        }
        _ => {
            // Rows are kept by place: the fields found last may be those of another unit, whose row this was.
            track = FlowCursor::default();
            let (course, bearing) = routes.course(flow, body.id, &goal, motion, target);
            (course, false, bearing)
        }
    };
    let wish = DesiredVelocity {
        turn: SteeringTurn::Decides,
        pace: speed,
        speed,
        target,
        asks,
        track,
        bearing,
        ..DesiredVelocity::default()
    };
    // Somewhere is better than nowhere while a field is being made.
    let wish = match course.unwrap_or(FlowHeading::Along(target - motion.position)) {
        FlowHeading::Straight(offset) => {
            let (way, distance) = polar(offset);
            let sees = arrival::is_bare(motion);
            let pace = if sees { arrival_pace(distance, speed) } else { speed };
            let course = if sees { SteeringCourse::Straight } else { SteeringCourse::Along };
            DesiredVelocity { way, pace, course, ..wish }
        }
        FlowHeading::Along(offset) => {
            let hidden = is_place_hidden(flow, &goal, motion);
            let course = if hidden { SteeringCourse::Hidden } else { SteeringCourse::Along };
            DesiredVelocity { way: direction(offset), course, ..wish }
        }
        FlowHeading::Nearest => DesiredVelocity { pace: Fx::ZERO, course: SteeringCourse::Nearest, ..wish },
    };
    // A step leads at most one cell on: who is beside the goal then is hardly farther off now.
    let walled = arrival::is_bare(motion)
        && arrival::is_within_reach(motion)
        && arrival::is_near_goal(motion, 2)
        && flow.is_walled(&goal);
    let leads = |at: Vec2| match heading_from(flow, &goal, [at, target], sees_afar, &mut track.clone()) {
        Some(FlowHeading::Straight(offset) | FlowHeading::Along(offset)) => offset,
        _ => Vec2::ZERO,
    };
    passage_conduct::heed(crowd, &footing, motion, DesiredVelocity { walled, ..wish }, leads)
}

/// Whether a unit at its group's point cannot see the place of its own there: it would walk to and fro over the point for ever.
fn is_place_hidden(flow: &FlowFields, goal: &FlowGoal, motion: &Motion) -> bool {
    let is_at_point = arrival::is_bare(motion) && goal.rect.contains(Cell::at(motion.position));
    let is_hidden = |from: Vec2| flow.is_hidden(goal, from, motion.place);
    is_at_point && motion.place != motion.goal && is_hidden(motion.position) && is_hidden(motion.goal)
}

/// Where a unit that walks by fields goes from a place to its target: one of a host straight there, from as far as it sees it.
fn heading_from(
    flow: &FlowFields,
    goal: &FlowGoal,
    [at, target]: [Vec2; 2],
    sees_afar: bool,
    track: &mut FlowCursor,
) -> Option<FlowHeading> {
    let straight = if sees_afar { flow.straight_afar(goal, at, target) } else { None };
    straight.or_else(|| flow.course(goal, at, target, track))
}

/// Whether a walker decides in this tick: when its turn has come, and at once when it has just been sent off, may have got
/// the route it asked for, or has learnt of a wall.
#[inline]
fn thinks(crowd: &SteerScene<'_>, footing: &UnitPassability<'_>, body: &SpatialRow, motion: &Motion) -> bool {
    let period = if is_hindered(motion) { TURN_TICKS } else { FREE_TURN_TICKS };
    motion.steered == Vec2::ZERO
        || footing.navigator != Navigator::Flow
        || is_in_update_slice(crowd.tick, body.id, period)
        || crowd.scene.knowledge.get(footing.team.index()).is_some_and(|knowledge| knowledge.has_news(crowd.tick))
}

/// Whether it does not get on as it means to, or has not of late.
#[inline]
fn is_hindered(motion: &Motion) -> bool {
    let meant = motion.steered.length_squared_wide();
    !motion.is_free()
        || motion.stuck_ticks > 0
        || motion.remedy_ticks > 0
        || motion.has_turned()
        || motion.velocity.dot_wide(motion.steered) < meant - meant / 4
}

/// What a unit walks to.
pub(super) fn goal(flow: &FlowFields, footing: &UnitPassability<'_>, body: &SpatialRow, motion: &Motion) -> FlowGoal {
    // A field is shared by all who are sent to a point, a route leads to the place that is its own there.
    let is_point = motion.goal_width == 0 || motion.goal_height == 0;
    let cells = match footing.navigator {
        Navigator::Flow => motion.goal_cells(),
        _ if is_point => Rect::touching(motion.place),
        _ => motion.goal_cells(),
    };
    FlowGoal::new(flow, footing.team, footing.class, body.radius, cells)
}

/// Where the unit may stand. None, and put out of it, when it is in a wall.
pub(super) fn keep_footing<'w>(
    scene: &Scene<'w>,
    body: &SpatialRow,
    motion: &mut Motion,
) -> Option<UnitPassability<'w>> {
    let footing = UnitPassability::for_body(scene, body)?;
    if footing.is_open(Cell::at(motion.position)) {
        return Some(footing);
    }
    if let Some(place) = footing.way_out(motion.position, |_| true) {
        (motion.position, motion.post) = (place, place);
        (motion.velocity, motion.steered) = (Vec2::ZERO, Vec2::ZERO);
    }
    None
}

/// Cells a tick: the stat, by the ground and by what is cast on the unit.
fn speed(scene: &Scene<'_>, body: &SpatialRow, class: Locomotion, position: Vec2, statuses: &TimedEffects) -> Fx {
    let plain = scene.stats(body.owner(), body.kind).speed;
    let ground = speed_on_ground(scene.ground, plain, Cell::at(position), class);
    let speed = match statuses.speed_percent(scene.clock.tick) {
        100 => ground,
        percent => Fx::from_bits((i64::from(ground.bits()) * i64::from(percent) / 100) as i32),
    };
    speed.min(MAX_STEP)
}

/// What the ground of a cell leaves of a speed on plain ground; all of it in a wall, which has no cost of its own.
pub(crate) fn speed_on_ground(ground: &GroundMap, plain: Fx, cell: Cell, class: Locomotion) -> Fx {
    match ground.terrain_cost(cell, class) {
        0 | 8 | WALL_COST => plain,
        cost => Fx::from_bits((i64::from(plain.bits()) * 8 / i64::from(cost)) as i32),
    }
}
