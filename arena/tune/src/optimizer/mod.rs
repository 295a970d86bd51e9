//! Optimizers: who proposes what to try next, and learns what it was worth.
//!
//! All see a box of axes with levels and maximize. They are deterministic from one seed (ChaCha streams, `libm` for what the system's
//! mathematics would round its own way). What was played stands in a [`Ledger`], which they may look at.

mod axis;
mod cma_es;
pub(crate) mod draws;
mod eigen;
mod grid;
mod ntbea;
mod random;
mod spsa;
pub(crate) mod surrogate;

use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use axis::Axis;
use cma_es::CmaEs;
use grid::Grid;
use ntbea::Ntbea;
use random::Random;
use sandtable_stats::Belief;
use spsa::Spsa;
use surrogate::Surrogate;

use crate::ledger::Ledger;

/// A search for the best levels. `ask` and `tell` take turns.
pub trait Optimizer {
    /// Points to be valued, in levels; none when there is nothing left to try.
    fn ask(&mut self, ledger: &Ledger) -> Vec<Vec<u32>>;

    /// What the points of the last `ask` were worth, in its order; higher is better.
    fn tell(&mut self, values: &[f64]);

    /// The levels it proposes besides those that played: the middle of where it looks.
    fn best(&self) -> Option<Vec<u32>>;

    /// What the points of a ledger are believed to be worth, by row.
    fn beliefs(&mut self, ledger: &Ledger) -> Vec<Belief> {
        ledger.shrunk()
    }
}

/// Which optimizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// A Gaussian process and expected improvement.
    Surrogate,
    /// Simultaneous perturbation: a gradient from two points a step (Spall 1992).
    Spsa,
    /// Covariance matrix adaptation (Hansen 2016).
    CmaEs,
    /// The n-tuple bandit evolutionary algorithm (Lucas, Liu and Perez-Liebana 2018).
    Ntbea,
    /// Uniform draws.
    Random,
    /// A grid as fine as the budget allows, in a drawn order.
    Grid,
}

impl Method {
    /// Every method with its name.
    pub const ALL: [(&'static str, Method); 6] = [
        ("surrogate", Method::Surrogate),
        ("spsa", Method::Spsa),
        ("cma-es", Method::CmaEs),
        ("ntbea", Method::Ntbea),
        ("random", Method::Random),
        ("grid", Method::Grid),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Method::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }

    /// The method for these axes and games of a search when none is named, and why.
    pub fn suited(axes: &[Axis], games: u32) -> (Method, String) {
        let cells = axes.iter().fold(1_u64, |cells, axis| cells.saturating_mul(u64::from(axis.levels)));
        let values = if axes.len() == 1 { "1 value".to_owned() } else { format!("{} values", axes.len()) };
        if cells.saturating_mul(GRID_GAMES) <= u64::from(games) {
            let why = format!("{cells} points, all of which {games} games can try");
            return (Method::Grid, why);
        }
        (Method::Surrogate, format!("{values}, {games} games: a model learns from every pair"))
    }
}

/// Games a point of a grid needs for the grid to be tried as a whole.
const GRID_GAMES: u64 = 8;

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        let names: Vec<&str> = Method::ALL.iter().map(|(name, _)| *name).collect();
        let found = Method::ALL.iter().find(|(name, _)| *name == text).map(|(_, method)| *method);
        found.ok_or_else(|| format!("expected one of {}", names.join(", ")))
    }
}

/// An optimizer that starts from `start` and expects to have about `evaluations` points valued.
///
/// # Examples
///
/// What is valued here by a formula, a tuning values by games. Points are levels of the axes:
///
/// ```
/// use sandtable_tune::{Axis, Ledger, Method, optimizer};
///
/// let axes = [Axis::linear(11), Axis::linear(11)];
/// let worth = |point: &[u32]| -f64::from(point[0].abs_diff(7).pow(2) + point[1].abs_diff(2).pow(2));
/// let (mut search, mut ledger) = (optimizer(Method::Surrogate, &axes, &[5, 5], 1, 60), Ledger::default());
/// let mut best = vec![5, 5];
/// for pair in 0..20 {
///     let points = search.ask(&ledger);
///     let values: Vec<f64> = points.iter().map(|point| worth(point)).collect();
///     points.iter().zip(&values).for_each(|(point, value)| ledger.add(point, pair, *value));
///     search.tell(&values);
///     best = points.into_iter().chain([best]).max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap();
/// }
/// assert!(worth(&best) > worth(&[5, 5]), "{best:?}");
/// ```
pub fn optimizer(method: Method, axes: &[Axis], start: &[u32], seed: u64, evaluations: u32) -> Box<dyn Optimizer> {
    match method {
        Method::Surrogate => Box::new(Surrogate::new(axes, seed, evaluations)),
        Method::Spsa => Box::new(Spsa::new(axes, start, seed, evaluations)),
        Method::CmaEs => Box::new(CmaEs::new(axes, start, seed)),
        Method::Ntbea => Box::new(Ntbea::new(axes, start, seed)),
        Method::Random => Box::new(Random::new(axes, seed)),
        Method::Grid => Box::new(Grid::new(axes, start, seed, evaluations)),
    }
}
