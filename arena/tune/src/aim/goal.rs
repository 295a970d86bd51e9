//! Goals: what means of measures are wanted, and how far means are from that.

use sandtable_expect::{Aim, AimKind, Range};
use sandtable_lab::trial::Measure;

/// How much more it counts to be outside of a range than to be off a target, or to have less.
const OUTSIDE_WEIGHT: f64 = 4.0;

/// One of several means that are wanted together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Term {
    /// The row of the measure.
    pub measure: usize,
    /// What is wanted of its mean.
    pub kind: AimKind,
    /// What it may be, in the measure's unit; shares in percent.
    pub range: Range,
}

/// Means that are wanted together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AimGoal {
    pub terms: Vec<Term>,
}

impl AimGoal {
    /// All aims of a match together.
    pub fn of_aims(aims: &[Aim<Measure>]) -> AimGoal {
        let terms = aims.iter().enumerate();
        AimGoal { terms: terms.map(|(measure, aim)| Term { measure, kind: aim.kind, range: aim.range }).collect() }
    }

    /// The term whose mean is to be as high, or as low, as can be.
    pub fn endless(&self) -> Option<&Term> {
        self.terms.iter().find(|term| term.kind.is_endless())
    }

    /// How far these means, by measure and in their scales, are from what is wanted; less is better.
    pub fn loss(&self, means: &[f64], scales: &[f64]) -> f64 {
        self.terms.iter().map(|term| term.loss(means[term.measure], scales[term.measure])).sum()
    }
}

impl Term {
    fn loss(&self, mean: f64, scale: f64) -> f64 {
        let end = |end: Option<f64>, open: f64| end.map_or(open, |end| end / scale);
        let (low, high) = (end(self.range.min, f64::NEG_INFINITY), end(self.range.max, f64::INFINITY));
        match self.kind {
            AimKind::Maximize => -mean,
            AimKind::Minimize => mean,
            AimKind::Target => (mean - (low + high) / 2.0).abs(),
            AimKind::Constrain => OUTSIDE_WEIGHT * (low - mean).max(mean - high).max(0.0),
        }
    }
}

/// The sizes that means are compared by, so that all are about 1: 100 of a share, else what ends of ranges are, or what is seen at first.
pub(crate) fn scales(is_share: &[bool], goals: &[AimGoal], first: &[f64]) -> Vec<f64> {
    let of_range = |range: &Range| [range.min, range.max].into_iter().flatten().map(f64::abs).fold(0.0, f64::max);
    let largest = |row: usize| {
        let terms = goals.iter().flat_map(|goal| &goal.terms).filter(|term| term.measure == row);
        terms.map(|term| of_range(&term.range)).fold(0.0, f64::max)
    };
    let scale = |(row, is_share): (usize, &bool)| match (*is_share, largest(row)) {
        (true, _) => 100.0,
        (false, size) if size > 0.0 => size,
        (false, _) => first[row].abs().max(1.0),
    };
    is_share.iter().enumerate().map(scale).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(kind: AimKind, min: f64, max: f64) -> Term {
        Term { measure: 0, kind, range: Range { min: Some(min), max: Some(max) } }
    }

    #[test]
    fn a_target_is_the_middle_and_a_constraint_the_whole_range() {
        let goal = |kind| AimGoal { terms: vec![term(kind, 40.0, 60.0)] };
        let loss = |kind, mean: f64| goal(kind).loss(&[mean / 100.0], &[100.0]);
        assert!(loss(AimKind::Target, 50.0) < 1e-9 && loss(AimKind::Target, 58.0) > 0.07);
        assert!(loss(AimKind::Constrain, 58.0) == 0.0 && loss(AimKind::Constrain, 70.0) > loss(AimKind::Target, 70.0));
        assert!(loss(AimKind::Maximize, 70.0) < loss(AimKind::Maximize, 60.0));
        assert!(loss(AimKind::Minimize, 70.0) > loss(AimKind::Minimize, 60.0));
    }

    #[test]
    fn scales_are_of_ranges_or_of_what_is_seen() {
        let goals = [AimGoal { terms: vec![term(AimKind::Constrain, 60.0, 1200.0)] }];
        let other = AimGoal { terms: vec![Term { measure: 1, kind: AimKind::Maximize, range: Range::default() }] };
        let found = scales(&[false, false, true], &[goals[0].clone(), other], &[7.0, 250.0, 3.0]);
        assert_eq!(found, [1200.0, 250.0, 100.0]);
    }
}
