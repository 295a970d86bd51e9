//! Armies and parties as plans name them.

use sandtable_state::id::KindId;
use serde::{Deserialize, Serialize};

/// Kinds of soldier and their shares.
pub(crate) type ArmyMix = Vec<(KindId, u16)>;

/// How an army goes to war.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StrikeSpec {
    /// Soldiers gathered before it sets out.
    pub size: u16,
    /// Soldiers gathered before they follow as reinforcement.
    pub wave: u16,
    /// It turns back when its might falls below this percent of the enemy's on the spot; 0 never.
    pub retreat_percent: u16,
    /// It sets out only with this percent of what is thought to await it; 0 whatever awaits it.
    pub odds_percent: u16,
}

/// How a party goes raiding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RaidSpec {
    /// Soldiers of the party.
    pub size: u16,
    /// It turns back when its might falls below this percent of the enemy soldiers' on the spot.
    pub retreat_percent: u16,
}
