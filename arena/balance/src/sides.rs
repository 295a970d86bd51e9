//! What there is in being player 1, and in where an army stands: kinds against themselves.

use sandtable_stats::{Estimate, paired_change};
use serde::Serialize;

/// A side of fights of kinds against themselves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Side {
    /// Pairs.
    pub pairs: u32,
    /// The share of its army that it had left, less that of the other, −1 … 1.
    pub margin: Estimate,
}

/// What there is in being first, and in where one stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sides {
    /// Being player 1.
    pub first: Side,
    /// Being in the west.
    pub west: Side,
}

impl Sides {
    /// From the margins of player 1 in the west and in the east, pair by pair.
    pub(crate) fn from_mirrors(mirrors: &[[f64; 2]]) -> Sides {
        let first: Vec<f64> = mirrors.iter().map(|[west, east]| (west + east) / 2.0).collect();
        let west: Vec<f64> = mirrors.iter().map(|[west, east]| (west - east) / 2.0).collect();
        let side = |margins: &[f64]| Side { pairs: margins.len() as u32, margin: paired_change(margins) };
        Sides { first: side(&first), west: side(&west) }
    }
}
