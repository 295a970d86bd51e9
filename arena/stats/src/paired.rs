//! The change between two measurements of the same things.

use super::interval::Z95;
use super::pentanomial::Estimate;

/// The mean of differences, each of one thing measured twice (-1 … 1), with its 95 % interval: Wald's after half a thing more that got
/// better by 1, half a one that got worse by it, and one that stayed (Agresti and Min 2005, "Simple improved confidence intervals for comparing
/// matched proportions"), so that a few things that all changed alike do not make it sure.
///
/// ```
/// let change = sandtable_stats::paired_change(&[0.0, 0.0, 1.0, 0.0]);
/// assert!(change.value == 0.25 && change.low < 0.0 && change.high < 1.0);
/// ```
pub fn paired_change(differences: &[f64]) -> Estimate {
    let (sum, squares) = differences.iter().fold((0.0, 1.0), |(sum, squares), it| (sum + it, squares + it * it));
    let count = differences.len() as f64;
    let more = count + 2.0;
    let middle = sum / more;
    let half = Z95 * (squares - more * middle * middle).max(0.0).sqrt() / more;
    let value = if differences.is_empty() { 0.0 } else { sum / count };
    Estimate { value, low: (middle - half).max(-1.0), high: (middle + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The approval ratings of Agresti and Min: of 1,600 voters 150 came to disapprove and 86 to approve.
    #[test]
    fn the_interval_is_that_of_matched_proportions() {
        let differences: Vec<f64> = std::iter::repeat_n(-1.0, 150)
            .chain(std::iter::repeat_n(1.0, 86))
            .chain(std::iter::repeat_n(0.0, 1600 - 236))
            .collect();
        let change = paired_change(&differences);
        assert!((change.value + 0.04).abs() < 1e-12);
        assert!((change.low + 0.0587).abs() < 2e-4 && (change.high + 0.0212).abs() < 2e-4, "{change:?}");
    }

    #[test]
    fn few_things_leave_much_open() {
        let none = paired_change(&[]);
        assert!(none.value == 0.0 && none.low < -0.9 && none.high > 0.9);
        let two = paired_change(&[1.0, 1.0]);
        assert!(two.value == 1.0 && two.low < 0.2 && two.high <= 1.0, "{two:?}");
    }
}
