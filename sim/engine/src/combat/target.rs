//! Whom a weapon turns on when no order says it.
//!
//! A fighter keeps its target while that is worth it, and looks around every eighth tick otherwise, at once
//! when its target is gone. The ticks are spread by match seed and id, so that no side looks first.

use super::Battle;
use super::armed_entity::ArmedEntity;
use super::posture::Posture;
use super::reach::{Sighted, eligible};
use super::tuning::{LOOK_TICKS, OTHERS_TIER, TARGET_INERTIA, TARGET_LEASH};
use crate::attack_slots::AttackSlots;
use crate::component::WeaponState;
use crate::scene::Scene;
use sandtable_math::{Fx, mix, mix3};
use sandtable_model::rules::Class;
use sandtable_nav::attack_slots::MELEE_RANGE;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::UnitId;

/// How good a target is, less is better; fields in the order of their weight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TargetRank {
    /// What is on its way will kill it.
    doomed: bool,
    /// Fighters before other units and towers, those before other buildings; of each, those in range first.
    tier: u8,
    /// Distance between edges in cells, more where one would have to wait for a place; for a healer the share of hit points left.
    distance: Fx,
}

/// Brings `weapons.target` up to date; returns the body to attack, if it can be attacked.
pub(super) fn choose<'w>(
    battle: &Battle<'w>,
    fighter: &ArmedEntity<'w>,
    weapons: &mut WeaponState,
) -> Option<Sighted<'w>> {
    let scene = &battle.scene;
    let held = fighter.aimed(scene, weapons);
    if weapons.ordered || weapons.windup > 0 && held.is_some() {
        return held;
    }
    let held = held.filter(|target| !strayed(fighter, *target));
    if held.is_some_and(|target| content(scene, fighter, weapons, target)) {
        return held;
    }
    if held.is_none() && weapons.target.is_none() && !looks_now(scene, fighter.body.id) {
        return None;
    }
    let chosen = best_target(battle, fighter, held).or_else(|| provoker(scene, fighter));
    weapons.aim_at(chosen.map_or(UnitId::NONE, |target| target.body.id), false);
    chosen
}

/// Whether this is a tick in which this one looks around.
#[inline]
pub(super) fn looks_now(scene: &Scene<'_>, id: UnitId) -> bool {
    (mix(scene.clock.seed, u64::from(id.0)).wrapping_add(u64::from(scene.clock.tick))).is_multiple_of(LOOK_TICKS)
}

/// Whether a target stands closer than the weapon can be turned on.
fn too_near(fighter: &ArmedEntity<'_>, target: Sighted<'_>) -> bool {
    let least = fighter.weapon.min_range;
    least > Fx::ZERO && target.gap() < least
}

/// Whether a target is further off, or closer, than the fighter may care for.
fn strayed(fighter: &ArmedEntity<'_>, target: Sighted<'_>) -> bool {
    if too_near(fighter, target) {
        return true;
    }
    match fighter.posture {
        Posture::Free => !target.within(fighter.stats.acquire.max(fighter.stats.range).mul_int(TARGET_LEASH)),
        Posture::Passive | Posture::Walking | Posture::Standing => !fighter.reaches(target, Fx::ZERO),
    }
}

/// Whether the fighter keeps to its target without a look around.
fn content(scene: &Scene<'_>, fighter: &ArmedEntity<'_>, weapons: &WeaponState, target: Sighted<'_>) -> bool {
    if !fighter.reaches(target, Fx::ZERO) {
        return !looks_now(scene, fighter.body.id);
    }
    // About to attack: not one who will die anyhow, nor a mere building while somebody fights back.
    let Sighted { body, .. } = target;
    let about_to = weapons.cooldown == 0 && (body.incoming >= body.hp || fighter.weapon.heals);
    let idle_building = body.class == Class::Building && looks_now(scene, fighter.body.id);
    !about_to && !idle_building
}

/// The best target around, `held` being kept unless another is better by enough.
fn best_target<'w>(battle: &Battle<'w>, fighter: &ArmedEntity<'w>, held: Option<Sighted<'w>>) -> Option<Sighted<'w>> {
    let radius = match fighter.posture {
        Posture::Free => fighter.stats.acquire.max(fighter.stats.range),
        Posture::Standing => fighter.stats.range,
        Posture::Walking if fighter.weapon.on_the_move => fighter.stats.range,
        Posture::Walking | Posture::Passive => return None,
    };
    let mut scan = TargetScan { scene: &battle.scene, slots: battle.slots, fighter, radius, best: None };
    if let Some(target) = held {
        let rank = scan.rank(target);
        let inertia = if fighter.weapon.heals { Fx::ZERO } else { TARGET_INERTIA };
        scan.settle_on(TargetRank { distance: rank.distance - inertia, ..rank }, target);
    }
    let about = battle.presence.around(fighter.body.position, scan.reach());
    let own = 1u8.checked_shl(u32::from(fighter.body.team)).unwrap_or(0);
    if fighter.weapon.heals || about.units & !own != 0 {
        scan.units();
    }
    if about.buildings & !own != 0 {
        scan.buildings();
    }
    scan.best.map(|(_, target)| target)
}

/// Whoever hurt the fighter lately from beyond its acquire distance, if it is free to go for them.
fn provoker<'w>(scene: &Scene<'w>, fighter: &ArmedEntity<'w>) -> Option<Sighted<'w>> {
    let body = scene.body(fighter.grudge).filter(|_| fighter.posture == Posture::Free)?;
    let target = Sighted::from(fighter.body, body);
    (eligible(scene, fighter.body, fighter.weapon, body) && !strayed(fighter, target)).then_some(target)
}

/// One look around.
struct TargetScan<'w, 'f> {
    scene: &'f Scene<'w>,
    slots: AttackSlots<'w>,
    fighter: &'f ArmedEntity<'w>,
    /// Targets further off are not worth a thought.
    radius: Fx,
    best: Option<(TargetRank, Sighted<'w>)>,
}

impl<'w> TargetScan<'w, '_> {
    /// How far from the fighter's centre the centre of a unit in its radius can be.
    fn reach(&self) -> Fx {
        let body = self.fighter.body;
        self.radius + body.radius + body.half.x + body.half.y + SpatialRow::MAX_RADIUS
    }

    fn units(&mut self) {
        let frame = self.scene.frame;
        frame.grid.for_each_within(self.fighter.body.position, self.reach(), |row| {
            if let Some(body) = frame.bodies.get(row).filter(|body| self.is_meant(body)) {
                self.consider(body);
            }
        });
    }

    /// Buildings are looked at when no fighter was found.
    fn buildings(&mut self) {
        let fighter_found = |(rank, _): (TargetRank, Sighted<'_>)| !rank.doomed && rank.tier < OTHERS_TIER;
        if self.fighter.weapon.heals || self.best.is_some_and(fighter_found) {
            return;
        }
        let frame = self.scene.frame;
        let buildings = frame.bodies.iter().skip(frame.units);
        buildings.for_each(|body| {
            if self.is_meant(body) {
                self.consider(body)
            }
        });
    }

    /// Whether its weapon is meant for the side that a body is on.
    #[inline]
    fn is_meant(&self, body: &SpatialRow) -> bool {
        (body.team == self.fighter.body.team) == self.fighter.weapon.heals
    }

    fn consider(&mut self, body: &'w SpatialRow) {
        let fighter = self.fighter;
        let target = Sighted::from(fighter.body, body);
        if !target.within(self.radius) || !eligible(self.scene, fighter.body, fighter.weapon, body) {
            return;
        }
        if too_near(fighter, target) {
            return;
        }
        let rank = self.rank(target);
        if self.best.is_none_or(|(best, other)| {
            rank < best || rank == best && self.tie_break(body) < self.tie_break(other.body)
        }) {
            self.settle_on(rank, target);
        }
    }

    /// Takes a target for the best so far. Once that is a living fighter, only a nearer one can be better.
    fn settle_on(&mut self, rank: TargetRank, target: Sighted<'w>) {
        self.best = Some((rank, target));
        let last_beaten_by_nearness = if self.fighter.blocked { 0 } else { OTHERS_TIER - 1 };
        if !self.fighter.weapon.heals && !rank.doomed && rank.tier <= last_beaten_by_nearness {
            self.radius = self.radius.min(rank.distance.max(Fx::ZERO));
        }
    }

    /// Settles ties between targets anew in each tick and for each fighter.
    fn tie_break(&self, body: &SpatialRow) -> u64 {
        let pair = u64::from(self.fighter.body.id.0) << 32 | u64::from(body.id.0);
        mix3(self.scene.clock.seed, u64::from(self.scene.clock.tick), pair)
    }

    fn rank(&self, target: Sighted<'_>) -> TargetRank {
        let (fighter, body) = (self.fighter, target.body);
        if fighter.weapon.heals {
            let full = self.scene.stats(body.owner(), body.kind).max_hp;
            return TargetRank { doomed: false, tier: 0, distance: body.hp.div_trunc(full) };
        }
        let (threat, far) = (threat(self.scene, body), !fighter.reaches(target, Fx::ZERO));
        // Who cannot get to the better targets turns on what is in the way.
        let tier = if fighter.blocked { 3 * u8::from(far) + threat } else { 2 * threat + u8::from(far) };
        let melee = fighter.stats.range <= MELEE_RANGE;
        let detour = if melee { self.slots.detour(self.scene, fighter.body.id, body.id) } else { Fx::ZERO };
        TargetRank { doomed: body.incoming >= body.hp, tier, distance: target.gap() + detour }
    }
}

/// 0 for fighters, 1 for other units and armed buildings, 2 for other buildings.
fn threat(scene: &Scene<'_>, body: &SpatialRow) -> u8 {
    let kind = scene.kind(body.kind);
    match (body.class, kind.weapon.is_some()) {
        (Class::Unit, true) if kind.worker.is_none() => 0,
        (Class::Unit, _) | (_, true) => 1,
        _ => 2,
    }
}
