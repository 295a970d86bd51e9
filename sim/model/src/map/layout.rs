//! The units and marks of walking distances.

/// The distance of one straight step over plain ground.
pub const PLAIN_STEP: u32 = 5 * 8;
/// The distance of a cell that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;
