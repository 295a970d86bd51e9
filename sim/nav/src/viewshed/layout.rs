//! How masks of sight and levels of eyes lie.

use sandtable_state::limits::MAX_SIGHT;

/// Rows and columns of a mask.
pub const MASK_SIDE: usize = 2 * MAX_SIGHT as usize + 1;
/// The row and column of the eye.
pub const MIDDLE: i32 = MAX_SIGHT as i32;
/// Eye levels: ground up to 15, eyes up to 15 above it.
pub(super) const EYE_LEVELS: usize = 31;
