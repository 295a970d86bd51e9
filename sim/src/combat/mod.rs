//! Combat.
use crate::id::UnitId;
use crate::math::Fx;
use crate::world::World;

/// Damage that lands at the end of the tick.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// Who is hit.
    pub target: UnitId,
    /// By whom.
    pub by: UnitId,
    /// Hit points after table and armour; negative heals.
    pub amount: Fx,
}
pub(crate) fn run(_world: &mut World) {}

/// Uses an ability.
pub(crate) fn cast(
    _world: &mut World,
    _caster: UnitId,
    _ability: crate::id::AbilityId,
    _target: UnitId,
    _point: crate::math::Vec2,
) -> Result<(), ()> {
    Err(())
}
