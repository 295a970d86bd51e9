//! Uniform draws: what every other optimizer has to beat.

use sandtable_state::rng::Rng;
use serde::{Deserialize, Serialize};

use super::{Axis, Optimizer};

/// Points at a time.
const BATCH: usize = 8;

/// A random search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Random {
    axes: Vec<Axis>,
    rng: Rng,
    asked: Vec<Vec<u32>>,
    best: (Vec<u32>, Option<f64>),
}

impl Random {
    /// One that knows its start only.
    pub fn new(axes: &[Axis], start: &[u32], seed: u64) -> Random {
        let rng = Rng::stream(seed, "tune random");
        Random { axes: axes.to_vec(), rng, asked: Vec::new(), best: (start.to_vec(), None) }
    }
}

impl Optimizer for Random {
    fn ask(&mut self) -> Vec<Vec<u32>> {
        let Random { axes, rng, .. } = self;
        self.asked = (0..BATCH).map(|_| axes.iter().map(|axis| rng.below(axis.levels)).collect()).collect();
        self.asked.clone()
    }

    fn tell(&mut self, values: &[f64]) {
        for (point, value) in std::mem::take(&mut self.asked).into_iter().zip(values) {
            if self.best.1.is_none_or(|best| *value > best) {
                self.best = (point, Some(*value));
            }
        }
    }

    fn best(&self) -> Vec<u32> {
        self.best.0.clone()
    }
}
