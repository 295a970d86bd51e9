//! What weapons and abilities must hold.

use super::Checker;
use crate::rules::{Ability, AbilityEffect, Rules, Weapon, ranges};

pub(super) fn check(rules: &Rules, weapon: &Weapon, checker: &mut Checker<'_>) {
    checker.within("weapon.damage", weapon.damage, ranges::DAMAGE);
    checker.row("weapon.kind", weapon.damage_kind.into(), rules.damage_kinds.len(), "a kind of damage");
    checker.within("weapon.min_range", weapon.min_range, ranges::MIN_RANGE);
    checker.within("weapon.range", weapon.range, ranges::RANGE);
    checker.within("weapon.acquire", weapon.acquire, ranges::ACQUIRE);
    checker.within("weapon.windup", weapon.windup_ticks, ranges::WINDUP_TICKS);
    checker.within("weapon.cooldown", weapon.cooldown_ticks, ranges::COOLDOWN_TICKS);
    checker.within("weapon.projectile_speed", weapon.projectile_speed, ranges::PROJECTILE_SPEED);
    checker.within("weapon.noise", weapon.noise, ranges::NOISE);
    checker.within("weapon.splash", weapon.splash, ranges::SPLASH);
    if weapon.min_range >= weapon.range {
        let expected = format!("less than the range, {}", weapon.range);
        checker.defect("weapon.min_range", weapon.min_range.to_string(), expected);
    }
    if !weapon.hits.ground && !weapon.hits.air {
        checker.defect("weapon.hits", "no layer", "\"ground\", \"air\" or both");
    }
}

pub(super) fn check_ability(rules: &Rules, ability: &Ability, checker: &mut Checker<'_>) {
    checker.within("range", ability.range, ranges::ABILITY_RANGE);
    checker.within("noise", ability.noise, ranges::NOISE);
    checker.within("radius", ability.radius, ranges::ABILITY_RADIUS);
    checker.within("cooldown", ability.cooldown_ticks, ranges::ABILITY_COOLDOWN_TICKS);
    checker.count("effects", ability.effects.len(), 1..=ranges::MAX_ABILITY_EFFECTS);
    for effect in &ability.effects {
        match effect {
            AbilityEffect::Damage { amount, damage_kind } => {
                checker.within("effects.damage", *amount, ranges::DAMAGE);
                checker.row("effects.kind", (*damage_kind).into(), rules.damage_kinds.len(), "a kind of damage");
            }
            AbilityEffect::Heal { amount } => checker.within("effects.heal", *amount, ranges::DAMAGE),
            AbilityEffect::Status { speed_percent, damage_percent, ticks } => {
                checker.within("effects.speed_percent", *speed_percent, ranges::STATUS_PERCENT);
                checker.within("effects.damage_percent", *damage_percent, ranges::STATUS_PERCENT);
                checker.within("effects.duration", *ticks, ranges::STATUS_TICKS);
            }
        }
    }
}
