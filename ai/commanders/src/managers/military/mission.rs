//! The named armies: each sets out when it is large enough, does what its mission is for, and comes home when it is beaten or no longer
//! asked for.

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_sim::component::TaskKind;
use sandtable_sim::view::ForeignBody;
use sandtable_state::id::Handle;

use super::fleet::FerryRoute;
use super::marching::{advance, assemble, main_body, middle_of, needs_sending, rally_point, rows, send, standing_room};
use super::squads::go_in_formation;
use super::strike::{march, might_on_the_spot};
use super::{fleet, hunt, raid};
use crate::context::DecisionContext;
use crate::forces::{RESERVE, SoldierTask};
use crate::managers::tuning::{FIGHT_CELLS, HUNT_PATIENCE_TICKS, RALLY_SEARCH_TICKS, STRIKE_REGROUP_TICKS};
use crate::perception::{is_building, near};
use crate::placement;
use crate::plan::{MissionKind, MissionSpec};

/// Leads those who are out, and calls home whom no goal asks for any more.
pub(super) fn command(ctx: &mut DecisionContext<'_, '_>) {
    for army in 0..ctx.forces.armies.len() as u8 {
        let members = rows(ctx, SoldierTask::Mission(army));
        let request = ctx.forces.armies[usize::from(army)].request;
        match request.filter(|_| !members.is_empty()) {
            Some(mission) => {
                ctx.orders.because(ctx.forces.armies[usize::from(army)].cause);
                lead(ctx, mission, &members);
            }
            None => {
                ctx.forces.shift(SoldierTask::Mission(army), SoldierTask::Army(army));
                ctx.forces.armies[usize::from(army)].come_home();
            }
        }
    }
}

fn lead(ctx: &mut DecisionContext<'_, '_>, mission: MissionSpec, members: &[u32]) {
    let there = match mission.kind {
        MissionKind::Drop => land(ctx, mission, members),
        _ => members.to_vec(),
    };
    if there.is_empty() {
        return;
    }
    let middle = middle_of(ctx, &main_body(ctx, &there));
    if is_beaten(ctx, mission, &there, middle) {
        return turn_back(ctx, mission.army, members);
    }
    match mission.kind {
        MissionKind::Attack => attack(ctx, mission.army, &there, middle),
        MissionKind::Contain => stand(ctx, mission, &there),
        MissionKind::Defend => defend(ctx, mission, &there),
        MissionKind::Escort => escort(ctx, mission, &there),
        MissionKind::Scout => scout(ctx, mission.army, &there, middle),
        MissionKind::Hold => {
            stand(ctx, mission, &there);
            hold(ctx, mission.army, &there);
        }
        MissionKind::Raid => {
            let row = usize::from(mission.army);
            ctx.forces.armies[row].place = raid::press_on(ctx, &there, middle, ctx.forces.armies[row].place);
        }
        MissionKind::Drop => {
            if !raid::strike_victim(ctx, &there, middle) {
                attack(ctx, mission.army, &there, middle);
            }
        }
    }
}

/// Whether an army weighs too little on the spot to stay. What beat it is remembered.
fn is_beaten(ctx: &mut DecisionContext<'_, '_>, mission: MissionSpec, members: &[u32], middle: Vec2) -> bool {
    let (own, enemy) = might_on_the_spot(ctx, members, middle);
    let beaten = u64::from(own) * 100 < u64::from(enemy) * u64::from(mission.strike.retreat_percent);
    if beaten {
        ctx.forces.armies[usize::from(mission.army)].beaten_by = enemy + enemy / 8;
    }
    beaten
}

fn turn_back(ctx: &mut DecisionContext<'_, '_>, army: u8, members: &[u32]) {
    let home = waiting_place(ctx, army);
    let units = members.iter().map(|row| &ctx.situation.units[*row as usize]);
    let handles: Vec<Handle> = units.filter(|unit| unit.aboard.is_none()).map(|unit| unit.handle).collect();
    ctx.forces.armies[usize::from(army)].regroup_tick = ctx.situation.tick + STRIKE_REGROUP_TICKS;
    ctx.forces.armies[usize::from(army)].come_home();
    ctx.forces.shift(SoldierTask::Mission(army), SoldierTask::Army(army));
    send(ctx, &handles, OrderKind::Move(home));
}

/// On to the building chosen before while it is known, else to the nearest, else to where the enemy is thought to be.
fn attack(ctx: &mut DecisionContext<'_, '_>, army: u8, members: &[u32], middle: Vec2) {
    let target = ctx.forces.armies[usize::from(army)].target;
    let known = || ctx.situation.enemies().filter(|it| is_building(it));
    let nearest = || known().min_by_key(|it| (it.position.distance_squared_wide(middle), it.handle));
    let chosen = known().find(|it| it.handle == target).or_else(nearest).map(|it| (it.handle, it.position));
    match chosen {
        Some((target, place)) => {
            ctx.forces.armies[usize::from(army)].target = target;
            let is_far = !near(middle, place, standing_room(members.len()) * 2);
            if !(is_far && go_in_formation(ctx, army, members, place)) {
                march(ctx, members, middle, target, place);
            }
        }
        None => {
            let side = ctx.enemy_side();
            advance(ctx, members, side);
        }
    }
}

/// Takes the army to its landing; returns those who are ashore there, once most are and it goes on from there.
fn land(ctx: &mut DecisionContext<'_, '_>, mission: MissionSpec, members: &[u32]) -> Vec<u32> {
    let home = waiting_place(ctx, mission.army);
    let Some(landing) = place_of(ctx, mission) else {
        assemble(ctx, members, home);
        return Vec::new();
    };
    let route = FerryRoute::between(ctx, home, landing);
    let row = usize::from(mission.army);
    ctx.forces.armies[row].boarding = fleet::ferry(ctx, &route, members, ctx.forces.armies[row].boarding);
    let ashore = fleet::landed(ctx, &route, members);
    let has_begun = !ctx.forces.armies[row].target.is_none();
    if has_begun || ashore.len() * 3 >= members.len() * 2 {
        return ashore;
    }
    assemble(ctx, &ashore, landing);
    Vec::new()
}

/// The place of a mission, found as the army sets out.
fn place_of(ctx: &mut DecisionContext<'_, '_>, mission: MissionSpec) -> Option<Vec2> {
    let row = usize::from(mission.army);
    if ctx.forces.armies[row].place.is_none() {
        let found = mission.place.and_then(|query| placement::goal_of(&ctx.assessment(), query));
        ctx.forces.armies[row].place = found;
    }
    ctx.forces.armies[row].place
}

/// Goes to the place of the mission and gathers there.
fn stand(ctx: &mut DecisionContext<'_, '_>, mission: MissionSpec, members: &[u32]) {
    // Where the query finds nothing, the army waits at home for it to find something.
    let place = place_of(ctx, mission).unwrap_or_else(|| waiting_place(ctx, mission.army));
    if !go_in_formation(ctx, mission.army, members, place) {
        assemble(ctx, members, place);
    }
}

/// Meets who comes near the place, the nearest to it first, and goes back to it.
fn defend(ctx: &mut DecisionContext<'_, '_>, mission: MissionSpec, members: &[u32]) {
    let place = place_of(ctx, mission);
    let close = |it: &&ForeignBody| it.visible && place.is_some_and(|place| near(it.position, place, FIGHT_CELLS));
    let apart = |it: &ForeignBody| place.map_or(0, |place| it.position.distance_squared_wide(place));
    let intruder = ctx.situation.enemies().filter(close).min_by_key(|it| (apart(it), it.handle));
    match intruder.map(|it| it.position) {
        Some(at) => advance(ctx, members, at),
        None => stand(ctx, mission, members),
    }
}

/// Goes where the army is that it escorts, and waits for it at home.
fn escort(ctx: &mut DecisionContext<'_, '_>, mission: MissionSpec, members: &[u32]) {
    let ward = mission.ward.map_or_else(Vec::new, |army| rows(ctx, SoldierTask::Mission(army)));
    let ashore = |row: &u32| ctx.situation.units[*row as usize].aboard.is_none();
    let ward: Vec<u32> = ward.into_iter().filter(ashore).collect();
    let place = match ward.is_empty() {
        true => waiting_place(ctx, mission.army),
        false => middle_of(ctx, &main_body(ctx, &ward)),
    };
    assemble(ctx, members, place);
}

/// Goes to the part of the map that was not seen for longest, and on to the next when it has seen that or cannot.
fn scout(ctx: &mut DecisionContext<'_, '_>, army: u8, members: &[u32], middle: Vec2) {
    let (row, now) = (usize::from(army), ctx.situation.tick);
    let state = &ctx.forces.armies[row];
    let is_done = |place: Vec2| {
        let seen = ctx.memory.seen_tick_at(place) > state.place_tick;
        seen || now.saturating_sub(state.place_tick) > HUNT_PATIENCE_TICKS
    };
    if state.place.is_none_or(is_done) {
        let place = hunt::unseen_sector(ctx, middle, false, &|_| false).map(|row| ctx.memory.sectors[row].middle);
        let army = &mut ctx.forces.armies[row];
        (army.place, army.place_tick) = (place, now);
    }
    if let Some(place) = ctx.forces.armies[row].place {
        advance(ctx, members, place);
    }
}

/// Those who have come to the place hold it.
fn hold(ctx: &mut DecisionContext<'_, '_>, army: u8, members: &[u32]) {
    let Some(place) = ctx.forces.armies[usize::from(army)].place else { return };
    let room = standing_room(members.len());
    let arrived = members.iter().map(|row| &ctx.situation.units[*row as usize]).filter(|unit| {
        let holds = matches!(unit.moving, Some((TaskKind::Hold, ..)));
        !holds && near(unit.position, place, room) && !needs_sending(unit, place, room)
    });
    let arrived: Vec<Handle> = arrived.map(|unit| unit.handle).collect();
    send(ctx, &arrived, OrderKind::Hold);
}

/// Those of named armies who are at home wait together, each army at its own place.
pub(super) fn rally(ctx: &mut DecisionContext<'_, '_>) {
    for army in 0..ctx.forces.armies.len() as u8 {
        let members = rows(ctx, SoldierTask::Army(army));
        if !members.is_empty() {
            ctx.orders.because(RESERVE);
            let place = waiting_place(ctx, army);
            assemble(ctx, &members, place);
        }
    }
}

/// Where an army waits: where its query says, looked for now and then, else at the usual rally point.
fn waiting_place(ctx: &mut DecisionContext<'_, '_>, army: u8) -> Vec2 {
    let (row, now) = (usize::from(army), ctx.situation.tick);
    if let Some((place, found)) = ctx.forces.armies[row].rally
        && now.saturating_sub(found) < RALLY_SEARCH_TICKS
    {
        return place;
    }
    let query = ctx.armies.get(row).and_then(|army| army.rally);
    let found = query.and_then(|query| placement::goal_of(&ctx.assessment(), query));
    let place = found.unwrap_or_else(|| rally_point(ctx));
    ctx.forces.armies[row].rally = Some((place, now));
    place
}
