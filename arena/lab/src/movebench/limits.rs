//! What a family's figures may be: the budget that a check holds them to, and the bar they are to reach.

use sandtable_content::TableReader;
use sandtable_math::{Bounds, Fx};

use super::metric::{METRICS, Metric};

/// A limit for some of the metrics, in their order; none where nothing is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits([Option<f64>; METRICS.len()]);

impl Limits {
    /// Reads the table called `key`: metrics by name, each a number that it must not pass.
    pub fn read(root: &TableReader<'_>, key: &str) -> Limits {
        let mut limits = [None; METRICS.len()];
        if let Some(table) = root.table(key) {
            for (limit, metric) in limits.iter_mut().zip(&METRICS) {
                let bounds = Bounds::new(Fx::ZERO, Fx::from_int(i16::MAX));
                *limit = table.fixed(metric.name, bounds, metric.unit).optional().map(number);
            }
        }
        Limits(limits)
    }

    /// The limit of the metric in this row of [`METRICS`].
    pub fn of(&self, row: usize) -> Option<f64> {
        self.0[row]
    }

    /// Whether a figure keeps to the limit of its metric. What could not be measured keeps to none.
    pub fn holds(&self, row: usize, found: Option<f64>) -> bool {
        match (self.0[row], found) {
            (None, _) => true,
            (Some(limit), Some(found)) => METRICS[row].keeps(found, limit),
            (Some(_), None) => false,
        }
    }
}

impl Metric {
    /// Whether a figure is on the right side of a limit; what is written to the fourth decimal counts as equal.
    fn keeps(&self, found: f64, limit: f64) -> bool {
        if self.at_least { found >= limit - 5e-5 } else { found <= limit + 5e-5 }
    }
}

/// A fixed-point number as a float, exactly.
pub fn number(fixed: Fx) -> f64 {
    f64::from(fixed.bits()) / 65536.0
}
