//! From an order to what is done about it: errands for units, work for buildings.

use super::door::{Addressee, living};
use super::errand::{errand, kind_of, target_of};
use super::group::March;
use super::{Order, Rejection, Subject, works};
use crate::component::{Motion, Stage, Task, TaskKind};
use crate::economy;
use crate::tasks::{Errand, Queueing, give};
use crate::world::World;
use sandtable_math::Fx;
use sandtable_model::Verb;
use sandtable_model::map::Cell;
use sandtable_model::rules::Class;
use sandtable_state::id::{KindId, PlayerId, SquadId, UnitId};

/// Carries an admitted order out. It is taken when at least one subject can do it.
pub(super) fn carry(world: &mut World, player: PlayerId, order: &Order, to: &[Addressee]) -> Result<(), Rejection> {
    match order.verb {
        Verb::Train(kind) => works::train(world, player, kind, to),
        Verb::Research(tech) => works::research(world, player, tech, to),
        Verb::Cancel(entry) => works::cancel(world, entry, to),
        Verb::Rally { point, target } => works::rally(world, player, point, target, to),
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
        let given = errand.and_then(|errand| give(&world.base(), unit.row, errand, order.queueing, order.priority));
        world.workspaces.orders.marches.extend(march.filter(|_| given.is_ok()));
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
    let motion = &world.column::<Motion>(&world.entities.units)[unit.row as usize];
    let goes_there = motion.goal == point && motion.goal_width == 0 && motion.reach == Fx::ZERO;
    // Who stands near its place because others keep it off need not try again.
    let is_near = motion.post.distance_squared_wide(motion.place) <= Fx::ONE.squared_wide();
    let stands = if motion.arrived && is_near { motion.post } else { motion.place };
    Some(March { player, point, id: unit.id, kept: goes_there.then_some(stands) })
}

/// Forgets all tasks.
fn stop(world: &World, to: &[Addressee]) -> Result<(), Rejection> {
    let mut verdict = Err(Rejection::CannotDo);
    for unit in to.iter().filter(|unit| unit.class == Class::Unit) {
        verdict = give(&world.base(), unit.row, Errand::default(), Queueing::Replace, u8::MAX);
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
    economy::can_make(&world.base(), player, kind)?;
    if !crate::sight::can_place(&world.scene(), player, kind, cell) {
        return Err(Rejection::BadPlace);
    }
    let site = world.spawn_building(kind, player, cell, Stage::Planned).ok_or(Rejection::LimitReached)?;
    let errand = Errand::work(Task { kind: TaskKind::Build, target: site, ..Task::default() });
    let mut given = Err(Rejection::QueueFull);
    for unit in &builders {
        given = give(&world.base(), unit.row, errand, order.queueing, order.priority).or(given);
    }
    if given.is_err() {
        world.remove(site);
        return given;
    }
    economy::pay(&mut world.parts.players, player, &cost);
    Ok(())
}
