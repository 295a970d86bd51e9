//! The figures of a family: what they are called, which way is better, and how each is found.

use super::outcome::{MoveOutcome, Pool};

/// Ticks in a second.
const SECOND: f64 = 16.0;

/// One figure.
pub struct Metric {
    /// Its key in files and JSON.
    pub name: &'static str,
    /// What it counts in.
    pub unit: &'static str,
    /// Whether a limit is the least it may be, rather than the most.
    pub at_least: bool,
    find: fn(&Pool<'_>) -> Option<f64>,
}

const fn least(name: &'static str, unit: &'static str, find: fn(&Pool<'_>) -> Option<f64>) -> Metric {
    Metric { name, unit, at_least: true, find }
}

const fn most(name: &'static str, unit: &'static str, find: fn(&Pool<'_>) -> Option<f64>) -> Metric {
    Metric { name, unit, at_least: false, find }
}

/// Every figure, in the order tables show them. `docs/MOVEMENT.md` defines each.
pub static METRICS: [Metric; 33] = [
    least("arrived", "%", |pool| pool.arrived_by(f64::INFINITY)),
    least("arrived_by_2", "%", |pool| pool.arrived_by(2.0)),
    least("arrived_by_3", "%", |pool| pool.arrived_by(3.0)),
    least("arrived_by_4", "%", |pool| pool.arrived_by(4.0)),
    most("finish", "x ideal", |pool| pool.most(MoveOutcome::finish)),
    most("time_median", "x floor", |pool| quantile(&pool.times, 50)),
    most("time_p95", "x floor", |pool| quantile(&pool.times, 95)),
    most("path_mean", "x optimum", |pool| mean(&pool.paths)),
    most("path_p95", "x optimum", |pool| quantile(&pool.paths, 95)),
    most("stuck_mean", "s", |pool| mean(&pool.stuck).map(|ticks| ticks / SECOND)),
    most("stuck_longest", "s", |pool| quantile(&pool.stuck_on_end, 100).map(|ticks| ticks / SECOND)),
    most("overlap_deepest", "%", |pool| pool.most(|one| Some(100.0 * one.contacts.deepest))),
    most("overlap_share", "%", |pool| pool.percent(|one| [one.contacts.deep, one.contacts.all])),
    most("overlap_at_rest", "pairs", |pool| pool.most(|one| Some(f64::from(one.contacts.at_rest)))),
    most("wall_touch", "%", |pool| pool.percent(|one| [one.walls.touching, one.walls.moving])),
    most("wall_depth", "%", |pool| pool.most(|one| Some(100.0 * one.walls.deepest))),
    most("in_wall", "ticks", |pool| pool.most(|one| Some(one.walls.inside as f64))),
    most("flips", "%", |pool| pool.percent(|one| [one.gait.flips, one.gait.moving])),
    most("reversals", "%", |pool| pool.percent(|one| [one.gait.reversals, one.gait.moving])),
    least("throughput", "units/s", |pool| pool.least(|one| one.flow.map(|flow| flow.per_second))),
    least("flow", "x ideal", |pool| pool.least(|one| one.flow?.of_ideal)),
    most("density", "%", |pool| pool.most(|one| Some(100.0 * one.contacts.density))),
    most("pack_radius", "x disc", |pool| pool.most(|one| one.settling.pack_radius)),
    most("settling", "s", |pool| pool.most(|one| Some(f64::from(one.settling.ticks?) / SECOND))),
    most("restless", "%", |pool| pool.most(|one| Some(100.0 * one.settling.restless?))),
    most("drift_idle", "cells", |pool| pool.most(|one| one.settling.drift_idle)),
    most("drift_hold", "cells", |pool| pool.most(|one| one.settling.drift_hold)),
    most("formed", "s", |pool| pool.most(|one| Some(f64::from(one.shape.formed?) / SECOND))),
    most("formed_again", "s", |pool| pool.most(|one| Some(f64::from(one.shape.formed_again?) / SECOND))),
    most("place_median", "cells", |pool| quantile(&pool.marching, 50)),
    most("place_p95", "cells", |pool| quantile(&pool.marching, 95)),
    most("place_rest", "cells", |pool| quantile(&pool.resting, 95)),
    most("rejected", "orders", |pool| pool.most(|one| Some(f64::from(one.rejected)))),
];

/// By row of [`METRICS`]; none where nothing was to be measured.
pub type Figures = [Option<f64>; METRICS.len()];

/// The figures of all arrangements of a family together.
pub fn figures(outcomes: &[MoveOutcome]) -> Figures {
    let pool = Pool::of(outcomes);
    std::array::from_fn(|row| (METRICS[row].find)(&pool))
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The value that `percent` of them, which ascend, do not pass (nearest rank).
fn quantile(ascending: &[f64], percent: usize) -> Option<f64> {
    let rank = (ascending.len() * percent).div_ceil(100).max(1);
    ascending.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_nearest_rank() {
        let values: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(quantile(&values, 50), Some(10.0));
        assert_eq!(quantile(&values, 95), Some(19.0));
        assert_eq!(quantile(&values, 100), Some(20.0));
        assert_eq!(quantile(&values[..1], 95), Some(1.0));
        assert_eq!(quantile(&[], 50), None);
    }
}
