//! A unit or building with a weapon: what it aims at, reaches and may do.

use super::posture::Posture;
use super::reach::{self, Sighted};
use super::tuning::GRUDGE_TICKS;
use crate::component::{Health, TimedEffects, WeaponState};
use crate::scene::Scene;
use sandtable_math::Fx;
use sandtable_model::rules::{Stats, Weapon};
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::UnitId;

/// A unit or building with a weapon, as far as fighting is concerned.
pub(super) struct ArmedEntity<'w> {
    /// Its row of the frame.
    pub(super) body: &'w SpatialRow,
    /// Its weapon.
    pub(super) weapon: &'w Weapon,
    /// Its stats, technologies counted.
    pub(super) stats: &'w Stats,
    /// What it may take on.
    pub(super) posture: Posture,
    /// What is cast on it; none for a building.
    pub(super) statuses: Option<&'w TimedEffects>,
    /// Whether it is held up on its way.
    pub(super) blocked: bool,
    /// Who hurt it of late; none for nobody.
    pub(super) grudge: UnitId,
}

impl<'w> ArmedEntity<'w> {
    /// The armed body in a row of the frame, none when it has no weapon.
    pub(super) fn new(
        scene: &Scene<'w>,
        body: &'w SpatialRow,
        posture: Posture,
        health: &Health,
    ) -> Option<ArmedEntity<'w>> {
        let weapon = scene.kind(body.kind).weapon.as_ref()?;
        let stats = scene.stats(body.owner(), body.kind);
        let recent = health.hurt_tick != 0 && scene.clock.tick.saturating_sub(health.hurt_tick) <= GRUDGE_TICKS;
        let grudge = if recent { health.hurt_by } else { UnitId::NONE };
        Some(ArmedEntity { body, weapon, stats, posture, statuses: None, blocked: false, grudge })
    }

    /// The body it aims at, unless that cannot be attacked (any more).
    #[inline]
    pub(super) fn aimed<'b>(&self, scene: &Scene<'b>, weapons: &WeaponState) -> Option<Sighted<'b>> {
        let target =
            scene.body(weapons.target).filter(|target| reach::eligible(scene, self.body, self.weapon, target))?;
        Some(Sighted::from(self.body, target))
    }

    /// Whether `target` is between least and greatest range, the latter stretched by `slack`.
    #[inline]
    pub(super) fn reaches(&self, target: Sighted<'_>, slack: Fx) -> bool {
        target.between(self.weapon.min_range, self.stats.range + slack)
    }

    /// Hit points of a hit before table and armour.
    pub(super) fn damage(&self, tick: u32) -> Fx {
        let percent = self.statuses.map_or(100, |statuses| statuses.damage_percent(tick));
        self.stats.damage.percent_floor(percent)
    }

    /// Whether it may begin an attack where it is: who walks under orders needs a weapon made for it.
    pub(super) fn may_attack(&self) -> bool {
        self.posture != Posture::Walking || self.weapon.on_the_move
    }
}
