//! One unit's eyes: the cheap tests, distance and cone, before the dear one.

use super::PerceptionTables;
use crate::scene::Scene;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::Senses;
use sandtable_nav::crowd::SpatialRow;

/// A cone of directions, its edges included.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisionCone {
    /// Along its edges, the second clockwise of the first.
    edges: [Vec2; 2],
    width: ConeWidth,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConeWidth {
    /// Up to a half turn.
    Narrow,
    /// More than that.
    Wide,
    /// All around.
    Full,
}

impl VisionCone {
    /// The cone of the given degrees about a heading.
    pub(super) fn new(heading: Angle, degrees: u16) -> VisionCone {
        let half = ((u32::from(degrees) << 16) / 720) as u16;
        let edge = |turn: u16| Angle(heading.0.wrapping_add(turn)).direction();
        let width = match degrees {
            0..=180 => ConeWidth::Narrow,
            181..=359 => ConeWidth::Wide,
            _ => ConeWidth::Full,
        };
        VisionCone { edges: [edge(half.wrapping_neg()), edge(half)], width }
    }

    /// Whether the end of a vector lies in it.
    #[inline]
    pub(super) fn contains(&self, to: Vec2) -> bool {
        let [first, last] = self.edges;
        match self.width {
            ConeWidth::Narrow => cross(first, to) >= 0 && cross(to, last) >= 0,
            ConeWidth::Wide => cross(first, to) >= 0 || cross(to, last) >= 0,
            ConeWidth::Full => true,
        }
    }
}

/// Positive when the second is clockwise of the first by less than a half turn.
#[inline]
fn cross(a: Vec2, b: Vec2) -> i64 {
    a.quarter_turn().dot_wide(b)
}

/// The eyes of a unit.
pub(super) struct UnitEyes<'w> {
    pub(super) body: &'w SpatialRow,
    pub(super) senses: &'w Senses,
    fixed: &'w PerceptionTables,
    heading: Angle,
    /// Its cone, once somebody has asked for it.
    cone: std::cell::OnceCell<VisionCone>,
    cell: Cell,
    level: u8,
    /// How far it sees, and how far all around, squared.
    sight: i64,
    around: i64,
}

impl<'w> UnitEyes<'w> {
    pub(super) fn new(
        scene: &Scene<'_>,
        fixed: &'w PerceptionTables,
        body: &'w SpatialRow,
        senses: &'w Senses,
        heading: Angle,
    ) -> UnitEyes<'w> {
        let cell = Cell::at(body.position);
        UnitEyes {
            body,
            senses,
            fixed,
            heading,
            cone: std::cell::OnceCell::new(),
            cell,
            level: fixed.skyline.eye_level(cell, scene.kind(body.kind).eye_height),
            sight: Fx::from_int(senses.sight.into()).squared_wide(),
            around: senses.around.squared_wide(),
        }
    }

    /// The squared distance of a point within its reach and its cone, whatever lies between.
    #[inline]
    pub(super) fn takes_in(&self, point: Vec2) -> Option<i64> {
        let to = point - self.body.position;
        let square = to.length_squared_wide();
        (square <= self.sight && (square <= self.around || self.cone().contains(to))).then_some(square)
    }

    #[inline]
    fn cone(&self) -> &VisionCone {
        self.cone.get_or_init(|| VisionCone::new(self.heading, self.senses.view_degrees))
    }

    /// Whether its team sees a body: that of others only what is in its sight.
    #[inline]
    pub(super) fn may_see(&self, body: &SpatialRow) -> bool {
        body.team == self.body.team || body.seen_by_team(self.body.team)
    }

    /// Whether neither ground nor cover hides somebody who stands at a point with eyes so high above the ground.
    pub(super) fn is_clear(&self, point: Vec2, eyes: u8) -> bool {
        let cell = Cell::at(point);
        let skyline = &self.fixed.skyline;
        skyline.is_clear((self.cell, self.level), (cell, skyline.eye_level(cell, eyes)))
    }
}
