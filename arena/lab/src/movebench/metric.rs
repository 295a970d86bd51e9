//! The metrics of a family, and their values.

use sandtable_expect::{Metric, MetricSet, MovementMetric};

/// Every metric, in the order tables show them. `docs/MOVEMENT.md` defines each.
pub const METRICS: &[Metric] = MovementMetric::METRICS;

/// By row of [`METRICS`]; none where nothing was to be measured.
pub type Figures = [Option<f64>; METRICS.len()];
