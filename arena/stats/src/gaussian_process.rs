//! Gaussian process regression for noisy measurements of points in a box: what is expected at a point, and how sure that is.
//!
//! Rasmussen and Williams, "Gaussian Processes for Machine Learning", 2006, algorithm 2.1, with a Matérn 5/2 kernel, a length scale for each
//! dimension, a part for each point alone, and noise that falls with the number of measurements of a point. Length scales and noise are those of the highest posterior
//! density under log-normal priors; the priors of the length scales grow with the dimension (Hvarfner, Hellsten and Nardi, "Vanilla
//! Bayesian Optimization Performs Great in High Dimensions", 2024). Plain sums in a fixed order and `libm`: the same bits on every target.

use super::cholesky::{Cholesky, dot, row_start};

/// Samples by which length scales and noise are chosen, at most; the cost grows with their cube.
const FIT_SAMPLES: usize = 96;
/// Rounds over all dimensions when length scales are chosen.
const ROUNDS: u32 = 2;
/// Factors by which a length scale or the noise is tried to be moved.
const MOVES: [f64; 4] = [0.4, 0.7, 1.45, 2.5];
/// Ends of length scales, in widths of the box.
const LENGTHS: [f64; 2] = [0.05, 20.0];
/// Ends of the noise of one measurement, as a part of the variance of the function.
const NOISES: [f64; 2] = [0.02, 50.0];
/// The prior median of the length scale of one dimension.
const PRIOR_LENGTH: f64 = 0.25;
/// The prior deviation of the logarithm of a length scale.
const PRIOR_LENGTH_SPREAD: f64 = 0.9;
/// The prior median of the noise of one measurement.
const PRIOR_NOISE: f64 = 0.3;
/// The prior deviation of its logarithm.
const PRIOR_NOISE_SPREAD: f64 = 1.0;
/// What the function's variance is worth before anything is measured, as this number of samples of [`PRIOR_VARIANCE`].
const PRIOR_VARIANCE_SAMPLES: f64 = 2.0;
/// A usual variance of shares of points between points of a box.
const PRIOR_VARIANCE: f64 = 0.03;
/// The part of the function's variance that a point shares with no other, however near: functions of games have steps, and what a point got
/// itself counts more than what its neighbours got.
const OWN_PART: f64 = 0.2;
/// Part of the kernel's diagonal that is added against rounding.
const JITTER: f64 = 1e-9;

/// A dimension of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Places 0 … 1, of which neighbours are alike.
    Ordered,
    /// Values without order: two are the same or not.
    Choice,
}

/// A point that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct GpSample {
    /// Where: a place 0 … 1 by dimension.
    pub place: Vec<f64>,
    /// The mean of its measurements.
    pub value: f64,
    /// How many measurements it is the mean of, more than 0.
    pub count: f64,
}

/// What is expected at a point: the function there, without the noise of a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// The expected value.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// Length scales and noise.
#[derive(Clone, Debug, PartialEq)]
pub struct Hyperparameters {
    /// By dimension, in widths of the box.
    pub lengths: Vec<f64>,
    /// The variance of one measurement, as a part of that of the function.
    pub noise: f64,
}

/// A fitted process.
#[derive(Clone, Debug)]
pub struct GaussianProcess {
    dimensions: Vec<Dimension>,
    hyper: Hyperparameters,
    places: Vec<Vec<f64>>,
    factor: Cholesky,
    /// The kernel's inverse times what the samples lie above the mean.
    weights: Vec<f64>,
    mean: f64,
    variance: f64,
}

impl GaussianProcess {
    /// Fits a process, its length scales and noise included; none without samples.
    ///
    /// ```
    /// use sandtable_stats::{Dimension, GaussianProcess, GpSample};
    ///
    /// let samples: Vec<GpSample> = (0..9)
    ///     .map(|row| f64::from(row) / 8.0)
    ///     .map(|x| GpSample { place: vec![x], value: 4.0 * x * (1.0 - x), count: 100.0 })
    ///     .collect();
    /// let process = GaussianProcess::fit(&[Dimension::Ordered], &samples).expect("there are samples");
    /// assert!((process.at(&[0.5]).mean - 1.0).abs() < 0.1);
    /// ```
    pub fn fit(dimensions: &[Dimension], samples: &[GpSample]) -> Option<GaussianProcess> {
        GaussianProcess::with(dimensions, samples, &hyperparameters(dimensions, samples))
    }

    /// Fits a process with given length scales and noise; none without samples.
    pub fn with(dimensions: &[Dimension], samples: &[GpSample], hyper: &Hyperparameters) -> Option<GaussianProcess> {
        let fitted = Fitted::new(dimensions, samples, hyper)?;
        let Fitted { factor, weights, mean, variance, .. } = fitted;
        let places = samples.iter().map(|sample| sample.place.clone()).collect();
        Some(GaussianProcess {
            dimensions: dimensions.to_vec(),
            hyper: hyper.clone(),
            places,
            factor,
            weights,
            mean,
            variance,
        })
    }

    /// Its length scales and noise.
    pub fn hyperparameters(&self) -> &Hyperparameters {
        &self.hyper
    }

    /// The variance of one measurement.
    pub fn noise_variance(&self) -> f64 {
        self.hyper.noise * self.variance
    }

    fn kernel_to(&self, place: &[f64]) -> Vec<f64> {
        self.places.iter().map(|other| kernel(&self.dimensions, &self.hyper, place, other)).collect()
    }

    /// What is expected at a point, without how sure it is.
    pub fn mean_at(&self, place: &[f64]) -> f64 {
        self.mean + dot(&self.kernel_to(place), &self.weights)
    }

    /// What is expected at a point.
    pub fn at(&self, place: &[f64]) -> Belief {
        self.view(place).belief
    }

    /// What is expected at a point, kept in a form that can be compared with others.
    pub fn view(&self, place: &[f64]) -> View {
        let kernel = self.kernel_to(place);
        let mean = self.mean + dot(&kernel, &self.weights);
        let solved = self.factor.forward(&kernel);
        let rest = (1.0 - dot(&solved, &solved)).max(0.0);
        View { place: place.to_vec(), solved, belief: Belief { mean, deviation: (rest * self.variance).sqrt() } }
    }

    /// The covariance of two points given all samples.
    pub fn covariance(&self, one: &View, other: &View) -> f64 {
        let prior = kernel(&self.dimensions, &self.hyper, &one.place, &other.place);
        (prior - dot(&one.solved, &other.solved)) * self.variance
    }
}

/// A point as a process sees it.
#[derive(Clone, Debug)]
pub struct View {
    /// Where it is.
    pub place: Vec<f64>,
    solved: Vec<f64>,
    /// What is expected there.
    pub belief: Belief,
}

/// The Matérn 5/2 kernel, and a part of its own for each point.
fn kernel(dimensions: &[Dimension], hyper: &Hyperparameters, one: &[f64], other: &[f64]) -> f64 {
    let mut square = 0.0;
    for ((dimension, length), (one, other)) in dimensions.iter().zip(&hyper.lengths).zip(one.iter().zip(other)) {
        let off = match dimension {
            Dimension::Ordered => one - other,
            Dimension::Choice if one == other => 0.0,
            Dimension::Choice => 1.0,
        };
        let scaled = off / length;
        square += scaled * scaled;
    }
    if square == 0.0 {
        return 1.0;
    }
    let scaled = (5.0 * square).sqrt();
    (1.0 - OWN_PART) * (1.0 + scaled + 5.0 * square / 3.0) * libm::exp(-scaled)
}

/// A fit with its posterior density.
struct Fitted {
    factor: Cholesky,
    weights: Vec<f64>,
    mean: f64,
    variance: f64,
    density: f64,
}

impl Fitted {
    fn new(dimensions: &[Dimension], samples: &[GpSample], hyper: &Hyperparameters) -> Option<Fitted> {
        let size = samples.len();
        if size == 0 {
            return None;
        }
        let mut lower = vec![0.0; row_start(size)];
        for row in 0..size {
            for column in 0..row {
                lower[row_start(row) + column] = kernel(dimensions, hyper, &samples[row].place, &samples[column].place);
            }
            lower[row_start(row) + row] = 1.0 + JITTER + hyper.noise / samples[row].count;
        }
        let factor = Cholesky::factor(lower, size)?;
        let ones = factor.solve(&vec![1.0; size]);
        let values: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
        let mean = dot(&ones, &values) / ones.iter().sum::<f64>();
        let above: Vec<f64> = values.iter().map(|value| value - mean).collect();
        let weights = factor.solve(&above);
        let squares = dot(&above, &weights).max(0.0) + PRIOR_VARIANCE_SAMPLES * PRIOR_VARIANCE;
        let count = size as f64 + PRIOR_VARIANCE_SAMPLES;
        let variance = squares / count;
        let likelihood = -0.5 * (count * libm::log(squares) + factor.log_determinant());
        Some(Fitted { factor, weights, mean, variance, density: likelihood + prior(hyper) })
    }
}

/// The logarithm of the prior density of length scales and noise.
fn prior(hyper: &Hyperparameters) -> f64 {
    let median = prior_length(hyper.lengths.len());
    let off = |value: f64, median: f64, spread: f64| {
        let standing = libm::log(value / median) / spread;
        -0.5 * standing * standing
    };
    let lengths: f64 = hyper.lengths.iter().map(|length| off(*length, median, PRIOR_LENGTH_SPREAD)).sum();
    lengths + off(hyper.noise, PRIOR_NOISE, PRIOR_NOISE_SPREAD)
}

/// The prior median of length scales in a box of this number of dimensions.
fn prior_length(dimensions: usize) -> f64 {
    PRIOR_LENGTH * (dimensions.max(1) as f64).sqrt()
}

/// Length scales and noise of the highest posterior density, by coordinates from the prior's medians.
fn hyperparameters(dimensions: &[Dimension], samples: &[GpSample]) -> Hyperparameters {
    let samples = telling(samples);
    let density =
        |hyper: &Hyperparameters| Fitted::new(dimensions, &samples, hyper).map_or(f64::NEG_INFINITY, |it| it.density);
    let size = dimensions.len();
    let mut best = Hyperparameters { lengths: vec![prior_length(size); size], noise: PRIOR_NOISE };
    let mut most = density(&best);
    // The last coordinate is the noise, the one before it all length scales together.
    for round in 0..ROUNDS {
        let single = if round == 0 { size..size } else { 0..size };
        for coordinate in (size..size + 2).chain(single) {
            let from = best.clone();
            for factor in MOVES {
                let mut tried = from.clone();
                match coordinate.checked_sub(size) {
                    None => {
                        tried.lengths[coordinate] = (tried.lengths[coordinate] * factor).clamp(LENGTHS[0], LENGTHS[1])
                    }
                    Some(0) => {
                        tried.lengths.iter_mut().for_each(|one| *one = (*one * factor).clamp(LENGTHS[0], LENGTHS[1]));
                    }
                    Some(_) => tried.noise = (tried.noise * factor).clamp(NOISES[0], NOISES[1]),
                }
                let found = density(&tried);
                if found > most {
                    (most, best) = (found, tried);
                }
            }
        }
    }
    best
}

/// The samples that say most: half of what may be used are the best ones, half are taken from the others at equal
/// distances, in their order.
fn telling(samples: &[GpSample]) -> Vec<GpSample> {
    if samples.len() <= FIT_SAMPLES {
        return samples.to_vec();
    }
    let mut ranked: Vec<usize> = (0..samples.len()).collect();
    ranked.sort_by(|a, b| samples[*b].value.total_cmp(&samples[*a].value).then(a.cmp(b)));
    let (best, others) = ranked.split_at(FIT_SAMPLES / 2);
    let step = others.len().div_ceil(FIT_SAMPLES / 2);
    let mut rows: Vec<usize> = best.iter().copied().chain(others.iter().copied().step_by(step)).collect();
    rows.sort_unstable();
    rows.into_iter().map(|row| samples[row].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bootstrap::Draws;

    /// Samples of a function of the first and the last of three dimensions, with noise.
    fn samples(count: usize, noise: f64) -> Vec<GpSample> {
        let mut draws = Draws::new(7);
        let mut sample = || {
            let place: Vec<f64> = vec![draws.unit(), draws.unit(), f64::from(draws.below(3)) / 2.0];
            let value = function(&place) + noise * (draws.unit() - 0.5);
            GpSample { place, value, count: 1.0 }
        };
        (0..count).map(|_| sample()).collect()
    }

    fn function(place: &[f64]) -> f64 {
        let bonus = if place[2] == 0.5 { 0.4 } else { 0.0 };
        let off = place[0] - 0.3;
        1.0 - 2.0 * off * off + bonus
    }

    const SPACE: [Dimension; 3] = [Dimension::Ordered, Dimension::Ordered, Dimension::Choice];

    #[test]
    fn a_function_is_learnt_through_noise() {
        let process = GaussianProcess::fit(&SPACE, &samples(120, 0.5)).expect("there are samples");
        let lengths = &process.hyperparameters().lengths;
        assert!(lengths[1] > 2.0 * lengths[0], "the second dimension says nothing: {lengths:?}");
        let mut worst: f64 = 0.0;
        for probe in samples(60, 0.0) {
            worst = worst.max((process.at(&probe.place).mean - probe.value).abs());
        }
        assert!(worst < 0.25, "{worst}");
    }

    #[test]
    fn beliefs_hold_what_they_say() {
        let process = GaussianProcess::fit(&SPACE, &samples(40, 0.6)).expect("there are samples");
        let probes = samples(200, 0.0);
        let inside = probes.iter().filter(|probe| {
            let Belief { mean, deviation } = process.at(&probe.place);
            (mean - function(&probe.place)).abs() < 1.96 * deviation
        });
        let share = inside.count() as f64 / probes.len() as f64;
        assert!(share > 0.85, "{share}");
    }

    #[test]
    fn no_samples_make_no_process() {
        assert!(GaussianProcess::fit(&SPACE, &[]).is_none());
    }
}
