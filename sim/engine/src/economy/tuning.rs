//! What somebody may want to turn of the economy: how often work is looked at, and how near things must be.

use sandtable_math::Fx;

/// How near to its point a transport lets passengers out that sails on: 1 cell.
pub(super) const PASSING_WITHIN: Fx = Fx::ONE;
/// How far from an exhausted node a worker looks for another of its resource: 14 cells.
pub(super) const NEXT_NODE_WITHIN: Fx = Fx::from_int(14);
/// Ticks between two looks whether a gathering worker still stands at its node.
pub(super) const LOOK_TICKS: u32 = 8;
/// How many workers take turns at each place of a node before the next one of them looks for another node.
pub(super) const TURNS: usize = 2;
