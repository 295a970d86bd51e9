//! Raids: a party strikes at what the enemy lives on, where few defend it, and is gone before many come.

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_model::rules::Class;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::view::{ForeignBody, OwnUnit};
use sandtable_state::id::{Handle, KindId};

use super::marching::{advance, middle_of, rally_point, rows, send};
use crate::context::DecisionContext;
use crate::forces::{RaidState, SoldierTask};
use crate::input::OptionSubject;
use crate::managers::tuning::{RAID_ARRIVED_CELLS, RAID_ODDS_CELLS, RAID_REST_TICKS, RAID_VICTIM_CELLS};
use crate::perception::{UnitTrait, enemy_starts, is_building, near};
use crate::plan::RaidSpec;

/// Leads those who raid.
pub(super) fn command(ctx: &mut DecisionContext<'_, '_>) {
    let party = rows(ctx, SoldierTask::Raid);
    let Some(raid) = ctx.forces.raid_request.filter(|_| !party.is_empty()) else { return };
    let middle = middle_of(ctx, &party);
    if is_caught(ctx, &party, middle, raid) {
        return retreat(ctx, &party);
    }
    ctx.forces.raids.place = press_on(ctx, &party, middle, ctx.forces.raids.place);
}

/// Sends a party at the worker nearest to it, or on to where it is bound, which is returned: `last` unless it has come there.
pub(super) fn press_on(
    ctx: &mut DecisionContext<'_, '_>,
    party: &[u32],
    middle: Vec2,
    last: Option<Vec2>,
) -> Option<Vec2> {
    if strike_victim(ctx, party, middle) {
        return last;
    }
    let place = bound_for(ctx, party, middle, last);
    if let Some(place) = place {
        advance(ctx, party, place);
    }
    place
}

/// Sends a party at the worker nearest to it; false when there is none in sight.
pub(super) fn strike_victim(ctx: &mut DecisionContext<'_, '_>, party: &[u32], middle: Vec2) -> bool {
    let Some(victim) = victim(ctx, middle) else { return false };
    let units = party.iter().map(|row| &ctx.situation.units[*row as usize]);
    let strikes = |unit: &&OwnUnit| unit.target != victim && ctx.roles.has(unit.kind, UnitTrait::Strikes);
    let handles: Vec<Handle> = units.filter(strikes).map(|unit| unit.handle).collect();
    send(ctx, &handles, OrderKind::Attack(victim));
    true
}

/// Whether soldiers and towers about weigh more than the party dares to meet.
fn is_caught(ctx: &DecisionContext<'_, '_>, party: &[u32], middle: Vec2, raid: RaidSpec) -> bool {
    let might = |kind: KindId| u64::from(ctx.roles.might(kind));
    let own: u64 = party.iter().map(|row| might(ctx.situation.units[*row as usize].kind)).sum();
    let armed = |it: &&ForeignBody| {
        ctx.roles.marches(it.kind) || (it.class == Class::Building && it.stage == ConstructionStage::Complete)
    };
    let near = ctx.situation.enemies().filter(|it| near(it.position, middle, RAID_ODDS_CELLS)).filter(armed);
    let enemy: u64 = near.map(|it| might(it.kind)).sum();
    own * 100 < enemy * u64::from(raid.retreat_percent)
}

fn retreat(ctx: &mut DecisionContext<'_, '_>, party: &[u32]) {
    let handles: Vec<Handle> = party.iter().map(|row| ctx.situation.units[*row as usize].handle).collect();
    ctx.forces.raids = RaidState { place: None, rest_until: ctx.situation.tick + RAID_REST_TICKS };
    ctx.forces.shift(SoldierTask::Raid, SoldierTask::Reserve);
    let home = rally_point(ctx);
    send(ctx, &handles, OrderKind::Move(home));
}

/// The worker in sight nearest to the party.
fn victim(ctx: &DecisionContext<'_, '_>, middle: Vec2) -> Option<Handle> {
    let works =
        |it: &&ForeignBody| it.visible && ctx.roles.is_worker(it.kind) && near(it.position, middle, RAID_VICTIM_CELLS);
    let victims = ctx.situation.enemies().filter(works);
    victims.min_by_key(|it| (it.position.distance_squared_wide(middle), it.handle)).map(|it| it.handle)
}

/// Where the party goes: to the target chosen when it set out, and on to another once nothing is left there.
fn bound_for(ctx: &mut DecisionContext<'_, '_>, party: &[u32], middle: Vec2, last: Option<Vec2>) -> Option<Vec2> {
    let there = |place: &Vec2| near(*place, middle, RAID_ARRIVED_CELLS);
    if let Some(place) = last.filter(|place| !there(place)) {
        return Some(place);
    }
    let might = party.iter().map(|row| ctx.roles.might(ctx.situation.units[*row as usize].kind)).sum();
    let places: Vec<(KindId, Vec2)> = prey(ctx).filter(|(_, place)| !there(place)).collect();
    let place = match &ctx.choosers.targets {
        Some(chooser) => {
            let subject = |(kind, place): &(KindId, Vec2)| OptionSubject::Target {
                kind: *kind,
                place: *place,
                from: middle,
                might,
            };
            let subjects: Vec<OptionSubject> = places.iter().map(subject).collect();
            let lots = |row: usize| ctx.situation.lot_of(places[row].1);
            let scored = ctx.assessment().scores(chooser, &subjects);
            chooser.policy.pick(&scored, lots, ctx.rng).map(|row| places[row].1)
        }
        None => {
            let nearest =
                places.iter().min_by_key(|it| (it.1.distance_squared_wide(middle), ctx.situation.lot_of(it.1)));
            nearest.map(|it| it.1)
        }
    };
    place.or_else(|| enemy_starts(ctx.view).next())
}

/// What a raid is after: workers remembered, and buildings that take resources in.
fn prey<'d>(ctx: &'d DecisionContext<'_, '_>) -> impl Iterator<Item = (KindId, Vec2)> + use<'d> {
    let workers =
        ctx.memory.seen.iter().filter(|seen| ctx.roles.is_worker(seen.kind)).map(|seen| (seen.kind, seen.position));
    let drops = ctx.situation.enemies().filter(|it| is_building(it) && ctx.rules.kind(it.kind).drop_off != 0);
    workers.chain(drops.map(|it| (it.kind, it.position)))
}
