//! Who has which duty, and what was claimed of them.

use sandtable_math::Vec2;
use sandtable_sim::view::OwnUnit;
use sandtable_state::id::Handle;
use serde::{Deserialize, Serialize};

use super::state::{ClaimCauses, HuntState, RaidState, ScoutState, StrikeState};
use crate::commander::OrderCause;
use crate::perception::Situation;
use crate::plan::{RaidSpec, StrikeSpec};
use crate::rehearsal::VerdictHistory;

/// What a soldier is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SoldierDuty {
    Reserve,
    Strike,
    Escort,
    Scout,
    Raid,
}

/// Duties, and what was claimed in this decision.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Forces {
    /// By handle.
    pub roster: Vec<(Handle, SoldierDuty)>,
    pub strike_claim: Option<StrikeSpec>,
    pub raid_claim: Option<RaidSpec>,
    pub defence_claim: Option<u16>,
    pub escort_claim: Option<Vec2>,
    /// On whose behalf claims are made now, and on whose each was.
    #[serde(skip)]
    pub claimant: OrderCause,
    #[serde(skip)]
    pub causes: ClaimCauses,
    pub campaign: StrikeState,
    /// What rehearsals said of meeting the threat.
    pub meets: VerdictHistory,
    pub hunt: HuntState,
    pub recon: ScoutState,
    pub raids: RaidState,
    /// Workers called to arms.
    pub militia: Vec<Handle>,
}

impl Forces {
    /// Soldiers away on a strike.
    pub fn at_war(&self) -> u16 {
        self.count(SoldierDuty::Strike)
    }

    pub fn count(&self, duty: SoldierDuty) -> u16 {
        self.roster.iter().filter(|entry| entry.1 == duty).count() as u16
    }

    pub fn shift(&mut self, from: SoldierDuty, to: SoldierDuty) {
        for entry in self.roster.iter_mut().filter(|entry| entry.1 == from) {
            entry.1 = to;
        }
    }

    pub fn members<'s>(
        &'s self,
        situation: &'s Situation,
        duty: SoldierDuty,
    ) -> impl Iterator<Item = (u32, &'s OwnUnit)> + use<'s> {
        let rows = self.roster.iter().filter(move |entry| entry.1 == duty);
        rows.filter_map(|entry| situation.unit(entry.0))
    }

    /// Gives the reserve soldier nearest to `place` of those who fit a duty; false when there is none.
    pub fn enlist(
        &mut self,
        situation: &Situation,
        place: Vec2,
        duty: SoldierDuty,
        fits: &dyn Fn(&OwnUnit) -> bool,
    ) -> bool {
        let apart = |unit: &OwnUnit| (unit.position.distance_squared_wide(place), unit.handle);
        let reserve = self.members(situation, SoldierDuty::Reserve).map(|(_, unit)| unit);
        let nearest = reserve.filter(|unit| fits(unit)).map(apart).min();
        let Some((_, handle)) = nearest else { return false };
        self.assign(handle, duty);
        true
    }

    pub fn assign(&mut self, handle: Handle, duty: SoldierDuty) {
        if let Ok(row) = self.roster.binary_search_by_key(&handle, |entry| entry.0) {
            self.roster[row].1 = duty;
        }
    }
}
