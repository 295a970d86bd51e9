//! A unit or building as others meet it: where it stands, how far off that is.

use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Class;
use sandtable_state::id::{KindId, PlayerId, UnitId};
use sandtable_state::state_flags;

state_flags! {
    /// What a body is and does, as far as one can say yes or no to it.
    pub struct BodyFlags {
        /// It wants to move.
        MOVES = 0,
        /// It stands where it was sent.
        ARRIVED = 1,
        /// It was told to stand.
        HOLDS = 2,
        /// It turned aside for others in the last tick.
        TURNED = 3,
        /// It flies.
        FLIES = 4,
        /// It can be met: not aboard a transport, not merely planned, alive.
        PRESENT = 5,
        /// It gathers or squeezes through: those of its team who were not told to stand are not in its way, nor it in theirs.
        PASSES = 6,
        /// It stands before a passage until it is its side's turn.
        WAITS = 7,
    }
}

/// One row of the frame.
#[derive(Clone, Copy, Debug)]
pub struct SpatialRow {
    /// Its id.
    pub id: UnitId,
    /// Its kind.
    pub kind: KindId,
    /// Its team's number; 255 for nobody.
    pub team: u8,
    /// Unit or building.
    pub class: Class,
    /// What it is and does.
    pub flags: BodyFlags,
    /// Centre.
    pub position: Vec2,
    /// Actual velocity of the last tick.
    pub velocity: Vec2,
    /// What it meant to move in the last tick.
    pub steered: Vec2,
    /// Radius; 0 for buildings.
    pub radius: Fx,
    /// The fastest it walks on plain ground, in cells a tick; 0 for buildings.
    pub speed: Fx,
    /// Mass in kilograms; 0 for buildings.
    pub mass: u16,
    /// Half the extent of a building east and south; 0 for units.
    pub half: Vec2,
    /// Hit points.
    pub hp: Fx,
    /// Damage on its way.
    pub incoming: Fx,
    /// Teams that see it, as a bit set.
    pub seen_by: u8,
    /// Where it wants to go, or last did.
    pub goal: Vec2,
}

/// Who is in the way of somebody.
#[derive(Clone, Copy, Debug)]
pub struct BodyLayer {
    pub(super) flags: BodyFlags,
    pub(super) team: u8,
}

impl SpatialRow {
    /// The greatest radius, in cells.
    pub const MAX_RADIUS: Fx = Fx::HALF;

    /// A row that is not filled in.
    pub const NOBODY: SpatialRow = SpatialRow {
        id: UnitId::NONE,
        kind: KindId(0),
        team: u8::MAX,
        class: Class::Unit,
        flags: BodyFlags::NONE,
        position: Vec2::ZERO,
        velocity: Vec2::ZERO,
        steered: Vec2::ZERO,
        radius: Fx::ZERO,
        speed: Fx::ZERO,
        mass: 0,
        half: Vec2::ZERO,
        hp: Fx::ZERO,
        incoming: Fx::ZERO,
        seen_by: 0,
        goal: Vec2::ZERO,
    };

    /// Whose it is.
    #[inline]
    pub const fn owner(&self) -> PlayerId {
        self.id.owner()
    }

    /// Whether it flies.
    #[inline(always)]
    pub const fn flies(&self) -> bool {
        self.flags.contains(BodyFlags::FLIES)
    }

    /// Whether it can be met: not aboard a transport, not merely planned, alive.
    #[inline(always)]
    pub const fn is_present(&self) -> bool {
        self.flags.contains(BodyFlags::PRESENT)
    }

    /// Whether it wants to move.
    #[inline(always)]
    pub const fn moves(&self) -> bool {
        self.flags.contains(BodyFlags::MOVES)
    }

    /// Whom it meets.
    #[inline(always)]
    pub fn layer(&self) -> BodyLayer {
        BodyLayer { flags: self.flags, team: self.team }
    }

    /// Whether it is a disc around its centre: a unit.
    #[inline]
    const fn is_round(&self) -> bool {
        matches!(self.class, Class::Unit)
    }

    /// The vector from `point` to the nearest point of the body's centre line or rectangle (radius not counted).
    #[inline(always)]
    pub fn offset_from(&self, point: Vec2) -> Vec2 {
        let offset = self.position - point;
        if self.is_round() {
            return offset;
        }
        Vec2 { x: shrink(offset.x, self.half.x), y: shrink(offset.y, self.half.y) }
    }

    /// The distance from `point` to the body's edge, 0 inside.
    #[inline]
    pub fn distance_from(&self, point: Vec2) -> Fx {
        (self.offset_from(point).length_floor() - self.radius).max(Fx::ZERO)
    }

    /// Whether its edge is at most `distance` from `point`, by [`SpatialRow::distance_from`], but without the root.
    #[inline]
    pub fn is_near(&self, point: Vec2, distance: Fx) -> bool {
        // Rounded down, a root is at most this up to where the next number's begins.
        let beyond = distance + self.radius + Fx::EPSILON;
        distance >= Fx::ZERO && self.offset_from(point).length_squared_wide() < beyond.squared_wide()
    }

    /// The vector between the nearest points of the two bodies' centre points or rectangles (radii not counted).
    #[inline]
    pub fn offset_to(&self, other: &SpatialRow) -> Vec2 {
        let offset = other.offset_from(self.position);
        if self.is_round() {
            return offset;
        }
        Vec2 { x: shrink(offset.x, self.half.x), y: shrink(offset.y, self.half.y) }
    }

    /// The distance between the two bodies' edges, 0 when they touch or overlap.
    #[inline]
    pub fn gap(&self, other: &SpatialRow) -> Fx {
        (self.offset_to(other).length_floor() - self.radius - other.radius).max(Fx::ZERO)
    }

    /// Whether the bodies' edges are at most `distance` apart; cheaper than [`SpatialRow::gap`].
    #[inline]
    pub fn within(&self, other: &SpatialRow, distance: Fx) -> bool {
        let reach = distance + self.radius + other.radius;
        self.offset_to(other).length_squared_wide() <= reach.squared_wide()
    }

    /// Whether it and another are of different teams, neither being nobody's.
    #[inline]
    pub const fn is_hostile_to(&self, other: &SpatialRow) -> bool {
        self.team != other.team && self.team != u8::MAX && other.team != u8::MAX
    }

    /// Whether this team sees it.
    #[inline]
    pub const fn seen_by_team(&self, team: u8) -> bool {
        team < 8 && self.seen_by & (1 << team) != 0
    }
}

/// `value` moved towards zero by at most `by`.
#[inline]
fn shrink(value: Fx, by: Fx) -> Fx {
    if value > by {
        value - by
    } else if value < -by {
        value + by
    } else {
        Fx::ZERO
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn near_is_what_the_distance_says(x in -70_000i32..70_000, y in -70_000i32..70_000, nudge in -2i32..3, radius in 0i32..40_000) {
            let at = |x: i32, y: i32| Vec2::new(Fx::from_bits(x), Fx::from_bits(y));
            for half in [Vec2::ZERO, at(30_000, 50_000)] {
                let class = if half == Vec2::ZERO { Class::Unit } else { Class::Building };
                let body = SpatialRow { class, radius: Fx::from_bits(radius), half, ..SpatialRow::NOBODY };
                let (point, distance) = (at(x, y), body.distance_from(at(x, y)));
                // Around the very distance, where rounding shows.
                let limit = Fx::from_bits(distance.bits() + nudge);
                prop_assert_eq!(body.is_near(point, limit), distance <= limit);
            }
        }
    }
}
