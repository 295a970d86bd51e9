//! Crossing water: an army whose enemy no way on foot leads to goes there aboard transports, gathers ashore, and fights on from there.

use sandtable_math::Vec2;
use sandtable_sim::view::OwnUnit;
use sandtable_state::id::KindId;

use super::fleet::{self, FerryRoute};
use super::marching::{assemble, flies, main_body, rally_point, rows};
use crate::context::DecisionContext;
use crate::forces::{CrossingState, SoldierTask};
use crate::managers::tuning::{CROSSING_SIDE_CELLS, FERRY_TRIPS, LEAST_FERRIED, MAX_FERRIES, PICKUP_CELLS};
use crate::perception::near;
use crate::placement::{self, Island};

/// Looks for a landing at the enemy's, on maps of islands, once for each place that the enemy is thought to be at.
pub(crate) fn look_for_landing(ctx: &mut DecisionContext<'_, '_>) {
    if !ctx.view.map().islands || ctx.roles.transport.is_none() {
        return;
    }
    let side = ctx.enemy_side();
    let is_looked = |(known, _): (Vec2, Option<Vec2>)| near(known, side, CROSSING_SIDE_CELLS);
    if !ctx.forces.crossing.looked.is_some_and(is_looked) {
        let landing = placement::landing(&ctx.assessment(), side);
        let pickup = landing.and_then(|landing| stranded(ctx, landing));
        ctx.forces.crossing = CrossingState { looked: Some((side, landing)), pickup, ..CrossingState::default() };
    }
}

/// Where the army at war stands when it can walk neither home nor to its next landing.
fn stranded(ctx: &DecisionContext<'_, '_>, landing: Vec2) -> Option<Vec2> {
    let body = main_body(ctx, &walkers_at_war(ctx));
    // Where one of them stands there is ground: their middle may lie in the water.
    let place = ctx.situation.units[*body.first()? as usize].position;
    let island = Island::around(ctx.view, place);
    (!island.has(rally_point(ctx)) && !island.has(landing)).then_some(place)
}

/// The rows of those at war who walk, and are not aboard.
fn walkers_at_war(ctx: &DecisionContext<'_, '_>) -> Vec<u32> {
    let walks = |row: &u32| ctx.situation.units[*row as usize].aboard.is_none() && !flies(ctx, *row);
    rows(ctx, SoldierTask::Strike).into_iter().filter(walks).collect()
}

/// The transports that the army there is needs: their kind, and how many; none while it is small.
pub(crate) fn wanted_transports(ctx: &DecisionContext<'_, '_>) -> Option<(KindId, u16)> {
    let (transport, load) = (ctx.roles.transport?, load_of_army(ctx));
    let capacity = fleet::capacity(ctx, transport).max(1);
    (load >= LEAST_FERRIED).then(|| (transport, load.div_ceil(capacity * FERRY_TRIPS).min(MAX_FERRIES) as u16))
}

/// Whether nothing has to be crossed, or transports are there that take the army over: in a few trips, or all there is money for.
pub(crate) fn can_cross(ctx: &DecisionContext<'_, '_>) -> bool {
    if ctx.forces.crossing.landing().is_none() {
        return true;
    }
    let (room, load) = (fleet::room(ctx), load_of_army(ctx));
    let dear = ctx.roles.transport.is_some_and(|kind| !ctx.view.affords(&ctx.rules.kind(kind).cost));
    load == 0 || room * FERRY_TRIPS >= load || (room > 0 && dear)
}

/// Takes an army over; returns those who fight there: nobody before most of it has gathered ashore.
pub(super) fn cross(ctx: &mut DecisionContext<'_, '_>, landing: Vec2, army: &[u32]) -> Vec<u32> {
    let walkers: Vec<u32> = army.iter().copied().filter(|row| !flies(ctx, *row)).collect();
    if walkers.is_empty() {
        return army.to_vec();
    }
    let (home, pickup) = (rally_point(ctx), ctx.forces.crossing.pickup);
    let route = FerryRoute::between(ctx, pickup.unwrap_or(home), landing);
    let is_bound = |row: &u32| {
        let unit = &ctx.situation.units[*row as usize];
        let goes = !unit.aboard.is_none() || route.is_across(unit.position);
        pickup.is_none_or(|place| goes || near(unit.position, place, PICKUP_CELLS))
    };
    let (walkers, others): (Vec<u32>, Vec<u32>) = walkers.into_iter().partition(is_bound);
    ctx.forces.crossing.boarding = fleet::ferry(ctx, &route, &walkers, ctx.forces.crossing.boarding);
    assemble(ctx, &others, home);
    let ashore = fleet::landed(ctx, &route, &walkers);
    let is_waiting = |row: &u32| ctx.situation.units[*row as usize].aboard.is_none() && !ashore.contains(row);
    if !walkers.iter().any(is_waiting) {
        ctx.forces.crossing.pickup = None;
    }
    let gathered = ashore.len() * 3 >= walkers.len() * 2;
    let has_landed = !ashore.is_empty() && (ctx.forces.crossing.has_landed || gathered);
    ctx.forces.crossing.has_landed = has_landed;
    let there: Vec<u32> = army.iter().copied().filter(|row| flies(ctx, *row) || ashore.contains(row)).collect();
    if has_landed {
        return there;
    }
    // Flyers wait with those who walk.
    assemble(ctx, &there, if ashore.is_empty() { route.home } else { landing });
    Vec::new()
}

/// Has those of a strike that nobody asks for any more come home, but for whom no way leads home on foot: they fight on.
pub(super) fn call_off(ctx: &mut DecisionContext<'_, '_>) {
    if ctx.forces.at_war() == 0 {
        return;
    }
    let Some(landing) = ctx.forces.crossing.landing() else {
        return ctx.forces.shift(SoldierTask::Strike, SoldierTask::Reserve);
    };
    let route = FerryRoute::between(ctx, rally_point(ctx), landing);
    let is_here = |unit: &OwnUnit| unit.aboard.is_none() && !route.is_across(unit.position);
    let at_home = ctx.forces.members(ctx.situation, SoldierTask::Strike).map(|(_, unit)| unit);
    let handles: Vec<_> = at_home.filter(|unit| is_here(unit)).map(|unit| unit.handle).collect();
    for handle in handles {
        ctx.forces.assign(handle, SoldierTask::Reserve);
    }
}

/// The room that soldiers who walk take aboard.
fn load_of_army(ctx: &DecisionContext<'_, '_>) -> u32 {
    let walkers = ctx.situation.soldier_units().filter(|(row, _)| !flies(ctx, *row));
    walkers.map(|(_, unit)| fleet::cargo_size(ctx, unit)).sum()
}
