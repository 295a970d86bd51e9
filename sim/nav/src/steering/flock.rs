//! The three rules of flocks: keep apart, go the same way, stay together.

use sandtable_math::{Fx, Vec2};

use super::Mover;
use crate::vector::{direction, scaled, times};

/// Separation from one neighbour: away from it, `strength` at contact and falling to nothing at a gap of `reach`.
///
/// `toward` is the unit vector to the neighbour, `gap` the distance between the edges (negative in an overlap).
#[inline]
pub fn separate(toward: Vec2, gap: Fx, reach: Fx, strength: Fx) -> Vec2 {
    if gap >= reach {
        return Vec2::ZERO;
    }
    let nearness = (reach - gap.max(Fx::ZERO)).div_trunc(reach);
    scaled(toward, -times(strength, nearness))
}

/// What alignment and cohesion need to know of a flock: sums over those of it who are near.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flock {
    /// How many.
    pub count: i32,
    /// The sum of their velocities.
    pub velocities: Vec2,
    /// The sum of the vectors to them.
    pub offsets: Vec2,
}

impl Flock {
    /// Counts one in that lies at `offset`.
    #[inline]
    pub fn add(&mut self, offset: Vec2, velocity: Vec2) {
        self.count += 1;
        self.velocities += velocity;
        self.offsets += offset;
    }

    /// Alignment: towards the mean velocity of the flock; nothing without one.
    #[inline]
    pub fn align(&self, mover: &Mover) -> Vec2 {
        if self.count == 0 { Vec2::ZERO } else { mover.toward(self.mean(self.velocities)) }
    }

    /// Cohesion: seeks the middle of the flock; nothing without one.
    #[inline]
    pub fn cohere(&self, mover: &Mover) -> Vec2 {
        let middle = direction(self.offsets);
        if self.count == 0 || middle == Vec2::ZERO { Vec2::ZERO } else { mover.toward(scaled(middle, mover.top_speed)) }
    }

    fn mean(&self, sum: Vec2) -> Vec2 {
        Vec2::new(Fx::from_bits(sum.x.bits() / self.count), Fx::from_bits(sum.y.bits() / self.count))
    }
}
