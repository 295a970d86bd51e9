//! Assignments of units: what an order of the field means for each unit that it is for, and handing that out.

mod meaning;

pub(crate) use meaning::{held_to_map, kind_of, known};

use crate::component::{Motion, TaskKind};
use crate::event::Rejection;
use crate::group_places::MoveRequest;
use crate::scene::Scene;
use crate::state::SceneBase;
use crate::tasks::{Queueing, TaskAssignment, enqueue_tasks};
use meaning::{assignment, target_of};
use sandtable_math::Fx;
use sandtable_model::OrderKind;
use sandtable_model::rules::Class;
use sandtable_state::id::{PlayerId, UnitId};

/// An own entity that an order is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addressee {
    /// Its id.
    pub id: UnitId,
    /// Unit or building.
    pub class: Class,
    /// Its row.
    pub row: u32,
}

/// How an order is handed out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Where in the queues it goes.
    pub(crate) queueing: Queueing,
    /// Its priority.
    pub(crate) priority: u8,
}

/// An order that is one assignment for each unit that can do it.
pub(crate) fn hand_out(
    scene: &Scene<'_>,
    move_requests: &mut Vec<MoveRequest>,
    player: PlayerId,
    (verb, manner): (OrderKind, Manner),
    to: &[Addressee],
) -> Result<(), Rejection> {
    let target = target_of(scene, player, verb)?;
    let mut verdict = Err(Rejection::CannotDo);
    for unit in to.iter().filter(|unit| unit.class == Class::Unit) {
        let assignment = assignment(scene, verb, target, unit);
        let request = assignment.as_ref().ok().and_then(|assignment| move_request(scene, player, unit, assignment));
        let given = assignment
            .and_then(|assignment| enqueue_tasks(scene, unit.row, assignment, manner.queueing, manner.priority));
        move_requests.extend(request.filter(|_| given.is_ok()));
        if verdict.is_err() {
            verdict = given;
        }
    }
    verdict
}

/// Whether any of these units could carry an assignment out as things are.
pub(crate) fn judge(scene: &Scene<'_>, player: PlayerId, verb: OrderKind, to: &[Addressee]) -> Result<(), Rejection> {
    let target = target_of(scene, player, verb)?;
    let verdicts = to.iter().filter(|unit| unit.class == Class::Unit);
    let verdicts = verdicts.map(|unit| assignment(scene, verb, target, unit).map(|_| ()));
    verdicts.reduce(Result::or).unwrap_or(Err(Rejection::CannotDo))
}

/// Gives each of these units of a squad its part of what the squad is told; who cannot do it is left alone, and what has become
/// impossible is passed over.
pub(crate) fn forward_to_members(
    scene: &Scene<'_>,
    move_requests: &mut Vec<MoveRequest>,
    player: PlayerId,
    (verb, priority): (OrderKind, u8),
    to: &[UnitId],
) {
    let manner = Manner { queueing: Queueing::Replace, priority };
    let _ = hand_out(scene, move_requests, player, (verb, manner), &living(scene, to));
}

/// The walk to a point that an assignment is, if it is one, as the unit stands before it takes it.
fn move_request(
    scene: &Scene<'_>,
    player: PlayerId,
    unit: &Addressee,
    assignment: &TaskAssignment,
) -> Option<MoveRequest> {
    let point = assignment.moves.filter(|task| task.kind == TaskKind::Goto)?.point;
    let motion = &scene.entities.column::<Motion>(&scene.entities.units)[unit.row as usize];
    let goes_there = motion.goal == point && motion.goal_width == 0 && motion.reach == Fx::ZERO;
    // Who stands near its place because others keep it off need not try again.
    let is_near = motion.post.distance_squared_wide(motion.place) <= Fx::ONE.squared_wide();
    let stands = if motion.has_arrived() && is_near { motion.post } else { motion.place };
    Some(MoveRequest { player, point, id: unit.id, kept: goes_there.then_some(stands) })
}

/// Those of these entities that live.
pub(crate) fn living(base: &SceneBase<'_>, ids: &[UnitId]) -> Vec<Addressee> {
    let addressee = |id: &UnitId| {
        let place = base.place(*id)?;
        Some(Addressee { id: *id, class: place.class, row: place.row })
    };
    ids.iter().filter_map(addressee).collect()
}
