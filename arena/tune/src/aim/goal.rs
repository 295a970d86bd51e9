//! Goals: what means of measures are wanted, and how far means are from that.

use sandtable_expect::{Aim, AimKind, Range};
use sandtable_lab::trial::Measure;

/// How much more it counts to be outside of a range than to be off a target, or to have less.
const OUTSIDE_WEIGHT: f64 = 4.0;
/// The part of all that is missing, besides what is missing most.
const AUGMENTED: f64 = 0.05;
/// The least difference between the best and the worst mean, in scales.
const LEAST_EXTENT: f64 = 1e-3;

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
    /// How much each of several aims without a range counts, in the order of the terms; none where there is one such aim at most.
    pub weights: Vec<f64>,
}

impl AimGoal {
    /// All aims of a match together.
    pub fn of_aims(aims: &[Aim<Measure>]) -> AimGoal {
        let terms = aims.iter().enumerate();
        let terms = terms.map(|(measure, aim)| Term { measure, kind: aim.kind, range: aim.range }).collect();
        AimGoal { terms, weights: Vec::new() }
    }

    /// The terms whose means are to be as high, or as low, as can be.
    pub fn endless(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| term.kind.is_endless())
    }

    /// How far these means, by measure and in their scales, are from what is wanted; less is better. `extents` are the lowest and the highest
    /// that any point is believed to have.
    pub fn loss(&self, means: &[f64], scales: &[f64], extents: &[[f64; 2]]) -> f64 {
        let is_weighed = !self.weights.is_empty();
        let plain = self.terms.iter().filter(|term| !(is_weighed && term.kind.is_endless()));
        let plain: f64 = plain.map(|term| term.loss(means[term.measure], scales[term.measure])).sum();
        if is_weighed { plain + self.chebyshev(means, extents) } else { plain }
    }

    /// What is missing most, by weight, to the best that is believed to be possible of each aim, and a small part of all that is missing: so
    /// each point of a front, convex or not, is the best for some weights (the augmented Chebyshev norm; Knowles, "ParEGO", 2006).
    fn chebyshev(&self, means: &[f64], extents: &[[f64; 2]]) -> f64 {
        let missing = |(term, weight): (&Term, &f64)| {
            let ([low, high], mean) = (extents[term.measure], means[term.measure]);
            let off = if term.kind == AimKind::Minimize { mean - low } else { high - mean };
            weight * off / (high - low).max(LEAST_EXTENT)
        };
        let missing: Vec<f64> = self.endless().zip(&self.weights).map(missing).collect();
        missing.iter().copied().fold(f64::NEG_INFINITY, f64::max) + AUGMENTED * missing.iter().sum::<f64>()
    }
}

impl Term {
    /// How much better one mean is than another, of an aim without a range.
    pub fn gain(&self, one: f64, other: f64) -> f64 {
        if self.kind == AimKind::Minimize { other - one } else { one - other }
    }

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
        let goal = |kind| AimGoal { terms: vec![term(kind, 40.0, 60.0)], weights: Vec::new() };
        let loss = |kind, mean: f64| goal(kind).loss(&[mean / 100.0], &[100.0], &[[0.0, 1.0]]);
        assert!(loss(AimKind::Target, 50.0) < 1e-9 && loss(AimKind::Target, 58.0) > 0.07);
        assert!(loss(AimKind::Constrain, 58.0) == 0.0 && loss(AimKind::Constrain, 70.0) > loss(AimKind::Target, 70.0));
        assert!(loss(AimKind::Maximize, 70.0) < loss(AimKind::Maximize, 60.0));
        assert!(loss(AimKind::Minimize, 70.0) > loss(AimKind::Minimize, 60.0));
    }

    #[test]
    fn scales_are_of_ranges_or_of_what_is_seen() {
        let plain = |term: Term| AimGoal { terms: vec![term], weights: Vec::new() };
        let other = Term { measure: 1, kind: AimKind::Maximize, range: Range::default() };
        let goals = [plain(term(AimKind::Constrain, 60.0, 1200.0)), plain(other)];
        let found = scales(&[false, false, true], &goals, &[7.0, 250.0, 3.0]);
        assert_eq!(found, [1200.0, 250.0, 100.0]);
    }

    #[test]
    fn weights_choose_between_points_of_a_hollow_front() {
        let end = |measure, kind| Term { measure, kind, range: Range::default() };
        let terms = vec![end(0, AimKind::Maximize), end(1, AimKind::Minimize)];
        let goal = |weight: f64| AimGoal { terms: terms.clone(), weights: vec![weight, 1.0 - weight] };
        // Sums of the two would never choose the one between.
        let points = [[1.0, 1.0], [0.45, 0.55], [0.0, 0.0]];
        let best = |weight: f64| {
            let loss = |point: &[f64; 2]| goal(weight).loss(point, &[1.0; 2], &[[0.0, 1.0]; 2]);
            points.into_iter().reduce(|best, other| if loss(&other) < loss(&best) { other } else { best })
        };
        assert_eq!([0.95, 0.5, 0.05].map(best), points.map(Some));
    }
}
