//! What kinds are worth in a fight, alone and against each other, by Lanchester's square law.

use sandtable_math::Fx;
use sandtable_model::rules::{Cost, Kind, Locomotion, Rules};
use sandtable_state::Arrange;

/// The whole cost, all resources added.
pub(crate) fn price(cost: &Cost) -> u32 {
    cost.iter().map(|amount| u32::from(*amount)).sum()
}

/// Sixteen times the square root of life times damage a second, a third more for every four cells of range: in an even
/// fight by Lanchester's square law a force's strength is the sum of these.
pub(super) fn might(kind: &Kind) -> u32 {
    let Some(weapon) = kind.weapon.as_ref().filter(|weapon| !weapon.heals) else { return 0 };
    let beat = i64::from(weapon.cooldown_ticks) + i64::from(weapon.windup_ticks).max(1);
    let damage = i64::from(weapon.damage.bits()) * 16 / beat;
    let life = i64::from(kind.max_hp.bits()) + i64::from(kind.armour.bits()) * 8;
    let root = ((life as u64 >> 8) * (damage.max(0) as u64 >> 8)).isqrt() >> 4;
    let reach = Fx::ONE.add_saturating(weapon.range.div_trunc(Fx::from_int(12)));
    let splash = if weapon.splash > Fx::ZERO { 2 } else { 1 };
    // Workers have other things to do, and fight only when they must.
    let zeal = if kind.worker.is_some() { 4 } else { 1 };
    ((root * reach.bits() as u64) >> 16) as u32 * splash / zeal
}

/// The might of the middling kind of soldier, 1 or more.
pub(super) fn typical(might: &[u32], marches: &[bool]) -> u32 {
    let mut soldiers: Vec<u32> = might.iter().zip(marches).filter(|(_, marches)| **marches).map(|it| *it.0).collect();
    soldiers.arrange();
    soldiers.get(soldiers.len() / 2).copied().unwrap_or(1).max(1)
}

/// Edges of every kind over every other. For one price the square law weighs damage a second times hit points over the price
/// squared; the edge is the root of one side's over the other's.
pub(super) fn edges(rules: &Rules) -> Vec<Vec<u16>> {
    let edge = |own: &Kind, other: &Kind| {
        let (does, suffers) = (blow(rules, own, other), blow(rules, other, own));
        if does == 0 {
            return 0;
        }
        let worth = |kind: &Kind, blow: u64| u128::from(blow) * (kind.max_hp.bits() >> 8).max(1) as u128;
        let price = |kind: &Kind| u128::from(price(&kind.cost)).max(1).pow(2);
        let own_worth = worth(own, does) * price(other);
        let other_worth = worth(other, suffers.max(1)) * price(own);
        (own_worth * 10_000 / other_worth.max(1)).isqrt().min(1_000) as u16
    };
    rules.kinds.iter().map(|own| rules.kinds.iter().map(|other| edge(own, other)).collect()).collect()
}

/// What one kind does to another a tick, by the damage table, in 1/65536; half as much again from afar, twice with splash.
fn blow(rules: &Rules, own: &Kind, other: &Kind) -> u64 {
    let Some(weapon) = own.weapon.as_ref().filter(|weapon| !weapon.heals) else { return 0 };
    let flies = other.body.as_ref().is_some_and(|body| body.locomotion == Locomotion::Air);
    if !(if flies { weapon.hits.air } else { weapon.hits.ground }) {
        return 0;
    }
    let table = rules.damage_percent.get(usize::from(weapon.damage_kind));
    let percent = table.and_then(|row| row.get(usize::from(other.armour_class))).copied().unwrap_or(100);
    let landed = weapon.damage.percent_floor(percent.into()).bits() - other.armour.bits();
    let beat = u64::from(weapon.cooldown_ticks) + u64::from(weapon.windup_ticks).max(1);
    let blow = landed.max(1 << 15) as u64 / beat;
    let afar = if weapon.range >= Fx::from_int(3) { blow / 2 } else { 0 };
    (blow + afar) * if weapon.splash > Fx::ZERO { 2 } else { 1 }
}
