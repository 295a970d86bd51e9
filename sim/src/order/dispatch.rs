//! From an order to errands: which of its subjects can do it, and what it means for each.

use super::door::{Addressee, living};
use super::group::March;
use super::{Order, Queueing, Rejection, Subject, Verb};
use crate::agent::{Errand, give};
use crate::component::{Identity, Job, Motion, Product, Site, Stage, Task, TaskKind, Works};
use crate::economy;
use crate::id::{AbilityId, Handle, KindId, PlayerId, SquadId, TechId, UnitId};
use crate::map::Cell;
use crate::math::{Fx, Vec2};
use crate::rules::{AbilityTarget, Class, Kind};
use crate::sight::{Whereabouts, whereabouts};
use crate::world::World;

/// Carries an admitted order out. It is taken when at least one subject can do it.
pub(super) fn carry(world: &mut World, player: PlayerId, order: &Order, to: &[Addressee]) -> Result<(), Rejection> {
    match order.verb {
        Verb::Train(kind) => train(world, player, kind, to),
        Verb::Research(tech) => research(world, player, tech, to),
        Verb::Cancel(entry) => cancel(world, entry, to),
        Verb::Rally { point, target } => rally(world, player, point, target, to),
        Verb::Form(formation) => crate::squad::form(world, player, formation, &units(to)),
        Verb::Join(squad) => join(world, player, squad, to),
        Verb::Build { kind, cell } => build(world, player, order, kind, cell, to),
        Verb::Stop => stop(world, to),
        _ => errand_order(world, player, order, to),
    }
}

/// An order that is one errand for each unit that can do it.
fn errand_order(world: &mut World, player: PlayerId, order: &Order, to: &[Addressee]) -> Result<(), Rejection> {
    let target = target_of(world, player, order.verb)?;
    let mut verdict = Err(Rejection::CannotDo);
    for unit in to.iter().filter(|unit| unit.class == Class::Unit) {
        let errand = errand(world, order.verb, target, unit);
        let march = errand.as_ref().ok().and_then(|errand| march(world, player, unit, errand));
        let given = errand.and_then(|errand| give(world, unit.row, errand, order.queueing, order.priority));
        world.marches.extend(march.filter(|_| given.is_ok()));
        if verdict.is_err() {
            verdict = given;
        }
    }
    verdict
}

/// Whether any of these units could carry an errand out as things are.
pub(super) fn judge(world: &World, player: PlayerId, verb: Verb, to: &[Addressee]) -> Result<(), Rejection> {
    let target = target_of(world, player, verb)?;
    let verdicts = to.iter().filter(|unit| unit.class == Class::Unit);
    let verdicts = verdicts.map(|unit| errand(world, verb, target, unit).map(|_| ()));
    verdicts.reduce(Result::or).unwrap_or(Err(Rejection::CannotDo))
}

/// Gives each of these units of a squad its part of what the squad is told; who cannot do it is left alone, and what has become
/// impossible is passed over.
pub(crate) fn pass_on(world: &mut World, player: PlayerId, verb: Verb, priority: u8, to: &[UnitId]) {
    let order = Order { subject: Subject::Player, verb, queueing: Queueing::Replace, priority };
    let _ = errand_order(world, player, &order, &living(world, to));
}

/// The walk to a point that an errand is, if it is one, as the unit stands before it takes it.
fn march(world: &World, player: PlayerId, unit: &Addressee, errand: &Errand) -> Option<March> {
    let point = errand.moves.filter(|task| task.kind == TaskKind::Goto)?.point;
    let motion = &world.column::<Motion>(&world.units)[unit.row as usize];
    let goes_there = motion.goal == point && motion.goal_width == 0 && motion.reach == Fx::ZERO;
    // Who stands near its place because others keep it off need not try again.
    let is_near = motion.post.distance_squared_wide(motion.place) <= Fx::ONE.squared_wide();
    let stands = if motion.arrived && is_near { motion.post } else { motion.place };
    Some(March { player, point, id: unit.id, kept: goes_there.then_some(stands) })
}

/// Whether an entity is of the sort that an order is about.
type Sort = fn(&World, PlayerId, UnitId) -> bool;

/// The entity an order is about, if it names one: known to the player, and of the right sort.
fn target_of(world: &World, player: PlayerId, verb: Verb) -> Result<UnitId, Rejection> {
    let (handle, sort): (Handle, Sort) = match verb {
        Verb::Attack(handle) => (handle, is_enemy),
        Verb::Follow(handle) | Verb::Guard(handle) => (handle, is_body),
        Verb::Gather(handle) => (handle, is_node),
        Verb::Repair(handle) => (handle, is_friendly_building),
        Verb::Load(handle) => (handle, is_own_unit),
        Verb::Ability { ability, target, .. } => return ability_target(world, player, ability, target),
        _ => return Ok(UnitId::NONE),
    };
    let id = known(world, player, handle)?;
    if sort(world, player, id) { Ok(id) } else { Err(Rejection::WrongTarget) }
}

/// The entity a handle names, when the player knows of it.
fn known(world: &World, player: PlayerId, handle: Handle) -> Result<UnitId, Rejection> {
    crate::sight::known_entity(world, player, handle).ok_or(Rejection::UnknownTarget)
}

fn is_enemy(world: &World, player: PlayerId, id: UnitId) -> bool {
    world.hostile(player, id.owner())
}

/// By its name alone: whether it still lives may not be known.
fn is_body(_world: &World, _player: PlayerId, id: UnitId) -> bool {
    !id.owner().is_neutral()
}

fn is_node(_world: &World, _player: PlayerId, id: UnitId) -> bool {
    id.owner().is_neutral()
}

fn is_friendly_building(world: &World, player: PlayerId, id: UnitId) -> bool {
    world.team(id.owner()) == world.team(player) && world.class(id) == Some(Class::Building)
}

fn is_own_unit(world: &World, player: PlayerId, id: UnitId) -> bool {
    id.owner() == player && world.class(id) == Some(Class::Unit)
}

fn ability_target(world: &World, player: PlayerId, ability: AbilityId, target: Handle) -> Result<UnitId, Rejection> {
    let row = world.rules().abilities.get(ability.index()).ok_or(Rejection::OutOfRange)?;
    let friend = |id: UnitId| world.team(id.owner()) == world.team(player);
    match row.target {
        AbilityTarget::Oneself | AbilityTarget::Point => Ok(UnitId::NONE),
        AbilityTarget::Friend => {
            let id = known(world, player, target)?;
            if friend(id) && is_body(world, player, id) { Ok(id) } else { Err(Rejection::WrongTarget) }
        }
        AbilityTarget::Enemy => {
            let id = known(world, player, target)?;
            if is_enemy(world, player, id) { Ok(id) } else { Err(Rejection::WrongTarget) }
        }
    }
}

/// What an order means for one unit.
fn errand(world: &World, verb: Verb, target: UnitId, unit: &Addressee) -> Result<Errand, Rejection> {
    let kind = kind_of(world, unit);
    let here = world.column::<Motion>(&world.units)[unit.row as usize].position;
    let at = |kind: TaskKind, point: Vec2| Task { kind, point: held_to_map(world, point), ..Task::default() };
    let walk = |point: Vec2| Task { other: held_to_map(world, point), ..at(TaskKind::Goto, point) };
    let about = |kind: TaskKind| Task { kind, target, ..Task::default() };
    let walks_and = |moves: Task, acts: TaskKind| Errand { moves: Some(moves), acts: Some(about(acts)) };
    let if_able = |able: bool, errand: Errand| if able { Ok(errand) } else { Err(Rejection::CannotDo) };
    match verb {
        Verb::Move(to) => Ok(Errand::walk(walk(to))),
        Verb::AttackMove(to) => if_able(kind.weapon.is_some(), walks_and(walk(to), TaskKind::Engage)),
        Verb::Patrol(to) => {
            let patrol = Task { other: here, ..at(TaskKind::Patrol, to) };
            if_able(kind.weapon.is_some(), walks_and(patrol, TaskKind::Engage))
        }
        Verb::Attack(_) => if_able(reaches(world, kind, target), Errand::work(about(TaskKind::Strike))),
        Verb::Hold => Ok(Errand::walk(about(TaskKind::Hold))),
        Verb::Follow(_) if target == unit.id => Err(Rejection::WrongTarget),
        Verb::Follow(_) => Ok(Errand::walk(about(TaskKind::Follow))),
        Verb::Guard(_) if target == unit.id => Err(Rejection::WrongTarget),
        Verb::Guard(_) => if_able(kind.weapon.is_some(), walks_and(about(TaskKind::Follow), TaskKind::Guard)),
        Verb::Gather(_) => if_able(gathers(world, kind, target), Errand::work(about(TaskKind::Gather))),
        Verb::ReturnCargo => if_able(kind.worker.is_some(), Errand::work(about(TaskKind::Deliver))),
        Verb::Repair(_) => if_able(kind.worker.is_some(), Errand::work(about(TaskKind::Repair))),
        Verb::Load(_) => if_able(boards(world, kind, target, unit), Errand::work(about(TaskKind::Board))),
        Verb::Unload(to) => if_able(kind.cargo.is_some(), Errand::work(at(TaskKind::Unload, to))),
        Verb::Ability { ability, point, .. } => {
            let row = u16::from(ability.0);
            let cast = Task { row, target: if_self(world, ability, target, unit), ..at(TaskKind::Cast, point) };
            if_able(kind.abilities.contains(&ability), Errand::work(cast))
        }
        _ => Err(Rejection::CannotDo),
    }
}

fn if_self(world: &World, ability: AbilityId, target: UnitId, unit: &Addressee) -> UnitId {
    let oneself = world.rules().abilities.get(ability.index()).is_some_and(|row| row.target == AbilityTarget::Oneself);
    if oneself { unit.id } else { target }
}

fn kind_of<'w>(world: &'w World, unit: &Addressee) -> &'w Kind {
    world.kind(world.column::<Identity>(&world.units)[unit.row as usize].kind)
}

/// The point, held to the map with a margin of half a cell.
pub(crate) fn held_to_map(world: &World, point: Vec2) -> Vec2 {
    let held = |value: Fx, cells: u16| value.clamp(Fx::HALF, Fx::from_bits((i32::from(cells) << 16) - (1 << 15)));
    Vec2 { x: held(point.x, world.scenario.map.width), y: held(point.y, world.scenario.map.height) }
}

fn reaches(world: &World, kind: &Kind, target: UnitId) -> bool {
    let flies = world.body_kind(target).and_then(|kind| kind.body.as_ref());
    let flies = flies.is_some_and(|body| body.locomotion == crate::rules::Locomotion::Air);
    kind.weapon.as_ref().is_some_and(|weapon| !weapon.heals && if flies { weapon.hits.air } else { weapon.hits.ground })
}

fn gathers(world: &World, kind: &Kind, node: UnitId) -> bool {
    let resource = world.last_resource(node);
    resource.zip(kind.worker.as_ref()).is_some_and(|(resource, worker)| worker.gather_ticks[resource.index()] > 0)
}

fn boards(world: &World, kind: &Kind, transport: UnitId, unit: &Addressee) -> bool {
    let hold = world.body_kind(transport).is_some_and(|kind| kind.cargo.is_some());
    hold && transport != unit.id && kind.body.as_ref().is_some_and(|body| body.cargo_size > 0)
}

/// Forgets all tasks.
fn stop(world: &World, to: &[Addressee]) -> Result<(), Rejection> {
    let mut verdict = Err(Rejection::CannotDo);
    for unit in to.iter().filter(|unit| unit.class == Class::Unit) {
        verdict = give(world, unit.row, Errand::default(), Queueing::Replace, u8::MAX);
    }
    verdict
}

fn join(world: &mut World, player: PlayerId, squad: SquadId, to: &[Addressee]) -> Result<(), Rejection> {
    let units = units(to);
    if !squad.is_none() {
        let squad = crate::squad::own(world, player, squad)?;
        return crate::squad::join(world, squad, &units);
    }
    for unit in to.iter().filter(|unit| unit.class == Class::Unit) {
        crate::squad::leave(world, unit.row);
    }
    if units.is_empty() { Err(Rejection::CannotDo) } else { Ok(()) }
}

/// Those of them that are units.
fn units(to: &[Addressee]) -> Vec<UnitId> {
    to.iter().filter(|one| one.class == Class::Unit).map(|unit| unit.id).collect()
}

/// Marks out the building, paid at once, and sends the workers.
fn build(
    world: &mut World,
    player: PlayerId,
    order: &Order,
    kind: KindId,
    cell: Cell,
    to: &[Addressee],
) -> Result<(), Rejection> {
    let row = world.rules().kinds.get(kind.index()).ok_or(Rejection::OutOfRange)?;
    let able = |unit: &&Addressee| {
        unit.class == Class::Unit
            && kind_of(world, unit).worker.as_ref().is_some_and(|worker| worker.builds.contains(&kind))
    };
    let builders: Vec<Addressee> = to.iter().filter(able).copied().collect();
    if row.class != Class::Building || builders.is_empty() {
        return Err(Rejection::CannotDo);
    }
    let cost = row.cost;
    economy::can_make(world, player, kind)?;
    if !crate::sight::can_place(world, player, kind, cell) {
        return Err(Rejection::BadPlace);
    }
    let site = world.spawn_building(kind, player, cell, Stage::Planned).ok_or(Rejection::LimitReached)?;
    let errand = Errand::work(Task { kind: TaskKind::Build, target: site, ..Task::default() });
    let mut given = Err(Rejection::QueueFull);
    for unit in &builders {
        given = give(world, unit.row, errand, order.queueing, order.priority).or(given);
    }
    if given.is_err() {
        world.remove(site);
        return given;
    }
    economy::pay(world, player, &cost);
    Ok(())
}

/// Queues a unit in each complete building that trains it, as far as stock and supply go.
fn train(world: &mut World, player: PlayerId, kind: KindId, to: &[Addressee]) -> Result<(), Rejection> {
    if kind.index() >= world.rules().kinds.len() {
        return Err(Rejection::OutOfRange);
    }
    let job = Job { product: Product::Unit, row: kind.0 };
    let mut verdict = Err(Rejection::CannotDo);
    for building in complete(world, to) {
        if !building_kind(world, &building).trains.contains(&kind) {
            continue;
        }
        let queued =
            economy::can_make(world, player, kind).and_then(|()| economy::enqueue(world, player, building.row, job));
        if verdict.is_err() {
            verdict = queued;
        }
    }
    verdict
}

/// Queues a technology in the first building named that researches it.
fn research(world: &mut World, player: PlayerId, tech: TechId, to: &[Addressee]) -> Result<(), Rejection> {
    if tech.index() >= world.rules().techs.len() {
        return Err(Rejection::OutOfRange);
    }
    let able = complete(world, to);
    let building = able.iter().find(|building| building_kind(world, building).researches.contains(&tech));
    let row = building.ok_or(Rejection::CannotDo)?.row;
    economy::can_research(world, player, tech)?;
    economy::enqueue(world, player, row, Job { product: Product::Tech, row: tech.0 })
}

fn complete(world: &World, to: &[Addressee]) -> Vec<Addressee> {
    let site = world.column::<Site>(&world.buildings);
    let done = |one: &&Addressee| one.class == Class::Building && site[one.row as usize].stage == Stage::Complete;
    to.iter().filter(done).copied().collect()
}

fn building_kind<'w>(world: &'w World, building: &Addressee) -> &'w Kind {
    world.kind(world.column::<Identity>(&world.buildings)[building.row as usize].kind)
}

fn cancel(world: &mut World, entry: u8, to: &[Addressee]) -> Result<(), Rejection> {
    let mut verdict = Err(Rejection::CannotDo);
    for building in to.iter().filter(|one| one.class == Class::Building) {
        // An earlier cancellation may have moved rows: look the place up again.
        let Some(place) = world.place(building.id) else { continue };
        let stage = world.column::<Site>(&world.buildings)[place.row as usize].stage;
        if stage != Stage::Complete {
            economy::cancel_building(world, building.id);
            verdict = Ok(());
        } else if economy::cancel_job(world, building.id, place.row, entry) {
            verdict = Ok(());
        } else if verdict.is_err() {
            verdict = Err(Rejection::OutOfRange);
        }
    }
    verdict
}

fn rally(world: &World, player: PlayerId, point: Vec2, target: Handle, to: &[Addressee]) -> Result<(), Rejection> {
    let target = if target.is_none() { UnitId::NONE } else { known(world, player, target)? };
    let at = world.team(player).and_then(|team| whereabouts(world, team, target));
    let point = match at {
        Some(Whereabouts::Cells(rect)) => rect.centre(),
        _ => held_to_map(world, point),
    };
    let mut works = world.column_mut::<Works>(&world.buildings);
    let mut verdict = Err(Rejection::CannotDo);
    for building in to.iter().filter(|one| one.class == Class::Building) {
        if !building_kind(world, building).trains.is_empty() {
            let works = &mut works[building.row as usize];
            (works.rallies, works.rally, works.rally_target) = (true, point, target);
            verdict = Ok(());
        }
    }
    verdict
}
