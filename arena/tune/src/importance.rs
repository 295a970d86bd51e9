//! How much each value, and each two of them together, matter: functional analysis of variance over the model of the search (Hutter, Hoos and
//! Leyton-Brown, "An Efficient Approach for Assessing Hyperparameter Importance", 2014).
//!
//! The model is read at levels of an axis, or of two axes, averaged over the same points of all others. The variance of these averages is a part
//! of the whole variance. Of two axes it is what they do together beyond what each does by itself.

use sandtable_stats::{Draws, GaussianProcess};
use serde::Serialize;

use super::ledger::Ledger;
use super::optimizer::Axis;
use super::optimizer::surrogate::model;

/// Points of all other axes that an average is taken over.
const POINTS: usize = 48;
/// Levels of an axis that are read, at most: by itself, and with another.
const LEVELS: u32 = 12;
const PAIR_LEVELS: u32 = 5;
/// Axes whose pairs are looked at: the most important ones.
const PAIRED: usize = 8;
/// Interactions that are kept.
const KEPT: usize = 6;
/// An axis with a smaller part of the variance, all its interactions looked at included, has no effect that shows.
pub(super) const NO_EFFECT: f64 = 0.02;
/// Where the axes' range of the averages is less than this, nothing has an effect.
const LEAST_DEVIATION: f64 = 0.005;

/// How much a value matters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Importance {
    /// Its path.
    pub path: String,
    /// The part of the variance of worth that it explains by itself, 0 … 1.
    pub part: f64,
    /// From the worst to the best of its levels, on average over all others, in worth.
    pub range: f64,
    /// Whether neither by itself nor with another an effect showed.
    pub no_effect: bool,
}

/// How much two values matter together, beyond each by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Interaction {
    /// Their paths.
    pub paths: [String; 2],
    /// The part of the variance of worth, 0 … 1.
    pub part: f64,
}

/// What matters.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Importances {
    /// By value, the most important first.
    pub values: Vec<Importance>,
    /// By two values, the strongest first.
    pub interactions: Vec<Interaction>,
}

/// A model that is read at levels.
struct Readings<'m> {
    process: &'m GaussianProcess,
    axes: &'m [Axis],
    /// Places of points all over the box.
    points: Vec<Vec<f64>>,
}

impl Readings<'_> {
    /// The average at these places of these axes.
    fn mean(&self, fixed: &[(usize, f64)]) -> f64 {
        let read = |point: &Vec<f64>| {
            let mut point = point.clone();
            fixed.iter().for_each(|(row, place)| point[*row] = *place);
            self.process.mean_at(&point)
        };
        self.points.iter().map(read).sum::<f64>() / self.points.len() as f64
    }

    fn places(&self, row: usize, most: u32) -> Vec<f64> {
        let axis = &self.axes[row];
        if axis.levels <= most || !axis.ordered {
            return (0..axis.levels).map(|level| axis.place(level)).collect();
        }
        (0..most).map(|at| axis.place(axis.level(f64::from(at) / f64::from(most - 1)))).collect()
    }
}

fn variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / values.len() as f64
}

/// What matters to a model of all that a search tried; nothing without any.
pub(super) fn importances(axes: &[Axis], paths: &[String], ledger: &Ledger, seed: u64) -> Importances {
    let Some(process) = model(axes, ledger, None) else { return Importances::default() };
    let mut draws = Draws::new(seed);
    let mut point = || axes.iter().map(|axis| axis.place(draws.below(axis.levels))).collect::<Vec<f64>>();
    let points: Vec<Vec<f64>> = (0..POINTS).map(|_| point()).collect();
    let whole = variance(&points.iter().map(|point| process.mean_at(point)).collect::<Vec<f64>>()).max(1e-12);
    let readings = Readings { process: &process, axes, points };
    let flat = whole.sqrt() < LEAST_DEVIATION;
    let mut mains = Vec::new();
    for row in 0..axes.len() {
        let means: Vec<f64> =
            readings.places(row, LEVELS).iter().map(|place| readings.mean(&[(row, *place)])).collect();
        let ends = means.iter().fold((f64::MAX, f64::MIN), |(low, high), one| (low.min(*one), high.max(*one)));
        mains.push((row, (variance(&means) / whole).min(1.0), ends.1 - ends.0));
    }
    mains.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut totals: Vec<f64> = vec![0.0; axes.len()];
    mains.iter().for_each(|(row, part, _)| totals[*row] = *part);
    let mut interactions = Vec::new();
    for (at, (one, ..)) in mains.iter().enumerate().take(PAIRED) {
        for (other, ..) in mains.iter().take(PAIRED).skip(at + 1) {
            let part = (together(&readings, *one, *other) / whole).min(1.0);
            totals[*one] += part;
            totals[*other] += part;
            interactions.push(Interaction { paths: [paths[*one].clone(), paths[*other].clone()], part });
        }
    }
    interactions.sort_by(|a, b| b.part.total_cmp(&a.part).then_with(|| a.paths.cmp(&b.paths)));
    interactions.retain(|one| one.part >= NO_EFFECT && !flat);
    interactions.truncate(KEPT);
    let value = |(row, part, range): &(usize, f64, f64)| Importance {
        path: paths[*row].clone(),
        part: *part,
        range: *range,
        no_effect: flat || totals[*row] < NO_EFFECT,
    };
    Importances { values: mains.iter().map(value).collect(), interactions }
}

/// The variance of two axes together, less that of each by itself.
fn together(readings: &Readings<'_>, one: usize, other: usize) -> f64 {
    let (rows, columns) = (readings.places(one, PAIR_LEVELS), readings.places(other, PAIR_LEVELS));
    let cell = |row: f64, column: f64| readings.mean(&[(one, row), (other, column)]);
    let table: Vec<Vec<f64>> =
        rows.iter().map(|row| columns.iter().map(|column| cell(*row, *column)).collect()).collect();
    let all: Vec<f64> = table.iter().flatten().copied().collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    let by_row: Vec<f64> = table.iter().map(|row| row.iter().sum::<f64>() / row.len() as f64).collect();
    let by_column: Vec<f64> =
        (0..columns.len()).map(|at| table.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64).collect();
    let rest = |row: usize, column: usize| table[row][column] - by_row[row] - by_column[column] + mean;
    let squares: f64 = (0..rows.len())
        .flat_map(|row| (0..columns.len()).map(move |column| (row, column)))
        .map(|(row, column)| rest(row, column) * rest(row, column))
        .sum();
    squares / all.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_is_told_from_what_does_not() {
        let axes = [Axis::linear(11), Axis::linear(11), Axis::linear(11), Axis::choice(3)];
        let mut ledger = Ledger::default();
        let mut draws = Draws::new(5);
        for pair in 0..160 {
            let levels: Vec<u32> = axes.iter().map(|axis| draws.below(axis.levels)).collect();
            let [one, other] = [0, 1].map(|row| axes[row].place(levels[row]));
            let worth = 0.3 + 0.4 * one + 0.6 * (one - 0.5) * (other - 0.5);
            ledger.add(&levels, pair, worth + 0.1 * (draws.unit() - 0.5));
        }
        let paths: Vec<String> = ["one", "other", "idle", "kind"].map(str::to_owned).to_vec();
        let found = importances(&axes, &paths, &ledger, 1);
        assert_eq!(found.values[0].path, "one");
        assert!(found.values[0].part > 0.6 && found.values[0].range > 0.3, "{found:?}");
        assert_eq!(found.interactions[0].paths, ["one", "other"]);
        let idle: Vec<&str> = found.values.iter().filter(|one| one.no_effect).map(|one| one.path.as_str()).collect();
        assert!(idle.contains(&"idle") && idle.contains(&"kind") && !idle.contains(&"other"), "{found:?}");
    }
}
