//! Ratings of a pool of players from all their games at once (Bradley and Terry 1952), with a prior that keeps those who won or
//! lost everything finite, and intervals that know that the games of a pair go together.

use serde::Serialize;

use super::interval::Z95;
use super::linear::{Matrix, inverse, product, zeros};
use super::pentanomial::Estimate;

/// Elo per unit of log-odds.
const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's method ends after this number of steps; it takes about six.
const STEPS: u32 = 100;
/// The longest step of a rating, in nats: a longer one leaves the ground on which the curvature holds.
const LONGEST_STEP: f64 = 2.0;
/// A step in which no rating moves by more nats is the last.
const SETTLED: f64 = 1e-10;

/// One comparison of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bout {
    /// Row of the first player.
    pub first: usize,
    /// Row of the second.
    pub second: usize,
    /// What the first got, 0 … 1.
    pub score: f64,
}

/// A player whose rating is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Its row.
    pub player: usize,
    /// Its Elo.
    pub elo: f64,
}

/// What ratings are made from.
#[derive(Clone, Debug)]
pub struct Pool<'a> {
    /// Players.
    pub players: usize,
    /// All comparisons; those within one entry (the games of a pair) may depend on each other.
    pub clusters: &'a [Vec<Bout>],
    /// Ratings that are given. Without any, ratings are around 0.
    pub anchors: &'a [Anchor],
    /// The prior: a number of games drawn against a player of the anchors' mean rating.
    pub prior_games: f64,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo, with its 95 % interval: against the mean of the pool, or of the anchors.
    #[serde(flatten)]
    pub elo: Estimate,
    /// Whether it was given.
    pub anchored: bool,
}

/// Ratings, and how sure each difference of two is.
#[derive(Clone, Debug)]
pub struct BradleyTerry {
    /// By player.
    pub ratings: Vec<Rating>,
    covariance: Matrix,
}

impl BradleyTerry {
    /// The likeliest ratings (largest posterior density).
    ///
    /// ```
    /// use sandtable_stats::{Bout, BradleyTerry, Pool};
    ///
    /// let bout = |score| vec![Bout { first: 0, second: 1, score }];
    /// let clusters = [bout(1.0), bout(1.0), bout(0.0)];
    /// let ratings = BradleyTerry::fit(&Pool { players: 2, clusters: &clusters, anchors: &[], prior_games: 2.0 });
    /// let difference = ratings.difference(0, 1);
    /// assert!(difference.value > 0.0 && difference.low < 0.0, "three games prove nothing");
    /// ```
    pub fn fit(pool: &Pool<'_>) -> BradleyTerry {
        let mean = pool.anchors.iter().map(|anchor| anchor.elo).sum::<f64>() / pool.anchors.len().max(1) as f64;
        let mut nats = vec![0.0; pool.players];
        let mut fixed = vec![false; pool.players];
        for anchor in pool.anchors {
            (nats[anchor.player], fixed[anchor.player]) = ((anchor.elo - mean) / ELO_PER_NAT, true);
        }
        let free: Vec<usize> = (0..pool.players).filter(|row| !fixed[*row]).collect();
        climb(pool, &free, &mut nats);
        let mut covariance = sandwich(pool, &free, &nats);
        if pool.anchors.is_empty() {
            centre(&mut nats, &mut covariance);
        }
        let rating = |row: usize| {
            let (value, half) =
                (mean + nats[row] * ELO_PER_NAT, Z95 * covariance[row][row].max(0.0).sqrt() * ELO_PER_NAT);
            Rating { elo: Estimate { value, low: value - half, high: value + half }, anchored: fixed[row] }
        };
        BradleyTerry { ratings: (0..pool.players).map(rating).collect(), covariance }
    }

    /// Elo of one player over another.
    pub fn difference(&self, first: usize, second: usize) -> Estimate {
        let value = self.ratings[first].elo.value - self.ratings[second].elo.value;
        let own = self.covariance[first][first] + self.covariance[second][second];
        let half = Z95 * (own - 2.0 * self.covariance[first][second]).max(0.0).sqrt() * ELO_PER_NAT;
        Estimate { value, low: value - half, high: value + half }
    }
}

/// Expected score at a difference of nats.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

/// The slope of the log-posterior, and its curvature with the sign changed, over the free players.
fn slope_and_curvature(pool: &Pool<'_>, free: &[usize], nats: &[f64]) -> (Vec<f64>, Matrix) {
    let (mut slope, mut curvature) = (vec![0.0; pool.players], zeros(pool.players));
    for bout in pool.clusters.iter().flatten() {
        let p = expected(nats[bout.first] - nats[bout.second]);
        let (pull, weight) = (bout.score - p, p * (1.0 - p));
        slope[bout.first] += pull;
        slope[bout.second] -= pull;
        curvature[bout.first][bout.first] += weight;
        curvature[bout.second][bout.second] += weight;
        curvature[bout.first][bout.second] -= weight;
        curvature[bout.second][bout.first] -= weight;
    }
    for row in 0..pool.players {
        let p = expected(nats[row]);
        slope[row] += pool.prior_games * (0.5 - p);
        curvature[row][row] += pool.prior_games * p * (1.0 - p);
    }
    let narrowed = free.iter().map(|row| free.iter().map(|column| curvature[*row][*column]).collect()).collect();
    (free.iter().map(|row| slope[*row]).collect(), narrowed)
}

/// Newton's method; the posterior has one top.
fn climb(pool: &Pool<'_>, free: &[usize], nats: &mut [f64]) {
    for _ in 0..STEPS {
        let (slope, curvature) = slope_and_curvature(pool, free, nats);
        let Some(step) = super::linear::solve(curvature, slope) else { return };
        let longest = step.iter().map(|part| part.abs()).fold(0.0, f64::max);
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        free.iter().zip(&step).for_each(|(row, part)| nats[*row] += part * scale);
        if longest < SETTLED {
            return;
        }
    }
}

/// The covariance of the ratings (Huber 1967): curvature⁻¹ · spread of the clusters' slopes · curvature⁻¹. Where the games of a pair
/// go together it is larger than curvature⁻¹, which takes them for independent; where one makes up for the other, smaller.
fn sandwich(pool: &Pool<'_>, free: &[usize], nats: &[f64]) -> Matrix {
    let (_, curvature) = slope_and_curvature(pool, free, nats);
    let Some(bread) = inverse(&curvature) else { return zeros(pool.players) };
    let mut filling = zeros(pool.players);
    for cluster in pool.clusters {
        // Few players take part in a cluster: only their cells change.
        let mut slopes: Vec<(usize, f64)> = Vec::new();
        for bout in cluster {
            let pull = bout.score - expected(nats[bout.first] - nats[bout.second]);
            slopes.extend([(bout.first, pull), (bout.second, -pull)]);
        }
        for (row, left) in &slopes {
            slopes.iter().for_each(|(column, right)| filling[*row][*column] += left * right);
        }
    }
    for row in 0..pool.players {
        let p = expected(nats[row]);
        filling[row][row] += pool.prior_games * p * (1.0 - p);
    }
    let filling = free.iter().map(|row| free.iter().map(|column| filling[*row][*column]).collect()).collect();
    let narrow = product(&product(&bread, &filling), &bread);
    let mut wide = zeros(pool.players);
    for (row, values) in free.iter().zip(&narrow) {
        free.iter().zip(values).for_each(|(column, value)| wide[*row][*column] = *value);
    }
    wide
}

/// Ratings against their own mean.
fn centre(nats: &mut [f64], covariance: &mut Matrix) {
    let players = nats.len().max(1) as f64;
    let mean = nats.iter().sum::<f64>() / players;
    nats.iter_mut().for_each(|rating| *rating -= mean);
    let rows: Vec<f64> = covariance.iter().map(|row| row.iter().sum::<f64>() / players).collect();
    let all = rows.iter().sum::<f64>() / players;
    for (row, values) in covariance.iter_mut().enumerate() {
        values.iter_mut().enumerate().for_each(|(column, value)| *value += all - rows[row] - rows[column]);
    }
}
