//! Hunting the last building down: first the places the enemy started from, then the map, part by part, in parties.

use sandtable_math::{Fx, Vec2};
use sandtable_state::limits::TICKS_PER_SECOND;

use super::marching::{advance, flies};
use crate::context::DecisionContext;
use crate::forces::MAX_PARTIES;
use crate::knowledge::MapSector;
use crate::managers::tuning::{HUNT_MAX_UNSEEN_SECONDS, HUNT_PATIENCE_TICKS};
use crate::perception::enemy_starts;

/// Sends an army that knows of no enemy building to find one.
pub(super) fn command(ctx: &mut DecisionContext<'_, '_>, army: &[u32]) {
    if let Some(start) = unseen_start(ctx) {
        return advance(ctx, army, start);
    }
    let parties = (army.len() / 2).clamp(1, MAX_PARTIES);
    for party in 0..parties {
        let members: Vec<u32> = army.iter().copied().skip(party).step_by(parties).collect();
        if let Some(place) = next_place(ctx, party, &members) {
            advance(ctx, &members, place);
        }
    }
}

/// The start of an opponent that was never looked at, the nearest to home.
fn unseen_start(ctx: &DecisionContext<'_, '_>) -> Option<Vec2> {
    let home = ctx.situation.home;
    let unseen = enemy_starts(ctx.view).filter(|place| ctx.memory.seen_tick_at(*place) == 0);
    unseen.min_by_key(|place| (place.distance_squared_wide(home), ctx.situation.lot_of(*place)))
}

/// The sector a party is bound for; a new one, long unseen and near, when it has seen the last.
fn next_place(ctx: &mut DecisionContext<'_, '_>, party: usize, members: &[u32]) -> Option<Vec2> {
    let now = ctx.situation.tick;
    if let Some((row, since)) = ctx.forces.hunt.parties[party] {
        let sector = &mut ctx.memory.sectors[row as usize];
        if now.saturating_sub(since) > HUNT_PATIENCE_TICKS {
            sector.seen_tick = now;
        }
        if sector.seen_tick <= since {
            return Some(sector.middle);
        }
    }
    let from = ctx.situation.units[*members.first()? as usize].position;
    let taken = |row: u16| ctx.forces.hunt.parties.iter().flatten().any(|bound| bound.0 == row);
    let flies = members.iter().all(|row| flies(ctx, *row));
    let row = unseen_sector(ctx, from, flies, &taken)?;
    ctx.forces.hunt.parties[party] = Some((row as u16, now));
    Some(ctx.memory.sectors[row].middle)
}

/// The row of the sector that is long unseen and near, of those that one can go to and are not `taken`.
pub(super) fn unseen_sector(
    ctx: &DecisionContext<'_, '_>,
    from: Vec2,
    flies: bool,
    taken: &dyn Fn(u16) -> bool,
) -> Option<usize> {
    let now = ctx.situation.tick;
    let open = |(row, sector): &(usize, &MapSector)| (sector.walkable || flies) && !taken(*row as u16);
    let appeal = |sector: &MapSector| {
        let unseen_seconds =
            i64::from(now.saturating_sub(sector.seen_tick) / TICKS_PER_SECOND).min(HUNT_MAX_UNSEEN_SECONDS);
        let cells = i64::from(Fx::root_of_wide(sector.middle.distance_squared_wide(from)).ceil_int());
        unseen_seconds - 2 * cells
    };
    let sectors = ctx.memory.sectors.iter().enumerate().filter(open);
    let lot = |sector: &MapSector| ctx.situation.lot_of(sector.middle);
    sectors.max_by_key(|(_, sector)| (appeal(sector), lot(sector))).map(|(row, _)| row)
}
