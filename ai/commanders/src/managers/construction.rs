//! The construction manager: marks out buildings, keeps builders on them, and lets no shell stand forgotten.

use sandtable_sim::component::Stage;
use sandtable_sim::id::{Handle, KindId};
use sandtable_sim::map::Cell;
use sandtable_sim::math::{Fx, Vec2};
use sandtable_sim::order::Verb;
use sandtable_sim::rng::Rng;

use super::production;
use crate::context::{Assessment, DecisionContext};
use crate::knowledge::{HELD_CELLS, SITE_CELLS};
use crate::perception::{building_of, footprint, near, price};
use crate::placement::{self, PlaceSearch};
use crate::plan::StepStatus;

/// Looks after what was begun: checks that orders took, sends builders to what has none, gives up what stalls.
pub(crate) fn tend(desk: &mut DecisionContext<'_, '_>) {
    note_refusals(desk);
    for row in 0..desk.situation.buildings.len() {
        let building = &desk.situation.buildings[row];
        if building.stage == Stage::Complete {
            continue;
        }
        let (handle, percent, position) = (building.handle, building.built_percent, building.position);
        if desk.yard.stalled(handle, percent, desk.situation.tick) {
            desk.order(handle, Verb::Cancel(0));
        } else if !has_builder(desk, handle) {
            send_builder(desk, handle, position);
        }
    }
    let standing = &desk.situation.buildings;
    desk.yard.progress.retain(|entry| standing.iter().any(|it| it.handle == entry.0 && it.stage != Stage::Complete));
}

/// Has this many buildings of a kind.
pub(crate) fn have(desk: &mut DecisionContext<'_, '_>, kind: KindId, count: u16) -> StepStatus {
    let owned = desk.situation.count_of(kind);
    if owned.all() >= count {
        return if owned.whole >= count { StepStatus::Done } else { StepStatus::Running };
    }
    if !desk.view.meets(&desk.rules.kind(kind).needs) {
        return StepStatus::Waiting;
    }
    let query = usual_place(desk, kind);
    begin(desk, kind, |at, rng| {
        placement::for_building(at, kind, None).unwrap_or_else(|| placement::find(at, rng, query))
    })
}

/// Has more buildings of a kind, one at a time, while those there are at work and there is money for one and for
/// what it makes. Money that would do, were it the right resource, has the right one gathered.
pub(crate) fn spare(desk: &mut DecisionContext<'_, '_>, kind: KindId, count: u16) -> StepStatus {
    let owned = desk.situation.count_of(kind);
    let row = desk.rules.kind(kind);
    let dear = row.trains.iter().map(|unit| desk.rules.kind(*unit).cost).max_by_key(price);
    let both = row.cost.iter().zip(dear.unwrap_or_default()).map(|(a, b)| a.saturating_add(b));
    let mut wanted = row.cost;
    wanted.iter_mut().zip(both).for_each(|(slot, sum)| *slot = sum);
    if owned.coming == 0 && owned.whole < count && production::all_busy(desk, &[kind]) {
        if desk.ledger.covers(&wanted) {
            let _ = have(desk, kind, owned.whole + 1);
        } else if desk.ledger.left() >= price(&wanted) {
            desk.ledger.want(&row.cost);
        }
    }
    StepStatus::Done
}

/// Has a building of the kind as near to a place as there is room.
pub(crate) fn found(desk: &mut DecisionContext<'_, '_>, kind: KindId, place: Vec2) -> StepStatus {
    let there = desk.situation.buildings.iter().find(|it| it.kind == kind && near(it.position, place, HELD_CELLS));
    if let Some(building) = there {
        return if building.stage == Stage::Complete { StepStatus::Done } else { StepStatus::Running };
    }
    if desk.situation.enemies().any(|it| near(it.position, place, SITE_CELLS)) {
        return StepStatus::Failed("the enemy is at the site");
    }
    let toward = Some(desk.situation.home);
    let query = PlaceSearch { kind, around: place, radius: SITE_CELLS, toward };
    begin(desk, kind, |at, rng| {
        placement::for_building(at, kind, Some(place)).unwrap_or_else(|| placement::find(at, rng, query))
    })
}

fn begin(
    desk: &mut DecisionContext<'_, '_>,
    kind: KindId,
    place: impl FnOnce(&Assessment<'_, '_>, &mut Rng) -> Option<Cell>,
) -> StepStatus {
    let cost = &desk.rules.kind(kind).cost;
    if !desk.ledger.covers(cost) {
        if desk.situation.bases.is_empty() {
            return StepStatus::Failed("no income to build from");
        }
        desk.ledger.save(cost);
        return StepStatus::Waiting;
    }
    let (assessment, rng) = desk.deliberation();
    let Some(cell) = place(&assessment, rng) else { return StepStatus::Failed("no place to build") };
    let middle = footprint(desk.rules, kind, cell).centre();
    let Some(builder) = desk.situation.free_worker(middle) else { return StepStatus::Failed("no worker to build") };
    desk.ledger.spend(cost);
    desk.employ(builder, Verb::Build { kind, cell });
    desk.situation.counts[kind.index()].coming += 1;
    desk.yard.ordered.push((kind, cell));
    StepStatus::Running
}

/// Houses lie behind the base, towers before it, what trains soldiers on the enemy's side.
fn usual_place(desk: &mut DecisionContext<'_, '_>, kind: KindId) -> PlaceSearch {
    let row = desk.rules.kind(kind);
    let home = desk.situation.home;
    let enemy = desk.enemy_side();
    let forward = row.weapon.is_some() || !row.trains.is_empty();
    let ahead = if forward { enemy - home } else { home - enemy };
    let step = ahead.with_length_trunc(Fx::from_int(4));
    let is_base = Some(kind) == desk.roles.base;
    let around = if is_base { home } else { home + step };
    PlaceSearch { kind, around, radius: 16, toward: None }
}

fn note_refusals(desk: &mut DecisionContext<'_, '_>) {
    let ordered = std::mem::take(&mut desk.yard.ordered);
    for (kind, cell) in ordered {
        let stands = desk.situation.buildings.iter().any(|it| it.kind == kind && it.cell == cell);
        if !stands {
            desk.yard.refuse(cell);
        }
    }
}

fn has_builder(desk: &DecisionContext<'_, '_>, handle: Handle) -> bool {
    desk.situation.worker_units().any(|(_, unit)| building_of(unit) == Some(handle))
}

fn send_builder(desk: &mut DecisionContext<'_, '_>, handle: Handle, position: Vec2) {
    if let Some(worker) = desk.situation.free_worker(position) {
        desk.employ(worker, Verb::Repair(handle));
    }
}
