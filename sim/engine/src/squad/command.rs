//! A squad's queue of orders: how they enter it, and how the first is split into tasks of the members.

use super::state::{Squad, SquadCommand, SquadMember, SquadPhase};
use super::tuning::LOOK_TICKS;
use super::{formation_keeping, march};
use crate::component::{Agent, AgentTask, TaskKind};
use crate::event::Rejection;
use crate::flow::FlowFields;
use crate::group_places::MoveRequest;
use crate::order::Order;
use crate::scene::Scene;
use crate::task_assignment::forward_to_members;
use crate::tasks::{Queueing, TaskAssignment, enqueue_tasks};
use sandtable_model::OrderKind;

/// Puts an order into a squad's queue.
///
/// # Errors
/// [`Rejection::QueueFull`] when it does not fit; nothing is changed then.
pub(crate) fn order(squad: &mut Squad, order: &Order) -> Result<(), Rejection> {
    let mut orders = squad.orders.clone();
    if order.queueing == Queueing::Replace {
        orders.keep_above(order.priority);
    }
    let command = SquadCommand { verb: order.verb, priority: order.priority };
    let fits = match order.queueing {
        Queueing::Front => orders.push_front(command),
        Queueing::Replace | Queueing::Append => orders.push_back(command),
    };
    if !fits {
        return Err(Rejection::QueueFull);
    }
    // One that replaces is passed on again even when it says the same: members may have been told something else since.
    squad.begun &= orders.head() == squad.orders.head() && order.queueing != Queueing::Replace;
    squad.orders = orders;
    Ok(())
}

/// Forgets what a squad was told, up to this priority.
pub(crate) fn stop(squad: &mut Squad, priority: u8) {
    squad.orders.keep_above(priority);
    squad.begun = false;
    rest(squad);
}

fn rest(squad: &mut Squad) {
    (squad.phase, squad.waited, squad.velocity) = (SquadPhase::Holding, 0, Default::default());
}

/// One tick of a squad.
pub(super) fn run(scene: &Scene<'_>, flow: &mut FlowFields, move_requests: &mut Vec<MoveRequest>, squad: &mut Squad) {
    if !squad.begun && !squad.orders.is_empty() {
        begin(scene, flow, move_requests, squad);
    }
    let keeps_places = squad.formation.keeps_places();
    match squad.phase {
        SquadPhase::Holding if keeps_places => formation_keeping::face(scene, squad),
        SquadPhase::Closing => formation_keeping::close(scene, squad),
        SquadPhase::Forming | SquadPhase::Marching | SquadPhase::Waiting if in_formation(squad) => {
            move_requests.extend(march::advance(scene, flow, squad))
        }
        _ => {}
    }
    let looks = scene.clock.tick.wrapping_add(squad.id.serial()).is_multiple_of(LOOK_TICKS);
    if looks && is_passed_on(squad) && !is_busy(scene, squad) {
        squad.orders.pop();
        squad.begun = false;
        if squad.orders.is_empty() {
            rest(squad);
        }
    }
}

/// Whether the first order now rests with the members alone.
fn is_passed_on(squad: &Squad) -> bool {
    squad.begun && (squad.phase == SquadPhase::Closing || squad.phase != SquadPhase::Holding && !in_formation(squad))
}

/// Whether the squad carries out its first order in formation.
fn in_formation(squad: &Squad) -> bool {
    squad.formation.keeps_places() && squad.orders.head().is_some_and(|command| goes_in_formation(command.verb))
}

/// Whether what an order says is gone about in formation rather than by each member for itself.
fn goes_in_formation(verb: OrderKind) -> bool {
    matches!(verb, OrderKind::Move(_) | OrderKind::AttackMove(_) | OrderKind::Patrol(_))
}

/// Splits the first order into tasks of the members.
fn begin(scene: &Scene<'_>, flow: &mut FlowFields, move_requests: &mut Vec<MoveRequest>, squad: &mut Squad) {
    let Some(command) = squad.orders.head().copied() else { return };
    squad.begun = true;
    let before = tags(scene, squad);
    if in_formation(squad) {
        march::begin(scene, flow, squad, command);
        keep_places(scene, squad, command);
    } else {
        squad.phase = SquadPhase::Marching;
        let (order, members) = ((command.verb, command.priority), super::members(squad));
        forward_to_members(scene, move_requests, squad.id.owner(), order, &members);
    }
    let after = tags(scene, squad);
    for ((member, old), new) in squad.members.iter_mut().zip(before).zip(after) {
        (member.told, member.tag) = (old != new, new);
    }
}

/// The tag of the latest order of each member.
fn tags(scene: &Scene<'_>, squad: &Squad) -> Vec<u16> {
    let agents = scene.entities.column::<Agent>(&scene.entities.units);
    let tag = |member: &SquadMember| scene.place(member.id).map_or(0, |place| agents[place.row as usize].tag);
    squad.members.iter().map(tag).collect()
}

/// Tells every member to keep its place, and those that can to attack what they meet, if the order says so.
fn keep_places(scene: &Scene<'_>, squad: &Squad, command: SquadCommand) {
    let fights = !matches!(command.verb, OrderKind::Move(_));
    for member in &squad.members {
        let Some(place) = scene.place(member.id) else { continue };
        let armed = scene.body_kind(member.id).is_some_and(|kind| kind.weapon.is_some());
        let at = scene.entities.column::<crate::component::Motion>(&scene.entities.units)[place.row as usize].position;
        let keep = AgentTask { kind: TaskKind::Keep, point: squad.goal, other: at, ..AgentTask::default() };
        let engage = AgentTask { kind: TaskKind::Engage, ..AgentTask::default() };
        let assignment = TaskAssignment { moves: Some(keep), acts: (fights && armed).then_some(engage), cargo: None };
        // One whose queue is full of what is more urgent comes later, or not at all.
        let _ = enqueue_tasks(scene, place.row, assignment, Queueing::Replace, command.priority);
    }
}

/// Whether any member is still about what the squad has told it.
fn is_busy(scene: &Scene<'_>, squad: &Squad) -> bool {
    let agents = scene.entities.column::<Agent>(&scene.entities.units);
    squad.members.iter().any(|member| {
        let agent = scene.place(member.id).map(|place| &agents[place.row as usize]);
        agent.is_some_and(|agent| member.is_about(agent))
    })
}
