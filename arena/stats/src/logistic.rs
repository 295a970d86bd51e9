//! Logistic regression (Cox 1958) by Newton's method: the weights under which the results of many trials are likeliest.

use super::linear::{Matrix, solve, zeros};

/// Newton's method ends after this number of steps; it takes about eight.
const STEPS: u32 = 100;
/// A step in which no weight moves by more is the last.
const SETTLED: f64 = 1e-9;
/// The longest step of a weight: a longer one leaves the ground on which the curvature holds.
const LONGEST_STEP: f64 = 4.0;

/// One trial: what was known before it, and the result of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The features, as many of every trial.
    pub features: Vec<f64>,
    /// The result of it, 0 … 1.
    pub outcome: f64,
    /// How much it counts; trials that tell of one event share what that counts.
    pub weight: f64,
}

/// The chance of 1 at a sum of weighted features: 1 / (1 + e⁻ˣ).
pub fn logistic(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}

/// The weights of the features under which the outcomes are likeliest, without a constant: features of 0 mean a chance of ½. `ridge` pulls
/// each weight towards 0, as a normal prior of variance 1/`ridge` does, so that there is one answer even where a feature decides every
/// outcome. None when there is none all the same, as without a ridge.
///
/// ```
/// use sandtable_stats::{Trial, fit_logistic, logistic};
///
/// let trial = |feature, outcome| Trial { features: vec![feature], outcome, weight: 1.0 };
/// // Of four trials with the feature, three came to 1.
/// let trials = [trial(1.0, 1.0), trial(1.0, 1.0), trial(1.0, 1.0), trial(1.0, 0.0)];
/// let weights = fit_logistic(&trials, 1e-9).expect("a maximum");
/// assert!((logistic(weights[0]) - 0.75).abs() < 1e-6);
/// ```
pub fn fit_logistic(trials: &[Trial], ridge: f64) -> Option<Vec<f64>> {
    let size = trials.first().map_or(0, |trial| trial.features.len());
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let (slope, curvature) = slope_and_curvature(trials, &weights, ridge);
        let step = solve(curvature, slope)?;
        let longest = step.iter().map(|part| part.abs()).fold(0.0, f64::max);
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        weights.iter_mut().zip(&step).for_each(|(weight, part)| *weight += part * scale);
        if longest < SETTLED {
            return Some(weights);
        }
    }
    None
}

fn dot(features: &[f64], weights: &[f64]) -> f64 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

/// The slope of the penalized log-likelihood, and its curvature with the sign changed.
fn slope_and_curvature(trials: &[Trial], weights: &[f64], ridge: f64) -> (Vec<f64>, Matrix) {
    let size = weights.len();
    let (mut slope, mut curvature) = (vec![0.0; size], zeros(size));
    for (row, weight) in weights.iter().enumerate() {
        slope[row] -= ridge * weight;
        curvature[row][row] += ridge;
    }
    for trial in trials {
        let chance = logistic(dot(&trial.features, weights));
        let (pull, bend) = (trial.weight * (trial.outcome - chance), trial.weight * chance * (1.0 - chance));
        for (row, feature) in trial.features.iter().enumerate() {
            slope[row] += pull * feature;
            let bent = bend * feature;
            curvature[row].iter_mut().zip(&trial.features).for_each(|(cell, other)| *cell += bent * other);
        }
    }
    (slope, curvature)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_which_outcomes_were_made_are_found() {
        let truth = [1.5, -0.75];
        let trial = |first: i32, second: i32| {
            let features = vec![f64::from(first) / 4.0, f64::from(second) / 4.0];
            // The outcome is its own chance: the likeliest weights are exactly the true ones.
            let outcome = logistic(dot(&features, &truth));
            Trial { features, outcome, weight: 1.0 }
        };
        let trials: Vec<Trial> = (-4..=4).flat_map(|first| (-4..=4).map(move |second| trial(first, second))).collect();
        let weights = fit_logistic(&trials, 0.0).expect("a maximum");
        for (found, expected) in weights.iter().zip(truth) {
            assert!((found - expected).abs() < 1e-6, "{weights:?}");
        }
    }

    #[test]
    fn what_decides_everything_needs_a_ridge() {
        let trials = [1.0, -1.0].map(|side| Trial { features: vec![side], outcome: (side + 1.0) / 2.0, weight: 1.0 });
        assert_eq!(fit_logistic(&trials, 0.0), None, "the likelier the larger");
        let weight = fit_logistic(&trials, 0.1).expect("a maximum")[0];
        assert!(weight > 1.0 && weight < 10.0, "{weight}");
    }

    #[test]
    fn a_trial_counts_by_its_weight() {
        let trial = |outcome, weight| Trial { features: vec![1.0], outcome, weight };
        let one = fit_logistic(&[trial(1.0, 3.0), trial(0.0, 1.0)], 1e-9).expect("a maximum");
        assert!((logistic(one[0]) - 0.75).abs() < 1e-6, "{one:?}");
    }
}
