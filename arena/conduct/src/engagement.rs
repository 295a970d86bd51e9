//! Soldiers: idle beside a fight, in a place from which they cannot strike, after somebody they never catch.

use std::collections::BTreeMap;

use sandtable_math::{Fx, Vec2};
use sandtable_sim::ObservedUnit;
use sandtable_state::id::{PlayerId, UnitId};

use super::LapseKind;
use super::look::{Look, is_near};
use super::movement::Anchors;
use super::spells::Spells;
use super::tuning::{BESIDE, CHASED};

/// One who was hurt just now, and by whom.
struct Victim {
    owner: PlayerId,
    at: Vec2,
    by: UnitId,
}

/// Soldiers idle beside friends who are hurt.
pub(super) fn note_idle(look: &Look<'_>, spells: &mut Spells) {
    let victims = victims(look);
    for unit in &look.units {
        let is_idle = unit.task.is_none() && unit.target.is_none() && !unit.moving;
        if is_idle && victims.iter().any(|victim| could_help(look, unit, victim)) {
            spells.hold_unit(look, LapseKind::IdleUnderThreat, unit);
        }
    }
}

/// Everybody who was hurt just now by a living enemy.
fn victims(look: &Look<'_>) -> Vec<Victim> {
    let units = look.units.iter().map(|unit| (unit.id, unit.position, unit.hurt_tick, unit.hurt_by));
    let buildings = look.buildings.iter().map(|one| (one.id, one.position, one.hurt_tick, one.hurt_by));
    let hurt = units
        .chain(buildings)
        .filter(|(id, _, tick, by)| look.is_under_attack(*tick) && by.is_some() && look.is_foe(id.owner(), by.owner()));
    hurt.map(|(id, at, _, by)| Victim { owner: id.owner(), at, by }).collect()
}

/// Whether a soldier stands beside a friend who is hurt by somebody whom it sees and can hit.
fn could_help(look: &Look<'_>, unit: &ObservedUnit, victim: &Victim) -> bool {
    let (player, world) = (unit.id.owner(), look.world);
    let is_friend = world.scenario().team_of(player) == world.scenario().team_of(victim.owner);
    let Some(weapon) = look.weapon_of_soldier(unit).filter(|_| is_friend && is_near(unit.position, victim.at, BESIDE))
    else {
        return false;
    };
    let seen = look.unit(victim.by).map(|foe| foe.seen_by).or(look.building(victim.by).map(|foe| foe.seen_by));
    let is_seen = seen.is_some_and(|seen_by| look.sees(player, seen_by));
    is_seen && look.body(victim.by).is_some_and(|body| body.can_be_hit_by(weapon))
}

/// Those who stand at a place round their target from which they cannot strike.
pub(super) fn note_out_of_reach(look: &Look<'_>, anchors: &Anchors, spells: &mut Spells) {
    for reservation in look.world.observe_reservations().iter().filter(|reservation| reservation.place.is_some()) {
        // One whose weapon is ready and stays so strikes nobody.
        let Some(unit) = look.unit(reservation.unit).filter(|unit| unit.cooldown == 0) else { continue };
        let Some(kind) = Some(look.kind_of(unit)).filter(|kind| kind.weapon.is_some()) else { continue };
        let (Some(weapon), Some(own)) = (&kind.weapon, &kind.body) else { continue };
        let reach = weapon.range + own.radius + Fx::HALF;
        let reaches = look.body(reservation.target).is_none_or(|body| body.is_within(unit.position, reach));
        if !reaches && anchors.since(unit.id).is_some_and(|since| since < look.tick) {
            spells.hold_unit(look, LapseKind::OutOfReach, unit);
        }
    }
}

/// One who runs after somebody.
struct Chase {
    target: UnitId,
    from: u32,
    last_at: Vec2,
    /// Steps between looks, added up.
    run: Fx,
}

/// Who runs after whom.
#[derive(Default)]
pub(super) struct Chases(BTreeMap<UnitId, Chase>);

impl Chases {
    /// Follows all who run after somebody and do not strike.
    pub fn note(&mut self, look: &Look<'_>, spells: &mut Spells) {
        let mut chases = BTreeMap::new();
        for unit in &look.units {
            let chases_one = unit.target.is_some() && unit.moving && unit.cooldown == 0;
            if !chases_one || look.weapon_of_soldier(unit).is_none() || look.unit(unit.target).is_none() {
                continue;
            }
            let fresh = || Chase { target: unit.target, from: look.tick, last_at: unit.position, run: Fx::ZERO };
            let before = self.0.remove(&unit.id).filter(|chase| chase.target == unit.target);
            let mut chase = before.unwrap_or_else(fresh);
            chase.run += (unit.position - chase.last_at).length_floor();
            chase.last_at = unit.position;
            if chase.run >= CHASED {
                let key = (LapseKind::EndlessChase, unit.id.owner(), unit.id, 0);
                spells.hold(key, Some(unit.position), chase.from, look.tick, || {
                    format!("{} after {}", look.kind_of(unit).name, chase.target)
                });
            }
            chases.insert(unit.id, chase);
        }
        self.0 = chases;
    }
}
