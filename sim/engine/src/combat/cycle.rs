//! The attack cycle of whatever has a weapon: wind-up, hit or launch, cooldown.

use super::armed_entity::ArmedEntity;
use super::posture::Posture;
use super::tuning::{BLOCKED_TICKS, WINDUP_TOLERANCE};
use super::{Battle, CombatNoise, Strikes, shot, target};
use crate::component::{Agent, Footprint, Health, MindMemory, Motion, TimedEffects, WeaponState};
use crate::scene::Scene;
use sandtable_math::Fx;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::UnitId;

/// One tick of every unit's weapon; `memories` are what units with minds remember, by row, if there are any.
pub(super) fn units(battle: &Battle<'_>, memories: &[MindMemory], strikes: &mut Vec<Strikes>) {
    let scene = &battle.scene;
    let roster = &scene.entities.units;
    let (agents, statuses) = (scene.entities.column::<Agent>(roster), scene.entities.column::<TimedEffects>(roster));
    let (motion, health) = (scene.entities.column::<Motion>(roster), scene.entities.column::<Health>(roster));
    let (agents, statuses, motion, health) = (&agents[..], &statuses[..], &motion[..], &health[..]);
    let mut weapons = scene.entities.column_mut::<WeaponState>(roster);
    let frame = scene.frame;
    scene.threads.by_chunks_into(&mut weapons[..], strikes, |first, weapons, strikes| {
        for (row, weapons) in (first..).zip(weapons) {
            let Some(body) = frame.bodies.get(row) else { continue };
            let posture = Posture::under(memories.get(row).map(|memory| memory.will), &agents[row]);
            if rests(weapons, body, posture) || has_nothing_to_do(scene, weapons, body, posture) {
                continue;
            }
            let Some(mut fighter) = ArmedEntity::new(scene, body, posture, &health[row]) else { continue };
            fighter.statuses = statuses.get(row);
            fighter.blocked = motion[row].stuck_ticks >= BLOCKED_TICKS;
            fight(battle, (&fighter, row), weapons, strikes);
        }
    });
}

/// One tick of every building's weapon; returns what they did.
pub(super) fn buildings(battle: &Battle<'_>) -> Strikes {
    let scene = &battle.scene;
    let roster = &scene.entities.buildings;
    let (footprint, health) = (scene.entities.column::<Footprint>(roster), scene.entities.column::<Health>(roster));
    let mut weapons = scene.entities.column_mut::<WeaponState>(roster);
    let mut strikes = Strikes::default();
    for (row, weapons) in weapons.iter_mut().enumerate() {
        // Buildings marked out since the frame was gathered have no row; a cancelled one may have shifted rows.
        let body = scene.frame.bodies.get(scene.frame.units + row).filter(|body| body.id == roster.by_row()[row]);
        let Some(body) = body else { continue };
        let posture = Posture::of_building(footprint[row].stage);
        if rests(weapons, body, posture) || has_nothing_to_do(scene, weapons, body, posture) {
            continue;
        }
        if let Some(fighter) = ArmedEntity::new(scene, body, posture, &health[row]) {
            fight(battle, (&fighter, scene.frame.units + row), weapons, &mut strikes);
        }
    }
    strikes
}

/// Cools the weapon down; whether that is all there is to do, for one that is away or keeps the peace.
#[inline]
fn rests(weapons: &mut WeaponState, body: &SpatialRow, posture: Posture) -> bool {
    weapons.cooldown = weapons.cooldown.saturating_sub(1);
    let idle = !body.is_present() || (posture == Posture::Passive && !weapons.ordered);
    if idle {
        weapons.windup = 0;
        if !weapons.ordered {
            weapons.target = UnitId::NONE;
        }
    }
    idle
}

/// Whether there is nothing for it to do: it attacks nothing, and has no weapon, may begin no attack, walking under orders, or does
/// not look around now.
#[inline]
fn has_nothing_to_do(scene: &Scene<'_>, weapons: &WeaponState, body: &SpatialRow, posture: Posture) -> bool {
    if weapons.target.is_some() || weapons.windup > 0 || weapons.ordered {
        return false;
    }
    scene.kind(body.kind).weapon.as_ref().is_none_or(|weapon| {
        let passes_by = posture == Posture::Walking && !weapon.on_the_move;
        passes_by || !target::looks_now(scene, body.id)
    })
}

/// Chooses, and attacks what was chosen when it is in range.
#[inline]
fn fight(
    battle: &Battle<'_>,
    (fighter, row): (&ArmedEntity<'_>, usize),
    weapons: &mut WeaponState,
    strikes: &mut Strikes,
) {
    let scene = &battle.scene;
    let aimed = target::choose(battle, fighter, weapons);
    if weapons.windup > 0 {
        match aimed.filter(|target| fighter.reaches(*target, WINDUP_TOLERANCE)) {
            Some(target) => wind_up(scene, fighter, weapons, target.body, strikes),
            None => weapons.windup = 0,
        }
    } else if weapons.cooldown == 0
        && fighter.may_attack()
        && let Some(target) = aimed.filter(|target| fighter.reaches(*target, Fx::ZERO))
        && battle.slots.may_attack(scene, row, target.body.id)
    {
        weapons.windup = fighter.weapon.windup_ticks;
        if weapons.windup == 0 {
            strike(scene, fighter, weapons, target.body, strikes);
        }
    }
}

fn wind_up(
    scene: &Scene<'_>,
    fighter: &ArmedEntity<'_>,
    weapons: &mut WeaponState,
    target: &SpatialRow,
    strikes: &mut Strikes,
) {
    weapons.windup -= 1;
    if weapons.windup == 0 {
        strike(scene, fighter, weapons, target, strikes);
    }
}

/// The hit, or the launch of a projectile.
fn strike(
    scene: &Scene<'_>,
    fighter: &ArmedEntity<'_>,
    weapons: &mut WeaponState,
    target: &SpatialRow,
    strikes: &mut Strikes,
) {
    weapons.cooldown = fighter.stats.cooldown_ticks;
    if fighter.weapon.noise > Fx::ZERO {
        let (by, at) = (fighter.body.id, fighter.body.position);
        strikes.noises.push(CombatNoise { by, at, reach: fighter.weapon.noise, cast: false });
    }
    let shot = shot::aimed(fighter.body, fighter.weapon, target, fighter.damage(scene.clock.tick));
    if fighter.weapon.projectile_speed == Fx::ZERO {
        shot::hit(scene, fighter.weapon, &shot, &mut strikes.hits);
    } else {
        strikes.launches.push(shot::ProjectileLaunch { kind: fighter.body.kind, shot });
    }
}
