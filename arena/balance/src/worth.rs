//! Worth by ratios: its mean, and how much of it goes round in circles.

use sandtable_stats::{Estimate, Z95};
use serde::Serialize;

/// The geometric mean of ratios, with its 95 % interval: the ratios' intervals taken for those of a normal law of their logarithms.
///
/// ```
/// use sandtable_stats::Estimate;
///
/// let ratio = |value: f64| Estimate { value, low: value * 0.9, high: value / 0.9 };
/// let worth = sandtable_balance::worth_of(&[ratio(2.0), ratio(0.5)]);
/// assert!((worth.value - 1.0).abs() < 1e-12 && worth.low > 0.9 && worth.high < 1.0 / 0.9);
/// ```
pub fn worth_of(ratios: &[Estimate]) -> Estimate {
    let count = ratios.len().max(1) as f64;
    let mean = ratios.iter().map(|ratio| libm::log(ratio.value)).sum::<f64>() / count;
    let error = |ratio: &Estimate| (libm::log(ratio.high) - libm::log(ratio.low)) / (2.0 * Z95);
    let errors = ratios.iter().map(|ratio| error(ratio) * error(ratio)).sum::<f64>();
    let half = Z95 * errors.sqrt() / count;
    Estimate { value: libm::exp(mean), low: libm::exp(mean - half), high: libm::exp(mean + half) }
}

/// How much of who beats whom is rock, paper, scissors.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cyclic {
    /// The share of all logarithms of worth, squared, that no ranking of kinds explains, 0 … 1.
    pub share: f64,
    /// Kinds of which the first surely beats the second at equal cost, that the third, that the first.
    pub triangles: Vec<[String; 3]>,
    /// How many there are.
    pub triangle_count: u32,
}

/// The cyclic part of an antisymmetric matrix of logarithms, next to its ranking by least squares: the mean of each row (Jiang, Lim, Yao
/// and Ye 2011).
pub(crate) fn cyclic(logs: &[Vec<f64>], triangles: Vec<[String; 3]>, triangle_count: u32) -> Cyclic {
    let count = logs.len().max(1) as f64;
    let ranks: Vec<f64> = logs.iter().map(|row| row.iter().sum::<f64>() / count).collect();
    let (mut all, mut rest) = (0.0, 0.0);
    for (row, entries) in logs.iter().enumerate() {
        for (column, entry) in entries.iter().enumerate() {
            let left = entry - (ranks[row] - ranks[column]);
            all += entry * entry;
            rest += left * left;
        }
    }
    Cyclic { share: if all > 0.0 { rest / all } else { 0.0 }, triangles, triangle_count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ranking_goes_round_in_no_circle_and_rock_paper_scissors_in_nothing_else() {
        let ranked = [[0.0, 1.0, 2.0], [-1.0, 0.0, 1.0], [-2.0, -1.0, 0.0]].map(Vec::from);
        let circle = [[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]].map(Vec::from);
        assert!(cyclic(&ranked, Vec::new(), 0).share < 1e-12);
        assert!((cyclic(&circle, Vec::new(), 0).share - 1.0).abs() < 1e-12);
    }
}
