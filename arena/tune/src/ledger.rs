//! What a search knows: which points played which pairs, and what each pair was worth to them.
//!
//! Pairs are not alike: an opponent, a map or a seed makes one easy for all. So what a pair brought is a point's worth, the effect of the
//! pair, and noise. Effects are estimated along with the worths and shrunk, as few play a pair.

use std::collections::BTreeMap;

use sandtable_stats::Belief;

/// Results of a pair that its effect is shrunk by: as if this number more had found none.
const SHRINKAGE: f64 = 4.0;
/// A usual variance of the results of pairs, of which the estimate begins.
const USUAL_NOISE: f64 = 0.06;
/// A usual variance between points.
const USUAL_SPREAD: f64 = 0.03;
/// Results that the usual variances count as.
const USUAL_COUNT: f64 = 6.0;

/// A point and its results.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its levels.
    pub levels: Vec<u32>,
    /// Numbers of pairs, and what each brought, 0 … 1.
    pub results: Vec<(usize, f64)>,
    /// The mean of its results less the effects of their pairs.
    pub mean: f64,
}

impl Known {
    /// How many pairs it played.
    pub fn count(&self) -> f64 {
        self.results.len() as f64
    }
}

/// All points of a search.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    points: Vec<Known>,
    rows: BTreeMap<Vec<u32>, usize>,
    invalid: Vec<Vec<u32>>,
    /// By number of the pair.
    effects: BTreeMap<usize, f64>,
}

impl Ledger {
    /// Points that played, in the order they came.
    pub fn points(&self) -> &[Known] {
        &self.points
    }

    /// Points that make no valid file.
    pub fn invalid(&self) -> &[Vec<u32>] {
        &self.invalid
    }

    /// The row of a point.
    pub fn row(&self, levels: &[u32]) -> Option<usize> {
        self.rows.get(levels).copied()
    }

    /// Whether a point was asked about before.
    pub fn knows(&self, levels: &[u32]) -> bool {
        self.rows.contains_key(levels) || self.invalid.iter().any(|known| known == levels)
    }

    /// Keeps that a point makes no valid file.
    pub fn refuse(&mut self, levels: &[u32]) {
        if !self.knows(levels) {
            self.invalid.push(levels.to_vec());
        }
    }

    /// Keeps what a pair brought a point.
    pub fn add(&mut self, levels: &[u32], pair: usize, value: f64) {
        let row = *self.rows.entry(levels.to_vec()).or_insert_with(|| {
            self.points.push(Known { levels: levels.to_vec(), results: Vec::new(), mean: 0.0 });
            self.points.len() - 1
        });
        self.points[row].results.push((pair, value));
        self.effects.entry(pair).or_insert(0.0);
        self.level();
    }

    /// Estimates the effects of pairs anew, given what every point is believed to be worth.
    pub fn settle(&mut self, beliefs: &[Belief]) {
        let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (known, belief) in self.points.iter().zip(beliefs) {
            for (pair, value) in &known.results {
                let (sum, count) = sums.entry(*pair).or_default();
                *sum += value - belief.mean;
                *count += 1.0;
            }
        }
        for (pair, (sum, count)) in sums {
            self.effects.insert(pair, sum / (count + SHRINKAGE));
        }
        self.level();
    }

    /// The means of all points, less the effects of their pairs.
    fn level(&mut self) {
        for known in &mut self.points {
            let sum: f64 = known.results.iter().map(|(pair, value)| value - self.effects[pair]).sum();
            known.mean = sum / known.count().max(1.0);
        }
    }

    /// The variance of results round the means of their points.
    fn noise(&self) -> f64 {
        let (mut squares, mut freedom) = (USUAL_NOISE * USUAL_COUNT, USUAL_COUNT);
        for known in self.points.iter().filter(|known| known.results.len() > 1) {
            for (pair, value) in &known.results {
                let off = value - self.effects[pair] - known.mean;
                squares += off * off;
            }
            freedom += known.count() - 1.0;
        }
        squares / freedom
    }

    /// What each point is believed to be worth by its own results and the mean of all alone: few results are shrunk to that mean (James and
    /// Stein 1961), so that who was lucky once is not taken for the best.
    pub fn shrunk(&self) -> Vec<Belief> {
        let noise = self.noise();
        let weight = |known: &Known| 1.0 / (USUAL_SPREAD + noise / known.count());
        let weights: f64 = self.points.iter().map(weight).sum();
        let mean = self.points.iter().map(|known| weight(known) * known.mean).sum::<f64>() / weights.max(1e-12);
        let (mut squares, mut count) = (USUAL_SPREAD * USUAL_COUNT, USUAL_COUNT);
        for known in &self.points {
            let off = known.mean - mean;
            squares += off * off - noise / known.count();
            count += 1.0;
        }
        let spread = (squares / count).max(USUAL_SPREAD / 10.0);
        let belief = |known: &Known| {
            let kept = spread / (spread + noise / known.count());
            let deviation = (kept * noise / known.count()).sqrt();
            Belief { mean: mean + kept * (known.mean - mean), deviation }
        };
        self.points.iter().map(belief).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_easy_pair_makes_nobody_better() {
        let mut ledger = Ledger::default();
        // Pair 1 is easy for all, and the third point only played there.
        for (levels, pair, value) in
            [([0], 0, 0.2), ([0], 1, 0.8), ([1], 0, 0.3), ([1], 1, 0.9), ([3], 1, 0.8), ([4], 0, 0.2), ([4], 1, 0.8)]
        {
            ledger.add(&levels, pair, value);
        }
        let plain = ledger.points()[2].mean;
        for _ in 0..20 {
            let beliefs = ledger.shrunk();
            ledger.settle(&beliefs);
        }
        let settled = ledger.points()[2].mean;
        assert!(settled < plain - 0.1, "{settled} of {plain}");
        assert!(ledger.shrunk()[1].mean > ledger.shrunk()[0].mean);
    }

    #[test]
    fn one_lucky_result_is_believed_less_than_many() {
        let mut ledger = Ledger::default();
        for row in 0..8 {
            ledger.add(&[row], 0, 0.3);
        }
        ledger.add(&[8], 0, 0.9);
        (0..8).for_each(|pair| ledger.add(&[9], pair, 0.8));
        let beliefs = ledger.shrunk();
        assert!(beliefs[9].mean > beliefs[8].mean && beliefs[8].deviation > beliefs[9].deviation);
        ledger.refuse(&[11]);
        assert!(ledger.knows(&[11]) && ledger.row(&[11]).is_none());
    }
}
