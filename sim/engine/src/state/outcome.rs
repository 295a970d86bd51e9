//! How a match ended.

use sandtable_state::id::TeamId;
use serde::{Deserialize, Serialize};

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Only one team has anything vital left.
    Annihilation,
    /// All others gave up.
    Surrender,
    /// The time limit, by score.
    Score,
    /// The time limit, nobody ahead.
    TimeLimit,
    /// The last teams fell in the same tick.
    MutualDestruction,
}

/// The end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchOutcome {
    /// The team that won; none for a draw.
    pub winner: Option<TeamId>,
    /// Why.
    pub ending: Ending,
    /// The last tick.
    pub tick: u32,
}
