//! What a family's figures may be: the budget that a check holds them to, and the bar they are to reach.

use sandtable_content::TableReader;
use sandtable_expect::{Ends, Metric, MovementMetric, Range, read_expectations};
use sandtable_math::{Bounds, Fx};

use super::grid::number;
use super::metric::METRICS;

/// What is written to the fourth decimal counts as equal.
const TOLERANCE: f64 = 5e-5;

/// A limit for some of the metrics, in their order; none where nothing is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits([Option<f64>; METRICS.len()]);

/// What a family's figures are held to.
#[derive(Clone, Debug, PartialEq)]
pub struct FamilyLimits {
    /// What a check holds them to: the ends of ranges.
    pub budget: Limits,
    /// What they are to reach: the aims.
    pub bar: Limits,
}

impl FamilyLimits {
    /// Reads the `[[expect]]` tables of a family, and the tables `budget` and `bar` that said the same before there were any.
    pub fn read(root: &TableReader<'_>) -> FamilyLimits {
        let mut limits =
            FamilyLimits { budget: Limits::read_table(root, "budget"), bar: Limits::read_table(root, "bar") };
        for expectation in read_expectations(root, |metric: MovementMetric, _| metric) {
            let row = expectation.measure as usize;
            let Range { min, max } = expectation.range;
            for (limits, limit) in [(&mut limits.budget, min.or(max)), (&mut limits.bar, expectation.aim)] {
                if limit.is_some() && std::mem::replace(&mut limits.0[row], limit).is_some() {
                    let name = METRICS[row].name;
                    root.error(
                        "expect",
                        format!("duplicate limit or aim of {name}"),
                        "one limit and one aim for each metric",
                    );
                }
            }
        }
        limits
    }

    /// Whether nothing is limited: there is nothing to check.
    pub fn is_empty(&self) -> bool {
        [&self.budget, &self.bar].iter().all(|limits| limits.0.iter().all(Option::is_none))
    }
}

impl Limits {
    /// The table called `key`: metrics by name, each a number that it must not pass.
    fn read_table(root: &TableReader<'_>, key: &str) -> Limits {
        let mut limits = [None; METRICS.len()];
        if let Some(table) = root.table(key) {
            for (limit, metric) in limits.iter_mut().zip(METRICS) {
                let bounds = Bounds::new(Fx::ZERO, Fx::from_int(i16::MAX));
                *limit = table.fixed(metric.name, bounds, metric.unit).optional().map(number);
            }
        }
        Limits(limits)
    }

    /// The limit of the metric in this row of [`METRICS`], in its unit.
    pub fn get(&self, row: usize) -> Option<f64> {
        self.0[row]
    }

    /// Whether a figure keeps to the limit of its metric. What could not be measured keeps to none.
    pub fn holds(&self, row: usize, found: Option<f64>) -> bool {
        match (self.0[row], found) {
            (None, _) => true,
            (Some(limit), Some(found)) => range(&METRICS[row], limit).allows_nearly(found, TOLERANCE),
            (Some(_), None) => false,
        }
    }
}

/// The range of a metric that a limit ends on its worse side.
pub(super) fn range(metric: &Metric, limit: f64) -> Range {
    match metric.ends {
        Ends::Least => Range { min: Some(limit), max: None },
        Ends::Both | Ends::Most => Range { min: None, max: Some(limit) },
    }
}
