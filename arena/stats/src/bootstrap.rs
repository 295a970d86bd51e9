//! How sure a figure is that has no formula for it (Efron 1979): made again from pairs drawn, with repetition, from those played.

use sandtable_math::mix;

use super::pentanomial::{Estimate, Pentanomial};

/// A stream of draws from a seed.
#[derive(Clone, Debug)]
pub struct Draws {
    seed: u64,
    drawn: u64,
}

impl Draws {
    /// The stream of this seed.
    pub const fn new(seed: u64) -> Draws {
        Draws { seed, drawn: 0 }
    }

    /// The next draw from 0 … 1, 1 left out.
    pub fn unit(&mut self) -> f64 {
        self.drawn += 1;
        (mix(self.seed, self.drawn) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next draw from 0 … `below` − 1.
    pub fn below(&mut self, below: u32) -> u32 {
        ((self.unit() * f64::from(below)) as u32).min(below.saturating_sub(1))
    }
}

/// As many pairs, each drawn from these.
pub fn resampled(pairs: &Pentanomial, draws: &mut Draws) -> Pentanomial {
    let mut again = Pentanomial::default();
    for _ in 0..pairs.pairs() {
        let mut left = draws.below(pairs.pairs());
        let mut kind = 0;
        while left >= pairs.0[kind] {
            left -= pairs.0[kind];
            kind += 1;
        }
        again.0[kind] += 1;
    }
    again
}

/// A figure and where 95 % of what was drawn lie.
pub type Band = Estimate;

/// For each figure its value, and the 2.5 % and 97.5 % points of it among the rounds of drawing.
pub fn bands(values: &[f64], drawn: &[Vec<f64>]) -> Vec<Band> {
    let band = |(row, value): (usize, &f64)| {
        let mut column: Vec<f64> = drawn.iter().map(|figures| figures[row]).collect();
        column.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = (share * column.len().saturating_sub(1) as f64).round() as usize;
            column.get(place).copied().unwrap_or(*value)
        };
        Estimate { value: *value, low: at(0.025), high: at(0.975) }
    };
    values.iter().enumerate().map(band).collect()
}
