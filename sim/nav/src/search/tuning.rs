//! What somebody may want to turn of path search.

/// The weight of the estimate for `Algorithm::Weighted`.
pub(super) const WEIGHT_PERCENT: u16 = 150;
/// Cells along a border at most. A path is judged by the middles of the borders it crosses: long ones would mislead it.
pub(super) const MAX_BORDER_CELLS: i16 = 8;
