//! The clock of a match: which tick it is, what was counted, and how it ended.

use super::MatchOutcome;

/// What of the state is nobody's.
#[derive(Clone, Default)]
pub(crate) struct Clock {
    /// The last tick that was stepped; 0 at the start.
    pub(crate) tick: u32,
    /// The match seed; never changes.
    pub(crate) seed: u64,
    /// The serial of the last neutral entity.
    pub(crate) neutral_serial: u32,
    /// The serial of the last projectile.
    pub(crate) shot_serial: u32,
    /// How it ended; none while it goes on.
    pub(crate) outcome: Option<MatchOutcome>,
}
