//! The sequential probability ratio test: play until it is clear which of two hypotheses about Elo holds.
//!
//! The generalized test of Van den Bergh ("A practical introduction to the GSPRT", "Comments on Normalized Elo"), as fishtest and
//! fastchess run it: the likelihood of the results under each hypothesis is that of the likeliest law that obeys it.

use serde::Serialize;

use super::pentanomial::{NELO_PER_T, Pentanomial, score_of_elo};

/// Results that did not come up yet count as this many, or their logarithm would be the end of it.
const UNSEEN: f64 = 1e-3;
/// Steps of bisection: each halves the bracket, so this is all a float holds.
const BISECTIONS: u32 = 80;
/// Rounds of the fixed point for normalized Elo; it settles in about ten.
const ROUNDS: u32 = 50;
/// A round that moves no probability by more has settled.
const SETTLED: f64 = 1e-12;

/// What the two hypotheses are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtModel {
    /// Elo, a function of the score.
    Logistic,
    /// Normalized Elo, a function of the score in its own standard deviations.
    Normalized,
}

/// A test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// Elo under H0.
    pub elo0: f64,
    /// Elo under H1, above that of H0.
    pub elo1: f64,
    /// How often H1 may be accepted while H0 holds.
    pub alpha: f64,
    /// How often H0 may be accepted while H1 holds.
    pub beta: f64,
    /// What Elo means here.
    pub model: SprtModel,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtVerdict {
    /// Go on.
    Undecided,
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// Pairs it was judged by.
    pub pairs: u32,
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// At or below this, H0 is accepted.
    pub lower: f64,
    /// At or above this, H1 is.
    pub upper: f64,
    /// What it says.
    pub verdict: SprtVerdict,
}

/// Results by score, in equal steps from 0 to 1: of pairs, or of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    counts: Vec<f64>,
    /// Games in one result.
    games: f64,
}

impl From<&Pentanomial> for Counts {
    fn from(pairs: &Pentanomial) -> Counts {
        Counts { counts: pairs.0.iter().map(|count| f64::from(*count)).collect(), games: 2.0 }
    }
}

impl Counts {
    /// Single games: losses, draws, wins.
    pub fn of_games([losses, draws, wins]: [u32; 3]) -> Counts {
        Counts { counts: [losses, draws, wins].map(f64::from).to_vec(), games: 1.0 }
    }

    /// Differences of two pairs, in half points from −4 to 4, as two players got them against the same opponent on the same seed. No
    /// difference is a score of a half; Elo then is of one over the other.
    pub fn of_differences(counts: [u32; 9]) -> Counts {
        Counts { counts: counts.map(f64::from).to_vec(), games: 2.0 }
    }

    fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Each score with its share, none of them 0.
    fn law(&self) -> (f64, Vec<Outcome>) {
        let seen: Vec<f64> = self.counts.iter().map(|count| if *count == 0.0 { UNSEEN } else { *count }).collect();
        let total: f64 = seen.iter().sum();
        let last = (seen.len() - 1) as f64;
        let law =
            seen.iter().enumerate().map(|(row, count)| Outcome { score: row as f64 / last, share: count / total });
        (total, law.collect())
    }
}

#[derive(Clone, Copy)]
struct Outcome {
    score: f64,
    share: f64,
}

impl Sprt {
    /// The ratios at which H0 and H1 are accepted (Wald).
    ///
    /// ```
    /// use sandtable_stats::{Sprt, SprtModel};
    ///
    /// let test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: SprtModel::Normalized };
    /// let [lower, upper] = test.bounds();
    /// assert!((upper - 2.944).abs() < 1e-3 && (lower + upper).abs() < 1e-12);
    /// ```
    pub fn bounds(&self) -> [f64; 2] {
        [libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha)]
    }

    /// The log-likelihood ratio of H1 to H0; 0 when nothing was played.
    pub fn llr(&self, counts: &Counts) -> f64 {
        if counts.total() == 0.0 {
            return 0.0;
        }
        let (total, law) = counts.law();
        let likeliest = |elo: f64| match self.model {
            SprtModel::Logistic => likeliest_with_mean(&law, score_of_elo(elo)),
            SprtModel::Normalized => likeliest_with_t(&law, elo / NELO_PER_T * counts.games.sqrt()),
        };
        let (under0, under1) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = under0.iter().zip(&under1).map(|(p0, p1)| libm::log(p1 / p0));
        total * law.iter().zip(ratios).map(|(outcome, ratio)| outcome.share * ratio).sum::<f64>()
    }

    /// How it stands after these pairs.
    pub fn judge(&self, pairs: &Pentanomial) -> SprtState {
        self.judge_counts(&Counts::from(pairs))
    }

    /// How it stands after these results.
    pub fn judge_counts(&self, counts: &Counts) -> SprtState {
        let [lower, upper] = self.bounds();
        let llr = self.llr(counts);
        let verdict = match llr {
            _ if llr >= upper => SprtVerdict::AcceptH1,
            _ if llr <= lower => SprtVerdict::AcceptH0,
            _ => SprtVerdict::Undecided,
        };
        SprtState { test: *self, pairs: counts.total() as u32, llr, lower, upper, verdict }
    }
}

/// The likeliest law with this mean (Owen 1988): each share through `1 + theta (score − mean)`.
fn likeliest_with_mean(law: &[Outcome], mean: f64) -> Vec<f64> {
    let distances: Vec<f64> = law.iter().map(|outcome| outcome.score - mean).collect();
    tilted(law, &distances)
}

/// The likeliest law whose mean lies `t` of its own standard deviations from a half: the condition made linear at the law found so
/// far, from the even one on, until that settles.
fn likeliest_with_t(law: &[Outcome], t: f64) -> Vec<f64> {
    let mut shares = vec![1.0 / law.len() as f64; law.len()];
    for _ in 0..ROUNDS {
        let mean: f64 = law.iter().zip(&shares).map(|(outcome, share)| outcome.score * share).sum();
        let square = |outcome: &Outcome| (outcome.score - mean) * (outcome.score - mean);
        let squares = law.iter().zip(&shares).map(|(outcome, share)| share * square(outcome));
        let deviation = squares.sum::<f64>().sqrt();
        let distance = |outcome: &Outcome| {
            let standing = (outcome.score - mean) / deviation;
            outcome.score - 0.5 - 0.5 * t * deviation * (1.0 + standing * standing)
        };
        let next = tilted(law, &law.iter().map(distance).collect::<Vec<_>>());
        let moved = next.iter().zip(&shares).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        shares = next;
        if moved < SETTLED {
            break;
        }
    }
    shares
}

/// The likeliest law under which these distances have the mean 0: `share / (1 + theta distance)`, with the theta that makes it so. The
/// mean falls with theta from +∞ to −∞ between the two where a share would be infinite, so bisection cannot miss.
fn tilted(law: &[Outcome], distances: &[f64]) -> Vec<f64> {
    let (least, most) = distances.iter().fold((0.0_f64, 0.0_f64), |(low, high), one| (low.min(*one), high.max(*one)));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..BISECTIONS {
        let theta = low + (high - low) / 2.0;
        let terms = law.iter().zip(distances).map(|(outcome, one)| outcome.share * one / (1.0 + theta * one));
        if terms.sum::<f64>() > 0.0 { low = theta } else { high = theta }
    }
    let theta = low + (high - low) / 2.0;
    law.iter().zip(distances).map(|(outcome, one)| outcome.share / (1.0 + theta * one)).collect()
}
