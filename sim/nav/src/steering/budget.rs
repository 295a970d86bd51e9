//! The prioritized sum of forces (Pentheny, "Efficient Crowd Simulation for Mobile Games", Game AI Pro ch. 24).

use sandtable_math::{Fx, Vec2};

use crate::vector::{polar, scaled};

/// A sum of forces in order of priority, with a limit on what may be spent.
///
/// ```
/// use sandtable_math::{Fx, Vec2};
/// use sandtable_nav::steering::{ForceBudget, Mover, flee, seek};
///
/// let mover = Mover { position: Vec2::cell_centre(5, 5), velocity: Vec2::ZERO, top_speed: Fx::from_ratio(1, 4) };
/// let limit = Fx::from_ratio(1, 16);
/// // To keep away from a threat is more urgent than to get anywhere.
/// let budget = ForceBudget::new(limit).spend(flee(&mover, Vec2::cell_centre(5, 6))).spend(seek(&mover, Vec2::cell_centre(9, 5)));
/// assert!(budget.sum().y < Fx::ZERO && budget.sum().length_floor() <= limit);
/// ```
///
/// Each force may add as much as `limit` − |sum so far|. The one that does not fit is cut to what is left and ends
/// the sum: what comes after it, being less urgent, counts for nothing in this tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForceBudget {
    limit: Fx,
    sum: Vec2,
    is_spent: bool,
}

impl ForceBudget {
    /// Nothing spent yet of `limit`, in cells a tick a tick.
    #[inline]
    pub const fn new(limit: Fx) -> ForceBudget {
        ForceBudget { limit, sum: Vec2::ZERO, is_spent: false }
    }

    /// Adds a force, or as much of it as is left.
    #[inline]
    #[must_use]
    pub fn spend(mut self, force: Vec2) -> ForceBudget {
        if self.is_spent || force == Vec2::ZERO {
            return self;
        }
        // The sum of components is never less than the length: what fits by that measure needs no root.
        if span(self.sum) + span(force) <= self.limit {
            self.sum += force;
            return self;
        }
        let (way, size) = polar(force);
        let left = self.limit - polar(self.sum).1;
        self.is_spent = size >= left;
        self.sum += if size > left { scaled(way, left.max(Fx::ZERO)) } else { force };
        self
    }

    /// What was added so far.
    #[inline]
    pub const fn sum(&self) -> Vec2 {
        self.sum
    }

    /// Whether nothing more can be added.
    #[inline]
    pub const fn is_spent(&self) -> bool {
        self.is_spent
    }
}

#[inline]
fn span(vector: Vec2) -> Fx {
    vector.x.abs() + vector.y.abs()
}
