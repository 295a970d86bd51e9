//! What the forces remember of each of their undertakings.

use sandtable_sim::id::{Handle, KindId};
use sandtable_sim::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::commander::Cause;
use crate::perception::Situation;
use crate::plan::Strike;

/// Parties an army splits into.
pub(crate) const MAX_PARTIES: usize = 4;
/// The state of the war.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Campaign {
    /// The building it marches on.
    pub target: Handle,
    /// It does not set out again before.
    pub regroup_tick: u32,
    /// Might that turned it back: it sets out again with more.
    pub beaten_by: u32,
}

impl Campaign {
    /// Whether a reserve of this many may set out.
    pub fn may_start(&self, situation: &Situation, strike: Strike, reserve: u16) -> bool {
        let rested = situation.tick >= self.regroup_tick;
        rested && reserve >= strike.size && (situation.might > self.beaten_by || reserve >= strike.size * 2)
    }
}

/// Where each party looks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Hunt {
    /// Row of a sector, and the tick the party set out for it.
    pub parties: [Option<(u16, u32)>; MAX_PARTIES],
}

/// The scout and its errand.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Recon {
    pub scout: Handle,
    /// Where it is bound, and since when.
    pub errand: Option<(Vec2, u32)>,
    /// No new scout before.
    pub rest_until: u32,
    pub wanted: Wanted,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) enum Wanted {
    #[default]
    Nothing,
    Place(Vec2),
    Round(Option<KindId>),
}

impl Recon {
    pub fn release(&mut self) {
        self.wanted = Wanted::Nothing;
    }
}

/// The state of the raids.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Raids {
    /// Where the party is bound.
    pub place: Option<Vec2>,
    /// No party sets out before.
    pub rest_until: u32,
}

/// What the claims of this decision are for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Causes {
    pub strike: Cause,
    pub defence: Cause,
    pub escort: Cause,
    pub scout: Cause,
    pub raid: Cause,
}

/// What soldiers do whom no goal claims.
pub(crate) const RESERVE: Cause = Cause::Duty("forces: keeps the reserve together");
