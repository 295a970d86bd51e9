//! The usual shapes of response curves (Game AI Pro ch. 9, Graham), drawn through the points of a [`Curve`] when a file is read,
//! so that evaluation has one form. All of it is integer arithmetic: 32 binary digits behind the point.

use sandtable_math::Fx;

use super::Curve;
use super::tuning::{LEAST_NUMBER, MOST_NUMBER};

/// How a curve goes from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveShape {
    /// Straight.
    Linear,
    /// The input's share of the way to this power: above 1 late, below 1 early.
    Power(Fx),
    /// An S, the steeper in its middle the greater the number, above 0.
    Logistic(Fx),
    /// The logistic turned about its diagonal: steep at the ends, flat in the middle.
    Logit(Fx),
    /// The one end up to the middle, the other from there on.
    Step,
}

/// Segments a bent curve is drawn with.
const SEGMENTS: i64 = Curve::MAX_POINTS as i64 - 1;
/// 1 with 32 binary digits.
const ONE: i64 = 1 << 32;
/// The logarithm of e to base 2.
const LOG2_E: i64 = 6_196_328_019;

impl Curve {
    /// A curve of this shape between two points, whose inputs ascend by at least 1/1024; exact for lines and steps, within a
    /// hundredth of the way for the others. Their number is held to 1/4 … 12.
    pub fn shaped(shape: CurveShape, from: (Fx, Fx), to: (Fx, Fx)) -> Curve {
        let wide = |value: Fx| i64::from(value.bits());
        let along = |a: Fx, b: Fx, part: i64| {
            let way = i128::from(wide(b) - wide(a)) * i128::from(part);
            Fx::from_bits((i128::from(wide(a)) + (way >> 32)) as i32)
        };
        let points = match shape {
            CurveShape::Linear => vec![from, to],
            CurveShape::Step => {
                let middle = along(from.0, to.0, ONE / 2);
                vec![(Fx::from_bits(middle.bits() - 1), from.1), (middle, to.1)]
            }
            _ => (0..=SEGMENTS)
                .map(|segment| {
                    let part = ONE * segment / SEGMENTS;
                    (along(from.0, to.0, part), along(from.1, to.1, shape.bend(part)))
                })
                .collect(),
        };
        Curve::through(points).unwrap_or_else(|_| Curve::flat(to.1))
    }
}

impl CurveShape {
    /// The share of the way up at a share of the way along, both in 0 … [`ONE`].
    fn bend(self, part: i64) -> i64 {
        match self {
            CurveShape::Linear => part,
            CurveShape::Step => ONE * i64::from(part >= ONE / 2),
            CurveShape::Power(exponent) => power(part, wide(exponent)),
            CurveShape::Logistic(steepness) => {
                let steepness = wide(steepness);
                let (low, high) = (logistic(-steepness), logistic(steepness));
                ratio(logistic(multiply(steepness, 2 * part - ONE)) - low, high - low)
            }
            CurveShape::Logit(steepness) => {
                // Where the logistic, from end to end, has this height.
                let steepness = wide(steepness);
                let (low, high) = (logistic(-steepness), logistic(steepness));
                let height = low + multiply(part, high - low);
                let odds = log2(ratio(height, ONE - height));
                ONE / 2 + ratio(ratio(odds, LOG2_E), 2 * steepness)
            }
        }
        .clamp(0, ONE)
    }
}

/// The number of a shape, held to where its points lie close enough.
fn wide(value: Fx) -> i64 {
    i64::from(value.clamp(LEAST_NUMBER, MOST_NUMBER).bits()) << 16
}

fn multiply(a: i64, b: i64) -> i64 {
    ((i128::from(a) * i128::from(b)) >> 32) as i64
}

fn ratio(a: i64, b: i64) -> i64 {
    let quotient = if b == 0 { 0 } else { (i128::from(a) << 32) / i128::from(b) };
    quotient.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

fn power(base: i64, exponent: i64) -> i64 {
    if base <= 0 { 0 } else { exp2(multiply(log2(base), exponent)) }
}

fn logistic(x: i64) -> i64 {
    ratio(ONE, ONE + exp2(multiply(-x, LOG2_E)))
}

/// The logarithm to base 2, digit by digit; a large negative number for what has none.
fn log2(x: i64) -> i64 {
    if x <= 0 {
        return -64 * ONE;
    }
    let whole = 31 - i64::from(x.leading_zeros());
    let mut rest = if whole >= 0 { x >> whole } else { x << -whole };
    let mut digits = 0;
    for bit in (0..32).rev() {
        rest = multiply(rest, rest);
        if rest >= 2 * ONE {
            (rest, digits) = (rest >> 1, digits | 1 << bit);
        }
    }
    whole * ONE + digits
}

/// Two to a power, held to 2³⁰: the product of square roots of 2 for each digit.
fn exp2(x: i64) -> i64 {
    let (whole, digits) = ((x >> 32).min(29), x & (ONE - 1));
    let (mut product, mut root) = (ONE, 2 * ONE);
    for bit in (0..32).rev() {
        root = ((root as u128) << 32).isqrt() as i64;
        if digits >> bit & 1 == 1 {
            product = multiply(product, root);
        }
    }
    if whole >= 0 { product << whole } else { product.checked_shr((-whole).min(63) as u32).unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(shape: CurveShape, percent: i16) -> i32 {
        let ends = ((Fx::ZERO, Fx::ZERO), (Fx::from_int(100), Fx::from_int(1_000)));
        Curve::shaped(shape, ends.0, ends.1).at(Fx::from_int(percent)).round_int()
    }

    /// Per mille against values from a table of logarithms.
    #[test]
    fn shapes_pass_through_known_values() {
        let two = Fx::from_int(2);
        for (shape, known) in [
            (CurveShape::Linear, [0, 200, 500, 800, 1000]),
            (CurveShape::Power(two), [0, 40, 250, 640, 1000]),
            (CurveShape::Power(Fx::HALF), [0, 447, 707, 894, 1000]),
            (CurveShape::Logistic(Fx::from_int(4)), [0, 67, 500, 933, 1000]),
            (CurveShape::Logit(Fx::from_int(4)), [0, 335, 500, 665, 1000]),
            (CurveShape::Step, [0, 0, 1000, 1000, 1000]),
        ] {
            for (percent, known) in [0, 20, 50, 80, 100].into_iter().zip(known) {
                let drawn = at(shape, percent);
                assert!((drawn - known).abs() <= 10, "{shape:?} at {percent} %: {drawn}, not {known}");
            }
        }
    }

    #[test]
    fn shapes_rise_all_the_way_and_hold_at_extremes() {
        for bits in [1, 1 << 14, 1 << 16, 12 << 16, i32::MAX] {
            let number = Fx::from_bits(bits);
            for shape in [CurveShape::Power(number), CurveShape::Logistic(number), CurveShape::Logit(number)] {
                let heights: Vec<i64> = (0..=16).map(|part| shape.bend(ONE * part / 16)).collect();
                assert!(heights.windows(2).all(|pair| pair[0] <= pair[1]), "{shape:?}: {heights:?}");
            }
        }
    }
}
