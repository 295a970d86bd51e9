//! Search by a model of the whole box (Bayesian optimization): a Gaussian process says of every point what it is expected to be worth and how
//! sure that is; the points with the largest expected improvement are tried next.
//!
//! Noise is part of the model: the best so far is the best expected one and not the best seen (Picheny, Wagner and Ginsbourger, "A benchmark
//! of kriging-based infill criteria for noisy optimization", 2013). The points of a step are chosen one after the other, each as if those
//! before it had been measured already and were worth what is expected (Ginsbourger, Le Riche and Carraro, "Kriging is well-suited to
//! parallelize optimization", 2010).

use sandtable_state::rng::Rng;
use sandtable_stats::{Belief, Dimension, GaussianProcess, GpSample, Hyperparameters, View, normal_cdf};

use super::draws::{normal, unit};
use super::{Axis, Optimizer};
use crate::ledger::Ledger;

/// Points at a time.
const BATCH: usize = 4;
/// Points spread over the box before the model is asked, for each axis, and at least.
const FIRST_PER_AXIS: usize = 1;
const FIRST: usize = 8;
/// The part of all points that is spread over the box, at most: one in this number.
const FIRST_PART: usize = 2;
/// Points that are looked at: drawn anywhere, and near each of the best.
const ANYWHERE: usize = 160;
const NEAR: usize = 24;
/// Points whose neighbourhood is looked at.
const BEST: usize = 5;
/// The deviation of a draw near a point, as a part of the axis.
const NEAR_SPREAD: f64 = 0.12;
/// Points of those looked at whose improvement is computed.
const PROMISING: usize = 96;
/// Length scales are fitted anew when there are this number of times the points of the last fit.
const REFIT: f64 = 1.3;
/// The worth of a point that makes no valid file lies this far below the worst that was expected.
const INVALID_DEPTH: f64 = 0.05;

/// A search by model.
#[derive(Clone, Debug)]
pub struct Surrogate {
    axes: Vec<Axis>,
    rng: Rng,
    /// The points that are tried before the model is asked.
    first: Vec<Vec<u32>>,
    fitted: Option<(usize, Hyperparameters)>,
}

/// Where levels lie, as a process takes it.
pub(crate) fn place(axes: &[Axis], levels: &[u32]) -> Vec<f64> {
    axes.iter().zip(levels).map(|(axis, level)| axis.place(*level)).collect()
}

/// The box of these axes.
fn dimensions(axes: &[Axis]) -> Vec<Dimension> {
    axes.iter().map(|axis| if axis.ordered { Dimension::Ordered } else { Dimension::Choice }).collect()
}

/// The process of all that is known; none when nothing is.
pub(crate) fn model(axes: &[Axis], ledger: &Ledger, hyper: Option<&Hyperparameters>) -> Option<GaussianProcess> {
    let sample = |levels: &[u32], value: f64, count: f64| GpSample { place: place(axes, levels), value, count };
    let mut samples: Vec<GpSample> =
        ledger.points().iter().map(|known| sample(&known.levels, known.mean, known.count())).collect();
    let worst = samples.iter().map(|sample| sample.value).reduce(f64::min)?;
    let recent = ledger.invalid().iter().rev().take(samples.len());
    samples.extend(recent.map(|levels| sample(levels, worst - INVALID_DEPTH, 1.0)));
    match hyper {
        Some(hyper) => GaussianProcess::with(&dimensions(axes), &samples, hyper),
        None => GaussianProcess::fit(&dimensions(axes), &samples),
    }
}

/// What a process expects of every point of a ledger.
pub(crate) fn beliefs(process: &GaussianProcess, axes: &[Axis], ledger: &Ledger) -> Vec<Belief> {
    ledger.points().iter().map(|known| process.at(&place(axes, &known.levels))).collect()
}

impl Surrogate {
    /// One that expects to have about `evaluations` points valued.
    pub fn new(axes: &[Axis], seed: u64, evaluations: u32) -> Surrogate {
        let mut rng = Rng::stream(seed, "tune surrogate");
        let most = (evaluations as usize / FIRST_PART).max(BATCH);
        let count = (FIRST + FIRST_PER_AXIS * axes.len()).min(most);
        let first = spread(axes, count, &mut rng);
        Surrogate { axes: axes.to_vec(), rng, first, fitted: None }
    }

    /// The process of what is known, with length scales that are fitted now and then.
    fn process(&mut self, ledger: &Ledger) -> Option<GaussianProcess> {
        let count = ledger.points().len();
        let kept = self.fitted.as_ref().filter(|(fitted, _)| (count as f64) < REFIT * *fitted as f64);
        let process = model(&self.axes, ledger, kept.map(|(_, hyper)| hyper))?;
        if kept.is_none() {
            self.fitted = Some((count, process.hyperparameters().clone()));
        }
        Some(process)
    }

    fn drawn(&mut self) -> Vec<u32> {
        let Surrogate { axes, rng, .. } = self;
        axes.iter().map(|axis| rng.below(axis.levels)).collect()
    }

    /// A point near another: one or two values are moved, more where there are many.
    fn near(&mut self, levels: &[u32]) -> Vec<u32> {
        let size = self.axes.len();
        let mut point = levels.to_vec();
        let sure = self.rng.below(size as u32) as usize;
        let part = 2.0 / (size as f64 + 1.0);
        for (row, level) in point.iter_mut().enumerate() {
            if row != sure && unit(&mut self.rng) >= part {
                continue;
            }
            let axis = &self.axes[row];
            if axis.ordered {
                let moved = axis.level(axis.place(*level) + NEAR_SPREAD * normal(&mut self.rng));
                *level = if moved == *level { step(*level, axis, unit(&mut self.rng)) } else { moved };
            } else {
                *level = self.rng.below(axis.levels);
            }
        }
        point
    }

    /// Points that nobody tried yet, the most promising ones of many.
    fn pool(&mut self, process: &GaussianProcess, ledger: &Ledger, beliefs: &[Belief]) -> Vec<(Vec<u32>, View)> {
        let mut ranked: Vec<usize> = (0..beliefs.len()).collect();
        ranked.sort_by(|a, b| beliefs[*b].mean.total_cmp(&beliefs[*a].mean).then(a.cmp(b)));
        let mut points: Vec<Vec<u32>> = (0..ANYWHERE).map(|_| self.drawn()).collect();
        for row in ranked.into_iter().take(BEST) {
            let best = ledger.points()[row].levels.clone();
            points.extend((0..NEAR).map(|_| self.near(&best)));
        }
        points.retain(|point| !ledger.knows(point));
        points.sort();
        points.dedup();
        let mut valued: Vec<(f64, Vec<u32>)> =
            points.into_iter().map(|point| (process.mean_at(&place(&self.axes, &point)), point)).collect();
        valued.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        // The best expected ones, and others at equal distances: what is not known well is among these.
        let half = PROMISING / 2;
        let step = valued.len().saturating_sub(half).div_ceil(half).max(1);
        let rows = (0..valued.len()).filter(|row| *row < half || (row - half).is_multiple_of(step));
        rows.map(|row| (valued[row].1.clone(), process.view(&place(&self.axes, &valued[row].1)))).collect()
    }
}

/// A neighbour of a level.
fn step(level: u32, axis: &Axis, draw: f64) -> u32 {
    if level == 0 || (draw < 0.5 && level + 1 < axis.levels) { level + 1 } else { level - 1 }
}

/// Points spread over the box: each axis is cut into as many parts as there are points, and each part has one (Latin hypercube, McKay,
/// Beckman and Conover 1979).
pub(crate) fn spread(axes: &[Axis], count: usize, rng: &mut Rng) -> Vec<Vec<u32>> {
    let mut points = vec![Vec::new(); count];
    for axis in axes {
        let mut parts: Vec<usize> = (0..count).collect();
        for row in (1..count).rev() {
            parts.swap(row, rng.below(row as u32 + 1) as usize);
        }
        for (point, part) in points.iter_mut().zip(parts) {
            let place = (part as f64 + unit(rng)) / count as f64;
            let level = if axis.ordered {
                axis.level(place)
            } else {
                ((place * f64::from(axis.levels)) as u32).min(axis.levels - 1)
            };
            point.push(level);
        }
    }
    points
}

/// How much better than `best_mean` a point is expected to be.
fn improvement(mean: f64, variance: f64, best_mean: f64) -> f64 {
    let deviation = variance.max(1e-18).sqrt();
    let standing = (mean - best_mean) / deviation;
    let density = libm::exp(-0.5 * standing * standing) / (2.0 * std::f64::consts::PI).sqrt();
    (mean - best_mean) * normal_cdf(standing) + deviation * density
}

/// The points of a step, one after the other.
fn choose(process: &GaussianProcess, pool: &[(Vec<u32>, View)], best: f64) -> Vec<Vec<u32>> {
    let mut variances: Vec<f64> = pool.iter().map(|(_, view)| view.belief.deviation * view.belief.deviation).collect();
    let mut open: Vec<bool> = vec![true; pool.len()];
    let mut chosen = Vec::new();
    while chosen.len() < BATCH {
        let worth = |row: &usize| improvement(pool[*row].1.belief.mean, variances[*row], best);
        let rows = (0..pool.len()).filter(|row| open[*row]).rev();
        let Some(row) = rows.max_by(|a, b| worth(a).total_cmp(&worth(b))) else { break };
        chosen.push(row);
        open[row] = false;
        let measured = variances[row] + process.noise_variance();
        // What is left unknown once this point is measured; of several, each is taken off by itself.
        for (other, variance) in variances.iter_mut().enumerate().filter(|(other, _)| open[*other]) {
            let shared = process.covariance(&pool[row].1, &pool[other].1);
            *variance = (*variance - shared * shared / measured).max(0.0);
        }
    }
    chosen.into_iter().map(|row| pool[row].0.clone()).collect()
}

impl Optimizer for Surrogate {
    fn ask(&mut self, ledger: &Ledger) -> Vec<Vec<u32>> {
        if !self.first.is_empty() {
            let left = self.first.len().saturating_sub(BATCH);
            return self.first.split_off(left);
        }
        let Some(process) = self.process(ledger) else { return vec![self.drawn()] };
        let beliefs = beliefs(&process, &self.axes, ledger);
        let best = beliefs.iter().map(|belief| belief.mean).fold(f64::NEG_INFINITY, f64::max);
        let pool = self.pool(&process, ledger, &beliefs);
        choose(&process, &pool, best)
    }

    fn tell(&mut self, _: &[f64]) {}

    fn best(&self) -> Option<Vec<u32>> {
        None
    }

    /// The mean of what the process expects and of what a point's own results say, shrunk: the process smooths over steps, own results are few.
    fn beliefs(&mut self, ledger: &Ledger) -> Vec<Belief> {
        let own = ledger.shrunk();
        let Some(process) = self.process(ledger) else { return own };
        let both = |(model, own): (Belief, Belief)| Belief { mean: (model.mean + own.mean) / 2.0, ..model };
        beliefs(&process, &self.axes, ledger).into_iter().zip(own).map(both).collect()
    }
}
