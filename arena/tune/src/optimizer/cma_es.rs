//! Covariance matrix adaptation (Hansen, "The CMA Evolution Strategy: A Tutorial", 2016): points are drawn around a mean, and mean,
//! step and the shape of the cloud follow the better half. It goes by ranks alone, so noise and odd scales do little harm.

use sandtable_state::rng::Rng;

use super::draws::normal;
use super::eigen::symmetric;
use super::{Axis, Optimizer};
use crate::ledger::Ledger;

/// The first deviation of the draws, as a share of each axis.
const FIRST_SIGMA: f64 = 0.25;
/// The deviation along an axis is kept at this share of a level, or neighbours would never be tried again.
const LEAST_LEVELS: f64 = 0.4;
/// Deviations stay within this.
const SIGMA_RANGE: [f64; 2] = [1e-6, 1.0];
/// An eigenvalue below this is rounding.
const LEAST_EIGENVALUE: f64 = 1e-20;

/// A CMA-ES run.
#[derive(Clone, Debug)]
pub struct CmaEs {
    axes: Vec<Axis>,
    rng: Rng,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Vec<Vec<f64>>,
    path_sigma: Vec<f64>,
    path_covariance: Vec<f64>,
    generation: u32,
    /// The draws that were asked about, from the mean, in sigmas.
    asked: Vec<Vec<f64>>,
}

/// The constants of a dimension, by the tutorial's names.
struct Rates {
    lambda: usize,
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    chi: f64,
}

impl Rates {
    fn for_dimension(dimension: usize) -> Rates {
        let n = dimension as f64;
        let lambda = 4 + libm::floor(3.0 * libm::log(n)) as usize;
        let half = lambda / 2;
        let raw: Vec<f64> =
            (1..=half).map(|rank| libm::log((lambda as f64 + 1.0) / 2.0) - libm::log(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        Rates {
            lambda,
            mu_eff,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu: (1.0 - c_1).min(2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0) * (n + 2.0) + mu_eff)),
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
        }
    }
}

impl CmaEs {
    /// One whose first draws lie around `start`.
    pub fn new(axes: &[Axis], start: &[u32], seed: u64) -> CmaEs {
        let size = axes.len();
        CmaEs {
            mean: axes.iter().zip(start).map(|(axis, level)| axis.place(*level)).collect(),
            axes: axes.to_vec(),
            rng: Rng::stream(seed, "tune cma-es"),
            sigma: FIRST_SIGMA,
            covariance: (0..size).map(|row| (0..size).map(|at| f64::from(u8::from(at == row))).collect()).collect(),
            path_sigma: vec![0.0; size],
            path_covariance: vec![0.0; size],
            generation: 0,
            asked: Vec::new(),
        }
    }

    /// Where a draw lies; outside of the box it is moved to its edge.
    fn place(&self, row: usize, draw: &[f64]) -> f64 {
        (self.mean[row] + self.sigma * draw[row]).clamp(0.0, 1.0)
    }

    /// The covariance to the power −½, applied to a vector.
    fn whitened(&self, vector: &[f64]) -> Vec<f64> {
        let (values, vectors) = symmetric(&self.covariance);
        let size = vector.len();
        let along = |axis: usize| {
            let dot: f64 = (0..size).map(|row| vectors[row][axis] * vector[row]).sum();
            dot / values[axis].max(LEAST_EIGENVALUE).sqrt()
        };
        let along: Vec<f64> = (0..size).map(along).collect();
        (0..size).map(|row| (0..size).map(|axis| vectors[row][axis] * along[axis]).sum()).collect()
    }

    fn adapt(&mut self, best: &[Vec<f64>], rates: &Rates) {
        let size = self.mean.len();
        let step: Vec<f64> = (0..size)
            .map(|row| best.iter().zip(&rates.weights).map(|(draw, weight)| weight * draw[row]).sum())
            .collect();
        let white = self.whitened(&step);
        let keep = (rates.c_sigma * (2.0 - rates.c_sigma) * rates.mu_eff).sqrt();
        for (own, new) in self.path_sigma.iter_mut().zip(&white) {
            *own = (1.0 - rates.c_sigma) * *own + keep * new;
        }
        let length = self.path_sigma.iter().map(|part| part * part).sum::<f64>().sqrt();
        let unbiased = (1.0 - libm::pow(1.0 - rates.c_sigma, 2.0 * f64::from(self.generation + 1))).sqrt();
        let steady = f64::from(u8::from(length / unbiased < (1.4 + 2.0 / (size as f64 + 1.0)) * rates.chi));
        let keep = (rates.c_c * (2.0 - rates.c_c) * rates.mu_eff).sqrt();
        for (own, new) in self.path_covariance.iter_mut().zip(&step) {
            *own = (1.0 - rates.c_c) * *own + steady * keep * new;
        }
        let lost = (1.0 - steady) * rates.c_c * (2.0 - rates.c_c);
        let kept = 1.0 - rates.c_1 - rates.c_mu + rates.c_1 * lost;
        for row in 0..size {
            for column in 0..size {
                let rank_mu: f64 =
                    best.iter().zip(&rates.weights).map(|(draw, weight)| weight * draw[row] * draw[column]).sum();
                let rank_one = self.path_covariance[row] * self.path_covariance[column];
                let own = &mut self.covariance[row][column];
                *own = kept * *own + rates.c_1 * rank_one + rates.c_mu * rank_mu;
            }
        }
        for (mean, part) in self.mean.iter_mut().zip(&step) {
            *mean = (*mean + self.sigma * part).clamp(0.0, 1.0);
        }
        let grown = self.sigma * libm::exp(rates.c_sigma / rates.d_sigma * (length / rates.chi - 1.0));
        self.sigma = grown.clamp(SIGMA_RANGE[0], SIGMA_RANGE[1]);
        self.keep_neighbours_in_reach();
    }

    fn keep_neighbours_in_reach(&mut self) {
        for (row, axis) in self.axes.iter().enumerate() {
            let least = LEAST_LEVELS * axis.width() / self.sigma;
            let own = &mut self.covariance[row][row];
            *own = own.max(least * least);
        }
    }
}

impl Optimizer for CmaEs {
    fn ask(&mut self, _: &Ledger) -> Vec<Vec<u32>> {
        let size = self.mean.len();
        let (values, vectors) = symmetric(&self.covariance);
        let deviations: Vec<f64> = values.iter().map(|value| value.max(LEAST_EIGENVALUE).sqrt()).collect();
        let mut draws = Vec::new();
        for _ in 0..Rates::for_dimension(size).lambda {
            let along: Vec<f64> = deviations.iter().map(|deviation| deviation * normal(&mut self.rng)).collect();
            let draw: Vec<f64> =
                (0..size).map(|row| (0..size).map(|axis| vectors[row][axis] * along[axis]).sum()).collect();
            // The draw as far as the box allows is what was tried.
            draws.push((0..size).map(|row| (self.place(row, &draw) - self.mean[row]) / self.sigma).collect());
        }
        self.asked = draws;
        let level = |draw: &Vec<f64>| (0..size).map(|row| self.axes[row].level(self.place(row, draw))).collect();
        self.asked.iter().map(level).collect()
    }

    fn tell(&mut self, values: &[f64]) {
        let asked = std::mem::take(&mut self.asked);
        let mut ranked: Vec<(usize, f64)> = values.iter().copied().enumerate().take(asked.len()).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let rates = Rates::for_dimension(self.mean.len());
        let best: Vec<Vec<f64>> = ranked.iter().take(rates.weights.len()).map(|(row, _)| asked[*row].clone()).collect();
        if best.len() == rates.weights.len() {
            self.adapt(&best, &rates);
            self.generation += 1;
        }
    }

    fn best(&self) -> Option<Vec<u32>> {
        Some(self.axes.iter().zip(&self.mean).map(|(axis, place)| axis.level(*place)).collect())
    }
}
