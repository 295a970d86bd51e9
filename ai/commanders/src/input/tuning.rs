//! Distances of what inputs count.

/// Cells around a base within which a node is its own.
pub(super) const BASE_NODE_CELLS: i16 = 13;
/// Cells around a place within which nodes count as its riches.
pub(super) const RICHNESS_CELLS: i16 = 10;
/// Cells around a place within which an armed building defends it.
pub(super) const TOWER_CELLS: i16 = 9;
/// Cells around an own base within which an enemy building is an outpost of the enemy.
pub(super) const OUTPOST_CELLS: i16 = 18;
