//! The damage on its way to each body, so that a volley is not wasted on who will die anyhow.
//!
//! It is recounted from the wind-ups and projectiles of the moment instead of being kept up to date: nothing
//! can cancel, retarget or die in a way that leaves a wrong sum behind.

use super::blow::damage_to;
use crate::component::{Arms, Identity, Shot, Statuses, Vitals};
use crate::world::{Junk, Roster, World};
use sandtable_math::Fx;
use sandtable_model::rules::Class;
use sandtable_state::id::{KindId, UnitId};

/// Damage that a wind-up or a projectile will do to its target as things stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pledge {
    target: UnitId,
    amount: Fx,
}

impl Pledge {
    /// Damage that nobody will do.
    pub(super) fn junk(junk: &mut Junk) -> Pledge {
        Pledge { target: junk.id(), amount: junk.length() }
    }
}

/// Recounts [`Vitals::incoming`] of every unit and building.
pub(super) fn recount(world: &World, pledges: &mut Vec<Pledge>) {
    pledges.clear();
    pledge_windups(world, &world.entities.units, pledges);
    pledge_windups(world, &world.entities.buildings, pledges);
    pledge_shots(world, pledges);
    let mut units = world.column_mut::<Vitals>(&world.entities.units);
    let mut buildings = world.column_mut::<Vitals>(&world.entities.buildings);
    units.iter_mut().for_each(|vitals| vitals.incoming = Fx::ZERO);
    buildings.iter_mut().for_each(|vitals| vitals.incoming = Fx::ZERO);
    for pledge in pledges {
        let Some(place) = world.place(pledge.target) else { continue };
        let column = if place.class == Class::Unit { &mut units } else { &mut buildings };
        if let Some(vitals) = column.get_mut(place.row as usize) {
            vitals.incoming = vitals.incoming.add_saturating(pledge.amount);
        }
    }
}

fn pledge_windups(world: &World, roster: &Roster, pledges: &mut Vec<Pledge>) {
    let arms = world.column::<Arms>(roster);
    if arms.iter().all(|arms| arms.windup == 0) {
        return;
    }
    let (identity, vitals) = (world.column::<Identity>(roster), world.column::<Vitals>(roster));
    let statuses = roster.archetype(&world.entities.ecs).get::<&Statuses>();
    for (row, arms) in arms.iter().enumerate() {
        if arms.windup == 0 || vitals[row].hp <= Fx::ZERO {
            continue;
        }
        let plain = world.stats(identity[row].owner(), identity[row].kind).damage;
        let percent = statuses.as_ref().map_or(100, |statuses| statuses[row].damage_percent(world.parts.clock.tick));
        pledges.extend(pledge(world, identity[row].kind, plain.percent_floor(percent), arms.target));
    }
}

fn pledge_shots(world: &World, pledges: &mut Vec<Pledge>) {
    if world.entities.shots.len() == 0 {
        return;
    }
    let (shots, identity) =
        (world.column::<Shot>(&world.entities.shots), world.column::<Identity>(&world.entities.shots));
    let flying = shots.iter().zip(identity.iter());
    pledges.extend(flying.filter_map(|(shot, identity)| pledge(world, identity.kind, shot.damage, shot.target)));
}

/// What `damage` of the weapon of `kind` will do to `target`; nothing when it heals.
fn pledge(world: &World, kind: KindId, damage: Fx, target: UnitId) -> Option<Pledge> {
    let weapon = world.kind(kind).weapon.as_ref().filter(|weapon| !weapon.heals)?;
    let body = world.body(target)?;
    Some(Pledge { target, amount: damage_to(&world.base(), damage, weapon.damage_kind, body) })
}
