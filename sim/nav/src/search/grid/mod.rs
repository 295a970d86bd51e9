//! Grids as search spaces (SYSTEMS A1): octile moves that cut no corner.

mod cost_grid;
mod estimate;
mod moves;
mod octile;
mod plain;

pub use cost_grid::{CostGrid, PLAIN_COST};
pub use estimate::{EuclideanEstimate, ManhattanEstimate, OctileEstimate};
pub(super) use moves::OPEN_MOVES;
pub(crate) use moves::{CANONICAL_MOVES, FROM_NOWHERE, Moves};
pub use octile::Octile;
pub use plain::{DIAGONAL, Plain, STRAIGHT};
