//! Orders to buildings: what they train and research, what is cancelled, where those they train go.

use super::Rejection;
use super::door::Addressee;
use super::errand::{held_to_map, known};
use crate::component::{Identity, Job, Product, Site, Stage, Works};
use crate::economy;
use crate::sight::{Whereabouts, whereabouts};
use crate::world::World;
use sandtable_math::Vec2;
use sandtable_model::rules::{Class, Kind};
use sandtable_state::id::{Handle, KindId, PlayerId, TechId, UnitId};

/// Queues a unit in each complete building that trains it, as far as stock and supply go.
pub(super) fn train(world: &mut World, player: PlayerId, kind: KindId, to: &[Addressee]) -> Result<(), Rejection> {
    if kind.index() >= world.rules().kinds.len() {
        return Err(Rejection::OutOfRange);
    }
    let job = Job { product: Product::Unit, row: kind.0 };
    let mut verdict = Err(Rejection::CannotDo);
    for building in complete(world, to) {
        if !building_kind(world, &building).trains.contains(&kind) {
            continue;
        }
        let queued = economy::can_make(&world.base(), player, kind)
            .and_then(|()| economy::enqueue(&mut world.lifecycle_context(), player, building.row, job));
        if verdict.is_err() {
            verdict = queued;
        }
    }
    verdict
}

/// Queues a technology in the first building named that researches it.
pub(super) fn research(world: &mut World, player: PlayerId, tech: TechId, to: &[Addressee]) -> Result<(), Rejection> {
    if tech.index() >= world.rules().techs.len() {
        return Err(Rejection::OutOfRange);
    }
    let able = complete(world, to);
    let building = able.iter().find(|building| building_kind(world, building).researches.contains(&tech));
    let row = building.ok_or(Rejection::CannotDo)?.row;
    economy::can_research(&world.base(), player, tech)?;
    economy::enqueue(&mut world.lifecycle_context(), player, row, Job { product: Product::Tech, row: tech.0 })
}

fn complete(world: &World, to: &[Addressee]) -> Vec<Addressee> {
    let site = world.column::<Site>(&world.entities.buildings);
    let done = |one: &&Addressee| one.class == Class::Building && site[one.row as usize].stage == Stage::Complete;
    to.iter().filter(done).copied().collect()
}

fn building_kind<'w>(world: &'w World, building: &Addressee) -> &'w Kind {
    world.kind(world.column::<Identity>(&world.entities.buildings)[building.row as usize].kind)
}

pub(super) fn cancel(world: &mut World, entry: u8, to: &[Addressee]) -> Result<(), Rejection> {
    let mut verdict = Err(Rejection::CannotDo);
    for building in to.iter().filter(|one| one.class == Class::Building) {
        // An earlier cancellation may have moved rows: look the place up again.
        let Some(place) = world.place(building.id) else { continue };
        let stage = world.column::<Site>(&world.entities.buildings)[place.row as usize].stage;
        if stage != Stage::Complete {
            economy::cancel_building(&mut world.lifecycle_context(), building.id);
            verdict = Ok(());
        } else if economy::cancel_job(&mut world.lifecycle_context(), building.id, place.row, entry) {
            verdict = Ok(());
        } else if verdict.is_err() {
            verdict = Err(Rejection::OutOfRange);
        }
    }
    verdict
}

pub(super) fn rally(
    world: &World,
    player: PlayerId,
    point: Vec2,
    target: Handle,
    to: &[Addressee],
) -> Result<(), Rejection> {
    let target = if target.is_none() { UnitId::NONE } else { known(world, player, target)? };
    let at = world.team(player).and_then(|team| whereabouts(&world.scene(), team, target));
    let point = match at {
        Some(Whereabouts::Cells(rect)) => rect.centre(),
        _ => held_to_map(world, point),
    };
    let mut works = world.column_mut::<Works>(&world.entities.buildings);
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
