//! The damage on its way to each body, so that a volley is not wasted on who will die anyhow.
//!
//! It is recounted from the wind-ups and projectiles of the moment instead of being kept up to date: nothing
//! can cancel, retarget or die in a way that leaves a wrong sum behind.

use super::hit::damage_to;
use crate::component::{Health, Identity, Projectile, TimedEffects, WeaponState};
use crate::entities::Roster;
use crate::scene::Scene;
use sandtable_math::Fx;
use sandtable_model::rules::Class;
use sandtable_state::Junk;
use sandtable_state::id::{KindId, UnitId};

/// Damage that a wind-up or a projectile will do to its target as things stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PledgedDamage {
    target: UnitId,
    amount: Fx,
}

impl PledgedDamage {
    /// Damage that nobody will do.
    pub(super) fn junk(junk: &mut Junk) -> PledgedDamage {
        PledgedDamage { target: junk.id(), amount: junk.length() }
    }
}

/// Recounts [`Health::incoming`] of every unit and building.
pub(super) fn recount(scene: &Scene<'_>, pledges: &mut Vec<PledgedDamage>) {
    pledges.clear();
    pledge_windups(scene, &scene.entities.units, pledges);
    pledge_windups(scene, &scene.entities.buildings, pledges);
    pledge_shots(scene, pledges);
    let mut units = scene.entities.column_mut::<Health>(&scene.entities.units);
    let mut buildings = scene.entities.column_mut::<Health>(&scene.entities.buildings);
    units.iter_mut().for_each(|health| health.incoming = Fx::ZERO);
    buildings.iter_mut().for_each(|health| health.incoming = Fx::ZERO);
    for pledge in pledges {
        let Some(place) = scene.place(pledge.target) else { continue };
        let column = if place.class == Class::Unit { &mut units } else { &mut buildings };
        if let Some(health) = column.get_mut(place.row as usize) {
            health.incoming = health.incoming.add_saturating(pledge.amount);
        }
    }
}

fn pledge_windups(scene: &Scene<'_>, roster: &Roster, pledges: &mut Vec<PledgedDamage>) {
    let weapons = scene.entities.column::<WeaponState>(roster);
    if weapons.iter().all(|weapons| weapons.windup == 0) {
        return;
    }
    let (identity, health) = (scene.entities.column::<Identity>(roster), scene.entities.column::<Health>(roster));
    let statuses = roster.archetype(&scene.entities.ecs).get::<&TimedEffects>();
    for (row, weapons) in weapons.iter().enumerate() {
        if weapons.windup == 0 || health[row].hp <= Fx::ZERO {
            continue;
        }
        let plain = scene.stats(identity[row].owner(), identity[row].kind).damage;
        let percent = statuses.as_ref().map_or(100, |statuses| statuses[row].damage_percent(scene.clock.tick));
        pledges.extend(pledge(scene, identity[row].kind, plain.percent_floor(percent), weapons.target));
    }
}

fn pledge_shots(scene: &Scene<'_>, pledges: &mut Vec<PledgedDamage>) {
    if scene.entities.shots.len() == 0 {
        return;
    }
    let (shots, identity) = (
        scene.entities.column::<Projectile>(&scene.entities.shots),
        scene.entities.column::<Identity>(&scene.entities.shots),
    );
    let flying = shots.iter().zip(identity.iter());
    pledges.extend(flying.filter_map(|(shot, identity)| pledge(scene, identity.kind, shot.damage, shot.target)));
}

/// What `damage` of the weapon of `kind` will do to `target`; nothing when it heals.
fn pledge(scene: &Scene<'_>, kind: KindId, damage: Fx, target: UnitId) -> Option<PledgedDamage> {
    let weapon = scene.kind(kind).weapon.as_ref().filter(|weapon| !weapon.heals)?;
    let body = scene.body(target)?;
    Some(PledgedDamage { target, amount: damage_to(scene, damage, weapon.damage_kind, body) })
}
