//! Limits and tuning of the forces.

use sandtable_state::limits::TICKS_PER_SECOND;

/// Parties an army splits into.
pub(crate) const MAX_PARTIES: usize = 4;
/// What was looked at within this many ticks need not be looked at again.
pub(crate) const SURVEY_FRESH_TICKS: u32 = 120 * TICKS_PER_SECOND;
/// Cells around its place within which an escort is there.
pub(crate) const ESCORT_CELLS: i16 = 8;
