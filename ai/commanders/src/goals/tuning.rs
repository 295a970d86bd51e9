//! Limits and tuning of goals.

use sandtable_state::limits::TICKS_PER_SECOND;

/// Until when a build order is followed that does not say.
pub(crate) const BUILD_ORDER_TICKS: u32 = 300 * TICKS_PER_SECOND;
/// Steps one build order may have.
pub(crate) const MAX_BUILD_ITEMS: usize = 64;
/// Ticks after which the answer is looked for anew.
pub(crate) const COUNTER_REVIEW_TICKS: u32 = 30 * TICKS_PER_SECOND;
/// Kinds one table may list.
pub(crate) const MAX_MIX_KINDS: usize = 16;
/// Cells that a site tried last has to be better by before it is tried again.
pub(crate) const RETRIED_SITE_CELLS: i64 = 30;
/// Cells of noise by which sites are drawn that are about as good: less than these.
pub(crate) const SITE_NOISE_CELLS: u32 = 4;
