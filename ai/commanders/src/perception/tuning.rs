//! Distances by which a situation is sorted.

/// Cells around own buildings within which an enemy is a threat.
pub(crate) const ALARM_CELLS: i16 = 11;
/// Cells around own buildings beyond which `without = ["news"]` sees no enemies.
pub(crate) const NEWS_CELLS: i16 = 18;
/// Cells from a drop-off within which a node is worked without a detour.
pub(crate) const NEAR_DROP_OFF_CELLS: i16 = 10;
/// Cells beyond which no worker is sent.
pub(crate) const FAR_DROP_OFF_CELLS: i16 = 40;
/// How many workers at most take turns at one place of a node.
pub(crate) const MAX_SHIFTS: i32 = 3;
