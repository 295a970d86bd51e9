//! Money that nobody spends, buildings that make nothing, and a lack of supply that nobody ends.

use sandtable_model::rules::Rules;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::event::Rejection;
use sandtable_sim::view::{OwnBuilding, View};
use sandtable_state::id::{KindId, PlayerId, TechId, UnitId};
use sandtable_state::limits::TICKS_PER_SECOND;

use super::LapseKind;
use super::look::Look;
use super::spells::Spells;
use super::tuning::HOARD;

/// Looks into the household of every player, once a game second.
pub(super) fn note(look: &Look<'_>, spells: &mut Spells) {
    let rows = 0..look.world.players().len() as u8;
    let views = rows.map(|row| View::new(look.world, PlayerId(row))).filter(|view| !view.is_out(view.me()));
    for view in views {
        let buildings = view.own_buildings();
        note_unspent(&view, spells);
        note_supply(&view, &buildings, spells);
        note_production(look, &view, &buildings, spells);
    }
}

fn note_unspent(view: &View<'_>, spells: &mut Spells) {
    let names = &view.rules().resources;
    for (row, name) in names.iter().enumerate() {
        if view.resources()[row] > HOARD && could_spend(view, row) {
            let key = (LapseKind::UnspentResources, view.me(), UnitId::NONE, row as u16);
            spells.hold_on(key, None, view.tick(), || name.clone());
        }
    }
}

/// A unit could be trained but for supply, and nothing is under way that would give some.
fn note_supply(view: &View<'_>, buildings: &[OwnBuilding], spells: &mut Spells) {
    let rules = view.rules();
    let rises = |building: &OwnBuilding| {
        building.stage != ConstructionStage::Complete && rules.kind(building.kind).supply_given > 0
    };
    if buildings.iter().any(rises) {
        return;
    }
    let mut trained = kinds_of_whole(buildings).into_iter().flat_map(|kind| &rules.kind(kind).trains);
    let lacks = |unit: &&KindId| view.can_make(**unit) == Err(Rejection::NoSupply) && has_room(view, **unit);
    if let Some(unit) = trained.find(lacks) {
        let key = (LapseKind::SupplyBlock, view.me(), UnitId::NONE, 0);
        spells.hold_on(key, None, view.tick(), || rules.kind(*unit).name.clone());
    }
}

/// Buildings that make nothing while one of their soldiers could be had; not those whose trade is workers.
fn note_production(look: &Look<'_>, view: &View<'_>, buildings: &[OwnBuilding], spells: &mut Spells) {
    let rules = view.rules();
    let is_idle = |building: &&OwnBuilding| building.stage == ConstructionStage::Complete && building.queue.is_empty();
    for building in buildings.iter().filter(is_idle) {
        let kind = rules.kind(building.kind);
        let trains_workers = kind.trains.iter().any(|unit| rules.kind(*unit).worker.is_some());
        let mut soldiers = kind.trains.iter().filter(|unit| !trains_workers && rules.kind(**unit).weapon.is_some());
        let could = soldiers.find(|unit| view.can_make(**unit).is_ok());
        if let (Some(unit), Some(id)) = (could, look.world.observe_handle(view.me(), building.handle)) {
            let key = (LapseKind::IdleProduction, view.me(), id, 0);
            spells.hold_on(key, Some(building.position), view.tick(), || {
                format!("{}, could train {}", kind.name, rules.kind(*unit).name)
            });
        }
    }
}

/// Whether a complete building could at once begin a unit or a technology that costs some of the resource. A lack of houses is no
/// excuse below the supply limit of the rules.
pub fn could_spend(view: &View<'_>, resource: usize) -> bool {
    let rules = view.rules();
    let fits = |unit: KindId| match view.can_make(unit) {
        Ok(()) => true,
        Err(Rejection::NoSupply) => has_room(view, unit),
        Err(_) => false,
    };
    kinds_of_whole(&view.own_buildings()).iter().map(|kind| rules.kind(*kind)).any(|kind| {
        let trains = kind.trains.iter().any(|unit| rules.kind(*unit).cost[resource] > 0 && fits(*unit));
        let learns = |tech: &&TechId| rules.tech(**tech).cost[resource] > 0;
        trains || kind.researches.iter().filter(learns).any(|tech| view.can_research(*tech).is_ok())
    })
}

/// The kinds of the complete buildings among these.
fn kinds_of_whole(buildings: &[OwnBuilding]) -> Vec<KindId> {
    let whole = buildings.iter().filter(|building| building.stage == ConstructionStage::Complete);
    let mut kinds: Vec<KindId> = whole.map(|building| building.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Whether a unit is below the limit of the rules, however many houses there are.
fn has_room(view: &View<'_>, unit: KindId) -> bool {
    let rules: &Rules = view.rules();
    u32::from(view.supply().0) + u32::from(rules.kind(unit).supply_cost) <= u32::from(rules.supply_limit)
}

/// Whether households are looked into in this tick.
pub(super) fn is_due(tick: u32) -> bool {
    tick.is_multiple_of(TICKS_PER_SECOND)
}

/// Whether a kind of lapse is seen by that.
pub(super) const fn is_of_household(kind: LapseKind) -> bool {
    matches!(kind, LapseKind::UnspentResources | LapseKind::SupplyBlock | LapseKind::IdleProduction)
}
