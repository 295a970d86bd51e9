//! Who aims at whom when the tick begins: drawn once for all thinkers, who may not read what others are writing.

use crate::component::WeaponState;
use crate::scene::Scene;
use sandtable_math::Fx;
use sandtable_state::id::UnitId;
use sandtable_state::{FillWithJunk, Junk};

/// Healing that a unit's weapon is pointed at somebody with.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingHeal {
    /// Who heals.
    pub(super) by: UnitId,
    /// Whom.
    pub(super) target: UnitId,
    /// Hit points a blow.
    pub(super) amount: Fx,
}

/// Whom everybody's weapon was on when the tick began.
#[derive(Default)]
pub(super) struct Lines {
    /// By row of the frame.
    pub(super) aims: Vec<UnitId>,
    /// How many hostile weapons point at each body, by row of the frame.
    pub(super) aimed_at: Vec<u16>,
    /// What a blow of each of those does to it together, by row of the frame.
    pub(super) pledged: Vec<Fx>,
    /// Who is being healed by whom.
    pub(super) mending: Vec<PendingHeal>,
}

impl FillWithJunk for Lines {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let Lines { aims, aimed_at, pledged, mending } = self;
        *aims = junk.some(Junk::id);
        *aimed_at = junk.some(|junk| junk.number() as u16);
        *pledged = junk.some(Junk::length);
        *mending = junk.some(|junk| PendingHeal { by: junk.id(), target: junk.id(), amount: junk.length() });
    }
}

impl Lines {
    /// Notes every weapon's target, how many hostile ones point at each body and what a blow of each would do to it, and who is
    /// being healed.
    pub(super) fn draw(&mut self, scene: &Scene<'_>) {
        let Lines { aims, aimed_at, pledged, mending } = self;
        let (entities, bodies) = (scene.entities, &scene.frame.bodies);
        aims.clear();
        mending.clear();
        for roster in [&entities.units, &entities.buildings] {
            aims.extend(entities.column::<WeaponState>(roster).iter().map(|weapons| weapons.target));
        }
        aimed_at.clear();
        aimed_at.resize(bodies.len(), 0u16);
        pledged.clear();
        pledged.resize(bodies.len(), Fx::ZERO);
        for (body, aim) in bodies.iter().zip(&*aims).filter(|(body, aim)| body.is_present() && aim.is_some()) {
            let Some(row) = scene.frame_row(*aim) else { continue };
            let Some(target) = bodies.get(row) else { continue };
            if body.is_hostile_to(target) && body.seen_by_team(target.team) {
                aimed_at[row] = aimed_at[row].saturating_add(1);
                if let Some(weapon) = &scene.kind(body.kind).weapon {
                    let damage = scene.stats(body.owner(), body.kind).damage;
                    let hit = crate::combat::damage_to(scene, damage, weapon.damage_kind, target);
                    pledged[row] = pledged[row].add_saturating(hit);
                }
            } else if scene.kind(body.kind).weapon.as_ref().is_some_and(|weapon| weapon.heals) {
                let amount = scene.stats(body.owner(), body.kind).damage;
                mending.push(PendingHeal { by: body.id, target: *aim, amount });
            }
        }
    }
}
