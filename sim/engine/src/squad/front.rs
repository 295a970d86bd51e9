//! The front of a formation: where it is set up, and how it moves.

use super::formation_places::SquadGround;
use super::state::{FormationPose, Squad, SquadPhase, SquadWidth};
use super::tuning::{AT_GOAL_WITHIN, AWAY_BEYOND, BEND_TURN, NEAR_GOAL_WITHIN, PACE_PERCENT, SHARP_TURN, STEADY_TURN};
use crate::component::{Identity, Motion};
use crate::flow::{FlowCursor, FlowFields, FlowGoal, FlowHeading};
use crate::scene::Scene;
use crate::steer::{MAX_STEP, UnitPassability, speed_on_ground};
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_nav::formation::{Slot, slots};
use sandtable_nav::vector::{direction, limited, scaled};

/// Steps of an angle in a radian.
const RADIAN: i64 = 10_430;
/// The least and the most that a formation turns in a tick.
const TURNS: [i64; 2] = [64, 1 << 12];

/// Where the members on the map are in the mean.
pub(super) fn middle(scene: &Scene<'_>, squad: &Squad) -> Vec2 {
    let motions = scene.entities.column::<Motion>(&scene.entities.units);
    let rows = squad.members.iter().filter_map(|member| scene.place(member.id)).map(|place| place.row as usize);
    let positions: Vec<Vec2> = rows.map(|row| motions[row].position).collect();
    sandtable_nav::formation::mean(&positions, scene.scenario.map.bounds().centre())
}

/// Whether the members are about where the formation stands.
pub(super) fn is_home(scene: &Scene<'_>, squad: &Squad) -> bool {
    let Some(ground) = SquadGround::for_squad(scene, squad) else { return false };
    let slots = slots(squad.formation.shape, squad.members.len());
    let size = ground.half_depth(&slots).mul_int(2) + ground.half_width(&slots) + AWAY_BEYOND;
    middle(scene, squad).distance_squared_wide(squad.pose.anchor) <= size.squared_wide()
}

/// Puts the formation where its members are, facing where they are to go.
pub(super) fn set_out(scene: &Scene<'_>, flow: &mut FlowFields, squad: &mut Squad, to: Vec2) {
    let start = start(scene, squad);
    squad.goal = to;
    squad.pose.anchor = start;
    let offset = to - start;
    if offset.length_squared_wide() > NEAR_GOAL_WITHIN.squared_wide() {
        let way = match course(scene, flow, squad) {
            Some(FlowHeading::Straight(way) | FlowHeading::Along(way)) => way,
            _ => offset,
        };
        let ahead = Angle::from_vector(way);
        // A small turn is wheeled through; for a large one everybody takes another slot.
        if squad.pose.heading.turn_to(ahead).unsigned_abs() > SHARP_TURN {
            squad.pose.heading = ahead;
        }
    }
    squad.pose = centred(scene, squad);
    squad.mouth = squad.pose;
    (squad.width, squad.reached, squad.beyond) = (SquadWidth::Full, false, Fx::ZERO);
    squad.trail.clear();
    (squad.phase, squad.waited, squad.velocity) = (SquadPhase::Forming, 0, Vec2::ZERO);
}

/// The pose of a squad whose front is to be so far on that its middle stands there, where that fits.
pub(super) fn centred(scene: &Scene<'_>, squad: &Squad) -> FormationPose {
    let Some(ground) = SquadGround::for_squad(scene, squad) else { return squad.pose };
    let slots = slots(squad.formation.shape, squad.members.len());
    let anchor = squad.pose.anchor + scaled(squad.pose.heading.direction(), ground.half_depth(&slots));
    if ground.fits(squad.pose.anchor, anchor) { FormationPose { anchor, ..squad.pose } } else { squad.pose }
}

/// The middle of the members where the leader could stand, or else where it does.
fn start(scene: &Scene<'_>, squad: &Squad) -> Vec2 {
    let middle = middle(scene, squad);
    let Some(place) = scene.place(squad.leader) else { return middle };
    let row = place.row as usize;
    let kind = scene.entities.column::<Identity>(&scene.entities.units)[row].kind;
    let open = UnitPassability::of_kind(scene, kind, squad.id.owner())
        .is_some_and(|passability| passability.is_open(Cell::at(middle)));
    if open { middle } else { scene.entities.column::<Motion>(&scene.entities.units)[row].position }
}

/// The speed of the slowest member on the ground under the front, in cells a tick.
fn speed(scene: &Scene<'_>, squad: &Squad, passability: &UnitPassability<'_>) -> Fx {
    let identity = scene.entities.column::<Identity>(&scene.entities.units);
    let rows = squad.members.iter().filter_map(|member| scene.place(member.id)).map(|place| place.row as usize);
    let speeds = rows.map(|row| scene.stats(squad.id.owner(), identity[row].kind).speed);
    let slowest = speeds.min().unwrap_or(Fx::ZERO).percent_floor(PACE_PERCENT);
    speed_on_ground(scene.ground, slowest, Cell::at(squad.pose.anchor), passability.class).min(MAX_STEP)
}

/// Moves the front by a tick at a part of its full pace.
pub(super) fn go_on(
    scene: &Scene<'_>,
    flow: &mut FlowFields,
    squad: &mut Squad,
    ground: &SquadGround<'_>,
    slots: &[Slot],
    part: Fx,
) {
    let Some(place) = scene.place(squad.leader) else { return };
    let kind = scene.entities.column::<Identity>(&scene.entities.units)[place.row as usize].kind;
    let Some(passability) = UnitPassability::of_kind(scene, kind, squad.id.owner()) else { return };
    let full = speed(scene, squad, &passability);
    if squad.reached {
        go_beyond(squad, ground, part.mul_floor(full));
        return;
    }
    let way = match course(scene, flow, squad) {
        None => return,
        Some(FlowHeading::Nearest) => {
            squad.reached = true;
            return;
        }
        Some(FlowHeading::Straight(way)) => {
            if way.length_squared_wide() <= AT_GOAL_WITHIN.max(part.mul_floor(full)).squared_wide() {
                squad.reached = true;
                squad.beyond = if squad.is_narrowed() { Fx::ZERO } else { ground.half_depth(slots) };
                return;
            }
            way
        }
        Some(FlowHeading::Along(way)) => way,
    };
    let is_far = squad.goal.distance_squared_wide(squad.pose.anchor) > NEAR_GOAL_WITHIN.squared_wide();
    let part = if is_far { part.mul_floor(wheel(squad, way, full, ground.half_width(slots))) } else { part };
    let step = limited(scaled(direction(way), part.mul_floor(full)), MAX_STEP);
    let radius = scene.kind(kind).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    if passability.is_open(Cell::at(squad.pose.anchor)) {
        squad.pose.anchor = passability.advance(squad.pose.anchor, step, radius);
    } else if let Some(out) = passability.way_out(squad.pose.anchor, |_| true) {
        squad.pose.anchor = out;
    }
}

/// Past the goal, straight on, until the middle of the formation stands there or something is in the way.
fn go_beyond(squad: &mut Squad, ground: &SquadGround<'_>, pace: Fx) {
    let step = pace.min(squad.beyond);
    let next = squad.pose.anchor + scaled(squad.pose.heading.direction(), step);
    if ground.fits(squad.pose.anchor, next) {
        squad.pose.anchor = next;
        squad.beyond -= step;
    } else {
        squad.beyond = Fx::ZERO;
    }
}

/// Turns the formation towards its way, no faster than its flank can go; returns the part of the pace that the turn leaves.
fn wheel(squad: &mut Squad, way: Vec2, speed: Fx, half_width: Fx) -> Fx {
    let [least, most] = TURNS;
    let fastest = RADIAN * i64::from(speed.bits()) / i64::from(half_width.bits().max(1));
    let fastest = if squad.is_narrowed() { most } else { fastest.clamp(least, most) } as i16;
    let turn = squad.pose.heading.turn_to(Angle::from_vector(way));
    if turn.unsigned_abs() > STEADY_TURN {
        squad.pose.heading = Angle(squad.pose.heading.0.wrapping_add_signed(turn.clamp(-fastest, fastest)));
    }
    match turn.unsigned_abs() {
        _ if squad.is_narrowed() => Fx::ONE,
        turn if turn > SHARP_TURN => Fx::ZERO,
        turn if turn > BEND_TURN => Fx::HALF,
        _ => Fx::ONE,
    }
}

/// Where the front goes from here; none while nobody has made the field yet, which is then asked for.
fn course(scene: &Scene<'_>, flow: &mut FlowFields, squad: &Squad) -> Option<FlowHeading> {
    let (from, to) = (squad.pose.anchor, squad.goal);
    let body = scene.body_kind(squad.leader)?.body.as_ref()?;
    let team = scene.team(squad.id.owner())?;
    let goal = FlowGoal::new(flow, team, body.locomotion, body.radius, Rect::touching(to));
    // Which layers are there is no state: a loaded scene has only those of the fields in use.
    if !goal.flies() {
        flow.prepare(scene.ground, scene.knowledge, team, goal.layer);
    }
    let mut track = FlowCursor::default();
    let course = flow.course(&goal, from, to, &mut track);
    flow.touch(team, track, scene.clock.tick);
    if course.is_none() {
        flow.request(scene.ground, scene.knowledge, &goal, [from, to], scene.clock.tick);
    }
    course
}
