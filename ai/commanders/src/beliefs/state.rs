//! What the beliefs of a strategy have come to.

use sandtable_math::Fx;
use serde::{Deserialize, Serialize};

use super::Belief;

/// Odds in 1/65,536 are held to these, so that no piece of evidence ends all doubt.
const MIN_ODDS: i64 = 1 << 6;
const MAX_ODDS: i64 = 1 << 26;

/// What the beliefs of a strategy have come to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BeliefStates {
    /// By belief: how likely it is, in percent.
    pub percents: Vec<u8>,
    /// By piece of evidence, belief by belief: the tick in which it was last to be seen.
    seen_ticks: Vec<Option<u32>>,
}

impl BeliefStates {
    /// The state before anything is seen.
    pub fn new(beliefs: &[Belief]) -> BeliefStates {
        let pieces = beliefs.iter().map(|belief| belief.evidence.len()).sum();
        let percents = beliefs.iter().map(|belief| belief.prior_percent).collect();
        BeliefStates { percents, seen_ticks: vec![None; pieces] }
    }

    /// Whether it is one of these beliefs.
    pub fn fits(&self, beliefs: &[Belief]) -> bool {
        let pieces: usize = beliefs.iter().map(|belief| belief.evidence.len()).sum();
        (self.percents.len(), self.seen_ticks.len()) == (beliefs.len(), pieces)
    }

    /// Takes in which pieces of evidence are to be seen now.
    pub fn note(&mut self, beliefs: &[Belief], seen: &[bool], now: u32) {
        for (tick, _) in self.seen_ticks.iter_mut().zip(seen).filter(|(_, seen)| **seen) {
            *tick = Some(now);
        }
        let mut row = 0;
        for (belief, percent) in beliefs.iter().zip(&mut self.percents) {
            let ticks = &self.seen_ticks[row..row + belief.evidence.len()];
            row += ticks.len();
            let counts = |tick: Option<u32>, keep: u32| tick.is_some_and(|tick| now.saturating_sub(tick) <= keep);
            let pieces = belief.evidence.iter().zip(ticks);
            let factors = pieces.filter(|(one, tick)| counts(**tick, one.keep_ticks)).map(|(one, _)| one.times);
            *percent = posterior(belief.prior_percent, factors);
        }
    }
}

/// How likely something is in percent, 0 to 100, after its odds were multiplied by each factor.
fn posterior(prior_percent: u8, factors: impl Iterator<Item = Fx>) -> u8 {
    let one = i64::from(Fx::ONE.bits());
    let prior = i64::from(prior_percent);
    let start = (prior * one / (100 - prior).max(1)).clamp(MIN_ODDS, MAX_ODDS);
    let odds = factors.fold(start, |odds, factor| (odds * i64::from(factor.bits()) / one).clamp(MIN_ODDS, MAX_ODDS));
    ((200 * odds + odds + one) / (2 * (odds + one))) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_multiply_and_keep_some_doubt() {
        let after = |prior, factors: &[i16]| posterior(prior, factors.iter().map(|times| Fx::from_int(*times)));
        assert_eq!([after(25, &[]), after(25, &[3]), after(25, &[3, 4]), after(50, &[9])], [25, 50, 80, 90]);
        assert_eq!(posterior(80, [Fx::ratio_floor(1, 4)].into_iter()), 50);
        assert_eq!((after(99, &[100; 9]), after(1, &[])), (100, 1));
        let tiny = Fx::ratio_floor(1, 100);
        assert_eq!(posterior(50, [tiny, tiny, Fx::from_int(100), Fx::from_int(10)].into_iter()), 49, "the end forgets");
    }
}
