//! The march of a formation: its front goes along the field of its goal, as fast as its members keep up.

use super::command::is_about;
use super::layout::{Slot, assign, slots};
use super::muster::middle;
use super::place::{Ground, places};
use super::state::{Command, Phase, Squad};
use crate::component::{Agent, Arms, Identity, Motion, TaskKind};
use crate::flow::{Course, Flow, Goal, Track};
use crate::limits::MAX_SQUAD_WAIT_TICKS;
use crate::map::{Cell, Rect};
use crate::math::{Angle, Fx, Vec2};
use crate::order::{March, Verb, held_to_map};
use crate::rules::WALL_COST;
use crate::steer::vector::{direction, limited, scaled};
use crate::steer::{Footing, MAX_STEP};
use crate::world::World;

/// Members this near to their places have formed up, in cells.
const FORMED: Fx = Fx::HALF;
/// A squad goes at full pace while members are no farther behind than this, slower the farther they are, and waits for one …
const EASY: Fx = Fx::from_bits(3 << 14);
/// … that is so far behind, in cells.
const STRAGGLES: Fx = Fx::from_bits(5 << 15);
/// One nobody waits for has caught up within this distance of its place, in cells.
const CAUGHT_UP: Fx = Fx::ONE;
/// The front goes at this percentage of the slowest member's speed, so that the others can catch up.
const PACE_PERCENT: i32 = 90;
/// A squad waits while more than one in so many of its members fight.
const FIGHTERS: usize = 4;
/// A turn beyond which a squad first turns on the spot, and one beyond which it goes at half pace.
const SHARP: u16 = 10_923;
const BEND: u16 = 4_096;
/// Steps of an angle in a radian.
const RADIAN: i64 = 10_430;
/// The least and the most that a formation turns in a tick.
const TURNS: [i64; 2] = [64, 1 << 12];
/// Turns this small are left alone.
const STEADY: u16 = 256;
/// A goal this near is reached, in cells.
const AT_GOAL: Fx = Fx::from_bits(1 << 13);
/// Nearer to the goal than this the squad keeps its heading, in cells.
const NEAR_GOAL: Fx = Fx::ONE;
/// Members whose middle is farther from the formation than its size and this have left it, in cells.
const AWAY: Fx = Fx::from_int(4);
/// Ticks after which those who have not got to their last places settle near them.
const CLOSE_TICKS: u16 = 160;
/// Ticks for which members at rest turn to where the formation faces, and how far in each.
const FACE_TICKS: u16 = 32;
const FACE_TURN: i16 = 1 << 12;

/// Takes up an order: where to, and who takes which slot. One that leads where the squad goes or stands already moves nobody but
/// those who are not in their places.
pub(super) fn begin(world: &mut World, squad: &mut Squad, command: Command) {
    let (Verb::Move(to) | Verb::AttackMove(to) | Verb::Patrol(to)) = command.verb else { return };
    let to = held_to_map(world, to);
    let under_way = matches!(squad.phase, Phase::Forming | Phase::Marching | Phase::Waiting);
    let patrols = matches!(command.verb, Verb::Patrol(_));
    let resumes = if under_way {
        squad.goal == to || patrols && squad.home == to
    } else {
        squad.goal == to && is_home(world, squad)
    };
    if !resumes {
        squad.home = middle(world, squad);
        let mut flow = std::mem::take(&mut world.flow);
        set_out(world, &mut flow, squad, to);
        world.flow = flow;
    } else if !under_way {
        squad.phase = Phase::Forming;
    }
    squad.waited = 0;
    squad.members.iter_mut().for_each(|member| member.late = false);
    assign_slots(world, squad);
}

/// Whether the members are about where the formation stands.
pub(super) fn is_home(world: &World, squad: &Squad) -> bool {
    let Some(ground) = Ground::of(world, squad) else { return false };
    let slots = slots(squad.formation.shape, squad.members.len());
    let size = ground.half_depth(&slots).mul_int(2) + ground.half_width(&slots) + AWAY;
    middle(world, squad).distance_squared_wide(squad.pose.anchor) <= size.squared_wide()
}

/// Puts the formation where its members are, facing where they are to go.
fn set_out(world: &World, flow: &mut Flow, squad: &mut Squad, to: Vec2) {
    let Some(ground) = Ground::of(world, squad) else { return };
    let slots = slots(squad.formation.shape, squad.members.len());
    let start = start(world, squad);
    squad.goal = to;
    squad.pose.anchor = start;
    let offset = to - start;
    if offset.length_squared_wide() > NEAR_GOAL.squared_wide() {
        let way = match course(world, flow, squad) {
            Some(Course::Straight(way) | Course::Along(way)) => way,
            _ => offset,
        };
        let ahead = Angle::of(way);
        // A small turn is wheeled through; for a large one everybody takes another slot.
        if squad.pose.heading.turn_to(ahead).unsigned_abs() > SHARP {
            squad.pose.heading = ahead;
        }
    }
    let front = start + scaled(squad.pose.heading.direction(), ground.half_depth(&slots));
    if ground.fits(start, front) {
        squad.pose.anchor = front;
    }
    squad.mouth = squad.pose;
    (squad.narrowed, squad.reached, squad.beyond) = (false, false, Fx::ZERO);
    squad.trail.clear();
    (squad.phase, squad.waited, squad.velocity) = (Phase::Forming, 0, Vec2::ZERO);
}

/// The middle of the members where the leader could stand, or else where it does.
fn start(world: &World, squad: &Squad) -> Vec2 {
    let middle = middle(world, squad);
    let Some(place) = world.place(squad.leader) else { return middle };
    let row = place.row as usize;
    let kind = world.column::<Identity>(&world.units)[row].kind;
    let open = Footing::of_kind(world, kind, squad.id.owner()).is_some_and(|footing| footing.is_open(Cell::at(middle)));
    if open { middle } else { world.column::<Motion>(&world.units)[row].position }
}

/// Gives the members the slots of the shape as it stands.
fn assign_slots(world: &World, squad: &mut Squad) {
    let Some(ground) = Ground::of(world, squad) else { return };
    let (motions, identity) = (world.column::<Motion>(&world.units), world.column::<Identity>(&world.units));
    let reach = |row: usize| world.stats(squad.id.owner(), identity[row].kind).range;
    let of = |row: usize| (motions[row].position, reach(row));
    let rows = squad.members.iter().map(|member| world.place(member.id).map_or(0, |place| place.row as usize));
    let members: Vec<(Vec2, Fx)> = rows.map(of).collect();
    let slots = slots(squad.formation.shape, squad.members.len());
    let places: Vec<Vec2> = slots.iter().map(|slot| ground.at(squad.pose, *slot)).collect();
    for (member, slot) in squad.members.iter_mut().zip(assign(&members, &places)) {
        member.slot = slot;
    }
}

/// What the squad sees of a member that keeps its place.
#[derive(Clone, Copy)]
struct Keeper {
    row: usize,
    position: Vec2,
    fights: bool,
}

/// The members that keep their places now, by row of the list.
fn keepers(world: &World, squad: &Squad) -> Vec<Option<Keeper>> {
    let (agents, arms) = (world.column::<Agent>(&world.units), world.column::<Arms>(&world.units));
    let motions = world.column::<Motion>(&world.units);
    let keeper = |member: &super::Member| {
        let row = world.place(member.id)?.row as usize;
        let agent = &agents[row];
        let keeps = agent.moves.head().is_some_and(|task| task.kind == TaskKind::Keep && task.tag == member.tag);
        let engages = agent.acts.head().is_some_and(|task| task.kind == TaskKind::Engage);
        let fights = engages && arms[row].target.is_some();
        let keeper = Keeper { row, position: motions[row].position, fights };
        (keeps && is_about(member, agent) && motions[row].aboard.is_none()).then_some(keeper)
    };
    squad.members.iter().map(keeper).collect()
}

/// One tick of a squad in formation that is under way.
pub(super) fn advance(world: &mut World, squad: &mut Squad) {
    let mut flow = std::mem::take(&mut world.flow);
    let marches = advance_by(world, &mut flow, squad);
    world.flow = flow;
    world.marches.extend(marches);
}

/// The same; returns who is to find a place at the goal by itself.
fn advance_by(world: &World, flow: &mut Flow, squad: &mut Squad) -> Vec<March> {
    let Some(ground) = Ground::of(world, squad) else { return Vec::new() };
    if squad.members.iter().any(|member| usize::from(member.slot) >= squad.members.len()) {
        // Somebody has left or died: the others close up.
        assign_slots(world, squad);
    }
    let slots = slots(squad.formation.shape, squad.members.len());
    let places = places(&ground, squad, &slots);
    let keepers = keepers(world, squad);
    let lag = lag(squad, &keepers, &places);
    let pace = pace(squad, &keepers, lag);
    let anchor = squad.pose.anchor;
    match squad.phase {
        Phase::Forming => {
            if lag <= FORMED || is_tired(squad, &keepers, &places, true) {
                (squad.phase, squad.waited) = (Phase::Marching, 0);
            }
        }
        _ => {
            go_on(world, flow, squad, &ground, &slots, pace);
            let waits = pace < Fx::EPSILON || squad.pose.anchor == anchor && !squad.reached;
            squad.phase = if waits { Phase::Waiting } else { Phase::Marching };
            let fighting = are_fighting(&keepers);
            if is_tired(squad, &keepers, &places, waits && !fighting) && pace > Fx::ZERO {
                // It was not the stragglers that held it up: it is as near as it gets.
                (squad.reached, squad.beyond) = (true, Fx::ZERO);
            }
        }
    }
    squad.velocity = squad.pose.anchor - anchor;
    if squad.reached && squad.beyond == Fx::ZERO && squad.phase != Phase::Forming {
        return arrive(world, flow, squad, &ground, &slots, &keepers);
    }
    let point = if squad.phase == Phase::Forming { squad.pose.anchor } else { squad.goal };
    // One tick for the step that is made in this one, and one more.
    let lead = squad.lead() + squad.lead();
    tell(world, squad, &keepers, |slot, position| {
        let place = places[slot].unwrap_or(position);
        let ahead = place + lead;
        (TaskKind::Keep, point, if ground.fits(place, ahead) { ahead } else { place })
    });
    Vec::new()
}

/// Sets kind, goal and place of the tasks of those who keep places, by their slots and positions.
fn tell(
    world: &World,
    squad: &Squad,
    keepers: &[Option<Keeper>],
    task: impl Fn(usize, Vec2) -> (TaskKind, Vec2, Vec2),
) {
    let mut agents = world.column_mut::<Agent>(&world.units);
    for (member, keeper) in squad.members.iter().zip(keepers) {
        let Some(keeper) = keeper else { continue };
        if let Some(head) = agents[keeper.row].moves.head_mut() {
            (head.kind, head.point, head.other) = task(usize::from(member.slot), keeper.position);
        }
    }
}

/// The distance from its place that so many of those who are waited for do not exceed as the cohesion says. Notes who has caught up.
fn lag(squad: &mut Squad, keepers: &[Option<Keeper>], places: &[Option<Vec2>]) -> Fx {
    let mut behind = Vec::new();
    for (member, keeper) in squad.members.iter_mut().zip(keepers) {
        let Some(keeper) = keeper.filter(|keeper| !keeper.fights) else { continue };
        let place = places[usize::from(member.slot)].unwrap_or(keeper.position);
        let distance = (place - keeper.position).length_floor();
        member.late &= distance > CAUGHT_UP;
        if !member.late {
            behind.push(distance);
        }
    }
    behind.sort_unstable();
    let waited_for = (behind.len() * usize::from(squad.formation.cohesion)).div_ceil(100);
    waited_for.checked_sub(1).map_or(Fx::ZERO, |last| behind[last])
}

/// Counts a tick of waiting, or one of progress. Whether it has waited long enough: then nobody waits for the stragglers any more.
fn is_tired(squad: &mut Squad, keepers: &[Option<Keeper>], places: &[Option<Vec2>], waits: bool) -> bool {
    if !waits {
        squad.waited = squad.waited.saturating_sub(1);
        return false;
    }
    squad.waited += 1;
    if squad.waited < MAX_SQUAD_WAIT_TICKS {
        return false;
    }
    squad.waited = 0;
    for (member, keeper) in squad.members.iter_mut().zip(keepers) {
        let Some(keeper) = keeper else { continue };
        let place = places[usize::from(member.slot)].unwrap_or(keeper.position);
        member.late |= place.distance_squared_wide(keeper.position) > CAUGHT_UP.squared_wide();
    }
    true
}

fn are_fighting(keepers: &[Option<Keeper>]) -> bool {
    let there = keepers.iter().flatten();
    there.clone().filter(|keeper| keeper.fights).count() * FIGHTERS > there.count()
}

/// The part of full pace at which the front goes on, 0 … 1.
fn pace(squad: &Squad, keepers: &[Option<Keeper>], lag: Fx) -> Fx {
    if are_fighting(keepers) || squad.phase == Phase::Forming {
        return Fx::ZERO;
    }
    (STRAGGLES - lag).clamp(Fx::ZERO, STRAGGLES - EASY).div_trunc(STRAGGLES - EASY)
}

/// The speed of the slowest member on the ground under the front, in cells a tick.
fn speed(world: &World, squad: &Squad, footing: &Footing<'_>) -> Fx {
    let identity = world.column::<Identity>(&world.units);
    let rows = squad.members.iter().filter_map(|member| world.place(member.id)).map(|place| place.row as usize);
    let speeds = rows.map(|row| world.stats(squad.id.owner(), identity[row].kind).speed);
    let slowest = speeds.min().unwrap_or(Fx::ZERO).percent_floor(PACE_PERCENT);
    let cost = match world.ground.terrain_cost(Cell::at(squad.pose.anchor), footing.class) {
        WALL_COST | 0 => 8,
        cost => i32::from(cost),
    };
    Fx::from_bits(slowest.bits() / cost * 8).min(MAX_STEP)
}

/// Moves the front by a tick at a part of its full pace.
fn go_on(world: &World, flow: &mut Flow, squad: &mut Squad, ground: &Ground<'_>, slots: &[Slot], part: Fx) {
    let Some(place) = world.place(squad.leader) else { return };
    let kind = world.column::<Identity>(&world.units)[place.row as usize].kind;
    let Some(footing) = Footing::of_kind(world, kind, squad.id.owner()) else { return };
    let full = speed(world, squad, &footing);
    if squad.reached {
        go_beyond(squad, ground, part.mul_floor(full));
        return;
    }
    let way = match course(world, flow, squad) {
        None => return,
        Some(Course::Nearest) => {
            squad.reached = true;
            return;
        }
        Some(Course::Straight(way)) => {
            if way.length_squared_wide() <= AT_GOAL.max(part.mul_floor(full)).squared_wide() {
                squad.reached = true;
                squad.beyond = if squad.narrowed { Fx::ZERO } else { ground.half_depth(slots) };
                return;
            }
            way
        }
        Some(Course::Along(way)) => way,
    };
    let is_far = squad.goal.distance_squared_wide(squad.pose.anchor) > NEAR_GOAL.squared_wide();
    let part = if is_far { part.mul_floor(wheel(squad, way, full, ground.half_width(slots))) } else { part };
    let step = limited(scaled(direction(way), part.mul_floor(full)), MAX_STEP);
    let radius = world.kind(kind).body.as_ref().map_or(Fx::ZERO, |body| body.radius);
    if footing.is_open(Cell::at(squad.pose.anchor)) {
        squad.pose.anchor = footing.advance(squad.pose.anchor, step, radius);
    } else if let Some(out) = footing.way_out(squad.pose.anchor, |_| true) {
        squad.pose.anchor = out;
    }
}

/// Past the goal, straight on, until the middle of the formation stands there or something is in the way.
fn go_beyond(squad: &mut Squad, ground: &Ground<'_>, pace: Fx) {
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
    let fastest = if squad.narrowed { most } else { fastest.clamp(least, most) } as i16;
    let turn = squad.pose.heading.turn_to(Angle::of(way));
    if turn.unsigned_abs() > STEADY {
        squad.pose.heading = Angle(squad.pose.heading.0.wrapping_add_signed(turn.clamp(-fastest, fastest)));
    }
    match turn.unsigned_abs() {
        _ if squad.narrowed => Fx::ONE,
        turn if turn > SHARP => Fx::ZERO,
        turn if turn > BEND => Fx::HALF,
        _ => Fx::ONE,
    }
}

/// Where the front goes from here; none while nobody has made the field yet, which is then asked for.
fn course(world: &World, flow: &mut Flow, squad: &Squad) -> Option<Course> {
    let (from, to) = (squad.pose.anchor, squad.goal);
    let body = world.body_kind(squad.leader)?.body.as_ref()?;
    let team = world.team(squad.id.owner())?;
    let goal = Goal::new(flow, team, body.locomotion, body.radius, Rect::touching(to));
    let mut track = Track::default();
    let course = flow.course(&goal, from, to, &mut track);
    flow.touch(team, track, world.tick);
    if course.is_none() {
        flow.request(&world.ground, &world.knowledge, &goal, [from, to], world.tick);
    }
    course
}

/// At the goal: members go to their last places and rest; a patrol turns back.
fn arrive(
    world: &World,
    flow: &mut Flow,
    squad: &mut Squad,
    ground: &Ground<'_>,
    slots: &[Slot],
    keepers: &[Option<Keeper>],
) -> Vec<March> {
    squad.velocity = Vec2::ZERO;
    if squad.orders.head().is_some_and(|command| matches!(command.verb, Verb::Patrol(_))) {
        let back = std::mem::replace(&mut squad.home, squad.goal);
        set_out(world, flow, squad, back);
        assign_slots(world, squad);
        return Vec::new();
    }
    squad.phase = Phase::Closing;
    let places = places(ground, squad, slots);
    if squad.narrowed {
        // No room for the shape: they settle around the goal.
        squad.narrowed = false;
        squad.trail.clear();
        tell(world, squad, keepers, |_, _| (TaskKind::Goto, squad.goal, squad.goal));
        let (player, point) = (squad.id.owner(), squad.goal);
        let there = squad.members.iter().zip(keepers).filter(|(_, keeper)| keeper.is_some());
        return there.map(|(member, _)| March { player, point, id: member.id, kept: None }).collect();
    }
    squad.waited = 0;
    let anchor = squad.pose.anchor;
    tell(world, squad, keepers, |slot, position| (TaskKind::Keep, anchor, places[slot].unwrap_or(position)));
    Vec::new()
}

/// One tick of a squad that comes to rest: who stands in its place is done. Those who cannot get there for long settle as members
/// of any group do, who exchange places.
pub(super) fn close(world: &World, squad: &mut Squad) {
    squad.waited = (squad.waited + 1).min(CLOSE_TICKS);
    let keepers = keepers(world, squad);
    let motions = world.column::<Motion>(&world.units);
    let mut agents = world.column_mut::<Agent>(&world.units);
    for keeper in keepers.into_iter().flatten() {
        let (agent, motion) = (&mut agents[keeper.row], &motions[keeper.row]);
        let Some(task) = agent.moves.head_mut() else { continue };
        if !motion.moving && motion.position.distance_squared_wide(task.other) <= FORMED.squared_wide() {
            agent.moves.pop();
        } else if squad.waited >= CLOSE_TICKS {
            task.kind = TaskKind::Goto;
        }
    }
}

/// A while after coming to rest, members without tasks turn to where the formation faces.
pub(super) fn face(world: &World, squad: &mut Squad) {
    if squad.waited >= FACE_TICKS {
        return;
    }
    squad.waited += 1;
    let agents = world.column::<Agent>(&world.units);
    let mut motions = world.column_mut::<Motion>(&world.units);
    for place in squad.members.iter().filter_map(|member| world.place(member.id)) {
        let (agent, motion) = (&agents[place.row as usize], &mut motions[place.row as usize]);
        if agent.moves.is_empty() && agent.acts.is_empty() && !motion.moving {
            let turn = motion.heading.turn_to(squad.pose.heading).clamp(-FACE_TURN, FACE_TURN);
            motion.heading = Angle(motion.heading.0.wrapping_add_signed(turn));
        }
    }
}
