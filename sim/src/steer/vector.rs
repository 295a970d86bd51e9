//! Fast fixed-point vectors for steering. All rounding is towards zero: rounding down would drift everybody north-west.

use crate::math::{Fx, Vec2};

/// `a × b`, rounded towards zero.
#[inline]
pub(super) fn times(a: Fx, b: Fx) -> Fx {
    Fx::from_bits((i64::from(a.bits()) * i64::from(b.bits()) / (1 << 16)) as i32)
}

/// `vector × factor`, rounded towards zero.
#[inline]
pub(super) fn scaled(vector: Vec2, factor: Fx) -> Vec2 {
    Vec2 { x: times(vector.x, factor), y: times(vector.y, factor) }
}

/// The dot product of two vectors whose product fits a cell distance.
#[inline]
pub(super) fn dot(a: Vec2, b: Vec2) -> Fx {
    Fx::from_bits((a.dot_wide(b) / (1 << 16)) as i32)
}

/// Twice the signed area between two vectors: positive when `b` lies clockwise of `a` as drawn.
#[inline]
pub(super) fn cross(a: Vec2, b: Vec2) -> Fx {
    let wide = i64::from(a.x.bits()) * i64::from(b.y.bits()) - i64::from(a.y.bits()) * i64::from(b.x.bits());
    Fx::from_bits((wide / (1 << 16)) as i32)
}

/// The unit vector in the direction of `vector`, to within 1/8192; zero for zero.
#[inline]
pub(super) fn direction(vector: Vec2) -> Vec2 {
    let largest = vector.x.bits().unsigned_abs() | vector.y.bits().unsigned_abs();
    if largest == 0 {
        return Vec2::ZERO;
    }
    // Fifteen significant bits: the squares then fit 32 bits, whose root and quotient are cheap.
    let shift = largest.leading_zeros() as i32 - 17;
    let fit = |bits: i32| if shift >= 0 { bits << shift } else { bits / (1 << -shift) };
    let (x, y) = (fit(vector.x.bits()), fit(vector.y.bits()));
    let length = (x.unsigned_abs().pow(2) + y.unsigned_abs().pow(2)).isqrt();
    let inverse = i64::from((1u32 << 31) / length.max(1));
    let part = |bits: i32| Fx::from_bits((i64::from(bits) * inverse / (1 << 15)) as i32);
    Vec2 { x: part(x), y: part(y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_unit_length_and_no_bias() {
        let samples =
            [(1, 0), (3, -4), (-70_000, 12), (1 << 26, -(1 << 25)), (40_000, 40_000), (-5, -5), (i32::MAX, 1)];
        for (x, y) in samples {
            let vector = Vec2::new(Fx::from_bits(x), Fx::from_bits(y));
            let unit = direction(vector);
            assert!((unit.length_floor().bits() - (1 << 16)).abs() <= 16, "{vector:?} {unit:?}");
            assert_eq!(direction(-vector), -unit, "{vector:?}");
        }
        assert_eq!(direction(Vec2::ZERO), Vec2::ZERO);
    }
}
