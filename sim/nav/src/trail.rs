//! The trail that the front of a column leaves, and who stands how far back on it.

use crate::vector::{direction, scaled};
use sandtable_math::{Fx, Vec2};

/// A walk back along the trail of a formation that goes in a column, from its front to the mouth of the passage.
pub struct TrailWalk<'s> {
    points: std::iter::Rev<std::slice::Iter<'s, Vec2>>,
    mouth: Option<Vec2>,
    /// The ends of the stretch one is on, and how far behind the front its newer end is.
    from: Vec2,
    to: Vec2,
    behind: Fx,
}

/// A stop on a [`TrailWalk`].
#[derive(Clone, Copy)]
pub enum TrailStop {
    /// Here, with the way on to the front.
    On {
        /// Where.
        point: Vec2,
        /// The way on, a unit vector.
        ahead: Vec2,
    },
    /// So far before the mouth, in cells.
    Before(Fx),
}

impl<'s> TrailWalk<'s> {
    /// A walk from the front along the points of the trail, of which the last is the newest, to the mouth.
    pub fn new(front: Vec2, trail: &'s [Vec2], mouth: Vec2) -> TrailWalk<'s> {
        let mut points = trail.iter().rev();
        let mut mouth = Some(mouth);
        let to = points.next().copied().or_else(|| mouth.take()).unwrap_or(front);
        TrailWalk { points, mouth, from: front, to, behind: Fx::ZERO }
    }

    /// Goes on to so far behind the front, in cells, which is no nearer than the last time.
    pub fn back(&mut self, behind: Fx) -> TrailStop {
        loop {
            let (stretch, left) = ((self.to - self.from).length_floor(), behind - self.behind);
            if left < stretch || left == Fx::ZERO {
                let ahead = direction(self.from - self.to);
                return TrailStop::On { point: self.from - scaled(ahead, left), ahead };
            }
            let Some(next) = self.points.next().copied().or_else(|| self.mouth.take()) else {
                return TrailStop::Before(left - stretch);
            };
            self.behind += stretch;
            (self.from, self.to) = (self.to, next);
        }
    }
}
