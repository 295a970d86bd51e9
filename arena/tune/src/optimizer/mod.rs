//! Optimizers: who proposes what to try next, and learns what it was worth.
//!
//! All see a box of axes with levels and maximize. They are deterministic from one seed (ChaCha streams, `libm` for what the system's
//! mathematics would round its own way), and their state can be saved between any two calls.

mod axis;
mod cma_es;
mod draws;
mod eigen;
mod grid;
mod ntbea;
mod random;
mod spsa;

use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use axis::Axis;
use cma_es::CmaEs;
use grid::Grid;
use ntbea::Ntbea;
use random::Random;
use spsa::Spsa;

/// Somebody who looks for the best levels. `ask` and `tell` take turns.
pub trait Optimizer {
    /// Points to be valued, in levels; none when there is nothing left to try.
    fn ask(&mut self) -> Vec<Vec<u32>>;

    /// What the points of the last `ask` were worth, in its order; higher is better.
    fn tell(&mut self, values: &[f64]);

    /// The levels it would take if it had to stop now.
    fn best(&self) -> Vec<u32>;
}

/// Which optimizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
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
    pub const ALL: [(&'static str, Method); 5] = [
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

    /// The one for these axes when none is named: CMA-ES, or NTBEA where values have no order.
    pub fn suited(axes: &[Axis]) -> Method {
        if axes.iter().all(|axis| axis.ordered) { Method::CmaEs } else { Method::Ntbea }
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        let names: Vec<&str> = Method::ALL.iter().map(|(name, _)| *name).collect();
        let found = Method::ALL.iter().find(|(name, _)| *name == text).map(|(_, method)| *method);
        found.ok_or_else(|| format!("expected one of {}", names.join(", ")))
    }
}

/// An optimizer under way, with all it knows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Search {
    /// [`Method::Spsa`].
    Spsa(Spsa),
    /// [`Method::CmaEs`].
    CmaEs(CmaEs),
    /// [`Method::Ntbea`].
    Ntbea(Ntbea),
    /// [`Method::Random`].
    Random(Random),
    /// [`Method::Grid`].
    Grid(Grid),
}

impl Search {
    /// One that starts from `start` and expects to have about `evaluations` points valued.
    pub fn new(method: Method, axes: &[Axis], start: &[u32], seed: u64, evaluations: u32) -> Search {
        match method {
            Method::Spsa => Search::Spsa(Spsa::new(axes, start, seed, evaluations)),
            Method::CmaEs => Search::CmaEs(CmaEs::new(axes, start, seed)),
            Method::Ntbea => Search::Ntbea(Ntbea::new(axes, start, seed)),
            Method::Random => Search::Random(Random::new(axes, start, seed)),
            Method::Grid => Search::Grid(Grid::new(axes, start, seed, evaluations)),
        }
    }

    fn inner(&self) -> &dyn Optimizer {
        match self {
            Search::Spsa(one) => one,
            Search::CmaEs(one) => one,
            Search::Ntbea(one) => one,
            Search::Random(one) => one,
            Search::Grid(one) => one,
        }
    }

    fn inner_mut(&mut self) -> &mut dyn Optimizer {
        match self {
            Search::Spsa(one) => one,
            Search::CmaEs(one) => one,
            Search::Ntbea(one) => one,
            Search::Random(one) => one,
            Search::Grid(one) => one,
        }
    }
}

impl Optimizer for Search {
    fn ask(&mut self) -> Vec<Vec<u32>> {
        self.inner_mut().ask()
    }

    fn tell(&mut self, values: &[f64]) {
        self.inner_mut().tell(values);
    }

    fn best(&self) -> Vec<u32> {
        self.inner().best()
    }
}
