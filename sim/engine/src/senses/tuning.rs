//! What somebody may want to turn of the senses: what counts as one incident, and how often it is looked into.

use sandtable_math::Fx;

/// Ticks in which a concern is looked into once, however much of its sort happens there.
pub(super) const REFRESH_TICKS: u32 = 8;
/// How near to each other incidents of one sort are one concern, in cells.
pub(super) const MERGED_WITHIN: Fx = Fx::from_int(6);
/// Ticks between two steps of who walks that are heard.
pub(super) const FOOTSTEP_TICKS: u32 = 8;
/// Within blocks of this many cells, incidents of one kind and owner are one.
pub(super) const INCIDENT_BLOCK: i16 = 4;
/// Whoever is this near is looked for first, in cells: in a fight nobody need look farther.
pub(super) const NEAR_LOOK: Fx = Fx::from_int(3);
