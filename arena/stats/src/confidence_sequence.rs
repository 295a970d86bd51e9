//! Intervals that stay valid however often one looks at them: confidence sequences for the mean of bounded results.
//!
//! The hedged capital process of Waudby-Smith and Ramdas ("Estimating means of bounded random variables by betting", Journal of the Royal
//! Statistical Society B 86, 2024): for each mean that may be true, one bets on results above and on results below it; a mean under which the
//! bets would have won more than 1/α is ruled out for good (Ville's inequality). No law is assumed but that results have one mean.

use super::pentanomial::Estimate;

/// Means that are looked at: steps from one end to the other.
const STEPS: usize = 1_000;
/// The part of what could be lost at a bet that is put at stake, at most.
const LARGEST_STAKE: f64 = 0.75;

/// The mean of results from −1 to 1, in the order they came, with an interval that holds the true mean at every look with probability
/// 1 − `alpha`, all looks together. Everything when there are none.
///
/// ```
/// let found = sandtable_stats::confidence_sequence(&[1.0; 15], 0.05);
/// assert!(found.value == 1.0 && found.low > 0.4 && found.high == 1.0);
/// ```
pub fn confidence_sequence(results: &[f64], alpha: f64) -> Estimate {
    let stakes = stakes(results, alpha);
    let is_possible = |row: usize| is_possible(results, &stakes, row as f64 / STEPS as f64, alpha);
    let place = |row: usize| 2.0 * row as f64 / STEPS as f64 - 1.0;
    let value = if results.is_empty() { 0.0 } else { results.iter().sum::<f64>() / results.len() as f64 };
    // The set of possible means is an interval but for rounding; between two steps the outer one counts.
    let low = (0..=STEPS).find(|row| is_possible(*row)).map(|row| place(row.saturating_sub(1)));
    let high = (0..=STEPS).rev().find(|row| is_possible(*row)).map(|row| place((row + 1).min(STEPS)));
    Estimate { value, low: low.unwrap_or(value).min(value), high: high.unwrap_or(value).max(value) }
}

/// What is put at stake at each result: it is known from those before it.
fn stakes(results: &[f64], alpha: f64) -> Vec<f64> {
    let (mut sum, mut squares, mut stakes) = (0.5, 0.25, Vec::with_capacity(results.len()));
    for (row, result) in results.iter().enumerate() {
        let seen = row as f64 + 1.0;
        let variance = squares / seen;
        stakes.push((2.0 * libm::log(2.0 / alpha) / (variance * seen * libm::log(1.0 + seen))).sqrt());
        let share = (result + 1.0) / 2.0;
        sum += share;
        let off = share - sum / (seen + 1.0);
        squares += off * off;
    }
    stakes
}

/// Whether a mean, 0 … 1, was never ruled out.
fn is_possible(results: &[f64], stakes: &[f64], mean: f64, alpha: f64) -> bool {
    let (mut above, mut below) = (1.0_f64, 1.0_f64);
    for (result, stake) in results.iter().zip(stakes) {
        let off = (result + 1.0) / 2.0 - mean;
        above *= 1.0 + off * if mean > 0.0 { stake.min(LARGEST_STAKE / mean) } else { *stake };
        below *= 1.0 - off * if mean < 1.0 { stake.min(LARGEST_STAKE / (1.0 - mean)) } else { *stake };
        if 0.5 * above.max(below) >= 1.0 / alpha {
            return false;
        }
    }
    true
}

/// How many results, about, have to be there in all until the interval of [`confidence_sequence`] at 5 % reaches no farther than `reach`
/// to one side of their mean: results of this standard deviation, 0 … 1.
pub fn results_needed(deviation: f64, reach: f64) -> f64 {
    // Widths fall as √(ln n / n), and few results are never enough.
    let spread = (deviation.max(0.1) / reach.max(1e-3)) * (deviation.max(0.1) / reach.max(1e-3));
    let mut count = 10.0;
    for _ in 0..20 {
        let looks = 2.0 * libm::log(40.0) + 2.0 * libm::log(1.0 + libm::log(1.0 + count));
        count = spread * looks + 4.0 / reach.max(1e-3).sqrt();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bootstrap::Draws;

    /// Results −1, 0 and 1 with this mean.
    fn results(count: usize, mean: f64, seed: u64) -> Vec<f64> {
        let mut draws = Draws::new(seed);
        let mut draw = || match draws.unit() {
            unit if unit < 0.3 + mean / 2.0 => 1.0,
            unit if unit < 0.6 => -1.0,
            _ => 0.0,
        };
        (0..count).map(|_| draw()).collect()
    }

    #[test]
    fn looking_at_every_result_does_not_make_it_wrong() {
        // What was ruled out once stays so: the last look tells whether any of them was wrong.
        let misses = |seed: &u64| {
            let found = confidence_sequence(&results(120, 0.2, *seed), 0.05);
            found.low > 0.2 || found.high < 0.2
        };
        let wrong = (0..400).filter(misses).count();
        assert!(wrong <= 25, "{wrong} of 400");
    }

    #[test]
    fn intervals_close_in() {
        let results = results(1_000, 0.2, 3);
        let found = confidence_sequence(&results, 0.05);
        assert!(found.low > 0.08 && found.high < 0.32, "{found:?}");
        let none = confidence_sequence(&[], 0.05);
        assert!((none.low, none.high) == (-1.0, 1.0));
        let same = confidence_sequence(&[0.0; 100], 0.05);
        assert!(same.low < 0.0 && same.high > 0.0 && same.high < 0.1, "{same:?}");
    }

    #[test]
    fn what_is_needed_is_about_what_it_takes() {
        for mean in [0.15, 0.2, 0.3] {
            let needed = results_needed(0.7, mean);
            let took = |seed: u64| {
                let results = results(1_600, mean, seed);
                let found =
                    (16..1_600).step_by(16).find(|count| confidence_sequence(&results[..*count], 0.05).low > 0.0);
                found.unwrap_or(1_600) as f64
            };
            let mut all: Vec<f64> = (1..=9).map(took).collect();
            all.sort_by(f64::total_cmp);
            assert!(all[4] < 1.7 * needed && all[4] > needed / 1.7, "{mean}: {all:?}, {needed} said");
        }
    }
}
