//! A grid over all axes, as fine as the budget allows, in a drawn order: what was not reached is missing everywhere alike.

use sandtable_state::rng::Rng;

use super::{Axis, Optimizer};
use crate::ledger::Ledger;

/// Points at a time.
const BATCH: usize = 8;
/// Points of one grid.
const MAX_CELLS: u64 = 1 << 16;

/// A search over a grid.
#[derive(Clone, Debug)]
pub struct Grid {
    /// By axis: the levels that are tried.
    levels: Vec<Vec<u32>>,
    /// Cells still to be tried, the next one last.
    left: Vec<u32>,
}

impl Grid {
    /// The grid of at most `most` points.
    pub fn new(axes: &[Axis], start: &[u32], seed: u64, evaluations: u32) -> Grid {
        let counts = counts(axes, u64::from(evaluations.max(1)).min(MAX_CELLS));
        let spread = |(axis, (count, start)): (&Axis, (&u32, &u32))| match count {
            1 => vec![*start],
            count => (0..*count).map(|row| axis.level(f64::from(row) / f64::from(count - 1))).collect(),
        };
        let levels: Vec<Vec<u32>> = axes.iter().zip(counts.iter().zip(start)).map(spread).collect();
        let cells: u32 = counts.iter().product();
        let (mut left, mut rng): (Vec<u32>, _) = ((0..cells).collect(), Rng::stream(seed, "tune grid"));
        for row in (1..left.len()).rev() {
            left.swap(row, rng.below(row as u32 + 1) as usize);
        }
        Grid { levels, left }
    }

    fn point(&self, mut cell: u32) -> Vec<u32> {
        let mut digit = |levels: &Vec<u32>| {
            let (count, at) = (levels.len() as u32, cell);
            cell /= count;
            levels[(at % count) as usize]
        };
        self.levels.iter().map(&mut digit).collect()
    }
}

/// Levels by axis: the axis with the fewest gets one more as long as all together are at most `most`.
fn counts(axes: &[Axis], most: u64) -> Vec<u32> {
    let mut counts = vec![1_u32; axes.len()];
    loop {
        let cells: u64 = counts.iter().map(|count| u64::from(*count)).product();
        let fits = |row: &usize| {
            counts[*row] < axes[*row].levels && cells / u64::from(counts[*row]) * u64::from(counts[*row] + 1) <= most
        };
        let Some(row) = (0..axes.len()).filter(fits).min_by_key(|row| counts[*row]) else { return counts };
        counts[row] += 1;
    }
}

impl Optimizer for Grid {
    fn ask(&mut self, _: &Ledger) -> Vec<Vec<u32>> {
        let next: Vec<u32> = (0..BATCH).map_while(|_| self.left.pop()).collect();
        next.into_iter().map(|cell| self.point(cell)).collect()
    }

    fn tell(&mut self, _: &[f64]) {}

    fn best(&self) -> Option<Vec<u32>> {
        None
    }
}
