//! Confidence sequences for shares: of trials that succeed or not.
//!
//! The chance of what was seen under any one share is compared with its chance under a mixture of all shares, evenly (Robbins, "Statistical
//! methods related to the law of the iterated logarithm", 1970). A share under which the ratio ever passes 1 / `alpha` is ruled out; for
//! the true one that has no more than the chance `alpha` (Ville's inequality).

use super::Estimate;

/// Halvings when an end is looked for: the last bits of a share.
const HALVINGS: u32 = 52;

/// The share of successes with an interval that holds the true one at every look with probability 1 − `alpha`, all looks together; everything
/// without trials.
///
/// ```
/// let found = sandtable_stats::share_sequence(500, 1000, 0.05);
/// assert!(found.value == 0.5 && found.low > 0.44 && found.high < 0.56);
/// ```
pub fn share_sequence(successes: u32, trials: u32, alpha: f64) -> Estimate {
    let successes = successes.min(trials);
    if trials == 0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let [won, lost] = [successes, trials - successes].map(f64::from);
    let value = won / f64::from(trials);
    // The logarithm of the chance under the mixture, and of that under one share.
    let mixed = libm::lgamma(won + 1.0) + libm::lgamma(lost + 1.0) - libm::lgamma(won + lost + 2.0);
    let times = |count: f64, chance: f64| if count > 0.0 { count * libm::log(chance) } else { 0.0 };
    let is_possible = |share: f64| mixed - times(won, share) - times(lost, 1.0 - share) < -libm::log(alpha);
    let end = |outside: f64| {
        if is_possible(outside) {
            return outside;
        }
        let (mut outer, mut inner) = (outside, value);
        for _ in 0..HALVINGS {
            let middle = (outer + inner) / 2.0;
            if is_possible(middle) { inner = middle } else { outer = middle }
        }
        outer
    };
    Estimate { value, low: end(0.0), high: end(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bootstrap::Draws;

    #[test]
    fn it_holds_the_share_at_every_look_nearly_always() {
        for (share, wanted) in [(0.5, 15), (0.05, 15)] {
            let mut missed = 0;
            for seed in 0..300 {
                let (mut draws, mut won) = (Draws::new(seed), 0);
                let outside = (1..=800).any(|trials| {
                    won += u32::from(draws.unit() < share);
                    let found = share_sequence(won, trials, 0.05);
                    found.low > share || found.high < share
                });
                missed += u32::from(outside);
            }
            assert!(missed <= wanted, "{missed} of 300 at {share}");
        }
    }

    #[test]
    fn it_is_narrow_and_keeps_within_the_ends() {
        let found = share_sequence(1_500, 3_000, 0.05);
        assert!(found.high - found.low < 0.07, "{found:?}");
        let none = share_sequence(0, 48, 0.05);
        assert!(none.low == 0.0 && none.high > 0.05 && none.high < 0.2, "{none:?}");
        let all = share_sequence(48, 48, 0.05);
        assert!(all.high == 1.0 && (all.low - (1.0 - none.high)).abs() < 1e-9);
    }
}
