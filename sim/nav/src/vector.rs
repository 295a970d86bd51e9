//! Fast fixed-point vectors for steering. All rounding is towards zero: rounding down would drift everybody north-west.

use sandtable_math::{Fx, Vec2};

/// 65,536 / √(n / 256) for n = 64.5, 65.5 … 255.5: the first guess of an inverse root; what lies below is never asked for.
const INVERSE_ROOTS: [u32; 256] = {
    let mut table = [0; 256];
    let mut entry = 64;
    while entry < table.len() {
        let twice = 2 * entry as u64 + 1;
        table[entry] = ((512u64 << 32) / twice).isqrt() as u32;
        entry += 1;
    }
    table
};

/// 1 / √(n / 256) in 1/2²⁰, for n = 0 … 1024: inverse distances by their squares, up to two cells.
const INVERSES: [u32; 1025] = {
    let mut table = [0; 1025];
    let mut entry = 1;
    while entry < table.len() {
        table[entry] = ((256u64 << 40) / entry as u64).isqrt() as u32;
        entry += 1;
    }
    table
};
/// The least square that the table serves: below a quarter of a cell it is too coarse.
const LEAST_ENTRY: i64 = 16;

/// `a × b`, rounded towards zero.
#[inline]
pub fn times(a: Fx, b: Fx) -> Fx {
    Fx::from_bits((i64::from(a.bits()) * i64::from(b.bits()) / (1 << 16)) as i32)
}

/// `vector × factor`, rounded towards zero.
#[inline]
pub fn scaled(vector: Vec2, factor: Fx) -> Vec2 {
    Vec2 { x: times(vector.x, factor), y: times(vector.y, factor) }
}

/// The dot product of two vectors, one of which is a direction.
#[inline]
pub fn dot(a: Vec2, b: Vec2) -> Fx {
    Fx::from_bits((a.dot_wide(b) / (1 << 16)) as i32)
}

/// The cross product of two vectors, one of which is a direction: positive when `b` lies clockwise of `a` as drawn.
#[inline]
pub fn cross(a: Vec2, b: Vec2) -> Fx {
    let wide = i64::from(a.x.bits()) * i64::from(b.y.bits()) - i64::from(a.y.bits()) * i64::from(b.x.bits());
    Fx::from_bits((wide / (1 << 16)) as i32)
}

/// The unit vector in the direction of `vector`, and its length, both to within 1/30,000; zero for zero.
///
/// The inverse root is a table entry and one step of Newton's method: no root, no division.
#[inline]
pub fn polar(vector: Vec2) -> (Vec2, Fx) {
    let square = vector.length_squared_wide() as u64;
    if square == 0 {
        return (Vec2::ZERO, Fx::ZERO);
    }
    let zeros = square.leading_zeros() & !1;
    // The square's leading 32 bits as a fraction of 1/4 … 1.
    let fraction = (square << zeros) >> 32;
    let guess = u64::from(INVERSE_ROOTS[usize::from((fraction >> 24) as u8)]);
    // The guess lies below 2¹⁷, the error below 2³⁴, the inverse below 2³⁰: none of the products overflows.
    let error = (3u64 << 32).wrapping_sub(fraction.wrapping_mul((guess * guess) >> 2) >> 30);
    // In 1/2²⁸.
    let inverse = guess.wrapping_mul(error) >> 21;
    let half = zeros / 2;
    let part = |bits: i32| {
        let size = (u64::from(bits.unsigned_abs()).wrapping_mul(inverse)).wrapping_shr(44 - half) as i32;
        Fx::from_bits(if bits < 0 { size.wrapping_neg() } else { size })
    };
    let length = fraction.wrapping_mul(inverse).wrapping_shr(28 + half);
    (Vec2 { x: part(vector.x.bits()), y: part(vector.y.bits()) }, Fx::from_bits(length.min(i32::MAX as u64) as i32))
}

/// The direction and length of a vector, to within 1/2,000 for vectors of a quarter to two cells, whose square (1/2³²) is known; and exact for others.
#[inline(always)]
pub fn polar_near(vector: Vec2, square: i64) -> (Vec2, Fx) {
    let entry = square >> 24;
    if !(LEAST_ENTRY..1024).contains(&entry) {
        return polar(vector);
    }
    let (low, high) = (i64::from(INVERSES[entry as usize]), i64::from(INVERSES[entry as usize + 1]));
    let inverse = low - (((low - high) * (square >> 8 & 0xFFFF)) >> 16);
    let part = |bits: i32| Fx::from_bits((i64::from(bits) * inverse / (1 << 20)) as i32);
    (Vec2 { x: part(vector.x.bits()), y: part(vector.y.bits()) }, Fx::from_bits(((square * inverse) >> 36) as i32))
}

/// The unit vector in the direction of `vector`; zero for zero.
#[inline]
pub fn direction(vector: Vec2) -> Vec2 {
    polar(vector).0
}

/// The vector, shortened to `limit` when it is longer.
#[inline]
pub fn limited(vector: Vec2, limit: Fx) -> Vec2 {
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

    #[test]
    fn near_directions_are_those_of_all() {
        for x in (0..140_000).step_by(997) {
            let vector = Vec2::new(Fx::from_bits(x), Fx::from_bits(-x / 3 + 9_000));
            let (unit, length) = polar_near(vector, vector.length_squared_wide());
            let (exact, exactly) = polar(vector);
            assert!((unit - exact).length_floor().bits() <= 1 << 5, "{vector:?} {unit:?} {exact:?}");
            assert!((length - exactly).abs().bits() <= exactly.bits() / 2_000 + 2, "{vector:?} {length:?} {exactly:?}");
            let turned = polar_near(-vector, vector.length_squared_wide());
            assert_eq!(turned, (-unit, length), "{vector:?}");
        }
    }
}
