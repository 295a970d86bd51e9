//! Projectiles: launch, flight, and what a hit does where it lands.

use super::hit::damage_to;
use super::{Hit, PendingEffects, reach};
use crate::component::{Identity, Projectile};
use crate::entities::Entities;
use crate::scene::Scene;
use crate::state::Clock;
use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::{Class, Weapon};
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::Arrange;
use sandtable_state::Junk;
use sandtable_state::id::{KindId, UnitId};
use sandtable_state::limits::{MAX_ENTITIES, MAX_SERIAL};

/// A projectile that leaves at the end of the tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProjectileLaunch {
    /// The shooter's kind, whose weapon says what it does.
    pub(super) kind: KindId,
    /// The projectile.
    pub(super) shot: Projectile,
}

impl ProjectileLaunch {
    /// A shot that nobody fired.
    pub(super) fn junk(junk: &mut Junk) -> ProjectileLaunch {
        let shot =
            Projectile { shooter: junk.id(), target: junk.id(), position: junk.point(), ..Projectile::default() };
        ProjectileLaunch { kind: KindId(0), shot }
    }
}

/// A hit on its way from `from` to `target`: the time of flight is the distance over the projectile's speed,
/// rounded up, at least a tick.
pub(super) fn aimed(from: &SpatialRow, weapon: &Weapon, target: &SpatialRow, damage: Fx) -> Projectile {
    let distance = (target.position - from.position).length_floor();
    let ticks = distance.div_trunc(weapon.projectile_speed).ceil_int().clamp(1, i32::from(u16::MAX));
    Projectile {
        shooter: from.id,
        target: target.id,
        position: from.position,
        aim: target.position,
        ticks_left: ticks as u16,
        damage,
    }
}

/// Moves every projectile and lands those that arrive.
pub(super) fn fly(scene: &Scene<'_>, effects: &mut PendingEffects) {
    if scene.entities.shots.len() == 0 {
        return;
    }
    {
        let identity = scene.entities.column::<Identity>(&scene.entities.shots);
        let mut shots = scene.entities.column_mut::<Projectile>(&scene.entities.shots);
        for (row, shot) in shots.iter_mut().enumerate() {
            follow(scene, shot);
            if shot.ticks_left > 0 {
                continue;
            }
            effects.landed.push(row as u32);
            if let Some(weapon) = &scene.kind(identity[row].kind).weapon {
                hit(scene, weapon, shot, &mut effects.hits);
            }
        }
    }
}

/// Takes away the projectiles that have landed.
pub(super) fn sweep(entities: &mut Entities, landed: &mut Vec<u32>) {
    // From the last row down: a removal moves the last row into the gap, and that one is done with.
    for row in landed.drain(..).rev() {
        entities.remove_shot(row);
    }
}

/// Moves a projectile by a tick towards its target, or to where that was last.
fn follow(scene: &Scene<'_>, shot: &mut Projectile) {
    if let Some(target) = scene.body(shot.target).filter(|target| target.is_present()) {
        shot.aim = target.position;
    }
    let (way, ticks) = (shot.aim - shot.position, i32::from(shot.ticks_left.max(1)));
    shot.position += Vec2 { x: Fx::from_bits(way.x.bits() / ticks), y: Fx::from_bits(way.y.bits() / ticks) };
    shot.ticks_left = shot.ticks_left.saturating_sub(1);
}

/// Lets the tick's projectiles fly, in the order of their shooters: numbers must not follow rows.
pub(super) fn launch(entities: &mut Entities, clock: &mut Clock, launches: &mut Vec<ProjectileLaunch>) {
    launches.arrange_by_unique_key(|launch| launch.shot.shooter);
    for launch in launches.drain(..) {
        spawn_shot(entities, clock, launch.kind, launch.shot);
    }
}

/// Lets a projectile fly, unless a limit is reached. Projectiles are not in the directory: nothing names them.
fn spawn_shot(entities: &mut Entities, clock: &mut Clock, kind: KindId, shot: Projectile) {
    if clock.shot_serial >= MAX_SERIAL || entities.count() >= MAX_ENTITIES {
        return;
    }
    clock.shot_serial += 1;
    let id = UnitId::new(shot.shooter.owner(), clock.shot_serial);
    entities.spawn_shot((Identity { id, kind }, shot));
}

/// What a hit does at its `aim`: to its target alone, which it never misses while that lives, or, with
/// splash, to all around.
pub(super) fn hit(scene: &Scene<'_>, weapon: &Weapon, shot: &Projectile, hits: &mut Vec<Hit>) {
    if weapon.splash > Fx::ZERO {
        splash(scene, weapon, shot, hits);
    } else if let Some(target) = scene.body(shot.target).filter(|target| target.is_present()) {
        hits.extend(hit_on(scene, weapon, shot, target, shot.damage));
    }
}

/// Full damage to what the point of impact lies in, falling linearly to half at the rim. It meets friend and
/// foe alike in every layer the weapon hits (friends only, when it heals), but not the shooter.
fn splash(scene: &Scene<'_>, weapon: &Weapon, shot: &Projectile, hits: &mut Vec<Hit>) {
    let healer = scene.body(shot.shooter).map(|shooter| shooter.team);
    reach::each_around(scene, shot.aim, weapon.splash, |body| {
        let spared = body.id == shot.shooter || (weapon.heals && Some(body.team) != healer);
        if !spared && reach::weapon_hits(weapon, body) {
            let damage = faded(shot.damage, body.distance_from(shot.aim), weapon.splash);
            hits.extend(hit_on(scene, weapon, shot, body, damage));
        }
    });
}

/// `damage` × (1 − distance / 2 radius).
fn faded(damage: Fx, distance: Fx, radius: Fx) -> Fx {
    let (distance, radius) = (i64::from(distance.min(radius).bits()), i64::from(radius.bits()));
    Fx::from_bits((i64::from(damage.bits()) * (2 * radius - distance) / (2 * radius)) as i32)
}

/// The hit that `damage` makes on `target`; none on who is immune or cannot be healed.
fn hit_on(scene: &Scene<'_>, weapon: &Weapon, shot: &Projectile, target: &SpatialRow, damage: Fx) -> Option<Hit> {
    let amount = if weapon.heals {
        if target.class == Class::Unit { -damage } else { Fx::ZERO }
    } else {
        damage_to(scene, damage, weapon.damage_kind, target)
    };
    (amount != Fx::ZERO).then_some(Hit { target: target.id, by: shot.shooter, amount })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splash_falls_from_full_to_half() {
        let at = |eighths: i32| faded(Fx::from_int(40), Fx::from_bits(eighths << 13), Fx::from_int(2));
        for (eighths, damage) in [(0, 40), (4, 35), (8, 30), (16, 20), (24, 20)] {
            assert_eq!(at(eighths), Fx::from_int(damage), "{eighths}/8 cells off");
        }
    }
}
