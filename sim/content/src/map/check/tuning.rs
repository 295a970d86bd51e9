//! What somebody may want to turn of the lints of maps: what counts as near, as room, as worth showing.

/// Walking distance in plain cells within which nodes count as a base's own.
pub(super) const NEAR_CELLS: u32 = 24;
/// Nearest nodes whose distances are compared one by one.
pub(super) const COMPARED_NODES: usize = 4;
/// Cells from the edge of a base within which a player builds its first buildings.
pub(super) const HOME_REACH: i16 = 10;
/// Free buildable cells near a base, as a multiple of the base's own.
pub(super) const ROOM_FACTOR: usize = 8;
/// Nodes out of reach that are named; the rest are counted.
pub(super) const MAX_NODES_SHOWN: usize = 3;
/// Differences of each sort that are reported.
pub(super) const MAX_DIFFERENCES_SHOWN: usize = 3;
