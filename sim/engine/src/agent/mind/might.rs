//! How strong a body is: what its weapon takes in a second, and hit points times that.

use crate::state::SceneBase;
use sandtable_math::Fx;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::limits::TICKS_PER_SECOND;

/// Hit points that the weapon of a body takes in a second, before table and armour; none of one that heals.
pub(super) fn damage_a_second(base: &SceneBase<'_>, body: &SpatialRow) -> Fx {
    let Some(weapon) = base.kind(body.kind).weapon.as_ref().filter(|weapon| !weapon.heals) else {
        return Fx::ZERO;
    };
    let stats = base.stats(body.owner(), body.kind);
    let ticks = i32::from(weapon.windup_ticks + stats.cooldown_ticks).max(1);
    Fx::from_bits((i64::from(stats.damage.bits()) * i64::from(TICKS_PER_SECOND) / i64::from(ticks)) as i32)
}

/// Hit points × damage a second, in steps of no meaning of their own.
#[inline]
pub(super) fn might(body: &SpatialRow, damage_a_second: Fx) -> i64 {
    (i64::from(body.hp.bits()) >> 8) * (i64::from(damage_a_second.bits()) >> 8)
}
