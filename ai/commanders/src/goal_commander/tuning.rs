//! Limits and tuning of the goal commander.

use sandtable_state::limits::TICKS_PER_SECOND;

/// Ticks a goal rests for each time in a row that its plan failed.
pub(crate) const GOAL_REST_TICKS: u32 = 20 * TICKS_PER_SECOND;
/// Failures that lengthen the rest.
pub(crate) const MAX_FAILURES: u8 = 6;
/// Ticks after which an achieved goal is looked at anew.
pub(crate) const GOAL_REVIEW_TICKS: u32 = 10 * TICKS_PER_SECOND;
/// Bytes of what it remembers.
#[cfg(feature = "save")]
pub(crate) const MAX_STATE_BYTES: usize = 1 << 22;
/// Ticks for which a look at a place answers the questions about it.
pub(crate) const ANSWERED_TICKS: u32 = 2 * TICKS_PER_SECOND;
/// Ticks from one look at far enemies to the next with `without = ["updates"]`, and how long each look takes: a decision at least.
pub(crate) const UPDATE_EVERY_TICKS: u32 = 60 * TICKS_PER_SECOND;
pub(crate) const UPDATE_TICKS: u32 = 2 * TICKS_PER_SECOND;
