//! Game time in words, and when commanders decide.

use sandtable_math::mix3;
use sandtable_state::limits::TICKS_PER_SECOND;

/// The stream of the mixer that staggers commanders.
const STAGGER: u64 = 0x5354_4147;

/// The tick within its interval at which a player's commander decides, drawn from the match seed: which of two thinks first is as
/// often the one as the other.
pub fn phase(match_seed: u64, row: u64, interval: u32) -> u32 {
    (mix3(match_seed, STAGGER, row) % u64::from(interval.max(1))) as u32
}

/// Game time as people read it: `12:34`.
pub fn clock(tick: u32) -> String {
    let seconds = tick / TICKS_PER_SECOND;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
