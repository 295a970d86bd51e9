//! Abilities: rule-defined actions of a unit, whatever a ruleset makes of damage, healing and statuses.

use super::hit::damage_to;
use super::reach::each_around;
use super::status::ImposedStatus;
use super::{CombatNoise, Hit, PendingEffects};
use crate::component::{AgentTask, OrderEnd, TaskKind, TimedEffect, TimedEffects};
use crate::scene::Scene;
use crate::tasks::{ActiveWork, finish_action};
use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::{Ability, AbilityEffect, AbilityTarget, Class};
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::Arrange;
use sandtable_state::id::AbilityId;

/// Why an ability was not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CastError {
    /// The caster's kind has no such ability, or the caster is not on the map.
    CannotDo,
    /// It was used too short a time ago.
    NotReady,
    /// The target is gone, hidden or of the wrong sort.
    WrongTarget,
    /// The target is too far off.
    OutOfRange,
}

/// Carries out the `Cast` tasks of the tick. One that is out of range stays, for its unit to come nearer;
/// any other is over, used or not.
pub(super) fn run(scene: &Scene<'_>, active_work: &[ActiveWork], effects: &mut PendingEffects) {
    let mut casts = std::mem::take(&mut effects.casts);
    casts.extend(active_work.iter().filter(|work| work.task.kind == TaskKind::Cast).copied());
    casts.arrange_by_unique_key(ActiveWork::turn);
    for work in casts.drain(..) {
        let caster = scene.body(work.id).filter(|caster| caster.is_present());
        let cast =
            caster.ok_or(CastError::CannotDo).and_then(|caster| cast(scene, caster, work.row, &work.task, effects));
        let end = match cast {
            Err(CastError::OutOfRange) => continue,
            Ok(()) => OrderEnd::Done,
            Err(CastError::WrongTarget) => OrderEnd::Lost,
            Err(CastError::CannotDo | CastError::NotReady) => OrderEnd::Unable,
        };
        if !work.unbidden {
            finish_action(scene, work.row, end);
        }
    }
    effects.casts = casts;
}

/// Uses the ability a task names. Its effects land with the rest of the tick.
fn cast(
    scene: &Scene<'_>,
    caster: &SpatialRow,
    row: u32,
    task: &AgentTask,
    effects: &mut PendingEffects,
) -> Result<(), CastError> {
    let kind = scene.kind(caster.kind);
    let place = kind.abilities.iter().position(|ability| *ability == AbilityId(task.row as u8));
    let place = place.filter(|_| task.row <= u16::from(u8::MAX)).ok_or(CastError::CannotDo)?;
    let ability = scene.rules().abilities.get(task.row as usize).ok_or(CastError::CannotDo)?;
    let mut statuses = scene.entities.column_mut::<TimedEffects>(&scene.entities.units);
    let ready = statuses.get_mut(row as usize).and_then(|statuses| statuses.ready_tick.get_mut(place));
    let ready = ready.filter(|ready| **ready <= scene.clock.tick).ok_or(CastError::NotReady)?;
    let (target, centre) = aim(scene, caster, ability, task)?;
    *ready = scene.clock.tick + u32::from(ability.cooldown_ticks);
    affect(scene, caster, ability, target, centre, effects);
    if ability.noise > Fx::ZERO {
        effects.noises.push(CombatNoise { by: caster.id, at: caster.position, reach: ability.noise, cast: true });
    }
    Ok(())
}

/// What the ability is pointed at: a body or nothing but a point.
fn aim<'w>(
    scene: &Scene<'w>,
    caster: &'w SpatialRow,
    ability: &Ability,
    task: &AgentTask,
) -> Result<(Option<&'w SpatialRow>, Vec2), CastError> {
    let body = scene.body(task.target).filter(|body| body.is_present());
    let target = match ability.target {
        AbilityTarget::Oneself => return Ok((Some(caster), caster.position)),
        AbilityTarget::Point => {
            let reach = ability.range + caster.radius;
            let near = caster.position.distance_squared_wide(task.point) <= reach.squared_wide();
            return if near { Ok((None, task.point)) } else { Err(CastError::OutOfRange) };
        }
        AbilityTarget::Friend => body.filter(|body| body.team == caster.team && body.class == Class::Unit),
        AbilityTarget::Enemy => body.filter(|body| caster.is_hostile_to(body) && body.seen_by_team(caster.team)),
    };
    let target = target.ok_or(CastError::WrongTarget)?;
    if caster.within(target, ability.range) { Ok((Some(target), target.position)) } else { Err(CastError::OutOfRange) }
}

/// Applies the effects to the target, or to everyone around it whom they are meant for.
fn affect(
    scene: &Scene<'_>,
    caster: &SpatialRow,
    ability: &Ability,
    target: Option<&SpatialRow>,
    centre: Vec2,
    effects: &mut PendingEffects,
) {
    for effect in &ability.effects {
        let for_enemies = meant_for_enemies(ability.target, effect);
        let mut meet = |body: &SpatialRow| {
            let meant = if for_enemies { caster.is_hostile_to(body) } else { body.team == caster.team };
            if meant {
                apply(scene, caster, effect, body, effects);
            }
        };
        match target.filter(|_| ability.radius == Fx::ZERO) {
            Some(body) => meet(body),
            None => each_around(scene, centre, ability.radius, meet),
        }
    }
}

/// Which side an effect reaches: the target's, or, around a bare point, the one it suits.
fn meant_for_enemies(target: AbilityTarget, effect: &AbilityEffect) -> bool {
    match (target, effect) {
        (AbilityTarget::Oneself | AbilityTarget::Friend, _) => false,
        (AbilityTarget::Enemy, _) | (AbilityTarget::Point, AbilityEffect::Damage { .. }) => true,
        (AbilityTarget::Point, AbilityEffect::Heal { .. }) => false,
        (AbilityTarget::Point, AbilityEffect::Status { speed_percent, damage_percent, .. }) => {
            *speed_percent < 100 || *damage_percent < 100
        }
    }
}

fn apply(
    scene: &Scene<'_>,
    caster: &SpatialRow,
    effect: &AbilityEffect,
    body: &SpatialRow,
    effects: &mut PendingEffects,
) {
    let mut hit = |amount: Fx| effects.hits.push(Hit { target: body.id, by: caster.id, amount });
    match *effect {
        AbilityEffect::Damage { amount, damage_kind } => hit(damage_to(scene, amount, damage_kind, body)),
        AbilityEffect::Heal { amount } if body.class == Class::Unit => hit(-amount),
        AbilityEffect::Status { speed_percent, damage_percent, ticks } if body.class == Class::Unit => {
            let status = TimedEffect { until: scene.clock.tick + u32::from(ticks), speed_percent, damage_percent };
            effects.imposed.push(ImposedStatus { target: body.id, status });
        }
        AbilityEffect::Heal { .. } | AbilityEffect::Status { .. } => {}
    }
}
