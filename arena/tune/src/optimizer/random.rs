//! Uniform draws: what every other optimizer has to beat.

use sandtable_state::rng::Rng;

use super::{Axis, Optimizer};
use crate::ledger::Ledger;

/// Points at a time.
const BATCH: usize = 8;

/// A random search.
#[derive(Clone, Debug)]
pub struct Random {
    axes: Vec<Axis>,
    rng: Rng,
}

impl Random {
    /// A search that draws from the whole box.
    pub fn new(axes: &[Axis], seed: u64) -> Random {
        Random { axes: axes.to_vec(), rng: Rng::stream(seed, "tune random") }
    }
}

impl Optimizer for Random {
    fn ask(&mut self, _: &Ledger) -> Vec<Vec<u32>> {
        let Random { axes, rng } = self;
        (0..BATCH).map(|_| axes.iter().map(|axis| rng.below(axis.levels)).collect()).collect()
    }

    fn tell(&mut self, _: &[f64]) {}

    fn best(&self) -> Option<Vec<u32>> {
        None
    }
}
