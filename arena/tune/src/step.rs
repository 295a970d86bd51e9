//! What a search tried together, and what it believed then.

use sandtable_stats::Estimate;
use serde::Serialize;

/// A point in a step of the search.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// Its levels, by parameter.
    pub levels: Vec<u32>,
    /// The mean of its pairs so far, 0 … 1, less the effects of the pairs; −1 when it made no valid file.
    pub value: f64,
    /// Pairs it has played so far.
    pub pairs: u32,
}

/// A step of the search: what was tried together.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// Games of the search so far.
    pub games: u32,
    /// What was tried.
    pub tried: Vec<Tried>,
    /// The levels believed to be best now.
    pub best: Vec<u32>,
    /// What they are believed to be worth, with 95 %.
    pub worth: Estimate,
}
