//! Missions as plans name them: what an army is sent out for.

use serde::{Deserialize, Serialize};

use super::army::StrikeSpec;
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
    /// Against whoever comes near a place, and back to it.
    Defend,
    /// Beside another army, wherever it goes.
    Escort,
    /// To the parts of the map that were not seen for longest, one after the other.
    Scout,
}

impl MissionKind {
    /// All of them, with their names in files.
    pub const NAMES: [(&str, MissionKind); 8] = [
        ("attack", MissionKind::Attack),
        ("contain", MissionKind::Contain),
        ("hold", MissionKind::Hold),
        ("raid", MissionKind::Raid),
        ("drop", MissionKind::Drop),
        ("defend", MissionKind::Defend),
        ("escort", MissionKind::Escort),
        ("scout", MissionKind::Scout),
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
    /// The row of the army that it escorts.
    pub ward: Option<u8>,
    /// How it sets out, follows and turns back.
    pub strike: StrikeSpec,
    /// Ticks that it is out at most.
    pub timeout_ticks: Option<u32>,
}
