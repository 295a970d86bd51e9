//! How much of what was lost is recovered: a ratio of two differences, with an interval.

use super::bootstrap::{Draws, bands};
use super::pentanomial::Estimate;

/// Rounds of drawing pairs again.
const ROUNDS: u32 = 1_000;
/// Ratios are kept within this: where nothing was lost they have no end.
const END: f64 = 99.0;

/// The part of what lies between `before` and `reference` that `after` has recovered, with the 95 % interval of the percentile bootstrap: results
/// of the same pairs are drawn together. None when the reference is not above before.
///
/// ```
/// let found = sandtable_stats::recovered(&[0.0; 20], &[0.5; 20], &[1.0; 20], 1).expect("something was lost");
/// assert_eq!((found.value, found.low, found.high), (0.5, 0.5, 0.5));
/// assert!(sandtable_stats::recovered(&[1.0; 20], &[1.0; 20], &[0.5; 20], 1).is_none());
/// ```
pub fn recovered(before: &[f64], after: &[f64], reference: &[f64], seed: u64) -> Option<Estimate> {
    let count = before.len().min(after.len()).min(reference.len());
    let ratio = |rows: &[usize]| {
        let sum = |of: &[f64]| rows.iter().map(|row| of[*row]).sum::<f64>();
        let lost = sum(reference) - sum(before);
        let gain = sum(after) - sum(before);
        if lost > 0.0 {
            (gain / lost).clamp(-END, END)
        } else if gain > 0.0 {
            END
        } else {
            0.0
        }
    };
    let all: Vec<usize> = (0..count).collect();
    if all.iter().map(|row| reference[*row] - before[*row]).sum::<f64>() <= 0.0 {
        return None;
    }
    let mut draws = Draws::new(seed);
    let mut again = || -> Vec<usize> { (0..count).map(|_| draws.below(count as u32) as usize).collect() };
    let drawn: Vec<Vec<f64>> = (0..ROUNDS).map(|_| vec![ratio(&again())]).collect();
    bands(&[ratio(&all)], &drawn).pop()
}
