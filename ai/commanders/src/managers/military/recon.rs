//! Scouting: one unit looks at the places goals ask about.

use sandtable_sim::id::{Handle, KindId};
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::math::{Fx, Vec2};
use sandtable_sim::order::Verb;

use super::marching::needs_sending;
use crate::context::DecisionContext;
use crate::forces::{ScoutRequest, SoldierDuty};
use crate::knowledge::MapSector;
use crate::perception::{enemy_starts, near};
use crate::systems::ManagerFeature;

/// Ticks after which a place that cannot be got at is given up.
const PATIENCE_TICKS: u32 = 60 * TICKS_PER_SECOND;
/// Ticks between a scout's death and the next one's setting out.
const MOURNING_TICKS: u32 = 60 * TICKS_PER_SECOND;

/// Sends the scout on, or lets it go back to what it was.
pub(super) fn command(desk: &mut DecisionContext<'_, '_>) {
    let wanted = desk.forces.recon.wanted;
    if wanted == ScoutRequest::Nothing {
        desk.forces.shift(SoldierDuty::Scout, SoldierDuty::Reserve);
        desk.forces.recon.scout = Handle::NONE;
        return;
    }
    let Some(scout) = find_scout(desk, wanted) else { return };
    let Some(place) = find_errand(desk, wanted, scout) else { return };
    desk.situation.busy[scout as usize] = true;
    if needs_sending(&desk.situation.units[scout as usize], place) {
        desk.employ(scout, Verb::Move(place));
    }
}

/// The scout's row: the one at work, or a new one.
fn find_scout(desk: &mut DecisionContext<'_, '_>, wanted: ScoutRequest) -> Option<u32> {
    let now = desk.situation.tick;
    let known = desk.forces.recon.scout;
    if let Some((row, _)) = desk.situation.unit(known) {
        return Some(row);
    }
    if !known.is_none() {
        desk.forces.recon.scout = Handle::NONE;
        desk.forces.recon.rest_until = now + MOURNING_TICKS;
    }
    if now < desk.forces.recon.rest_until {
        return None;
    }
    let preferred = match wanted {
        ScoutRequest::Round(kind) => kind,
        _ => None,
    };
    let row = choose_scout(desk, preferred)?;
    let handle = desk.situation.units[row as usize].handle;
    desk.forces.recon.scout = handle;
    desk.forces.assign(handle, SoldierDuty::Scout);
    Some(row)
}

/// A unit of the preferred kind, else the fastest of the reserve, else a worker.
fn choose_scout(desk: &DecisionContext<'_, '_>, preferred: Option<KindId>) -> Option<u32> {
    let situation = &*desk.situation;
    let right = situation.units.iter().position(|unit| Some(unit.kind) == preferred);
    let swift = || {
        let reserve = desk.forces.members(situation, SoldierDuty::Reserve);
        reserve.max_by_key(|(_, unit)| (desk.view.stats(unit.kind).speed, unit.handle)).map(|(row, _)| row)
    };
    let worker = || situation.free_worker(situation.home).filter(|_| situation.workers.len() > 5);
    right.map(|row| row as u32).or_else(swift).or_else(worker)
}

fn find_errand(desk: &mut DecisionContext<'_, '_>, wanted: ScoutRequest, scout: u32) -> Option<Vec2> {
    if let ScoutRequest::Place(place) = wanted {
        return Some(place);
    }
    let now = desk.situation.tick;
    if let Some((place, since)) = desk.forces.recon.errand {
        if now - since > PATIENCE_TICKS {
            desk.memory.mark_seen(place, now);
        }
        if desk.memory.seen_tick_at(place) <= since {
            return Some(place);
        }
    }
    let place = next_errand(desk, desk.situation.units[scout as usize].position)?;
    desk.forces.recon.errand = Some((place, now));
    Some(place)
}

/// The part of the map longest unseen for its distance; where enemies started counts for more.
fn next_errand(desk: &mut DecisionContext<'_, '_>, from: Vec2) -> Option<Vec2> {
    let now = desk.situation.tick;
    let starts: Vec<Vec2> = enemy_starts(desk.view).collect();
    let asked: Vec<Vec2> = match desk.features.has(ManagerFeature::Questions) {
        true => desk.knowledge.board.questions().map(|(place, _)| place).collect(),
        false => Vec::new(),
    };
    let noise: Vec<u32> = desk.memory.sectors.iter().map(|_| desk.rng.below(16)).collect();
    let appeal = |(row, sector): (usize, &MapSector)| {
        let unseen_seconds = i64::from((now - sector.seen_tick) / TICKS_PER_SECOND).min(300);
        let cells = i64::from(Fx::root_of_wide(sector.middle.distance_squared_wide(from)).ceil_int());
        let start = starts.iter().any(|start| near(*start, sector.middle, 6));
        let bonus = if start && (unseen_seconds > 60 || sector.seen_tick == 0) { 300 } else { 0 };
        let question = if asked.iter().any(|place| near(*place, sector.middle, 6)) { 200 } else { 0 };
        unseen_seconds + bonus + question - cells + i64::from(noise[row])
    };
    let walkable = desk.memory.sectors.iter().enumerate().filter(|(_, sector)| sector.walkable);
    walkable
        .max_by_key(|entry| (appeal(*entry), desk.situation.lot_of(entry.1.middle)))
        .map(|(_, sector)| sector.middle)
}
