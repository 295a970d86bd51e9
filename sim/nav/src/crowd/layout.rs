//! The flags of bodies, and the widths of blocks in bits.

use super::tuning::SQUARE_CELLS;
use sandtable_math::Fx;

// Flags of an entry of the grid.
/// It flies.
pub(super) const FLIES: u8 = 1;
/// It is on its way.
pub(super) const MOVES: u8 = 2;
/// It is under orders to hold its place.
pub(super) const HOLDS: u8 = 4;
/// It has settled at its goal.
pub(super) const SETTLED: u8 = 8;
/// It has turned aside.
pub(super) const TURNED: u8 = 16;

// Widths.
/// A block is 2^BLOCK_SHIFT cells wide and high.
pub(super) const BLOCK_SHIFT: u32 = 3;
/// The width of a square of streams, in bits of a coordinate.
pub(super) const SQUARE_BITS: u32 = Fx::FRACTION_BITS + SQUARE_CELLS.ilog2();
