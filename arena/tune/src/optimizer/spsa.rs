//! Simultaneous perturbation stochastic approximation (Spall, "Implementation of the simultaneous perturbation algorithm for
//! stochastic optimization", 1998): all values are moved at once, both ways; what the two points differ by is a slope along that way.

use sandtable_state::rng::Rng;

use super::draws::unit;
use super::{Axis, Optimizer};
use crate::ledger::Ledger;

/// How steps and perturbations shrink: Spall's practical exponents.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The first perturbation, as a share of each axis.
const PERTURBATION: f64 = 0.15;
/// The first step for a difference of 1 between the points, in perturbations.
const FIRST_STEP: f64 = 3.0;
/// The longest step along an axis, in perturbations.
const LONGEST_STEP: f64 = 1.0;
/// The share of all steps that the step length is held up by at first ("stability constant").
const STABILITY: f64 = 0.1;

/// An SPSA run.
#[derive(Clone, Debug)]
pub struct Spsa {
    axes: Vec<Axis>,
    rng: Rng,
    /// Where it is, between levels.
    theta: Vec<f64>,
    steps: u32,
    stability: f64,
    /// The signs of the perturbation that was asked about.
    signs: Vec<f64>,
}

impl Spsa {
    /// One that starts at `start`.
    pub fn new(axes: &[Axis], start: &[u32], seed: u64, evaluations: u32) -> Spsa {
        let theta = axes.iter().zip(start).map(|(axis, level)| axis.place(*level)).collect();
        let stability = STABILITY * f64::from(evaluations / 2);
        Spsa { axes: axes.to_vec(), rng: Rng::stream(seed, "tune spsa"), theta, steps: 0, stability, signs: Vec::new() }
    }

    /// How far values are moved along an axis: half a level at least, or nothing would ever change.
    fn perturbation(&self, axis: &Axis) -> f64 {
        let shrunk = PERTURBATION / libm::pow(f64::from(self.steps) + 1.0, GAMMA);
        shrunk.max(axis.width() / 2.0)
    }

    fn point(&mut self, sign: f64) -> Vec<u32> {
        let mut point = Vec::new();
        for row in 0..self.axes.len() {
            let axis = self.axes[row];
            let place = self.theta[row] + sign * self.signs[row] * self.perturbation(&axis);
            // Drawn rounding: slopes between levels would be lost otherwise.
            point.push(axis.around(place).drawn(unit(&mut self.rng)));
        }
        point
    }
}

impl Optimizer for Spsa {
    fn ask(&mut self, _: &Ledger) -> Vec<Vec<u32>> {
        let rng = &mut self.rng;
        self.signs = self.axes.iter().map(|_| if rng.next_u32() & 1 == 0 { 1.0 } else { -1.0 }).collect();
        vec![self.point(1.0), self.point(-1.0)]
    }

    fn tell(&mut self, values: &[f64]) {
        let [up, down] = values else { return };
        let held = libm::pow((self.stability + 1.0) / (self.stability + f64::from(self.steps) + 1.0), ALPHA);
        let gain = (FIRST_STEP * held * (up - down)).clamp(-LONGEST_STEP, LONGEST_STEP);
        for row in 0..self.axes.len() {
            let moved = gain * self.signs[row] * self.perturbation(&self.axes[row]);
            self.theta[row] = (self.theta[row] + moved).clamp(0.0, 1.0);
        }
        self.steps += 1;
    }

    fn best(&self) -> Option<Vec<u32>> {
        Some(self.axes.iter().zip(&self.theta).map(|(axis, place)| axis.level(*place)).collect())
    }
}
