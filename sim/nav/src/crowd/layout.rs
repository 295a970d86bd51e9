//! The widths of blocks and squares in bits.

use super::tuning::SQUARE_CELLS;
use sandtable_math::Fx;

/// A block is 2^BLOCK_SHIFT cells wide and high.
pub(super) const BLOCK_SHIFT: u32 = 3;
/// The width of a square of streams, in bits of a coordinate.
pub(super) const SQUARE_BITS: u32 = Fx::FRACTION_BITS + SQUARE_CELLS.ilog2();
