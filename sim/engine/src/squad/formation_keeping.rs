//! The members of a formation: who keeps a place, how far behind they are, and what they are told.

use super::state::{Squad, SquadMember};
use super::tuning::{CAUGHT_UP_WITHIN, FACE_TICKS, FACE_TURN, FIGHTERS_PART, FORMED_WITHIN, SETTLE_TICKS};
use crate::component::{Agent, Motion, OrderEnd, TaskKind, WeaponState};
use crate::scene::Scene;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_state::Arrange;
use sandtable_state::limits::MAX_SQUAD_WAIT_TICKS;

/// What the squad sees of a member that keeps its place.
#[derive(Clone, Copy)]
pub(super) struct FormationKeeper {
    row: usize,
    position: Vec2,
    fights: bool,
}

/// The members that keep their places now, by row of the list.
pub(super) fn keepers(scene: &Scene<'_>, squad: &Squad) -> Vec<Option<FormationKeeper>> {
    let (agents, weapons) = (
        scene.entities.column::<Agent>(&scene.entities.units),
        scene.entities.column::<WeaponState>(&scene.entities.units),
    );
    let motions = scene.entities.column::<Motion>(&scene.entities.units);
    let keeper = |member: &SquadMember| {
        let row = scene.place(member.id)?.row as usize;
        let agent = &agents[row];
        let keeps = agent.moves.head().is_some_and(|task| task.kind == TaskKind::Keep && task.tag == member.tag);
        let engages = agent.acts.head().is_some_and(|task| task.kind == TaskKind::Engage);
        let fights = engages && weapons[row].target.is_some();
        let keeper = FormationKeeper { row, position: motions[row].position, fights };
        (keeps && member.is_about(agent) && motions[row].aboard.is_none()).then_some(keeper)
    };
    squad.members.iter().map(keeper).collect()
}

/// Sets kind, goal and place of the tasks of those who keep places, by their slots and positions.
pub(super) fn tell(
    scene: &Scene<'_>,
    squad: &Squad,
    keepers: &[Option<FormationKeeper>],
    task: impl Fn(usize, Vec2) -> (TaskKind, Vec2, Vec2),
) {
    let mut agents = scene.entities.column_mut::<Agent>(&scene.entities.units);
    for (member, keeper) in squad.members.iter().zip(keepers) {
        let Some(keeper) = keeper else { continue };
        if let Some(head) = agents[keeper.row].moves.head_mut() {
            (head.kind, head.point, head.other) = task(usize::from(member.slot), keeper.position);
        }
    }
}

/// The distance from its place that the share of members which the cohesion names does not exceed. Notes who has caught up.
pub(super) fn lag(squad: &mut Squad, keepers: &[Option<FormationKeeper>], places: &[Option<Vec2>]) -> Fx {
    let mut behind = Vec::new();
    for (member, keeper) in squad.members.iter_mut().zip(keepers) {
        let Some(keeper) = keeper.filter(|keeper| !keeper.fights) else { continue };
        let place = places[usize::from(member.slot)].unwrap_or(keeper.position);
        let distance = (place - keeper.position).length_floor();
        member.late &= distance > CAUGHT_UP_WITHIN;
        if !member.late {
            behind.push(distance);
        }
    }
    behind.arrange();
    let waited_for = (behind.len() * usize::from(squad.formation.cohesion)).div_ceil(100);
    waited_for.checked_sub(1).map_or(Fx::ZERO, |last| behind[last])
}

/// Counts a tick of waiting, or one of progress. Whether it has waited long enough: then nobody waits for the stragglers any more.
pub(super) fn is_tired(
    squad: &mut Squad,
    keepers: &[Option<FormationKeeper>],
    places: &[Option<Vec2>],
    waits: bool,
) -> bool {
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
        member.late |= place.distance_squared_wide(keeper.position) > CAUGHT_UP_WITHIN.squared_wide();
    }
    true
}

pub(super) fn are_fighting(keepers: &[Option<FormationKeeper>]) -> bool {
    let there = keepers.iter().flatten();
    there.clone().filter(|keeper| keeper.fights).count() * FIGHTERS_PART > there.count()
}

/// One tick of a squad that comes to rest: who stands in its place is done. Those who cannot get there for long settle as members
/// of any group do, who exchange places.
pub(super) fn close(scene: &Scene<'_>, squad: &mut Squad) {
    squad.waited = (squad.waited + 1).min(SETTLE_TICKS);
    let keepers = keepers(scene, squad);
    let motions = scene.entities.column::<Motion>(&scene.entities.units);
    let mut agents = scene.entities.column_mut::<Agent>(&scene.entities.units);
    for keeper in keepers.into_iter().flatten() {
        let (agent, motion) = (&mut agents[keeper.row], &motions[keeper.row]);
        let Some(task) = agent.moves.head_mut() else { continue };
        if !motion.moves() && motion.position.distance_squared_wide(task.other) <= FORMED_WITHIN.squared_wide() {
            agent.end_walk(OrderEnd::Arrived, scene.clock.tick);
        } else if squad.waited >= SETTLE_TICKS {
            task.kind = TaskKind::Goto;
        }
    }
}

/// A while after coming to rest, members without tasks turn to where the formation faces.
pub(super) fn face(scene: &Scene<'_>, squad: &mut Squad) {
    if squad.waited >= FACE_TICKS {
        return;
    }
    squad.waited += 1;
    let agents = scene.entities.column::<Agent>(&scene.entities.units);
    let mut motions = scene.entities.column_mut::<Motion>(&scene.entities.units);
    for place in squad.members.iter().filter_map(|member| scene.place(member.id)) {
        let (agent, motion) = (&agents[place.row as usize], &mut motions[place.row as usize]);
        if agent.moves.is_empty() && agent.acts.is_empty() && !motion.moves() {
            let turn = motion.heading.turn_to(squad.pose.heading).clamp(-FACE_TURN, FACE_TURN);
            motion.heading = Angle(motion.heading.0.wrapping_add_signed(turn));
        }
    }
}
