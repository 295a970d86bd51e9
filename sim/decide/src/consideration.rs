//! Considerations: small tests of the situation, each usable in many decisions.
//!
//! After Dill, "A Pattern-Based Approach to Modular AI for Games" (Game Programming Gems 8, ch. 3.2): a boolean
//! consideration may veto; a numeric one returns a base priority and a final multiplier, and a decision is worth
//! the sum of the bases times the product of the multipliers. At or below zero it is never taken.

use sandtable_math::Fx;
use serde::{Deserialize, Serialize};

use super::Curve;

/// What considerations read: the value of each input in some context.
pub trait Inputs<I> {
    /// The value of `input`.
    fn value(&self, input: &I) -> Fx;
}

/// How an input's value is judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Test {
    /// Vetoes unless the value lies within the bounds, both included.
    Within(Fx, Fx),
    /// Adds the curve's output to the base.
    Base(Curve),
    /// Multiplies by the curve's output.
    Times(Curve),
    /// Compares the value with bounds, both included, and adds and multiplies by what is said for either case: Dill's
    /// meta-consideration "compare".
    Compare(Fx, Fx, Contribution, Contribution),
}

/// What one consideration gives: something to add, something to multiply by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// Added to the base priorities.
    pub base: Fx,
    /// Multiplied into the final multiplier.
    pub times: Fx,
}

impl Contribution {
    /// Changes nothing.
    pub const NONE: Contribution = Contribution { base: Fx::ZERO, times: Fx::ONE };
}

impl Test {
    /// What it makes of a value; none for a veto.
    pub fn weigh(&self, value: Fx) -> Option<Contribution> {
        match self {
            Test::Within(low, high) => (*low..=*high).contains(&value).then_some(Contribution::NONE),
            Test::Base(curve) => Some(Contribution { base: curve.at(value), ..Contribution::NONE }),
            Test::Times(curve) => Some(Contribution { times: curve.at(value), ..Contribution::NONE }),
            Test::Compare(low, high, inside, outside) => {
                Some(if (*low..=*high).contains(&value) { *inside } else { *outside })
            }
        }
    }
}

/// One consideration: an input and how it is judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consideration<I> {
    /// What it looks at.
    pub input: I,
    /// How it judges.
    pub test: Test,
}

impl<I> Consideration<I> {
    /// Whether it vetoes nothing: as a condition, whether it is met.
    pub fn holds(&self, inputs: &impl Inputs<I>) -> bool {
        self.test.weigh(inputs.value(&self.input)).is_some()
    }
}

/// What considerations add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appraisal {
    /// The sum of the base priorities.
    pub base: Fx,
    /// The product of the multipliers.
    pub times: Fx,
    /// Whether one of them forbids it.
    pub vetoed: bool,
}

impl Appraisal {
    /// The priority: base × multiplier; 0 when vetoed or not positive.
    pub fn priority(&self) -> Fx {
        if self.vetoed { Fx::ZERO } else { self.base.mul_floor(self.times).max(Fx::ZERO) }
    }
}

/// A thing to decide on: a base priority and what modifies it.
///
/// ```
/// use sandtable_decide::{Consideration, Curve, DecisionRule, Inputs, Test};
/// use sandtable_math::Fx;
///
/// /// A unit with this many hit points, in percent.
/// struct Unit(i16);
///
/// impl Inputs<&str> for Unit {
///     fn value(&self, input: &&str) -> Fx {
///         if *input == "hp" { Fx::from_int(self.0) } else { Fx::ZERO }
///     }
/// }
///
/// let brave = Curve::through(vec![(Fx::ZERO, Fx::ZERO), (Fx::from_int(100), Fx::ONE)])?;
/// let attack = DecisionRule {
///     base: Fx::from_int(8),
///     considerations: vec![Consideration { input: "hp", test: Test::Times(brave) }],
/// };
/// assert_eq!(attack.appraise(&Unit(50)).priority(), Fx::from_int(4));
/// assert_eq!(attack.appraise(&Unit(0)).priority(), Fx::ZERO);
/// # Ok::<(), sandtable_decide::CurveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionRule<I> {
    /// The priority before any consideration.
    pub base: Fx,
    /// What is considered, in order.
    pub considerations: Vec<Consideration<I>>,
}

impl<I> DecisionRule<I> {
    /// Weighs every consideration; stops at a veto.
    pub fn appraise(&self, inputs: &impl Inputs<I>) -> Appraisal {
        let mut sum = Appraisal { base: self.base, times: Fx::ONE, vetoed: false };
        for consideration in &self.considerations {
            let Some(weight) = consideration.test.weigh(inputs.value(&consideration.input)) else {
                sum.vetoed = true;
                break;
            };
            sum.base = sum.base.add_saturating(weight.base);
            sum.times = sum.times.mul_floor(weight.times);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Table([i16; 2]);

    impl Inputs<usize> for Table {
        fn value(&self, input: &usize) -> Fx {
            Fx::from_int(self.0[*input])
        }
    }

    fn ramp(to: i16) -> Curve {
        Curve::through(vec![(Fx::ZERO, Fx::ZERO), (Fx::from_int(10), Fx::from_int(to))]).expect("a curve")
    }

    #[test]
    fn bases_add_multipliers_multiply_and_a_veto_ends_it() {
        let decision = DecisionRule {
            base: Fx::from_int(5),
            considerations: vec![
                Consideration { input: 0, test: Test::Base(ramp(10)) },
                Consideration { input: 0, test: Test::Times(ramp(2)) },
                Consideration { input: 1, test: Test::Within(Fx::ZERO, Fx::ONE) },
            ],
        };
        let priority = |table: [i16; 2]| decision.appraise(&Table(table)).priority();
        assert_eq!(priority([10, 1]), Fx::from_int(30));
        assert_eq!(priority([5, 0]), Fx::from_int(10));
        assert_eq!(priority([10, 2]), Fx::ZERO);
        assert_eq!(priority([-3, 0]), Fx::ZERO);
    }

    #[test]
    fn a_comparison_weighs_either_case() {
        let weight = |base, times| Contribution { base: Fx::from_int(base), times: Fx::from_int(times) };
        let test = Test::Compare(Fx::from_int(2), Fx::from_int(4), weight(10, 2), weight(-1, 1));
        let decision = DecisionRule { base: Fx::from_int(5), considerations: vec![Consideration { input: 0, test }] };
        let priority = |value| decision.appraise(&Table([value, 0])).priority();
        assert_eq!([1, 2, 4, 5].map(priority), [4, 30, 30, 4].map(Fx::from_int));
    }
}
