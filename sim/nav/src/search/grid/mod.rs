//! Grids as search spaces (SYSTEMS A1): octile moves that cut no corner.

mod cost_grid;
mod heuristic;
mod moves;
mod octile;
mod uniform;

pub use cost_grid::{CostGrid, PLAIN_COST};
pub use heuristic::{EuclideanHeuristic, ManhattanHeuristic, OctileHeuristic};
pub(super) use moves::OPEN_MOVES;
pub(crate) use moves::{CANONICAL_MOVES, FROM_NOWHERE, Moves};
pub use octile::OctileGrid;
pub use uniform::{DIAGONAL, STRAIGHT, UniformGrid};
