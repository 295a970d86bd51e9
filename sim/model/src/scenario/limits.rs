//! Limits of a scenario.

use sandtable_state::limits::MAX_ENTITIES;

/// Cells along the short side of a map.
pub(super) const MIN_MAP_SIDE: u16 = 8;
/// Entities at the start: what is left is for the match.
pub(super) const MAX_PLACED: usize = MAX_ENTITIES / 2;
/// Bytes of a name shown to people.
pub(super) const MAX_TITLE_BYTES: usize = 256;
