//! Those who stand where they are: escorts, the defence of the base, the reserve at its rally point.

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_sim::component::{ConstructionStage, TaskKind};
use sandtable_sim::view::OwnUnit;
use sandtable_state::Arrange;
use sandtable_state::id::Handle;

use super::judgement::should_meet;
use super::marching::{advance, assemble, rally_point, rows, send, standing_room};
use super::mission;
use crate::context::DecisionContext;
use crate::forces::SoldierTask;
use crate::managers::tuning::{DETACHMENT_TIMES, RALLY_SLACK_CELLS};
use crate::perception::{is_building, near};
use crate::rehearsal::VerdictHistory;
use crate::systems::ManagerFeature;

/// The might that meets at a base.
#[derive(Clone, Copy)]
struct Siege {
    /// Of the enemies near own buildings.
    threat: u32,
    /// Of the soldiers who are not away.
    at_home: u32,
}

pub(super) fn escort(ctx: &mut DecisionContext<'_, '_>) {
    if let Some(place) = ctx.forces.escort_request {
        let members = rows(ctx, SoldierTask::Escort);
        assemble(ctx, &members, place);
    }
}

/// The reserve meets the threat, the army at war turns back when the reserve is too weak, workers help when all are.
pub(super) fn defend(ctx: &mut DecisionContext<'_, '_>) {
    let threat_at = ctx.situation.threat_at;
    let (Some(militia), Some(place)) = (ctx.forces.defence_request, threat_at) else {
        ctx.forces.meets = VerdictHistory::AGREED;
        dismiss(ctx);
        return;
    };
    let reserve: Vec<u32> = ctx.forces.at_home(ctx.situation).map(|(row, _)| row).collect();
    let at_home = ctx.forces.at_home(ctx.situation).map(|(_, unit)| ctx.roles.might(unit.kind)).sum();
    let siege = Siege { threat: ctx.situation.threat, at_home };
    // Too weak to meet it, they stand together under cover, instead of dying one by one.
    let (meets, suffices) = match ctx.features.has(ManagerFeature::Rehearsal) {
        true => {
            let meets = should_meet(ctx, &reserve, place);
            (meets, meets)
        }
        false => (siege.at_home * 3 >= siege.threat * 2, siege.at_home * 5 >= siege.threat * 4),
    };
    match meets {
        true => {
            let detachment = detachment(ctx, &reserve, place);
            advance(ctx, &detachment, place);
        }
        false => assemble(ctx, &reserve, cover(ctx)),
    }
    if !suffices && siege.threat > ctx.roles.typical_might {
        let out = rows(ctx, SoldierTask::Strike);
        // What stands before the enemy's gates does more good there.
        let homeward: Vec<u32> = out.into_iter().filter(|row| nearer_home(ctx, *row)).collect();
        advance(ctx, &homeward, place);
    }
    call_to_arms(ctx, levy(ctx, siege, militia), place);
}

/// The nearest of the reserve whose might is twice the threat: the rest of a large army would find no room there, and would
/// leave its place for a scout.
fn detachment(ctx: &DecisionContext<'_, '_>, reserve: &[u32], place: Vec2) -> Vec<u32> {
    let unit = |row: u32| &ctx.situation.units[row as usize];
    let nearest = nearest_first(reserve.iter().map(|row| (*row, unit(*row))), place);
    let enough = ctx.situation.threat.saturating_mul(DETACHMENT_TIMES);
    let mut might = 0;
    let is_needed = |row: &u32| {
        let needed = might < enough;
        might += ctx.roles.might(unit(*row).kind);
        needed
    };
    nearest.into_iter().map(|(.., row)| row).take_while(is_needed).collect()
}

/// Units by their distance from a place, of equals the lower handle first: the square of the distance, the handle, the row.
fn nearest_first<'u>(units: impl Iterator<Item = (u32, &'u OwnUnit)>, place: Vec2) -> Vec<(i64, Handle, u32)> {
    let key = |(row, unit): (u32, &OwnUnit)| (unit.position.distance_squared_wide(place), unit.handle, row);
    let mut nearest: Vec<(i64, Handle, u32)> = units.map(key).collect();
    nearest.arrange();
    nearest
}

/// The armed building nearest to home, else home.
fn cover(ctx: &DecisionContext<'_, '_>) -> Vec2 {
    let home = ctx.situation.home;
    let armed = ctx
        .situation
        .buildings
        .iter()
        .filter(|it| it.stage == ConstructionStage::Complete && ctx.roles.might(it.kind) > 0);
    armed.map(|it| it.position).min_by_key(|place| place.distance_squared_wide(home)).unwrap_or(home)
}

/// How many workers to call to arms: none when soldiers suffice, and none when it would be their death.
fn levy(ctx: &DecisionContext<'_, '_>, siege: Siege, militia: u16) -> usize {
    let Siege { threat, at_home } = siege;
    // At home with their backs to the wall they fight at the double of what they weigh on the road.
    let strength = ctx.roles.worker.map_or(0, |worker| ctx.roles.might(worker) * 2).max(1);
    let missing = (threat + threat / 4).saturating_sub(at_home);
    let wanted = missing.div_ceil(strength);
    let called = wanted.min(u32::from(militia)).min(ctx.situation.workers.len() as u32);
    let hopeless = at_home + called * strength < threat / 2;
    if hopeless { 0 } else { called as usize }
}

fn nearer_home(ctx: &DecisionContext<'_, '_>, row: u32) -> bool {
    let position = ctx.situation.units[row as usize].position;
    position.distance_squared_wide(ctx.situation.home) < position.distance_squared_wide(ctx.enemy_side())
}

/// Puts up to `count` of the nearest workers against the enemy nearest to the place.
fn call_to_arms(ctx: &mut DecisionContext<'_, '_>, count: usize, place: Vec2) {
    let situation = &*ctx.situation;
    let hostile = situation.enemies().filter(|it| it.visible && !is_building(it));
    let enemy = hostile.min_by_key(|it| (it.position.distance_squared_wide(place), it.handle)).map(|it| it.handle);
    let Some(enemy) = enemy.filter(|_| count > 0) else { return dismiss(ctx) };
    let free = situation.worker_units().filter(|(row, unit)| !situation.busy[*row as usize] && unit.aboard.is_none());
    let mut workers = nearest_first(free, place);
    workers.truncate(count);
    ctx.forces.militia = workers.iter().map(|worker| worker.1).collect();
    for (_, handle, row) in workers {
        let fighting = matches!(ctx.situation.units[row as usize].acting, Some((TaskKind::Strike, ..)));
        ctx.situation.busy[row as usize] = true;
        if !fighting {
            ctx.order(handle, OrderKind::Attack(enemy));
        }
    }
}

fn dismiss(ctx: &mut DecisionContext<'_, '_>) {
    // A worker without an order is idle at the next look, and the economy manager finds it work.
    let militia = std::mem::take(&mut ctx.forces.militia);
    let alive: Vec<Handle> = militia.into_iter().filter(|handle| ctx.situation.unit(*handle).is_some()).collect();
    if !alive.is_empty() {
        send(ctx, &alive, OrderKind::Stop);
    }
}

/// The reserve waits before the base, on the enemy's side.
pub(super) fn rally(ctx: &mut DecisionContext<'_, '_>) {
    if ctx.forces.defence_request.is_some() && ctx.situation.threat_at.is_some() {
        return;
    }
    mission::rally(ctx);
    let place = rally_point(ctx);
    let reserve = rows(ctx, SoldierTask::Reserve);
    let room = standing_room(reserve.len()).max(RALLY_SLACK_CELLS);
    let is_stray = |row: &u32| !near(ctx.situation.units[*row as usize].position, place, room);
    let strays: Vec<u32> = reserve.into_iter().filter(is_stray).collect();
    advance(ctx, &strays, place);
}
