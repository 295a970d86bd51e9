//! The construction manager: marks out buildings, keeps builders on them, and lets no shell stand forgotten.

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_sim::component::ConstructionStage;
use sandtable_state::id::{Handle, KindId};
use sandtable_state::rng::Rng;

use super::production;
use super::tuning::USUAL_PLACE_CELLS;
use crate::context::{Assessment, DecisionContext};
use crate::knowledge::{SITE_CELLS, SITE_HELD_CELLS};
use crate::perception::{building_of, footprint, near, price};
use crate::place_queries::SiteQuery;
use crate::placement::{self, PlaceSearch};
use crate::plan::StepStatus;

/// Looks after what was begun: checks that orders took, sends builders to what has none, gives up what stalls.
pub(crate) fn tend(ctx: &mut DecisionContext<'_, '_>) {
    note_refusals(ctx);
    for row in 0..ctx.situation.buildings.len() {
        let building = &ctx.situation.buildings[row];
        if building.stage == ConstructionStage::Complete {
            continue;
        }
        let (handle, percent, position) = (building.handle, building.built_percent, building.position);
        if ctx.construction.stalled(handle, percent, ctx.situation.tick) {
            ctx.order(handle, OrderKind::Cancel(0));
        } else if !has_builder(ctx, handle) {
            send_builder(ctx, handle, position);
        }
    }
    let standing = &ctx.situation.buildings;
    ctx.construction
        .progress
        .retain(|entry| standing.iter().any(|it| it.handle == entry.0 && it.stage != ConstructionStage::Complete));
}

/// Has this many buildings of a kind.
pub(crate) fn have(ctx: &mut DecisionContext<'_, '_>, kind: KindId, count: u16) -> StepStatus {
    let owned = ctx.situation.count_of(kind);
    if owned.all() >= count {
        return if owned.whole >= count { StepStatus::Done } else { StepStatus::Running };
    }
    if !ctx.view.meets(&ctx.rules.kind(kind).needs) {
        return StepStatus::Waiting;
    }
    let query = usual_place(ctx, kind);
    begin(ctx, kind, |at, rng| {
        placement::for_building(at, kind, None).unwrap_or_else(|| placement::find(at, rng, query))
    })
}

/// Has this many buildings of a kind, new ones where a query has them stand, or at the usual place. Ground that nobody has seen is looked at
/// first: nothing can be built on it.
pub(crate) fn have_at(
    ctx: &mut DecisionContext<'_, '_>,
    kind: KindId,
    count: u16,
    query: Option<SiteQuery>,
) -> StepStatus {
    let owned = ctx.situation.count_of(kind);
    let is_open = owned.all() < count && ctx.view.meets(&ctx.rules.kind(kind).needs);
    let Some(query) = query.filter(|_| is_open) else { return have(ctx, kind, count) };
    let known = ctx.assessment();
    // Where the query points is asked only when nothing can stand there.
    let cell = placement::by_query(&known, kind, query).ok_or_else(|| placement::goal_of(&known, query));
    match cell {
        Ok(cell) => begin(ctx, kind, |_, _| Some(cell)),
        Err(Some(place)) => {
            ctx.forces.request_survey(ctx.situation, ctx.memory, place);
            StepStatus::Waiting
        }
        Err(None) => StepStatus::Failed("no place to build"),
    }
}

/// Has more buildings of a kind, one at a time, while those there are at work and there is money for one and for
/// what it makes. Money that would do, were it the right resource, has the right one gathered.
pub(crate) fn spare(ctx: &mut DecisionContext<'_, '_>, kind: KindId, count: u16) -> StepStatus {
    let owned = ctx.situation.count_of(kind);
    let row = ctx.rules.kind(kind);
    let dear = row.trains.iter().map(|unit| ctx.rules.kind(*unit).cost).max_by_key(price);
    let both = row.cost.iter().zip(dear.unwrap_or_default()).map(|(a, b)| a.saturating_add(b));
    let mut wanted = row.cost;
    wanted.iter_mut().zip(both).for_each(|(slot, sum)| *slot = sum);
    if owned.coming == 0 && owned.whole < count && production::all_busy(ctx, &[kind]) {
        if ctx.budget.covers(&wanted) {
            let _ = have(ctx, kind, owned.whole + 1);
        } else if ctx.budget.left() >= price(&wanted) {
            ctx.budget.want(&row.cost);
        }
    }
    StepStatus::Done
}

/// Has a building of the kind as near to a place as there is room.
pub(crate) fn found(ctx: &mut DecisionContext<'_, '_>, kind: KindId, place: Vec2) -> StepStatus {
    let there = ctx.situation.buildings.iter().find(|it| it.kind == kind && near(it.position, place, SITE_HELD_CELLS));
    if let Some(building) = there {
        return if building.stage == ConstructionStage::Complete { StepStatus::Done } else { StepStatus::Running };
    }
    if ctx.situation.enemies().any(|it| near(it.position, place, SITE_CELLS)) {
        return StepStatus::Failed("the enemy is at the site");
    }
    let toward = Some(ctx.situation.home);
    let query = PlaceSearch { kind, around: place, radius: SITE_CELLS, toward };
    begin(ctx, kind, |at, rng| {
        placement::for_building(at, kind, Some(place)).unwrap_or_else(|| placement::find(at, rng, query))
    })
}

fn begin(
    ctx: &mut DecisionContext<'_, '_>,
    kind: KindId,
    place: impl FnOnce(&Assessment<'_, '_>, &mut Rng) -> Option<Cell>,
) -> StepStatus {
    if ctx.roles.is_unbuilt(kind) {
        return StepStatus::Waiting;
    }
    let cost = &ctx.rules.kind(kind).cost;
    if !ctx.budget.covers(cost) {
        if ctx.situation.bases.is_empty() {
            return StepStatus::Failed("no income to build from");
        }
        ctx.budget.save(cost);
        return StepStatus::Waiting;
    }
    let (assessment, rng) = ctx.deliberation();
    let Some(cell) = place(&assessment, rng) else { return StepStatus::Failed("no place to build") };
    let middle = footprint(ctx.rules, kind, cell).centre();
    let Some(builder) = ctx.situation.free_worker(middle) else { return StepStatus::Failed("no worker to build") };
    ctx.budget.spend(cost);
    ctx.employ(builder, OrderKind::Build { kind, cell });
    ctx.situation.counts[kind.index()].coming += 1;
    ctx.construction.ordered.push((kind, cell));
    StepStatus::Running
}

/// Houses lie behind the base, towers before it, what trains soldiers on the enemy's side.
fn usual_place(ctx: &mut DecisionContext<'_, '_>, kind: KindId) -> PlaceSearch {
    let row = ctx.rules.kind(kind);
    let home = ctx.situation.home;
    let enemy = ctx.enemy_side();
    let forward = row.weapon.is_some() || !row.trains.is_empty();
    let ahead = if forward { enemy - home } else { home - enemy };
    let step = ahead.with_length_trunc(Fx::from_int(4));
    let is_base = Some(kind) == ctx.roles.base;
    let around = if is_base { home } else { home + step };
    PlaceSearch { kind, around, radius: USUAL_PLACE_CELLS, toward: None }
}

fn note_refusals(ctx: &mut DecisionContext<'_, '_>) {
    let ordered = std::mem::take(&mut ctx.construction.ordered);
    for (kind, cell) in ordered {
        let stands = ctx.situation.buildings.iter().any(|it| it.kind == kind && it.cell == cell);
        if !stands {
            ctx.construction.refuse(cell);
        }
    }
}

fn has_builder(ctx: &DecisionContext<'_, '_>, handle: Handle) -> bool {
    ctx.situation.worker_units().any(|(_, unit)| building_of(unit) == Some(handle))
}

fn send_builder(ctx: &mut DecisionContext<'_, '_>, handle: Handle, position: Vec2) {
    if let Some(worker) = ctx.situation.free_worker(position) {
        ctx.employ(worker, OrderKind::Repair(handle));
    }
}
