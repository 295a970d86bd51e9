//! Missions as plans name them: what an army is sent out for.

use serde::{Deserialize, Serialize};

use crate::place_queries::SiteQuery;

/// What an army is sent out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MissionKind {
    /// Against the enemy's buildings, to the last.
    Attack,
    /// To stand at a place and fight what comes near.
    Contain,
    /// To stand at a place without leaving it for anybody.
    Hold,
    /// Against workers, and what the enemy lives on.
    Raid,
    /// Aboard transports to a landing, and from there against workers and buildings.
    Drop,
}

impl MissionKind {
    /// All of them, with their names in files.
    pub const NAMES: [(&str, MissionKind); 5] = [
        ("attack", MissionKind::Attack),
        ("contain", MissionKind::Contain),
        ("hold", MissionKind::Hold),
        ("raid", MissionKind::Raid),
        ("drop", MissionKind::Drop),
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        MissionKind::NAMES.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// A mission of an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MissionSpec {
    pub kind: MissionKind,
    /// The row of the army.
    pub army: u8,
    /// The query that finds the place, of those that stand at one.
    pub place: Option<SiteQuery>,
    /// Soldiers of the army gathered before it sets out.
    pub size: u16,
    /// Soldiers gathered before they follow, together.
    pub wave: u16,
    /// Ticks that it is out at most.
    pub timeout_ticks: Option<u32>,
    /// It comes home when its might falls below this percent of the enemy's on the spot; 0 never.
    pub retreat_percent: u16,
    /// It sets out only with this percent of what is thought to await it; 0 whatever awaits it.
    pub odds_percent: u16,
}
