//! Two-dimensional vectors: positions in cells, displacements in cells, velocities in cells per tick.

use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

use super::Fx;

/// A vector; x grows eastwards, y southwards (as the rows of a map file).
///
/// Squares are wide integers (1/2³²), compared without narrowing them; lengths round down.
///
/// ```
/// use sandtable_math::{Fx, Vec2};
///
/// let (from, to) = (Vec2::cell_centre(2, 3), Vec2::cell_centre(5, 7));
/// assert_eq!((to - from).length_floor(), Fx::from_int(5));
/// let step = (to - from).with_length_trunc(Fx::HALF);
/// assert!(step.length_squared_wide() <= Fx::HALF.squared_wide());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Vec2 {
    /// Eastward component.
    pub x: Fx,
    /// Southward component.
    pub y: Fx,
}

impl Vec2 {
    /// (0, 0).
    pub const ZERO: Vec2 = Vec2 { x: Fx::ZERO, y: Fx::ZERO };

    /// The vector (x, y).
    #[inline]
    pub const fn new(x: Fx, y: Fx) -> Vec2 {
        Vec2 { x, y }
    }

    /// The centre of cell (x, y).
    #[inline]
    pub const fn cell_centre(x: i32, y: i32) -> Vec2 {
        Vec2 { x: Fx::from_bits((x << 16) + (1 << 15)), y: Fx::from_bits((y << 16) + (1 << 15)) }
    }

    /// The mean of some points, components rounded towards zero; none without points.
    ///
    /// ```
    /// use sandtable_math::Vec2;
    ///
    /// let middle = Vec2::mean_trunc([Vec2::cell_centre(0, 0), Vec2::cell_centre(4, 2)]);
    /// assert_eq!(middle, Some(Vec2::cell_centre(2, 1)));
    /// assert_eq!(Vec2::mean_trunc([]), None);
    /// ```
    pub fn mean_trunc(points: impl IntoIterator<Item = Vec2>) -> Option<Vec2> {
        let (mut x, mut y, mut count) = (0, 0, 0);
        for point in points {
            (x, y, count) = (x + i64::from(point.x.bits()), y + i64::from(point.y.bits()), count + 1);
        }
        (count > 0).then(|| Vec2 { x: Fx::mean_of_bits_trunc(x, count), y: Fx::mean_of_bits_trunc(y, count) })
    }

    /// The squared length in 1/2³², exact.
    #[inline]
    pub const fn length_squared_wide(self) -> i64 {
        self.x.squared_wide() + self.y.squared_wide()
    }

    /// The squared distance to `other` in 1/2³², exact.
    #[inline]
    pub fn distance_squared_wide(self, other: Vec2) -> i64 {
        (self - other).length_squared_wide()
    }

    /// The length rounded down.
    #[inline]
    pub const fn length_floor(self) -> Fx {
        Fx::root_of_wide(self.length_squared_wide())
    }

    /// The dot product in 1/2³², exact.
    #[inline]
    pub const fn dot_wide(self, other: Vec2) -> i64 {
        self.x.bits() as i64 * other.x.bits() as i64 + self.y.bits() as i64 * other.y.bits() as i64
    }

    /// Each component times `factor`, rounded down.
    #[inline]
    pub const fn scale_floor(self, factor: Fx) -> Vec2 {
        Vec2 { x: self.x.mul_floor(factor), y: self.y.mul_floor(factor) }
    }

    /// The vector in this direction with the given length, components rounded towards zero;
    /// zero when this is zero.
    #[inline]
    pub const fn with_length_trunc(self, length: Fx) -> Vec2 {
        let own = self.length_floor().bits() as i64;
        if own == 0 {
            return Vec2::ZERO;
        }
        Vec2 {
            x: Fx::from_bits((self.x.bits() as i64 * length.bits() as i64 / own) as i32),
            y: Fx::from_bits((self.y.bits() as i64 * length.bits() as i64 / own) as i32),
        }
    }

    /// The vector turned a quarter clockwise as drawn (x east, y south).
    #[inline]
    pub fn quarter_turn(self) -> Vec2 {
        Vec2 { x: -self.y, y: self.x }
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    #[inline]
    fn add(self, other: Vec2) -> Vec2 {
        Vec2 { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Vec2 {
    type Output = Vec2;
    #[inline]
    fn sub(self, other: Vec2) -> Vec2 {
        Vec2 { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Vec2 {
    type Output = Vec2;
    #[inline]
    fn neg(self) -> Vec2 {
        Vec2 { x: -self.x, y: -self.y }
    }
}

impl AddAssign for Vec2 {
    #[inline]
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

impl SubAssign for Vec2 {
    #[inline]
    fn sub_assign(&mut self, other: Vec2) {
        *self = *self - other;
    }
}
