//! Pairs of games counted by the points they brought, and the Elo in them.
//!
//! The two games of a pair share a seed, so they are not independent and cannot be counted as two: the pair is what is drawn.
//! Formulas: Van den Bergh, "Normalized Elo" and "Comments on Normalized Elo" (as fishtest and fastchess have them).

use serde::{Deserialize, Serialize};

use super::interval::{Z95, normal_cdf, wilson};

/// Normalized Elo per unit of (score − ½) / σ of a game: 800 / ln 10.
pub(super) const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;
/// Scores closer to 0 or 1 than this have the Elo of this.
const SCORE_EDGE: f64 = 1e-3;

/// Pairs of games by what the first side got of their two points: 0, ½, 1, 1½, 2.
///
/// ```
/// use sandtable_stats::Pentanomial;
///
/// let mut pairs = Pentanomial::default();
/// [4, 2, 3].into_iter().for_each(|half_points| pairs.add(half_points));
/// assert_eq!((pairs.pairs(), pairs.score()), (3, 0.75));
/// assert_eq!(pairs.reversed().score(), 0.25);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u32; 5]);

/// A figure with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Estimate {
    /// Its three numbers through a rising function.
    fn map(self, through: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: through(self.value), low: through(self.low), high: through(self.high) }
    }

    /// Rounds the value and its interval to a number of decimals, as results keep them.
    pub fn rounded(self, decimals: u32) -> Estimate {
        let scale = f64::from(10_u32.pow(decimals));
        self.map(|value| (value * scale).round() / scale)
    }
}

/// The Elo difference at which a score in 0 … 1 is expected; scores at the edges count as a thousandth away from them.
///
/// ```
/// let elo = sandtable_stats::elo_of_score(0.75);
/// assert!((elo - 190.85).abs() < 0.01);
/// assert!((sandtable_stats::score_of_elo(elo) - 0.75).abs() < 1e-12);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * libm::log10(1.0 / score.clamp(SCORE_EDGE, 1.0 - SCORE_EDGE) - 1.0)
}

/// The score expected at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

impl Pentanomial {
    /// Counts a pair in by twice the points it brought, 0 … 4.
    pub fn add(&mut self, half_points: u32) {
        self.0[half_points.min(4) as usize] += 1;
    }

    /// Counts others in.
    pub fn merge(&mut self, other: &Pentanomial) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
    }

    /// The pairs seen from the other side.
    pub fn reversed(&self) -> Pentanomial {
        let [a, b, c, d, e] = self.0;
        Pentanomial([e, d, c, b, a])
    }

    /// Pairs counted.
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The share of each kind of pair, with its score in 0 … 1.
    fn law(&self) -> impl Iterator<Item = (f64, f64)> {
        let pairs = f64::from(self.pairs().max(1));
        self.0.into_iter().enumerate().map(move |(row, count)| (row as f64 / 4.0, f64::from(count) / pairs))
    }

    /// The mean score of a pair, 0 … 1; a half when there is none.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 { 0.5 } else { self.law().map(|(score, share)| score * share).sum() }
    }

    /// By products: `powi` promises no value.
    fn central_moment(&self, power: usize) -> f64 {
        let mean = self.score();
        let raised = |distance: f64| std::iter::repeat_n(distance, power).product::<f64>();
        self.law().map(|(score, share)| share * raised(score - mean)).sum()
    }

    /// The variance of a pair's score, 0 … ¼.
    pub fn variance(&self) -> f64 {
        self.central_moment(2)
    }

    /// The standard error of the score; none when the pairs are all alike, and so say nothing about how they vary.
    fn standard_error(&self) -> Option<f64> {
        let distinct = self.0.iter().filter(|count| **count > 0).count();
        (distinct > 1).then(|| (self.variance() / f64::from(self.pairs())).sqrt())
    }

    /// The score with its interval. Of pairs that are all alike it is Wilson's, which goes by the greatest variance that scores in 0 … 1
    /// can have.
    pub fn score_estimate(&self) -> Estimate {
        let value = self.score();
        let [low, high] = match self.standard_error() {
            Some(error) => [(value - Z95 * error).max(0.0), (value + Z95 * error).min(1.0)],
            None => wilson(value, f64::from(self.pairs())),
        };
        Estimate { value, low, high }
    }

    /// Elo of the first side over the second.
    pub fn elo(&self) -> Estimate {
        self.score_estimate().map(elo_of_score)
    }

    /// Normalized Elo: how many standard deviations of a game the score is from a half, in a unit that makes it about Elo where
    /// games are decided by luck alone. It says how many games it takes to tell the two apart. None without variance.
    pub fn nelo(&self) -> Option<Estimate> {
        self.standard_error()?;
        let deviation = self.variance().sqrt();
        let t = (self.score() - 0.5) / deviation;
        let skewness = self.central_moment(3) / (deviation * deviation * deviation);
        let kurtosis = self.central_moment(4) / (self.variance() * self.variance());
        // The delta method; below 0 by rounding alone.
        let variance_of_t = (1.0 - t * skewness + 0.25 * t * t * (kurtosis - 1.0)).max(0.0);
        let half = Z95 * (variance_of_t / f64::from(self.pairs())).sqrt();
        let per_pair = NELO_PER_T / std::f64::consts::SQRT_2;
        Some(Estimate { value: t, low: t - half, high: t + half }.map(|t| t * per_pair))
    }

    /// The likelihood that the first side is the stronger. Of pairs that are all alike: that of a coin that fell the same way so
    /// often, by Laplace's rule.
    pub fn los(&self) -> f64 {
        let ahead = self.score() - 0.5;
        match self.standard_error() {
            Some(error) => normal_cdf(ahead / error),
            None if ahead == 0.0 => 0.5,
            None => {
                let against = libm::pow(0.5, f64::from(self.pairs()) + 1.0);
                if ahead > 0.0 { 1.0 - against } else { against }
            }
        }
    }
}
