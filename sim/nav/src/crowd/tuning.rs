//! What somebody may want to turn of how bodies are sorted by place.

/// Buckets there may be however few the units are.
pub(super) const PLAIN_BUCKETS: u32 = 4096;
/// A square of the map is this many cells wide, and counted together.
pub(super) const SQUARE_CELLS: i32 = 2;
