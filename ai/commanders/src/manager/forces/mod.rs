//! The forces manager: every soldier has a duty, goals claim duties by priority, and what nobody claims stays in
//! reserve at the rally point.

mod cause;
mod hunt;
mod raid;
mod recon;
mod strike;

use cause::{Causes, RESERVE};
use sandtable_sim::component::{Stage, TaskKind};
use sandtable_sim::id::Handle;
use sandtable_sim::limits::MAX_ORDER_UNITS;
use sandtable_sim::map::Cell;
use sandtable_sim::math::{Fx, Vec2};
use sandtable_sim::order::{Order, Verb};
use sandtable_sim::rules::Locomotion;
use sandtable_sim::view::OwnUnit;
use serde::{Deserialize, Serialize};

use crate::commander::Cause;
use crate::desk::Desk;
use crate::plan::{Raid, Status, Strike};
use crate::situation::{Situation, near};

/// What a soldier is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Duty {
    Reserve,
    Strike,
    Escort,
    Scout,
    Raid,
}

/// Duties, and what was claimed in this decision.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Forces {
    /// By handle.
    roster: Vec<(Handle, Duty)>,
    strike_claim: Option<Strike>,
    raid_claim: Option<Raid>,
    defence_claim: Option<u16>,
    escort_claim: Option<Vec2>,
    /// On whose behalf claims are made now, and on whose each was.
    #[serde(skip)]
    pub claimant: Cause,
    #[serde(skip)]
    causes: Causes,
    campaign: strike::Campaign,
    hunt: hunt::Hunt,
    recon: recon::Recon,
    raids: raid::Raids,
    /// Workers called to arms.
    militia: Vec<Handle>,
}

/// Cells from the base to the place where soldiers gather.
const RALLY_CELLS: i16 = 7;
/// Cells around the rally point within which a soldier has arrived.
const RALLY_SLACK: i16 = 6;

impl Forces {
    /// Enters newcomers, strikes off the dead, drops the claims of the last decision.
    pub fn begin(&mut self, situation: &Situation) {
        self.roster.retain(|(handle, _)| situation.unit(*handle).is_some());
        for (_, unit) in situation.soldier_units() {
            if let Err(row) = self.roster.binary_search_by_key(&unit.handle, |entry| entry.0) {
                self.roster.insert(row, (unit.handle, Duty::Reserve));
            }
        }
        self.strike_claim = None;
        self.raid_claim = None;
        self.defence_claim = None;
        self.escort_claim = None;
        self.recon.release();
    }

    /// Claims the army for an attack.
    /// `awaited` is the might thought to await it.
    pub fn claim_strike(&mut self, situation: &Situation, strike: Strike, awaited: u32) -> Status {
        if self.strike_claim.is_some() {
            return Status::Waiting;
        }
        (self.strike_claim, self.causes.strike) = (Some(strike), self.claimant);
        let (reserve, out) = (self.count(Duty::Reserve), self.count(Duty::Strike));
        let dares = u64::from(situation.might) * 100 >= u64::from(awaited) * u64::from(strike.odds_percent);
        let starts = || dares && self.campaign.may_start(situation, strike, reserve);
        let enough = if out == 0 { starts() } else { reserve >= strike.wave };
        if enough {
            self.shift(Duty::Reserve, Duty::Strike);
        }
        Status::Running
    }

    /// Claims what it takes against a threat to the base.
    pub fn claim_defence(&mut self, situation: &Situation, militia: u16) -> Status {
        if situation.threat_at.is_none() {
            return Status::Done;
        }
        if self.defence_claim.is_none() {
            (self.defence_claim, self.causes.defence) = (Some(militia), self.claimant);
        }
        Status::Running
    }

    /// Claims `count` soldiers to stand at a place.
    pub fn claim_escort(&mut self, situation: &Situation, place: Vec2, count: u16) -> Status {
        if self.escort_claim.is_some() {
            return Status::Waiting;
        }
        (self.escort_claim, self.causes.escort) = (Some(place), self.claimant);
        while self.count(Duty::Escort) < count {
            if !self.enlist(situation, place, Duty::Escort) {
                return Status::Waiting;
            }
        }
        let there = self.members(situation, Duty::Escort).all(|(_, unit)| near(unit.position, place, 8));
        if there { Status::Done } else { Status::Waiting }
    }

    /// Orders everyone about.
    pub fn command(desk: &mut Desk<'_, '_>) {
        let forces = &mut *desk.forces;
        if forces.escort_claim.is_none() {
            forces.shift(Duty::Escort, Duty::Reserve);
        }
        if forces.strike_claim.is_none() {
            forces.shift(Duty::Strike, Duty::Reserve);
        }
        if forces.raid_claim.is_none() {
            forces.shift(Duty::Raid, Duty::Reserve);
        }
        desk.orders.because(desk.forces.causes.scout);
        recon::command(desk);
        desk.orders.because(desk.forces.causes.strike);
        strike::command(desk);
        desk.orders.because(desk.forces.causes.raid);
        raid::command(desk);
        desk.orders.because(desk.forces.causes.escort);
        escort(desk);
        let defends = desk.forces.defence_claim.is_some();
        desk.orders.because(if defends { desk.forces.causes.defence } else { RESERVE });
        defend(desk);
        desk.orders.because(RESERVE);
        rally(desk);
    }

    /// Soldiers away on a strike.
    pub fn at_war(&self) -> u16 {
        self.count(Duty::Strike)
    }

    fn count(&self, duty: Duty) -> u16 {
        self.roster.iter().filter(|entry| entry.1 == duty).count() as u16
    }

    fn shift(&mut self, from: Duty, to: Duty) {
        for entry in self.roster.iter_mut().filter(|entry| entry.1 == from) {
            entry.1 = to;
        }
    }

    fn members<'s>(
        &'s self,
        situation: &'s Situation,
        duty: Duty,
    ) -> impl Iterator<Item = (u32, &'s OwnUnit)> + use<'s> {
        let rows = self.roster.iter().filter(move |entry| entry.1 == duty);
        rows.filter_map(|entry| situation.unit(entry.0))
    }

    /// Gives the reserve soldier nearest to `place` a duty; false when there is none.
    fn enlist(&mut self, situation: &Situation, place: Vec2, duty: Duty) -> bool {
        let apart = |unit: &OwnUnit| (unit.position.distance_squared_wide(place), unit.handle);
        let nearest = self.members(situation, Duty::Reserve).map(|(_, unit)| apart(unit)).min();
        let Some((_, handle)) = nearest else { return false };
        self.assign(handle, duty);
        true
    }

    fn assign(&mut self, handle: Handle, duty: Duty) {
        if let Ok(row) = self.roster.binary_search_by_key(&handle, |entry| entry.0) {
            self.roster[row].1 = duty;
        }
    }
}

/// Sends those of `units` that are not on their way there, or there, to attack what they meet on the way to a place.
fn advance(desk: &mut Desk<'_, '_>, units: &[u32], to: Vec2) {
    let situation = &*desk.situation;
    let strays = units.iter().map(|row| &situation.units[*row as usize]);
    let strays: Vec<Handle> = strays.filter(|unit| needs_sending(unit, to)).map(|unit| unit.handle).collect();
    send(desk, &strays, Verb::AttackMove(to));
}

/// Gives many units one order.
fn send(desk: &mut Desk<'_, '_>, units: &[Handle], verb: Verb) {
    for part in units.chunks(MAX_ORDER_UNITS) {
        desk.orders.give(Order::to(part.iter().copied(), verb));
    }
}

fn needs_sending(unit: &OwnUnit, to: Vec2) -> bool {
    let bound_there = matches!(unit.moving, Some((TaskKind::Goto, _, point)) if near(point, to, 2));
    let there = unit.idle() && near(unit.position, to, 3);
    !(bound_there || there)
}

fn rows(desk: &Desk<'_, '_>, duty: Duty) -> Vec<u32> {
    desk.forces.members(desk.situation, duty).map(|(row, _)| row).collect()
}

fn escort(desk: &mut Desk<'_, '_>) {
    if let Some(place) = desk.forces.escort_claim {
        let members = rows(desk, Duty::Escort);
        advance(desk, &members, place);
    }
}

/// The reserve meets the threat, the army at war turns back when the reserve is too weak, workers help when all are.
fn defend(desk: &mut Desk<'_, '_>) {
    let threat_at = desk.situation.threat_at;
    let (Some(militia), Some(place)) = (desk.forces.defence_claim, threat_at) else {
        dismiss(desk);
        return;
    };
    let might = |desk: &Desk<'_, '_>, duty| -> u32 {
        desk.forces.members(desk.situation, duty).map(|(_, unit)| desk.roles.might(unit.kind)).sum()
    };
    let reserve = rows(desk, Duty::Reserve);
    let (at_home, threat) = (might(desk, Duty::Reserve), desk.situation.threat);
    // Too weak to meet it, they stand together under cover, instead of dying one by one.
    let stand = if at_home * 3 < threat * 2 { cover(desk) } else { place };
    advance(desk, &reserve, stand);
    if at_home * 5 < threat * 4 && threat > desk.roles.typical_might {
        let out = rows(desk, Duty::Strike);
        // What stands before the enemy's gates does more good there.
        let homeward: Vec<u32> = out.into_iter().filter(|row| nearer_home(desk, *row)).collect();
        advance(desk, &homeward, place);
    }
    call_to_arms(desk, levy(desk, threat, at_home, militia), place);
}

/// The armed building nearest to home, else home.
fn cover(desk: &Desk<'_, '_>) -> Vec2 {
    let home = desk.situation.home;
    let armed =
        desk.situation.buildings.iter().filter(|it| it.stage == Stage::Complete && desk.roles.might(it.kind) > 0);
    armed.map(|it| it.position).min_by_key(|place| place.distance_squared_wide(home)).unwrap_or(home)
}

/// How many workers to call to arms: none when soldiers suffice, and none when it would be their death.
fn levy(desk: &Desk<'_, '_>, threat: u32, at_home: u32, militia: u16) -> usize {
    // At home with their backs to the wall they fight at the double of what they weigh on the road.
    let strength = desk.roles.worker.map_or(0, |worker| desk.roles.might(worker) * 2).max(1);
    let missing = (threat + threat / 4).saturating_sub(at_home);
    let wanted = missing.div_ceil(strength);
    let called = wanted.min(u32::from(militia)).min(desk.situation.workers.len() as u32);
    let hopeless = at_home + called * strength < threat / 2;
    if hopeless { 0 } else { called as usize }
}

fn nearer_home(desk: &Desk<'_, '_>, row: u32) -> bool {
    let position = desk.situation.units[row as usize].position;
    position.distance_squared_wide(desk.situation.home) < position.distance_squared_wide(desk.enemy_side())
}

/// Puts up to `count` of the nearest workers against the enemy nearest to the place.
fn call_to_arms(desk: &mut Desk<'_, '_>, count: usize, place: Vec2) {
    let situation = &*desk.situation;
    let hostile = situation.enemies().filter(|it| it.visible && !crate::situation::is_building(it));
    let enemy = hostile.min_by_key(|it| (it.position.distance_squared_wide(place), it.handle)).map(|it| it.handle);
    let Some(enemy) = enemy.filter(|_| count > 0) else { return dismiss(desk) };
    let free = situation.worker_units().filter(|(row, unit)| !situation.busy[*row as usize] && unit.aboard.is_none());
    let mut workers: Vec<(i64, Handle, u32)> =
        free.map(|(row, unit)| (unit.position.distance_squared_wide(place), unit.handle, row)).collect();
    workers.sort_unstable();
    workers.truncate(count);
    desk.forces.militia = workers.iter().map(|worker| worker.1).collect();
    for (_, handle, row) in workers {
        let fighting = matches!(desk.situation.units[row as usize].acting, Some((TaskKind::Strike, ..)));
        desk.situation.busy[row as usize] = true;
        if !fighting {
            desk.order(handle, Verb::Attack(enemy));
        }
    }
}

fn dismiss(desk: &mut Desk<'_, '_>) {
    // A worker without an order is idle at the next look, and the economy manager finds it work.
    let militia = std::mem::take(&mut desk.forces.militia);
    let alive: Vec<Handle> = militia.into_iter().filter(|handle| desk.situation.unit(*handle).is_some()).collect();
    if !alive.is_empty() {
        send(desk, &alive, Verb::Stop);
    }
}

/// The reserve waits before the base, on the enemy's side.
fn rally(desk: &mut Desk<'_, '_>) {
    if desk.forces.defence_claim.is_some() && desk.situation.threat_at.is_some() {
        return;
    }
    let place = rally_point(desk);
    let reserve = desk.forces.members(desk.situation, Duty::Reserve);
    let strays = reserve.filter(|(_, unit)| !near(unit.position, place, RALLY_SLACK));
    let strays: Vec<u32> = strays.map(|(row, _)| row).collect();
    advance(desk, &strays, place);
}

fn rally_point(desk: &Desk<'_, '_>) -> Vec2 {
    let home = desk.situation.home;
    let ahead = desk.enemy_side() - home;
    let open = |cells: i16| {
        let place = home + ahead.with_length_trunc(Fx::from_int(cells));
        desk.view.passable(Cell::at(place), Locomotion::Foot).then_some(place)
    };
    (0..4).find_map(|step| open(RALLY_CELLS + step)).unwrap_or(home)
}
