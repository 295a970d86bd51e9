//! Who can attack whom, and from where.

use crate::scene::Scene;
use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::{Class, Weapon};
use sandtable_nav::crowd::SpatialRow;

/// Whether the weapon of `attacker` may be turned on `target` at all: a friend in need for a weapon that heals,
/// otherwise a visible enemy in a layer it hits and not immune to it. Distance is not asked.
#[inline]
pub(super) fn eligible(scene: &Scene<'_>, attacker: &SpatialRow, weapon: &Weapon, target: &SpatialRow) -> bool {
    if !target.is_present() || target.id == attacker.id || !weapon_hits(weapon, target) {
        return false;
    }
    if weapon.heals {
        let hurt = || target.hp < scene.stats(target.owner(), target.kind).max_hp;
        return target.team == attacker.team && target.class == Class::Unit && hurt();
    }
    attacker.is_hostile_to(target) && target.seen_by_team(attacker.team) && table_percent(scene, weapon, target) > 0
}

/// A target, and how far off it is: reckoned once, and asked several times.
#[derive(Clone, Copy)]
pub(super) struct Sighted<'w> {
    /// It.
    pub(super) body: &'w SpatialRow,
    /// The squared distance between the nearest points of the two centre points or rectangles, in 1/2³².
    apart: i64,
    /// The sum of the two radii.
    radii: Fx,
}

impl<'w> Sighted<'w> {
    #[inline]
    pub(super) fn from(attacker: &SpatialRow, target: &'w SpatialRow) -> Sighted<'w> {
        let apart = attacker.offset_to(target).length_squared_wide();
        Sighted { body: target, apart, radii: attacker.radius + target.radius }
    }

    /// Whether the edges are at most `distance` apart.
    #[inline]
    pub(super) fn within(&self, distance: Fx) -> bool {
        self.apart <= (distance + self.radii).squared_wide()
    }

    /// The distance between the edges.
    pub(super) fn gap(&self) -> Fx {
        (Fx::root_of_wide(self.apart) - self.radii).max(Fx::ZERO)
    }

    /// Whether the edges are at least `least` and at most `most` apart.
    #[inline]
    pub(super) fn between(&self, least: Fx, most: Fx) -> bool {
        self.within(most) && (least == Fx::ZERO || self.gap() >= least)
    }
}

/// Whether the body is in a layer the weapon reaches.
#[inline]
pub(crate) fn weapon_hits(weapon: &Weapon, body: &SpatialRow) -> bool {
    if body.flies() { weapon.hits.air } else { weapon.hits.ground }
}

fn table_percent(scene: &Scene<'_>, weapon: &Weapon, target: &SpatialRow) -> u16 {
    super::hit::table_percent(scene, weapon.damage_kind, target.kind)
}

/// Calls `each` with every present body whose edge is at most `radius` from `point`, in no order that means
/// anything.
pub(super) fn each_around<'w>(scene: &Scene<'w>, point: Vec2, radius: Fx, mut each: impl FnMut(&'w SpatialRow)) {
    let frame = scene.frame;
    let mut meet = |body: &'w SpatialRow| {
        let reach = radius + body.radius;
        if body.is_present() && body.offset_from(point).length_squared_wide() <= reach.squared_wide() {
            each(body);
        }
    };
    frame.grid.for_each_within(point, radius + SpatialRow::MAX_RADIUS, |row| {
        if let Some(body) = frame.bodies.get(row) {
            meet(body);
        }
    });
    frame.bodies[frame.units.min(frame.bodies.len())..].iter().for_each(meet);
}
