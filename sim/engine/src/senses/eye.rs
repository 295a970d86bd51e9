//! One unit's eyes: the cheap tests, distance and cone, before the dear one.

use super::Fixed;
use crate::scene::Scene;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::Senses;
use sandtable_nav::crowd::Body;

/// A cone of directions, its edges included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    /// Along its edges, the second clockwise of the first.
    edges: [Vec2; 2],
    width: Width,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    /// Up to a half turn.
    Narrow,
    /// More than that.
    Wide,
    /// All around.
    Full,
}

impl Cone {
    /// The cone of so many degrees about a heading.
    pub(super) fn new(heading: Angle, degrees: u16) -> Cone {
        let half = ((u32::from(degrees) << 16) / 720) as u16;
        let edge = |turn: u16| Angle(heading.0.wrapping_add(turn)).direction();
        let width = match degrees {
            0..=180 => Width::Narrow,
            181..=359 => Width::Wide,
            _ => Width::Full,
        };
        Cone { edges: [edge(half.wrapping_neg()), edge(half)], width }
    }

    /// Whether the end of a vector lies in it.
    #[inline]
    pub(super) fn contains(&self, to: Vec2) -> bool {
        let [first, last] = self.edges;
        match self.width {
            Width::Narrow => cross(first, to) >= 0 && cross(to, last) >= 0,
            Width::Wide => cross(first, to) >= 0 || cross(to, last) >= 0,
            Width::Full => true,
        }
    }
}

/// Positive when the second is clockwise of the first by less than a half turn.
#[inline]
fn cross(a: Vec2, b: Vec2) -> i64 {
    a.quarter_turn().dot_wide(b)
}

/// The eyes of a unit.
pub(super) struct Eye<'w> {
    pub(super) body: &'w Body,
    pub(super) senses: &'w Senses,
    fixed: &'w Fixed,
    heading: Angle,
    /// Its cone, once somebody has asked for it.
    cone: std::cell::OnceCell<Cone>,
    cell: Cell,
    level: u8,
    /// How far it sees, and how far all around, squared.
    sight: i64,
    around: i64,
}

impl<'w> Eye<'w> {
    pub(super) fn new(
        scene: &Scene<'_>,
        fixed: &'w Fixed,
        body: &'w Body,
        senses: &'w Senses,
        heading: Angle,
    ) -> Eye<'w> {
        let cell = Cell::at(body.position);
        Eye {
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
    fn cone(&self) -> &Cone {
        self.cone.get_or_init(|| Cone::new(self.heading, self.senses.view_degrees))
    }

    /// Whether its team sees a body: that of others only what is in its sight.
    #[inline]
    pub(super) fn may_see(&self, body: &Body) -> bool {
        body.team == self.body.team || body.seen_by_team(self.body.team)
    }

    /// Whether neither ground nor cover hides somebody who stands at a point with eyes so high above the ground.
    pub(super) fn is_clear(&self, point: Vec2, eyes: u8) -> bool {
        let cell = Cell::at(point);
        let skyline = &self.fixed.skyline;
        skyline.is_clear((self.cell, self.level), (cell, skyline.eye_level(cell, eyes)))
    }
}
