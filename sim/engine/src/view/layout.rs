//! How cells lie in the words and blocks in which they are looked at together.

// Bytes in words.
/// The lowest bit of each of eight bytes.
pub(super) const LOW_BITS: u64 = 0x0101_0101_0101_0101;
/// All but the highest bit of each.
pub(super) const BELOW_HIGH_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;
/// Cells that are looked at together.
pub(super) const BLOCK: usize = 64;
/// Words of eight cells in a block.
pub(super) const EIGHTS: usize = BLOCK / 8;
/// What no cell is.
pub(super) const NO_CELL: u8 = u8::MAX;
/// Bits of a row or a place.
pub(super) const ROW_BITS: u32 = 30;
