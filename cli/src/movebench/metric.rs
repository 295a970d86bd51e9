//! The figures of a family: what they are called, and which way is better.

/// One figure.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its key in files and JSON.
    pub name: &'static str,
    /// What it counts in.
    pub unit: &'static str,
    /// Whether a limit is the least it may be, rather than the most.
    pub at_least: bool,
}

const fn least(name: &'static str, unit: &'static str) -> Metric {
    Metric { name, unit, at_least: true }
}

const fn most(name: &'static str, unit: &'static str) -> Metric {
    Metric { name, unit, at_least: false }
}

/// Every figure, in the order tables show them. `docs/MOVEMENT.md` defines each.
pub const METRICS: [Metric; 28] = [
    least("arrived", "%"),
    least("arrived_by_2", "%"),
    least("arrived_by_3", "%"),
    least("arrived_by_4", "%"),
    most("finish", "x ideal"),
    most("time_median", "x floor"),
    most("time_p95", "x floor"),
    most("path_mean", "x optimum"),
    most("path_p95", "x optimum"),
    most("stuck_mean", "s"),
    most("stuck_longest", "s"),
    most("overlap_deepest", "%"),
    most("overlap_share", "%"),
    most("overlap_at_rest", "pairs"),
    most("wall_touch", "%"),
    most("wall_depth", "%"),
    most("in_wall", "ticks"),
    most("flips", "%"),
    most("reversals", "%"),
    least("throughput", "units/s"),
    least("flow", "x ideal"),
    most("density", "%"),
    most("pack_radius", "x disc"),
    most("settling", "s"),
    most("restless", "%"),
    most("drift_idle", "cells"),
    most("drift_hold", "cells"),
    most("rejected", "orders"),
];
