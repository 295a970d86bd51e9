//! Steering.
mod grid;
use crate::world::World;
pub use grid::Grid;
pub(crate) fn run(_world: &mut World) {}
