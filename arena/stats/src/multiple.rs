//! Many comparisons at once: a test of one by flipping signs, and the correction for their number.

use super::bootstrap::Draws;

/// Flips of the test.
const FLIPS: u32 = 4_999;

/// How often chance alone makes the mean of paired differences as low as it is: the one-sided test that flips the sign of each (Fisher
/// 1935), by random flips from a seed. Small values say that the mean is below 0.
///
/// ```
/// assert!(sandtable_stats::sign_flip(&[-0.2, -0.1, -0.3, -0.2, -0.1, -0.4, -0.2, -0.3], 1) < 0.01);
/// assert!(sandtable_stats::sign_flip(&[0.2, -0.1, 0.3, -0.2], 1) > 0.3);
/// ```
pub fn sign_flip(differences: &[f64], seed: u64) -> f64 {
    let sum: f64 = differences.iter().sum();
    let mut draws = Draws::new(seed);
    let mut flipped = || -> f64 { differences.iter().map(|one| if draws.unit() < 0.5 { *one } else { -one }).sum() };
    // Sums that differ by rounding are the same.
    let as_low = (0..FLIPS).filter(|_| flipped() <= sum + 1e-9).count();
    (as_low as f64 + 1.0) / (f64::from(FLIPS) + 1.0)
}

/// The values of several tests corrected for their number, in their order (Holm 1979): those below 5 % are significant together, with a risk
/// of 5 % that any of them is by chance.
///
/// ```
/// let holm = sandtable_stats::holm(&[0.01, 0.04, 0.03]);
/// assert!(holm.iter().zip([0.03, 0.06, 0.06]).all(|(found, expected)| (found - expected).abs() < 1e-12));
/// ```
pub fn holm(tests: &[f64]) -> Vec<f64> {
    let mut ranked: Vec<usize> = (0..tests.len()).collect();
    ranked.sort_by(|a, b| tests[*a].total_cmp(&tests[*b]).then(a.cmp(b)));
    let (mut corrected, mut most) = (vec![0.0; tests.len()], 0.0_f64);
    for (rank, row) in ranked.into_iter().enumerate() {
        most = most.max((tests.len() - rank) as f64 * tests[row]).min(1.0);
        corrected[row] = most;
    }
    corrected
}
