//! What an order means for one unit: its assignment, if the unit can do it and the player knows what it is about.

use super::Addressee;
use crate::component::{AgentTask, Identity, Motion, TaskKind};
use crate::event::Rejection;
use crate::scene::Scene;
use crate::state::SceneBase;
use crate::tasks::TaskAssignment;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Map;
use sandtable_model::rules::{AbilityTarget, Channel, Class, Kind};
use sandtable_state::id::{AbilityId, Handle, PlayerId, UnitId};

/// Whether an entity is of the sort that an order is about.
type EntityTest = fn(&Scene<'_>, PlayerId, UnitId) -> bool;

/// The entity an order is about, if it names one: known to the player, and of the right sort.
pub(super) fn target_of(scene: &Scene<'_>, player: PlayerId, verb: OrderKind) -> Result<UnitId, Rejection> {
    let (handle, sort): (Handle, EntityTest) = match verb {
        OrderKind::Attack(handle) => (handle, is_enemy),
        OrderKind::Follow(handle) | OrderKind::Guard(handle) => (handle, is_body),
        OrderKind::Gather(handle) => (handle, is_node),
        OrderKind::Repair(handle) => (handle, is_friendly_building),
        OrderKind::Load(handle) => (handle, is_own_unit),
        OrderKind::Ability { ability, target, .. } => return ability_target(scene, player, ability, target),
        _ => return Ok(UnitId::NONE),
    };
    let id = known(scene, player, handle)?;
    if sort(scene, player, id) { Ok(id) } else { Err(Rejection::WrongTarget) }
}

/// The entity a handle names, when the player knows of it.
pub(crate) fn known(scene: &Scene<'_>, player: PlayerId, handle: Handle) -> Result<UnitId, Rejection> {
    crate::scene::known_entity(scene, player, handle).ok_or(Rejection::UnknownTarget)
}

fn is_enemy(scene: &Scene<'_>, player: PlayerId, id: UnitId) -> bool {
    scene.hostile(player, id.owner())
}

/// By its name alone: whether it still lives may not be known.
fn is_body(_scene: &Scene<'_>, _player: PlayerId, id: UnitId) -> bool {
    !id.owner().is_neutral()
}

fn is_node(_scene: &Scene<'_>, _player: PlayerId, id: UnitId) -> bool {
    id.owner().is_neutral()
}

fn is_friendly_building(scene: &Scene<'_>, player: PlayerId, id: UnitId) -> bool {
    scene.team(id.owner()) == scene.team(player) && scene.class(id) == Some(Class::Building)
}

fn is_own_unit(scene: &Scene<'_>, player: PlayerId, id: UnitId) -> bool {
    id.owner() == player && scene.class(id) == Some(Class::Unit)
}

fn ability_target(
    scene: &Scene<'_>,
    player: PlayerId,
    ability: AbilityId,
    target: Handle,
) -> Result<UnitId, Rejection> {
    let row = scene.rules().abilities.get(ability.index()).ok_or(Rejection::OutOfRange)?;
    let friend = |id: UnitId| scene.team(id.owner()) == scene.team(player);
    match row.target {
        AbilityTarget::Oneself | AbilityTarget::Point => Ok(UnitId::NONE),
        AbilityTarget::Friend => {
            let id = known(scene, player, target)?;
            if friend(id) && is_body(scene, player, id) { Ok(id) } else { Err(Rejection::WrongTarget) }
        }
        AbilityTarget::Enemy => {
            let id = known(scene, player, target)?;
            if is_enemy(scene, player, id) { Ok(id) } else { Err(Rejection::WrongTarget) }
        }
    }
}

/// What an order means for one unit.
pub(super) fn assignment(
    scene: &Scene<'_>,
    verb: OrderKind,
    target: UnitId,
    unit: &Addressee,
) -> Result<TaskAssignment, Rejection> {
    let kind = kind_of(scene, unit);
    let here = scene.entities.column::<Motion>(&scene.entities.units)[unit.row as usize].position;
    let at = |kind: TaskKind, point: Vec2| AgentTask {
        kind,
        point: held_to_map(&scene.scenario.map, point),
        ..AgentTask::default()
    };
    let walk = |point: Vec2| AgentTask { other: held_to_map(&scene.scenario.map, point), ..at(TaskKind::Goto, point) };
    let about = |kind: TaskKind| AgentTask { kind, target, ..AgentTask::default() };
    let walks_and =
        |moves: AgentTask, acts: TaskKind| TaskAssignment { moves: Some(moves), acts: Some(about(acts)), cargo: None };
    let if_able = |able: bool, assignment: TaskAssignment| if able { Ok(assignment) } else { Err(Rejection::CannotDo) };
    match verb {
        OrderKind::Move(to) => Ok(TaskAssignment::walk(walk(to))),
        OrderKind::AttackMove(to) => if_able(kind.weapon.is_some(), walks_and(walk(to), TaskKind::Engage)),
        OrderKind::Patrol(to) => {
            let patrol = AgentTask { other: here, ..at(TaskKind::Patrol, to) };
            if_able(kind.weapon.is_some(), walks_and(patrol, TaskKind::Engage))
        }
        OrderKind::Attack(_) => if_able(reaches(scene, kind, target), TaskAssignment::work(about(TaskKind::Strike))),
        OrderKind::Hold => Ok(TaskAssignment::walk(about(TaskKind::Hold))),
        OrderKind::Follow(_) if target == unit.id => Err(Rejection::WrongTarget),
        OrderKind::Follow(_) => Ok(TaskAssignment::walk(about(TaskKind::Follow))),
        OrderKind::Guard(_) if target == unit.id => Err(Rejection::WrongTarget),
        OrderKind::Guard(_) => if_able(kind.weapon.is_some(), walks_and(about(TaskKind::Follow), TaskKind::Guard)),
        OrderKind::Gather(_) => if_able(gathers(scene, kind, target), TaskAssignment::work(about(TaskKind::Gather))),
        OrderKind::ReturnCargo => if_able(kind.worker.is_some(), TaskAssignment::work(about(TaskKind::Deliver))),
        OrderKind::Repair(_) => if_able(kind.worker.is_some(), TaskAssignment::work(about(TaskKind::Repair))),
        OrderKind::Load(_) if fetches(scene, kind, target, unit) => Ok(TaskAssignment::haul(about(TaskKind::Fetch))),
        OrderKind::Load(_) => if_able(boards(scene, kind, target, unit), TaskAssignment::work(about(TaskKind::Board))),
        OrderKind::Unload(to) if kind.queues.has(Channel::Cargo) => Ok(TaskAssignment::haul(at(TaskKind::Unload, to))),
        OrderKind::Unload(to) => if_able(kind.cargo.is_some(), TaskAssignment::work(at(TaskKind::Unload, to))),
        OrderKind::Ability { ability, point, .. } => {
            let row = u16::from(ability.0);
            let cast = AgentTask { row, target: if_self(scene, ability, target, unit), ..at(TaskKind::Cast, point) };
            if_able(kind.abilities.contains(&ability), TaskAssignment::work(cast))
        }
        _ => Err(Rejection::CannotDo),
    }
}

fn if_self(scene: &Scene<'_>, ability: AbilityId, target: UnitId, unit: &Addressee) -> UnitId {
    let oneself = scene.rules().abilities.get(ability.index()).is_some_and(|row| row.target == AbilityTarget::Oneself);
    if oneself { unit.id } else { target }
}

pub(crate) fn kind_of<'w>(base: &SceneBase<'w>, unit: &Addressee) -> &'w Kind {
    base.kind(base.entities.column::<Identity>(&base.entities.units)[unit.row as usize].kind)
}

/// The point, held to the map with a margin of half a cell.
pub(crate) fn held_to_map(map: &Map, point: Vec2) -> Vec2 {
    let held = |value: Fx, cells: u16| value.clamp(Fx::HALF, Fx::from_halves(2 * i32::from(cells) - 1));
    Vec2 { x: held(point.x, map.width), y: held(point.y, map.height) }
}

fn reaches(scene: &Scene<'_>, kind: &Kind, target: UnitId) -> bool {
    let flies = scene.body_kind(target).and_then(|kind| kind.body.as_ref());
    let flies = flies.is_some_and(|body| body.locomotion == sandtable_model::rules::Locomotion::Air);
    kind.weapon.as_ref().is_some_and(|weapon| !weapon.heals && if flies { weapon.hits.air } else { weapon.hits.ground })
}

fn gathers(scene: &Scene<'_>, kind: &Kind, node: UnitId) -> bool {
    let resource = crate::economy::last_resource(scene.scenario, node);
    resource.zip(kind.worker.as_ref()).is_some_and(|(resource, worker)| worker.gather_ticks[resource.index()] > 0)
}

/// Whether a transport with a queue for cargo goes and takes a unit aboard, rather than that it boards anything itself.
fn fetches(scene: &Scene<'_>, kind: &Kind, target: UnitId, unit: &Addressee) -> bool {
    let body = scene.body_kind(target).filter(|kind| kind.cargo.is_none()).and_then(|kind| kind.body.as_ref());
    kind.queues.has(Channel::Cargo) && target != unit.id && body.is_some_and(|body| body.cargo_size > 0)
}

fn boards(scene: &Scene<'_>, kind: &Kind, transport: UnitId, unit: &Addressee) -> bool {
    let hold = scene.body_kind(transport).is_some_and(|kind| kind.cargo.is_some());
    hold && transport != unit.id && kind.body.as_ref().is_some_and(|body| body.cargo_size > 0)
}
