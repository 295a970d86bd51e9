//! Raids: a party strikes at what the enemy lives on, where few defend it, and is gone before many come.

use sandtable_sim::component::Stage;
use sandtable_sim::id::{Handle, KindId};
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::math::Vec2;
use sandtable_sim::order::Verb;
use sandtable_sim::rules::Class;
use sandtable_sim::view::Foreign;

use super::marching::{advance, middle_of, rally_point, rows, send};
use crate::context::DecisionContext;
use crate::forces::{RaidState, SoldierDuty};
use crate::input::OptionSubject;
use crate::perception::{enemy_starts, is_building, near};
use crate::plan::RaidSpec;

/// Ticks between turning back and setting out again.
const REST_TICKS: u32 = 25 * TICKS_PER_SECOND;
/// Cells around the party in which odds are counted.
const FIGHT_CELLS: i16 = 9;
/// Cells around its target in which victims are looked for.
const HUNT_CELLS: i16 = 10;

/// Leads those on raid duty.
pub(super) fn command(desk: &mut DecisionContext<'_, '_>) {
    let party = rows(desk, SoldierDuty::Raid);
    let Some(raid) = desk.forces.raid_claim.filter(|_| !party.is_empty()) else { return };
    let middle = middle_of(desk, &party);
    if is_caught(desk, &party, middle, raid) {
        return retreat(desk, &party);
    }
    if let Some(victim) = victim(desk, middle) {
        let units = party.iter().map(|row| &desk.situation.units[*row as usize]);
        let handles: Vec<Handle> = units.filter(|unit| unit.target != victim).map(|unit| unit.handle).collect();
        return send(desk, &handles, Verb::Attack(victim));
    }
    if let Some(place) = bound_for(desk, &party, middle) {
        advance(desk, &party, place);
    }
}

/// Whether soldiers and towers about weigh more than the party dares to meet.
fn is_caught(desk: &DecisionContext<'_, '_>, party: &[u32], middle: Vec2, raid: RaidSpec) -> bool {
    let might = |kind: KindId| u64::from(desk.roles.might(kind));
    let own: u64 = party.iter().map(|row| might(desk.situation.units[*row as usize].kind)).sum();
    let armed =
        |it: &&Foreign| desk.roles.marches(it.kind) || (it.class == Class::Building && it.stage == Stage::Complete);
    let near = desk.situation.enemies().filter(|it| near(it.position, middle, FIGHT_CELLS)).filter(armed);
    let enemy: u64 = near.map(|it| might(it.kind)).sum();
    own * 100 < enemy * u64::from(raid.retreat_percent)
}

fn retreat(desk: &mut DecisionContext<'_, '_>, party: &[u32]) {
    let handles: Vec<Handle> = party.iter().map(|row| desk.situation.units[*row as usize].handle).collect();
    desk.forces.raids = RaidState { place: None, rest_until: desk.situation.tick + REST_TICKS };
    desk.forces.shift(SoldierDuty::Raid, SoldierDuty::Reserve);
    let home = rally_point(desk);
    send(desk, &handles, Verb::Move(home));
}

/// The worker in sight nearest to the party.
fn victim(desk: &DecisionContext<'_, '_>, middle: Vec2) -> Option<Handle> {
    let works = |it: &&Foreign| it.visible && desk.roles.is_worker(it.kind) && near(it.position, middle, HUNT_CELLS);
    let victims = desk.situation.enemies().filter(works);
    victims.min_by_key(|it| (it.position.distance_squared_wide(middle), it.handle)).map(|it| it.handle)
}

/// Where the party goes: to the target chosen when it set out, and on to another once nothing is left there.
fn bound_for(desk: &mut DecisionContext<'_, '_>, party: &[u32], middle: Vec2) -> Option<Vec2> {
    let there = |place: &Vec2| near(*place, middle, 3);
    if let Some(place) = desk.forces.raids.place.filter(|place| !there(place)) {
        return Some(place);
    }
    let might = party.iter().map(|row| desk.roles.might(desk.situation.units[*row as usize].kind)).sum();
    let places: Vec<(KindId, Vec2)> = prey(desk).filter(|(_, place)| !there(place)).collect();
    let place = match &desk.choosers.targets {
        Some(chooser) => {
            let subject = |(kind, place): &(KindId, Vec2)| OptionSubject::Target {
                kind: *kind,
                place: *place,
                from: middle,
                might,
            };
            let subjects: Vec<OptionSubject> = places.iter().map(subject).collect();
            let lots = |row: usize| desk.situation.lot_of(places[row].1);
            let scored = desk.assessment().scores(chooser, &subjects);
            chooser.policy.pick(&scored, lots, desk.rng).map(|row| places[row].1)
        }
        None => {
            let nearest =
                places.iter().min_by_key(|it| (it.1.distance_squared_wide(middle), desk.situation.lot_of(it.1)));
            nearest.map(|it| it.1)
        }
    };
    let place = place.or_else(|| enemy_starts(desk.view).next());
    desk.forces.raids.place = place;
    place
}

/// What a raid is after: workers remembered, and buildings that take resources in.
fn prey<'d>(desk: &'d DecisionContext<'_, '_>) -> impl Iterator<Item = (KindId, Vec2)> + use<'d> {
    let workers =
        desk.memory.seen.iter().filter(|seen| desk.roles.is_worker(seen.kind)).map(|seen| (seen.kind, seen.position));
    let drops = desk.situation.enemies().filter(|it| is_building(it) && desk.rules.kind(it.kind).drop_off != 0);
    workers.chain(drops.map(|it| (it.kind, it.position)))
}
