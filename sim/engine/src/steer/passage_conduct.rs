//! What a unit makes of a passage that it is in or before: it goes on, waits beside the mouth, goes back, or makes room.

use super::desired_velocity::DesiredVelocity;
use super::gates::GateView;
use super::moving_agent::MovingAgent;
use super::neighbours::Neighbour;
use super::scene::SteerScene;
use super::tuning::{CLEAR_OF_MOUTH, CROWDS_MOUTH, MOUTH_DEPTH, QUEUES_WITHIN, STAND_BACK_WITHIN};
use super::unit_passability::UnitPassability;
use crate::component::{CrowdConduct, Motion};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::Locomotion;
use sandtable_nav::passage::{PassageMouth, PassagePart};
use sandtable_nav::steering::PassingSide;
use sandtable_nav::vector::{direction, dot, scaled};

/// How far ahead on its way one looks which end of a passage it leads to, in cells.
const AHEAD: i16 = 3;

/// The passage that a point lies in or before.
#[inline]
pub(super) fn gate<'g>(crowd: &SteerScene<'g>, footing: &UnitPassability<'_>, at: Vec2) -> Option<GateView<'g>> {
    if crowd.gates.is_empty || footing.class == Locomotion::Air {
        return None;
    }
    crowd.gates.at(&crowd.scene, footing.team, footing.class, Cell::at(at))
}

/// Notes how a walker stands to the passage that it is in or before, and changes its wish if it must wait or go back. `leads` tells
/// which way units like it go from a point. Gatherers are in nobody's way, and wait for no turn.
pub(super) fn heed(
    crowd: &SteerScene<'_>,
    footing: &UnitPassability<'_>,
    motion: &mut Motion,
    wish: DesiredVelocity,
    leads: impl Fn(Vec2) -> Vec2,
) -> DesiredVelocity {
    let before = motion.conduct;
    motion.conduct = before.without(CrowdConduct::BOUND).without(CrowdConduct::HOMEWARD).without(CrowdConduct::WAITS);
    if motion.passes() {
        return wish;
    }
    let Some(gate) = gate(crowd, footing, motion.position).filter(|gate| !gate.holds(wish.target)) else { return wish };
    let exit = match gate.spot.part.mouth() {
        None => Some(exit(&gate, motion, wish.way, before)),
        Some(mouth) => enters(&gate, mouth, motion.position, wish.way, leads).then_some(1 - mouth),
    };
    let Some(exit) = exit else { return wish };
    motion.conduct.set(CrowdConduct::BOUND, true);
    motion.conduct.set(CrowdConduct::HOMEWARD, exit == 0);
    match gate.spot.part {
        PassagePart::Inside if gate.sends_back(exit) => {
            let back = gate.map.toward(motion.position, gate.spot.row(), 1 - exit);
            DesiredVelocity { way: direction(back.unwrap_or(-wish.way)), pace: wish.speed, ..wish }
        }
        PassagePart::Inside => wish,
        _ if gate.admits(exit) => wish,
        _ => {
            motion.conduct.set(CrowdConduct::WAITS, true);
            let way = beside_mouth(crowd, &gate, 1 - exit, motion.position);
            DesiredVelocity { way, pace: wish.speed, ..wish }
        }
    }
}

/// Out of which mouth a way leads from within a passage; where it tells nothing, as before.
fn exit(gate: &GateView<'_>, motion: &Motion, way: Vec2, before: CrowdConduct) -> usize {
    let row = gate.spot.row();
    for far in 1..=AHEAD {
        let ahead = Cell::at(motion.position + scaled(way, Fx::from_int(far)));
        let Some(spot) = gate.map.spot(ahead).filter(|spot| spot.row() == row) else { continue };
        match spot.part.mouth() {
            Some(mouth) => return mouth,
            None if spot.steps != gate.spot.steps => return usize::from(spot.steps > gate.spot.steps),
            None => {}
        }
    }
    if before.contains(CrowdConduct::BOUND) {
        return usize::from(!before.contains(CrowdConduct::HOMEWARD));
    }
    usize::from(dot(way, gate.passage.mouths[1].out) > dot(way, gate.passage.mouths[0].out))
}

/// Whether a way leads from before a mouth into the passage: to the mouth, and from there in.
fn enters(gate: &GateView<'_>, mouth: usize, position: Vec2, way: Vec2, leads: impl Fn(Vec2) -> Vec2) -> bool {
    let mouth = gate.passage.mouths[mouth];
    let front = mouth.centre + mouth.out;
    let toward = front - position;
    let is_near = toward.length_squared_wide() <= Fx::from_int(2).squared_wide();
    let goes = is_near || dot(way, direction(toward)) > Fx::HALF;
    goes && (!is_near || dot(way, mouth.out) < Fx::HALF) && dot(leads(front), mouth.out) < Fx::ZERO
}

/// The way to where one waits beside a mouth, out of the way of those who come out; zero where one stands well already.
fn beside_mouth(crowd: &SteerScene<'_>, gate: &GateView<'_>, number: usize, position: Vec2) -> Vec2 {
    let mouth = gate.passage.mouths[number];
    let right = mouth.out.quarter_turn();
    let offset = position - mouth.centre;
    let stands = dot(offset, right);
    // Of a crowd, who stands on one side already stays there: those on the other would not let it through.
    let stays = gate.waiting(number) >= CROWDS_MOUTH && stands.abs() > Fx::HALF;
    let is_right = match (stays, mouth.room.signum()) {
        (true, _) => stands > Fx::ZERO,
        (false, 0) => crowd.hand == PassingSide::Right,
        (false, sign) => sign > 0,
    };
    let side = if is_right { right } else { -right };
    let clear = CLEAR_OF_MOUTH + Fx::from_halves(i32::from(gate.passage.width));
    if dot(offset, side) >= clear {
        return Vec2::ZERO;
    }
    let outward = if dot(offset, mouth.out) < MOUTH_DEPTH { mouth.out } else { Vec2::ZERO };
    direction(side + outward)
}

/// Where one who idles in a passage that others want through goes to make room: out of it the way that they go, and to the side.
pub(super) fn make_room(crowd: &SteerScene<'_>, footing: &UnitPassability<'_>, position: Vec2) -> Option<Vec2> {
    let gate = gate(crowd, footing, position)?;
    let exit = gate.stream()?;
    match gate.spot.part.mouth() {
        None => gate.map.toward(position, gate.spot.row(), exit).map(direction),
        Some(mouth) => {
            let way = beside_mouth(crowd, &gate, mouth, position);
            (way != Vec2::ZERO).then_some(way)
        }
    }
}

/// Whether others want through the passage that a place lies in.
pub(super) fn is_in_use(crowd: &SteerScene<'_>, footing: &UnitPassability<'_>, place: Vec2) -> bool {
    gate(crowd, footing, place).is_some_and(|gate| gate.spot.part == PassagePart::Inside && gate.stream().is_some())
}

/// Whether one may rest where it is on its way to a place: not in or before a passage that others want through, unless that is where
/// its place lies.
pub(super) fn may_rest(walker: &MovingAgent, target: Vec2) -> bool {
    let gate_at = |at: Vec2| gate(walker.crowd, walker.footing, at);
    let Some(own) = gate_at(walker.body.position).filter(|gate| gate.stream().is_some()) else { return true };
    gate_at(target).is_some_and(|other| other.spot.row() == own.spot.row() && other.spot.part == own.spot.part)
}

/// The way of one who stands back before a mouth, for another who is nearer to it and cannot get in past this one; none when nobody is.
/// Or two who come from both sides would stand in the mouth for ever.
pub(super) fn stand_back(walker: &MovingAgent, motion: &Motion, near: &[Neighbour]) -> Option<Vec2> {
    if !motion.conduct.contains(CrowdConduct::BOUND) {
        return None;
    }
    let gate = gate(walker.crowd, walker.footing, walker.body.position)?;
    let mouth = gate.passage.mouths[gate.spot.part.mouth()?];
    if gate.passage.width > 1 {
        return None;
    }
    let own = walker.body.position;
    let own_way = entry(&gate, &mouth, own) - own;
    let first = near.iter().find(|near| {
        let other = near.entry.position;
        let enters = near.entry.moves() && !near.entry.waits() && near.entry.team == walker.body.team;
        if near.gap > STAND_BACK_WITHIN || !enters || near.entry.steered.dot_wide(mouth.out) >= 0 {
            return false;
        }
        let other_way = entry(&gate, &mouth, other) - other;
        let is_ahead = other_way.length_squared_wide() < own_way.length_squared_wide();
        is_ahead && other_way.dot_wide(own - other) > 0
    })?;
    Some(direction(mouth.out - first.toward))
}

/// Whether a walker stands in line behind one who waits before a passage: who pressed on would shut those in who come out.
pub(super) fn queues(walker: &MovingAgent, motion: &Motion, near: &[Neighbour]) -> bool {
    if walker.crowd.gates.is_empty || motion.conduct.contains(CrowdConduct::BOUND) {
        return false;
    }
    let goal = Cell::at(walker.body.goal);
    near.iter().any(|near| {
        let is_ahead = near.gap < QUEUES_WITHIN && dot(near.toward, walker.heading) > Fx::HALF;
        is_ahead && near.entry.waits() && near.entry.team == walker.body.team && near.entry.goal == goal
    })
}

/// The point within a mouth to which one goes from a place before it.
fn entry(gate: &GateView<'_>, mouth: &PassageMouth, from: Vec2) -> Vec2 {
    let right = mouth.out.quarter_turn();
    let half = Fx::from_halves(i32::from(gate.passage.width) - 1);
    let aside = dot(from - mouth.centre, right).clamp(-half, half);
    mouth.centre + scaled(right, aside) - scaled(mouth.out, Fx::HALF)
}
