//! Confidence sequences for means of results without known ends.
//!
//! Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", 2024, theorem
//! 2.2: valid at every look, all looks together, as far as means of as many results are normal. Means of few skewed results are not, and
//! their deviation is itself uncertain, so the interval is wider at first: by 20/n at n results. Of 1,500 runs of 600 results each, looked at
//! after every eighth, that leaves 0.7 % (normal), 2.1 % (geometric), 1.6 % (exponential) and 4.9 % (lognormal) that miss the mean at
//! some look where 5 % may; without it 2.7, 5.6, 6.1 and 12.1 %.

use super::Estimate;

/// The number of results at which the interval is narrowest for what it can be.
const TUNED_FOR: f64 = 200.0;
/// Results below which nothing is said: means of fewer are not normal.
const LEAST: usize = 20;
/// What the interval is wider by, over the number of results.
const WIDER: f64 = 20.0;

/// The mean of results in the order they came, with an interval that holds the true mean at every look with probability 1 − `alpha`, about;
/// everything when there are fewer than 20.
///
/// ```
/// let results: Vec<f64> = (0..400).map(|row| f64::from(row % 11)).collect();
/// let found = sandtable_stats::asymptotic_sequence(&results, 0.05);
/// assert!(found.low > 4.3 && found.low < 5.0 && found.high > 5.0 && found.high < 5.7, "{found:?}");
/// ```
pub fn asymptotic_sequence(results: &[f64], alpha: f64) -> Estimate {
    let count = results.len() as f64;
    let value = if results.is_empty() { 0.0 } else { results.iter().sum::<f64>() / count };
    if results.len() < LEAST {
        return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let squares: f64 = results.iter().map(|one| (one - value) * (one - value)).sum();
    let half = asymptotic_half_width((squares / (count - 1.0)).sqrt(), count, alpha);
    Estimate { value, low: value - half, high: value + half }
}

/// How far the interval of [`asymptotic_sequence`] reaches to either side, of this number of results with this standard deviation.
pub fn asymptotic_half_width(deviation: f64, count: f64, alpha: f64) -> f64 {
    let risk = -2.0 * libm::log(alpha);
    let prior = (risk + libm::log(risk) + 1.0) / TUNED_FOR;
    let scaled = count * prior + 1.0;
    let half = deviation * (2.0 * scaled / (count * count * prior) * libm::log(scaled.sqrt() / alpha)).sqrt();
    half * (1.0 + WIDER / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bootstrap::Draws;

    #[test]
    fn it_holds_the_mean_at_every_look_nearly_always() {
        let mut missed = 0;
        for seed in 0..300 {
            let mut draws = Draws::new(seed);
            // Skewed results, of mean 2: how often something is drawn until it comes.
            let mut results = Vec::new();
            let outside = (0..600).any(|row| {
                let mut count = 1.0;
                while draws.below(2) == 0 {
                    count += 1.0;
                }
                results.push(count);
                let found = asymptotic_sequence(&results, 0.05);
                row % 8 == 7 && (found.low > 2.0 || found.high < 2.0)
            });
            missed += u32::from(outside);
        }
        assert!(missed <= 15, "{missed} of 300");
    }
}
