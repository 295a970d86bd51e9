//! Who aims at whom when the tick begins: drawn once for all thinkers, who may not read what others are writing.

use crate::component::Arms;
use crate::world::World;
use sandtable_math::Fx;
use sandtable_state::id::UnitId;

/// Healing that a unit's weapon is pointed at somebody with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mending {
    /// Who heals.
    pub(super) by: UnitId,
    /// Whom.
    pub(super) target: UnitId,
    /// Hit points a blow.
    pub(super) amount: Fx,
}

/// Notes every weapon's target, how many hostile ones point at each body and what a blow of each would do to it, and who is
/// being healed.
pub(super) fn draw(world: &mut World) {
    let mut aims = std::mem::take(&mut world.workspaces.minds.aims);
    let mut aimed_at = std::mem::take(&mut world.workspaces.minds.aimed_at);
    let mut pledged = std::mem::take(&mut world.workspaces.minds.pledged);
    let mut mending = std::mem::take(&mut world.workspaces.minds.mending);
    aims.clear();
    mending.clear();
    for roster in [&world.entities.units, &world.entities.buildings] {
        aims.extend(world.column::<Arms>(roster).iter().map(|arms| arms.target));
    }
    aimed_at.clear();
    aimed_at.resize(world.workspaces.frame.bodies.len(), 0u16);
    pledged.clear();
    pledged.resize(world.workspaces.frame.bodies.len(), Fx::ZERO);
    for (body, aim) in
        world.workspaces.frame.bodies.iter().zip(&aims).filter(|(body, aim)| body.present && aim.is_some())
    {
        let Some(row) = world.frame_row(*aim) else { continue };
        let Some(target) = world.workspaces.frame.bodies.get(row) else { continue };
        if body.is_hostile_to(target) && body.seen_by_team(target.team) {
            aimed_at[row] = aimed_at[row].saturating_add(1);
            if let Some(weapon) = &world.kind(body.kind).weapon {
                let damage = world.stats(body.owner(), body.kind).damage;
                let blow = crate::combat::damage_to(&world.base(), damage, weapon.damage_kind, target);
                pledged[row] = pledged[row].add_saturating(blow);
            }
        } else if world.kind(body.kind).weapon.as_ref().is_some_and(|weapon| weapon.heals) {
            let amount = world.stats(body.owner(), body.kind).damage;
            mending.push(Mending { by: body.id, target: *aim, amount });
        }
    }
    (world.workspaces.minds.aims, world.workspaces.minds.aimed_at) = (aims, aimed_at);
    (world.workspaces.minds.pledged, world.workspaces.minds.mending) = (pledged, mending);
}
