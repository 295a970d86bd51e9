//! Fast fixed-point vectors for steering. All rounding is towards zero: rounding down would drift everybody north-west.

use crate::math::{Fx, Vec2};

/// 65,536 / √(n / 256) for n = 64.5, 65.5 … 255.5: the first guess of an inverse root.
const INVERSE_ROOTS: [u32; 192] = {
    let mut table = [0; 192];
    let mut entry = 0;
    while entry < table.len() {
        let twice = 2 * (entry as u64 + 64) + 1;
        table[entry] = ((512u64 << 32) / twice).isqrt() as u32;
        entry += 1;
    }
    table
};

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

/// The dot product of two vectors, one of which is a direction.
#[inline]
pub(super) fn dot(a: Vec2, b: Vec2) -> Fx {
    Fx::from_bits((a.dot_wide(b) / (1 << 16)) as i32)
}

/// The cross product of two vectors, one of which is a direction: positive when `b` lies clockwise of `a` as drawn.
#[inline]
pub(super) fn cross(a: Vec2, b: Vec2) -> Fx {
    let wide = i64::from(a.x.bits()) * i64::from(b.y.bits()) - i64::from(a.y.bits()) * i64::from(b.x.bits());
    Fx::from_bits((wide / (1 << 16)) as i32)
}

/// The unit vector in the direction of `vector`, and its length, both to within 1/30,000; zero for zero.
///
/// The inverse root is a table entry and one step of Newton's method: no root, no division.
#[inline]
pub(super) fn polar(vector: Vec2) -> (Vec2, Fx) {
    let square = vector.length_squared_wide() as u64;
    if square == 0 {
        return (Vec2::ZERO, Fx::ZERO);
    }
    let zeros = square.leading_zeros() & !1;
    // The square's leading 32 bits as a fraction of 1/4 … 1.
    let fraction = (square << zeros) >> 32;
    let guess = u64::from(INVERSE_ROOTS[(fraction >> 24) as usize - 64]);
    let error = (3 << 32) - ((fraction * ((guess * guess) >> 2)) >> 30);
    // In 1/2²⁸.
    let inverse = (guess * error) >> 21;
    let half = zeros / 2;
    let part = |bits: i32| {
        let size = (u64::from(bits.unsigned_abs()) * inverse) >> (44 - half);
        Fx::from_bits(if bits < 0 { -(size as i32) } else { size as i32 })
    };
    let length = (fraction * inverse) >> (28 + half);
    (Vec2 { x: part(vector.x.bits()), y: part(vector.y.bits()) }, Fx::from_bits(length.min(i32::MAX as u64) as i32))
}

/// The unit vector in the direction of `vector`; zero for zero.
#[inline]
pub(super) fn direction(vector: Vec2) -> Vec2 {
    polar(vector).0
}

/// The vector, shortened to `limit` when it is longer.
#[inline]
pub(super) fn limited(vector: Vec2, limit: Fx) -> Vec2 {
    if vector.length_squared_wide() <= limit.squared_wide() { vector } else { scaled(direction(vector), limit) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_unit_length_and_no_bias() {
        let far = i32::MAX / 2;
        let samples =
            [(1, 0), (3, -4), (-70_000, 12), (1 << 26, -(1 << 25)), (40_000, 40_000), (-5, -5), (far, 1), (far, far)];
        for (x, y) in samples {
            let vector = Vec2::new(Fx::from_bits(x), Fx::from_bits(y));
            let (unit, length) = polar(vector);
            assert!((unit.length_floor().bits() - (1 << 16)).abs() <= 4, "{vector:?} {unit:?}");
            let exact = i64::from(vector.length_floor().bits());
            assert!((i64::from(length.bits()) - exact).abs() <= exact / 30_000 + 1, "{vector:?} {length:?}");
            assert_eq!(direction(-vector), -unit, "{vector:?}");
        }
        assert_eq!(polar(Vec2::ZERO), (Vec2::ZERO, Fx::ZERO));
    }
}
