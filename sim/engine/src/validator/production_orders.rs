//! Orders to buildings: what they train and research, what is cancelled, where those they train go.

use crate::component::{ConstructionStage, Footprint, Identity, Production, ProductionEntry, ProductionItem};
use crate::economy;
use crate::event::Rejection;
use crate::scene::{Scene, Whereabouts, whereabouts};
use crate::spawn::LifecycleContext;
use crate::state::SceneBase;
use crate::task_assignment::{Addressee, held_to_map, known};
use sandtable_math::Vec2;
use sandtable_model::rules::{Class, Kind};
use sandtable_state::id::{Handle, KindId, PlayerId, TechId, UnitId};

/// Queues a unit in each complete building that trains it, as far as stock and supply go.
pub(super) fn train(
    life: &mut LifecycleContext<'_>,
    player: PlayerId,
    kind: KindId,
    to: &[Addressee],
) -> Result<(), Rejection> {
    if kind.index() >= life.rules().kinds.len() {
        return Err(Rejection::OutOfRange);
    }
    let job = ProductionEntry { product: ProductionItem::Unit, row: kind.0 };
    let mut verdict = Err(Rejection::CannotDo);
    for building in complete(&life.base(), to) {
        if !building_kind(&life.base(), &building).trains.contains(&kind) {
            continue;
        }
        let queued = economy::can_make(&life.base(), player, kind)
            .and_then(|()| economy::enqueue(life, player, building.row, job));
        if verdict.is_err() {
            verdict = queued;
        }
    }
    verdict
}

/// Queues a technology in the first building named that researches it.
pub(super) fn research(
    life: &mut LifecycleContext<'_>,
    player: PlayerId,
    tech: TechId,
    to: &[Addressee],
) -> Result<(), Rejection> {
    if tech.index() >= life.rules().techs.len() {
        return Err(Rejection::OutOfRange);
    }
    let able = complete(&life.base(), to);
    let building = able.iter().find(|building| building_kind(&life.base(), building).researches.contains(&tech));
    let row = building.ok_or(Rejection::CannotDo)?.row;
    economy::can_research(&life.base(), player, tech)?;
    economy::enqueue(life, player, row, ProductionEntry { product: ProductionItem::Tech, row: tech.0 })
}

fn complete(base: &SceneBase<'_>, to: &[Addressee]) -> Vec<Addressee> {
    let footprint = base.entities.column::<Footprint>(&base.entities.buildings);
    let done = |one: &&Addressee| {
        one.class == Class::Building && footprint[one.row as usize].stage == ConstructionStage::Complete
    };
    to.iter().filter(done).copied().collect()
}

fn building_kind<'w>(base: &SceneBase<'w>, building: &Addressee) -> &'w Kind {
    base.kind(base.entities.column::<Identity>(&base.entities.buildings)[building.row as usize].kind)
}

pub(super) fn cancel(life: &mut LifecycleContext<'_>, entry: u8, to: &[Addressee]) -> Result<(), Rejection> {
    let mut verdict = Err(Rejection::CannotDo);
    for building in to.iter().filter(|one| one.class == Class::Building) {
        // An earlier cancellation may have moved rows: look the place up again.
        let Some(place) = life.entities.place(building.id) else { continue };
        let stage = life.entities.column::<Footprint>(&life.entities.buildings)[place.row as usize].stage;
        if stage != ConstructionStage::Complete {
            economy::cancel_building(life, building.id);
            verdict = Ok(());
        } else if economy::cancel_job(life, building.id, place.row, entry) {
            verdict = Ok(());
        } else if verdict.is_err() {
            verdict = Err(Rejection::OutOfRange);
        }
    }
    verdict
}

pub(super) fn rally(
    scene: &Scene<'_>,
    player: PlayerId,
    point: Vec2,
    target: Handle,
    to: &[Addressee],
) -> Result<(), Rejection> {
    let target = if target.is_none() { UnitId::NONE } else { known(scene, player, target)? };
    let at = scene.team(player).and_then(|team| whereabouts(scene, team, target));
    let point = match at {
        Some(Whereabouts::Cells(rect)) => rect.centre(),
        _ => held_to_map(&scene.scenario.map, point),
    };
    let mut production = scene.entities.column_mut::<Production>(&scene.entities.buildings);
    let mut verdict = Err(Rejection::CannotDo);
    for building in to.iter().filter(|one| one.class == Class::Building) {
        if !building_kind(scene, building).trains.is_empty() {
            let production = &mut production[building.row as usize];
            (production.rallies, production.rally, production.rally_target) = (true, point, target);
            verdict = Ok(());
        }
    }
    verdict
}
