//! Scouting: one unit looks at the places goals ask about.

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_state::id::{Handle, KindId};
use sandtable_state::limits::TICKS_PER_SECOND;

use super::marching::needs_sending;
use crate::context::DecisionContext;
use crate::forces::{ScoutRequest, SoldierTask};
use crate::knowledge::MapSector;
use crate::managers::tuning::{
    ARRIVED_CELLS, SCOUT_MAX_UNSEEN_SECONDS, SCOUT_NOISE, SCOUT_PATIENCE_TICKS, SCOUT_PLACE_CELLS,
    SCOUT_QUESTION_BONUS, SCOUT_REPLACEMENT_TICKS, SCOUT_SPARE_WORKERS, SCOUT_START_BONUS, SCOUT_START_SECONDS,
};
use crate::perception::{enemy_starts, near};
use crate::systems::ManagerFeature;

/// Sends the scout on, or lets it go back to what it was.
pub(super) fn command(ctx: &mut DecisionContext<'_, '_>) {
    let wanted = ctx.forces.recon.wanted;
    if wanted == ScoutRequest::Nothing {
        ctx.forces.shift(SoldierTask::Scout, SoldierTask::Reserve);
        ctx.forces.recon.scout = Handle::NONE;
        return;
    }
    let Some(scout) = find_scout(ctx, wanted) else { return };
    let Some(place) = find_errand(ctx, wanted, scout) else { return };
    ctx.situation.busy[scout as usize] = true;
    if needs_sending(&ctx.situation.units[scout as usize], place, ARRIVED_CELLS) {
        ctx.employ(scout, OrderKind::Move(place));
    }
}

/// The scout's row: the one at work, or a new one.
fn find_scout(ctx: &mut DecisionContext<'_, '_>, wanted: ScoutRequest) -> Option<u32> {
    let now = ctx.situation.tick;
    let known = ctx.forces.recon.scout;
    if let Some((row, _)) = ctx.situation.unit(known) {
        return Some(row);
    }
    if !known.is_none() {
        ctx.forces.recon.scout = Handle::NONE;
        ctx.forces.recon.rest_until = now + SCOUT_REPLACEMENT_TICKS;
    }
    if now < ctx.forces.recon.rest_until {
        return None;
    }
    let preferred = match wanted {
        ScoutRequest::Round(kind) => kind,
        _ => None,
    };
    let row = choose_scout(ctx, preferred)?;
    let handle = ctx.situation.units[row as usize].handle;
    ctx.forces.recon.scout = handle;
    ctx.forces.assign(handle, SoldierTask::Scout);
    Some(row)
}

/// A unit of the preferred kind, else the fastest of the reserve, else a worker.
fn choose_scout(ctx: &DecisionContext<'_, '_>, preferred: Option<KindId>) -> Option<u32> {
    let situation = &*ctx.situation;
    let right = situation.units.iter().position(|unit| Some(unit.kind) == preferred);
    let swift = || {
        let reserve = ctx.forces.members(situation, SoldierTask::Reserve);
        reserve.max_by_key(|(_, unit)| (ctx.view.stats(unit.kind).speed, unit.handle)).map(|(row, _)| row)
    };
    let worker = || situation.free_worker(situation.home).filter(|_| situation.workers.len() > SCOUT_SPARE_WORKERS);
    right.map(|row| row as u32).or_else(swift).or_else(worker)
}

fn find_errand(ctx: &mut DecisionContext<'_, '_>, wanted: ScoutRequest, scout: u32) -> Option<Vec2> {
    if let ScoutRequest::Place(place) = wanted {
        return Some(place);
    }
    let now = ctx.situation.tick;
    if let Some((place, since)) = ctx.forces.recon.errand {
        if now.saturating_sub(since) > SCOUT_PATIENCE_TICKS {
            ctx.memory.mark_seen(place, now);
        }
        if ctx.memory.seen_tick_at(place) <= since {
            return Some(place);
        }
    }
    let place = next_errand(ctx, ctx.situation.units[scout as usize].position)?;
    ctx.forces.recon.errand = Some((place, now));
    Some(place)
}

/// The part of the map longest unseen for its distance; where enemies started counts for more.
fn next_errand(ctx: &mut DecisionContext<'_, '_>, from: Vec2) -> Option<Vec2> {
    let now = ctx.situation.tick;
    let starts: Vec<Vec2> = enemy_starts(ctx.view).collect();
    let asked: Vec<Vec2> = match ctx.features.has(ManagerFeature::Questions) {
        true => ctx.knowledge.board.questions().map(|(place, _)| place).collect(),
        false => Vec::new(),
    };
    let noise: Vec<u32> = ctx.memory.sectors.iter().map(|_| ctx.rng.below(SCOUT_NOISE)).collect();
    let appeal = |(row, sector): (usize, &MapSector)| {
        let unseen_seconds =
            i64::from(now.saturating_sub(sector.seen_tick) / TICKS_PER_SECOND).min(SCOUT_MAX_UNSEEN_SECONDS);
        let cells = i64::from(Fx::root_of_wide(sector.middle.distance_squared_wide(from)).ceil_int());
        let start = starts.iter().any(|start| near(*start, sector.middle, SCOUT_PLACE_CELLS));
        let bonus = if start && (unseen_seconds > SCOUT_START_SECONDS || sector.seen_tick == 0) {
            SCOUT_START_BONUS
        } else {
            0
        };
        let question = if asked.iter().any(|place| near(*place, sector.middle, SCOUT_PLACE_CELLS)) {
            SCOUT_QUESTION_BONUS
        } else {
            0
        };
        unseen_seconds + bonus + question - cells + i64::from(noise[row])
    };
    let walkable = ctx.memory.sectors.iter().enumerate().filter(|(_, sector)| sector.walkable);
    walkable.max_by_key(|entry| (appeal(*entry), ctx.situation.lot_of(entry.1.middle))).map(|(_, sector)| sector.middle)
}
