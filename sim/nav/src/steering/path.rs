//! Keeping to a path.

use sandtable_math::{Fx, Vec2};

use super::tuning::PATH_AHEAD_TICKS;
use super::{Mover, seek};
use crate::vector::{direction, dot, polar, scaled};

/// Path following: along the polyline `path`, within `width` of it.
///
/// Who will be off the path soon seeks a place on it a little farther on; who is on it goes along it. At the end
/// it seeks the last point. Nothing for an empty path.
pub fn follow_path(mover: &Mover, path: &[Vec2], width: Fx) -> Vec2 {
    let Some(end) = path.last() else { return Vec2::ZERO };
    let soon = mover.after(PATH_AHEAD_TICKS);
    let legs = path.windows(2).map(|leg| LegProjection::nearest(leg[0], leg[1], soon));
    let Some(place) = legs.min_by_key(|place| place.away) else { return seek(mover, *end) };
    let lead = mover.top_speed.mul_int(PATH_AHEAD_TICKS);
    if place.left <= lead && place.end == *end {
        seek(mover, *end)
    } else if place.away > width.squared_wide() {
        seek(mover, place.point + scaled(place.along, lead))
    } else {
        mover.toward(scaled(place.along, mover.top_speed))
    }
}

/// The place on one leg of a path that is nearest to somebody.
struct LegProjection {
    point: Vec2,
    /// The direction of the leg.
    along: Vec2,
    /// Where the leg ends, and how far that is.
    end: Vec2,
    left: Fx,
    /// The squared distance.
    away: i64,
}

impl LegProjection {
    fn nearest(start: Vec2, end: Vec2, from: Vec2) -> LegProjection {
        let (along, length) = polar(end - start);
        let done = dot(from - start, along).clamp(Fx::ZERO, length);
        let point = start + scaled(along, done);
        let along = if length == Fx::ZERO { direction(end - from) } else { along };
        LegProjection { point, along, end, left: length - done, away: point.distance_squared_wide(from) }
    }
}
