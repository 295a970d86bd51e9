//! What the means of points are believed to be.

use std::collections::BTreeMap;

use sandtable_stats::{Belief, GaussianProcess};

use crate::optimizer::Axis;
use crate::optimizer::surrogate::place;

/// What the means of points are believed to be.
pub(super) enum MeanModel {
    /// By all points together.
    Process(Box<GaussianProcess>),
    /// By the games of each point alone.
    Own(BTreeMap<Vec<u32>, Belief>),
}

impl MeanModel {
    pub fn at(&self, axes: &[Axis], levels: &[u32]) -> Belief {
        match self {
            MeanModel::Process(process) => process.at(&place(axes, levels)),
            MeanModel::Own(beliefs) => beliefs.get(levels).copied().unwrap_or(Belief { mean: 0.0, deviation: 1.0 }),
        }
    }
}

/// Beliefs in the units of their measures.
pub(super) fn in_units(beliefs: &[Belief], scales: &[f64]) -> Vec<Belief> {
    let unit =
        |(belief, scale): (&Belief, &f64)| Belief { mean: belief.mean * scale, deviation: belief.deviation * scale };
    beliefs.iter().zip(scales).map(unit).collect()
}

/// By measure, the lowest and the highest mean that any point is believed to have.
pub(super) fn extents(beliefs: &[Vec<Belief>]) -> Vec<[f64; 2]> {
    let measures = beliefs.first().map_or(0, Vec::len);
    let of = |row: usize| {
        let means = beliefs.iter().map(|of_point| of_point[row].mean);
        means.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], mean| [low.min(mean), high.max(mean)])
    };
    (0..measures).map(of).collect()
}
