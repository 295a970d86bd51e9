//! Response curves: how much a measured value matters.

use sandtable_math::{Bounds, Fx};
use serde::{Deserialize, Serialize};

/// A piecewise-linear response curve (Game AI Pro ch. 9, Graham): flat before its first and after its last point.
///
/// ```
/// use sandtable_decide::Curve;
/// use sandtable_math::Fx;
///
/// let fear = Curve::through(vec![(Fx::ZERO, Fx::ONE), (Fx::from_int(10), Fx::ZERO)])?;
/// assert_eq!(fear.at(Fx::from_int(5)), Fx::HALF);
/// assert_eq!(fear.at(Fx::from_int(99)), Fx::ZERO);
/// # Ok::<(), sandtable_decide::CurveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(Fx, Fx)>", into = "Vec<(Fx, Fx)>")]
pub struct Curve {
    /// (input, output), inputs strictly ascending, 1 … [`Curve::MAX_POINTS`].
    points: Vec<(Fx, Fx)>,
}

/// Why points make no curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CurveError {
    /// None, or more than [`Curve::MAX_POINTS`].
    #[error("a curve has 1 to 16 points")]
    Count,
    /// Inputs that do not ascend.
    #[error("the inputs of a curve's points must ascend")]
    Order,
}

impl Curve {
    /// Points of one curve.
    pub const MAX_POINTS: usize = 16;

    /// The curve through `points`.
    ///
    /// # Errors
    /// [`CurveError`] when there are none, too many, or their inputs do not ascend.
    pub fn through(points: Vec<(Fx, Fx)>) -> Result<Curve, CurveError> {
        if points.is_empty() || points.len() > Curve::MAX_POINTS {
            return Err(CurveError::Count);
        }
        let ascending = points.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if ascending { Ok(Curve { points }) } else { Err(CurveError::Order) }
    }

    /// The points that it goes through.
    pub fn points(&self) -> &[(Fx, Fx)] {
        &self.points
    }

    /// The curve that is `output` everywhere.
    pub fn flat(output: Fx) -> Curve {
        Curve { points: vec![(Fx::ZERO, output)] }
    }

    /// The output at `input`, rounded down between points.
    pub fn at(&self, input: Fx) -> Fx {
        let after = self.points.partition_point(|point| point.0 <= input);
        let first = self.points.first().map_or(Fx::ZERO, |point| point.1);
        let Some(&(low, from)) = after.checked_sub(1).and_then(|row| self.points.get(row)) else { return first };
        let Some(&(high, to)) = self.points.get(after) else { return from };
        let apart = |one: Fx, other: Fx| u64::from(one.bits().abs_diff(other.bits()));
        // Two distances of 32 bits each: their product fits, and so does the output, which lies between those of the points.
        let (way, span) = (apart(to, from) * apart(input, low), apart(high, low));
        let steps = if to >= from { (way / span) as i64 } else { -(way.div_ceil(span) as i64) };
        Fx::from_bits((i64::from(from.bits()) + steps) as i32)
    }

    /// The least and the greatest output for inputs of a range.
    pub fn span(&self, inputs: Bounds<Fx>) -> Bounds<Fx> {
        let (first, last) = (self.at(inputs.low), self.at(inputs.high));
        let between = self.points.iter().filter(|point| inputs.contains(point.0)).map(|point| point.1);
        between
            .chain([last])
            .fold(Bounds::new(first, first), |sum, output| Bounds::new(sum.low.min(output), sum.high.max(output)))
    }
}

impl TryFrom<Vec<(Fx, Fx)>> for Curve {
    type Error = CurveError;

    fn try_from(points: Vec<(Fx, Fx)>) -> Result<Curve, CurveError> {
        Curve::through(points)
    }
}

impl From<Curve> for Vec<(Fx, Fx)> {
    fn from(curve: Curve) -> Vec<(Fx, Fx)> {
        curve.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: &[(i16, i16)]) -> Curve {
        Curve::through(points.iter().map(|(x, y)| (Fx::from_int(*x), Fx::from_int(*y))).collect()).expect("a curve")
    }

    #[test]
    fn a_curve_is_flat_outside_and_straight_between() {
        let ramp = curve(&[(0, 10), (10, 20), (20, 0)]);
        for (input, output) in [(-5, 10), (0, 10), (5, 15), (10, 20), (15, 10), (20, 0), (99, 0)] {
            assert_eq!(ramp.at(Fx::from_int(input)), Fx::from_int(output), "at {input}");
        }
    }

    #[test]
    fn a_curve_spans_its_corners_within_a_range() {
        let ramp = curve(&[(0, 10), (10, 20), (20, 0)]);
        let span = |low, high| ramp.span(Bounds::new(Fx::from_int(low), Fx::from_int(high)));
        assert_eq!(span(-5, 30), Bounds::new(Fx::ZERO, Fx::from_int(20)));
        assert_eq!(span(5, 15), Bounds::new(Fx::from_int(10), Fx::from_int(20)));
        assert_eq!(span(15, 15), Bounds::new(Fx::from_int(10), Fx::from_int(10)));
    }

    #[test]
    fn the_widest_curve_does_not_overflow() {
        let wide = Curve::through(vec![(Fx::from_bits(i32::MIN), Fx::MAX), (Fx::MAX, Fx::from_bits(i32::MIN))]);
        assert!(wide.expect("a curve").at(Fx::ZERO).abs() <= Fx::ONE);
        assert_eq!(Curve::through(vec![(Fx::ONE, Fx::ONE), (Fx::ONE, Fx::ZERO)]), Err(CurveError::Order));
        assert_eq!(Curve::through(Vec::new()), Err(CurveError::Count));
    }
}
