//! Gradient noise on fixed-point numbers: the same hills on every platform.
//!
//! K. Perlin, "Improving Noise", SIGGRAPH 2002: eight gradient directions chosen by a hash of the lattice point,
//! blended with the fade curve 6t⁵ − 15t⁴ + 10t³; octaves as in GAP ch. 3.

pub use super::limits::MAX_OCTAVES;
use sandtable_math::{Fx, mix3};

/// The eight directions of gradients.
const GRADIENTS: [(i64, i64); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

const ONE: i64 = 1 << Fx::FRACTION_BITS;

/// One octave at (x, y), in −1 … 1; 0 at whole coordinates.
pub fn gradient_noise(seed: u64, x: Fx, y: Fx) -> Fx {
    let (column, row) = (x.floor_int(), y.floor_int());
    let (dx, dy) = (i64::from(x.bits()) & (ONE - 1), i64::from(y.bits()) & (ONE - 1));
    let corner = |right: i32, down: i32| {
        let (gx, gy) = gradient(seed, column + right, row + down);
        gx * (dx - i64::from(right) * ONE) + gy * (dy - i64::from(down) * ONE)
    };
    let (across, along) = (fade(dx), fade(dy));
    let north = blend([corner(0, 0), corner(1, 0)], across);
    let south = blend([corner(0, 1), corner(1, 1)], across);
    let value = blend([north, south], along);
    Fx::from_bits(value.clamp(-ONE, ONE) as i32)
}

/// The sum of `octaves` (at most [`MAX_OCTAVES`]), each twice as fine and half as strong as the one before,
/// in −2 … 2. Bounds of x and y: within ±100 cells of noise.
pub fn fractal_noise(seed: u64, x: Fx, y: Fx, octaves: u32) -> Fx {
    (0..octaves.min(MAX_OCTAVES)).fold(Fx::ZERO, |sum, octave| {
        let fine = |value: Fx| value.mul_int(1 << octave);
        let value = gradient_noise(mix3(seed, 0x6f63_7461_7665, u64::from(octave)), fine(x), fine(y));
        sum.add_saturating(Fx::from_bits(value.bits() >> octave))
    })
}

fn gradient(seed: u64, column: i32, row: i32) -> (i64, i64) {
    let hash = mix3(seed, u64::from(column as u32), u64::from(row as u32));
    GRADIENTS[(hash >> 61) as usize]
}

/// 6t⁵ − 15t⁴ + 10t³ for t in 0 … 1, in 1/65536, rounded down once at the end so that it never falls.
fn fade(t: i64) -> i64 {
    let inner = 6 * t * t - 15 * ONE * t + 10 * ONE * ONE;
    ((i128::from(t * t * t) * i128::from(inner)) >> 64) as i64
}

fn blend([from, to]: [i64; 2], share: i64) -> i64 {
    from + (((to - from) * share) >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fade_runs_from_zero_to_one_and_never_falls() {
        assert_eq!((fade(0), fade(ONE / 2), fade(ONE)), (0, ONE / 2, ONE));
        assert!((0..ONE).step_by(64).all(|t| fade(t + 64) >= fade(t)));
    }

    #[test]
    fn noise_is_zero_on_the_lattice_bounded_and_continuous() {
        let at = |x: i32, y: i32| gradient_noise(7, Fx::from_bits(x), Fx::from_bits(y));
        assert_eq!(at(3 << 16, -2 << 16), Fx::ZERO);
        for step in -2_000..2_000 {
            let (here, next) = (at(step * 97, step * 61), at(step * 97 + 64, step * 61));
            assert!(here.abs() <= Fx::ONE);
            assert!((here - next).abs().bits() < 64 * 8, "a jump at {step}");
        }
    }

    #[test]
    fn noise_is_pinned() {
        let sample = |seed| fractal_noise(seed, Fx::from_bits(90_000), Fx::from_bits(-123_456), 4).bits();
        assert_eq!([sample(1), sample(2), sample(3)], [16_828, 35_984, 5_611]);
    }
}
