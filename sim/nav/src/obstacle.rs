//! Blocks: things of simple shape that stand in the way (Dodds, "Unit-level AI library": circles and convex polygons).
//!
//! A question is answered by the bounding box first; what that lets through is compared with each face of a
//! polygon: a point outside of any face lies outside.

use sandtable_math::{Fx, Vec2};
use sandtable_state::limits::MAX_BLOCK_CORNERS;

use super::vector::{cross, direction, dot, polar, scaled};

/// A circle or a convex polygon; coordinates within ±2,048 cells.
///
/// ```
/// use sandtable_math::{Fx, Vec2};
/// use sandtable_nav::obstacle::Obstacle;
///
/// let tower = Obstacle::circle(Vec2::cell_centre(4, 4), Fx::from_int(2));
/// assert!(tower.contains(Vec2::cell_centre(5, 4)) && !tower.contains(Vec2::cell_centre(7, 4)));
/// let edge = tower.nearest(Vec2::cell_centre(9, 4));
/// assert!((edge.x - Fx::from_ratio(13, 2)).abs() < Fx::from_ratio(1, 1_024));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    low: Vec2,
    high: Vec2,
    shape: ObstacleShape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ObstacleShape {
    Circle {
        centre: Vec2,
        radius: Fx,
    },
    /// Corners clockwise as drawn.
    Polygon(Vec<Vec2>),
}

/// Why corners make no block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObstacleError {
    /// Fewer than three corners, or more than the limit.
    #[error("a polygon has 3 to {MAX_BLOCK_CORNERS} corners, not {0}")]
    Corners(usize),
    /// It turns the other way, or not at all, at this corner.
    #[error("the polygon is not convex at corner {0}")]
    NotConvex(usize),
}

impl Obstacle {
    /// A circle.
    pub fn circle(centre: Vec2, radius: Fx) -> Obstacle {
        let reach = Vec2::new(radius, radius);
        Obstacle { low: centre - reach, high: centre + reach, shape: ObstacleShape::Circle { centre, radius } }
    }

    /// A convex polygon with these corners, in either sense of rotation.
    ///
    /// # Errors
    /// [`ObstacleError`] for too few or too many corners, or a polygon that is not strictly convex.
    pub fn polygon(corners: &[Vec2]) -> Result<Obstacle, ObstacleError> {
        if !(3..=MAX_BLOCK_CORNERS).contains(&corners.len()) {
            return Err(ObstacleError::Corners(corners.len()));
        }
        let mut corners = corners.to_vec();
        if turn_at(&corners, 0) < 0 {
            corners.reverse();
        }
        if let Some(corner) = (0..corners.len()).find(|corner| turn_at(&corners, *corner) <= 0) {
            return Err(ObstacleError::NotConvex(corner));
        }
        let (first, rest) = (corners[0], &corners[1..]);
        let low = rest.iter().fold(first, |low, corner| Vec2::new(low.x.min(corner.x), low.y.min(corner.y)));
        let high = rest.iter().fold(first, |high, corner| Vec2::new(high.x.max(corner.x), high.y.max(corner.y)));
        Ok(Obstacle { low, high, shape: ObstacleShape::Polygon(corners) })
    }

    /// Its middle: of the circle, or of the polygon's bounding box.
    #[inline]
    pub fn centre(&self) -> Vec2 {
        Vec2::new(self.low.x.midpoint_trunc(self.high.x), self.low.y.midpoint_trunc(self.high.y))
    }

    /// Whether the point lies in the block or on its edge.
    pub fn contains(&self, point: Vec2) -> bool {
        let within = |at: Fx, low: Fx, high: Fx| low <= at && at <= high;
        if !within(point.x, self.low.x, self.high.x) || !within(point.y, self.low.y, self.high.y) {
            return false;
        }
        match &self.shape {
            ObstacleShape::Circle { centre, radius } => centre.distance_squared_wide(point) <= radius.squared_wide(),
            ObstacleShape::Polygon(corners) => faces(corners).all(|(from, to)| side(from, to, point) >= 0),
        }
    }

    /// The point of the block that is nearest to `point`: itself when it lies inside.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        if self.contains(point) {
            return point;
        }
        match &self.shape {
            ObstacleShape::Circle { centre, radius } => *centre + scaled(direction(point - *centre), *radius),
            ObstacleShape::Polygon(corners) => faces(corners)
                .map(|(from, to)| nearest_on(from, to, point))
                .min_by_key(|nearest| nearest.distance_squared_wide(point))
                .unwrap_or(point),
        }
    }

    /// When a disc of `radius` that goes by `way` from `from` first touches the block: the part of the way that it
    /// has gone by then, 0 … 1; none when it does not. Corners of polygons are taken as if faces went on a
    /// little past them: on the safe side.
    pub fn entry(&self, from: Vec2, way: Vec2, radius: Fx) -> Option<Fx> {
        let (heading, length) = polar(way);
        if length == Fx::ZERO {
            let touches = self.nearest(from).distance_squared_wide(from) <= radius.squared_wide();
            return touches.then_some(Fx::ZERO);
        }
        let (first, last) = match &self.shape {
            ObstacleShape::Circle { centre, radius: own } => chord(*centre - from, heading, *own + radius)?,
            ObstacleShape::Polygon(corners) => clip(corners, from, heading, radius)?,
        };
        (last >= Fx::ZERO && first <= length && first <= last).then(|| first.max(Fx::ZERO).div_trunc(length))
    }
}

/// Where a ray from the origin enters and leaves the circle at `centre`.
fn chord(centre: Vec2, heading: Vec2, radius: Fx) -> Option<(Fx, Fx)> {
    let (along, across) = (dot(centre, heading), cross(heading, centre));
    let half = radius.squared_wide() - across.squared_wide();
    let half = (half >= 0).then(|| Fx::root_of_wide(half))?;
    Some((along - half, along + half))
}

/// Where a ray enters and leaves the polygon whose faces are moved out by `radius` (Cyrus and Beck 1978).
fn clip(corners: &[Vec2], from: Vec2, heading: Vec2, radius: Fx) -> Option<(Fx, Fx)> {
    let far = Fx::from_int(i16::MAX);
    faces(corners).try_fold((-far, far), |(first, last), (start, end)| {
        let outward = -direction(end - start).quarter_turn();
        let height = dot(from - start, outward) - radius;
        let climb = dot(heading, outward);
        match climb.bits() {
            0 => (height <= Fx::ZERO).then_some((first, last)),
            bits if bits < 0 => Some((first.max(height.div_trunc(-climb)), last)),
            _ => Some((first, last.min((-height).div_trunc(climb)))),
        }
    })
}

fn faces(corners: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Positive when `point` lies to the right of the face, as drawn: inside of a clockwise polygon.
fn side(from: Vec2, to: Vec2, point: Vec2) -> i64 {
    let (face, offset) = (to - from, point - from);
    let product = |a: Fx, b: Fx| i64::from(a.bits()) * i64::from(b.bits());
    product(face.x, offset.y) - product(face.y, offset.x)
}

fn turn_at(corners: &[Vec2], corner: usize) -> i64 {
    let at = |step: usize| corners[(corner + step) % corners.len()];
    side(at(0), at(1), at(2))
}

fn nearest_on(from: Vec2, to: Vec2, point: Vec2) -> Vec2 {
    let (along, length) = polar(to - from);
    from + scaled(along, dot(point - from, along).clamp(Fx::ZERO, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Vec2 {
        Vec2::cell_centre(x, y)
    }

    #[test]
    fn points_are_inside_or_not_whichever_way_the_corners_turn() {
        let corners = [at(2, 1), at(8, 3), at(6, 8), at(1, 6)];
        let reversed: Vec<Vec2> = corners.into_iter().rev().collect();
        let (block, same) = (Obstacle::polygon(&corners).unwrap(), Obstacle::polygon(&reversed).unwrap());
        let row = |y: i32| (0..10).map(|x| if block.contains(at(x, y)) { '#' } else { '.' }).collect::<String>();
        let drawn: Vec<String> = (0..10).map(row).collect();
        insta::assert_snapshot!("points_inside", drawn.join("\n"));
        assert!((0..100).all(|n| block.contains(at(n % 10, n / 10)) == same.contains(at(n % 10, n / 10))));
    }

    #[test]
    fn what_is_no_convex_polygon_is_refused() {
        assert_eq!(Obstacle::polygon(&[at(0, 0), at(1, 0)]), Err(ObstacleError::Corners(2)));
        assert_eq!(Obstacle::polygon(&[at(0, 0); 17]), Err(ObstacleError::Corners(17)));
        let dent = [at(0, 0), at(4, 0), at(1, 1), at(0, 4)];
        assert_eq!(Obstacle::polygon(&dent), Err(ObstacleError::NotConvex(1)));
        assert_eq!(Obstacle::polygon(&[at(0, 0), at(2, 0), at(4, 0)]), Err(ObstacleError::NotConvex(0)));
    }

    /// To within what the quick roots of steering round.
    fn is_close(found: Fx, expected: Fx) -> bool {
        (found - expected).abs() <= Fx::from_ratio(1, 1_024)
    }

    #[test]
    fn the_nearest_point_lies_on_the_edge_and_is_the_point_itself_inside() {
        let square = Obstacle::polygon(&[at(2, 2), at(6, 2), at(6, 6), at(2, 6)]).unwrap();
        let circle = Obstacle::circle(at(4, 4), Fx::from_int(2));
        for block in [&square, &circle] {
            assert_eq!(block.nearest(at(4, 4)), at(4, 4));
            for (from, nearest) in [(at(9, 4), at(6, 4)), (at(4, 0), at(4, 2))] {
                assert!(is_close((block.nearest(from) - nearest).length_floor(), Fx::ZERO), "{block:?}");
            }
        }
        assert_eq!(square.nearest(at(0, 8)), at(2, 6));
    }

    #[test]
    fn a_swept_disc_meets_a_block_at_its_edge_or_not_at_all() {
        let square = Obstacle::polygon(&[at(6, 2), at(10, 2), at(10, 6), at(6, 6)]).unwrap();
        let circle = Obstacle::circle(at(8, 4), Fx::from_int(2));
        let east = |cells: i16| Vec2::new(Fx::from_int(cells), Fx::ZERO);
        for block in [&square, &circle] {
            let met = block.entry(at(1, 4), east(8), Fx::ONE);
            assert!(met.is_some_and(|part| is_close(part, Fx::HALF)), "{block:?} {met:?}");
            assert_eq!(block.entry(at(1, 4), east(3), Fx::ONE), None, "too short: {block:?}");
            assert_eq!(block.entry(at(12, 4), east(8), Fx::ONE), None, "behind: {block:?}");
            assert_eq!(block.entry(at(1, 8), east(16), Fx::ONE), None, "beside: {block:?}");
            assert_eq!(block.entry(at(8, 4), east(1), Fx::ZERO), Some(Fx::ZERO), "inside: {block:?}");
            assert_eq!(block.entry(at(6, 4), Vec2::ZERO, Fx::ONE), Some(Fx::ZERO), "standing against it: {block:?}");
            assert_eq!(block.entry(at(1, 4), Vec2::ZERO, Fx::ONE), None, "standing apart: {block:?}");
        }
    }
}
