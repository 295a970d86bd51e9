//! α-rank (Omidshafiei et al. 2019): how long a population that copies what does better stays with each strategy.

use super::linear::{solve, zeros};

/// The chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaRank {
    /// How strongly a better payoff is preferred, per unit of score.
    pub alpha: f64,
    /// Members of the population.
    pub population: u32,
}

impl Default for AlphaRank {
    /// Fifty members; a score of 60 % is twice as attractive as one of 53 %.
    fn default() -> AlphaRank {
        AlphaRank { alpha: 10.0, population: 50 }
    }
}

impl AlphaRank {
    /// The chance that one mutant that gets `gain` more than the residents takes over (the Fermi process).
    fn fixation(&self, gain: f64) -> f64 {
        let members = f64::from(self.population);
        let exponent = self.alpha * gain;
        // At 0 / 0 the limit, near it the same to first order.
        if exponent.abs() < 1e-9 {
            return 1.0 / members;
        }
        libm::expm1(-exponent) / libm::expm1(-members * exponent)
    }
}

/// The share of time spent with each strategy, of a game in which row gets `score[row][column]` against column.
///
/// ```
/// use sandtable_stats::{AlphaRank, alpha_rank};
///
/// let shares = alpha_rank(&[vec![0.5, 0.9], vec![0.1, 0.5]], AlphaRank::default());
/// assert!(shares[0] > 0.99, "the better one is where the population stays");
/// ```
pub fn alpha_rank(score: &[Vec<f64>], chain: AlphaRank) -> Vec<f64> {
    let count = score.len();
    if count < 2 {
        return vec![1.0; count];
    }
    let chance = 1.0 / (count - 1) as f64;
    // Columns of the balance equations, the last one replaced by "all shares are 1".
    let mut balance = zeros(count);
    for from in 0..count {
        for to in (0..count).filter(|to| *to != from) {
            // Of members of `from` and one of `to`, who meet each other: what the mutant gets, less what residents do.
            let flow = chance * chain.fixation(score[to][from] - score[from][to]).max(f64::MIN_POSITIVE);
            balance[to][from] += flow;
            balance[from][from] -= flow;
        }
    }
    balance[count - 1] = vec![1.0; count];
    let mut target = vec![0.0; count];
    target[count - 1] = 1.0;
    solve(balance, target).unwrap_or_else(|| vec![1.0 / count as f64; count])
}
