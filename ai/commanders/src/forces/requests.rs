//! Requests: goals ask for soldiers by priority, the first to ask is served.

use std::cmp::Reverse;

use sandtable_math::Vec2;
use sandtable_sim::view::OwnUnit;
use sandtable_state::id::{Handle, KindId};

use super::armies::NamedArmy;
use super::roster::{Forces, SoldierTask};
use super::state::ScoutRequest;
use super::tuning::{ESCORT_CELLS, SURVEY_FRESH_TICKS};
use crate::knowledge::ScoutingMemory;
use crate::perception::{Situation, near};
use crate::plan::{ArmyMix, RaidSpec, StepStatus, StrikeSpec};

impl Forces {
    /// Enters newcomers, strikes off the dead, drops the requests of the last decision.
    pub fn begin(&mut self, situation: &Situation, armies: &[NamedArmy]) {
        self.roster.retain(|(handle, _)| situation.unit(*handle).is_some());
        for (_, unit) in situation.soldier_units() {
            if let Err(row) = self.roster.binary_search_by_key(&unit.handle, |entry| entry.0) {
                let task = self.dealt_to(situation, armies, unit.kind);
                self.roster.insert(row, (unit.handle, task));
            }
        }
        for army in &mut self.armies {
            army.request = None;
        }
        self.formed = false;
        self.strike_request = None;
        self.raid_request = None;
        self.defence_request = None;
        self.escort_request = None;
        self.recon.release();
    }

    /// Whose a newcomer is: of the named army that lacks most of its share, else of the reserve. Those dealt stay where they are, so
    /// that no mission is broken up for a share.
    fn dealt_to(&self, situation: &Situation, armies: &[NamedArmy], kind: KindId) -> SoldierTask {
        let lack = |(row, army): (usize, &NamedArmy)| {
            let own = |entry: &&(Handle, SoldierTask)| matches!(entry.1, SoldierTask::Army(it) | SoldierTask::Mission(it) if usize::from(it) == row);
            let has = self.roster.iter().filter(own).count() as u16;
            (army.wanted(situation).saturating_sub(has), row)
        };
        let takers = armies.iter().enumerate().filter(|(_, army)| army.takes(kind));
        let neediest = takers.map(lack).max_by_key(|(lack, row)| (*lack, Reverse(*row)));
        neediest.filter(|(lack, _)| *lack > 0).map_or(SoldierTask::Reserve, |(_, row)| SoldierTask::Army(row as u8))
    }

    /// Asks for the army for an attack.
    /// `dares` says whether it would set out against what is thought to await it.
    pub fn request_strike(&mut self, situation: &Situation, strike: StrikeSpec, dares: bool) -> StepStatus {
        if self.strike_request.is_some() {
            return StepStatus::Waiting;
        }
        (self.strike_request, self.causes.strike) = (Some(strike), self.requester);
        let enough = if self.at_war() == 0 {
            dares && self.is_ready(situation, strike)
        } else {
            self.count(SoldierTask::Reserve) >= strike.wave
        };
        if enough {
            self.shift(SoldierTask::Reserve, SoldierTask::Strike);
        }
        StepStatus::Running
    }

    /// Whether the reserve is large enough to set out, or to follow an army that is out.
    pub fn is_ready(&self, situation: &Situation, strike: StrikeSpec) -> bool {
        self.at_war() > 0 || self.campaign.may_start(situation, strike, self.count(SoldierTask::Reserve))
    }

    /// Asks for what it takes against a threat to the base.
    pub fn request_defence(&mut self, situation: &Situation, militia: u16) -> StepStatus {
        if situation.threat_at.is_none() {
            return StepStatus::Done;
        }
        if self.defence_request.is_none() {
            (self.defence_request, self.causes.defence) = (Some(militia), self.requester);
        }
        StepStatus::Running
    }

    /// Asks for `count` soldiers to stand at a place.
    pub fn request_escort(&mut self, situation: &Situation, place: Vec2, count: u16) -> StepStatus {
        if self.escort_request.is_some() {
            return StepStatus::Waiting;
        }
        (self.escort_request, self.causes.escort) = (Some(place), self.requester);
        while self.count(SoldierTask::Escort) < count {
            if !self.enlist(situation, place, SoldierTask::Escort, &|_| true) {
                return StepStatus::Waiting;
            }
        }
        let there =
            self.members(situation, SoldierTask::Escort).all(|(_, unit)| near(unit.position, place, ESCORT_CELLS));
        if there { StepStatus::Done } else { StepStatus::Waiting }
    }

    /// Asks for a party of the reserve, of the kinds of `mix` only: who is slow comes late to a raid, and does not get away.
    pub fn request_raid(&mut self, situation: &Situation, mix: &ArmyMix, raid: RaidSpec) -> StepStatus {
        if self.raid_request.is_some() {
            return StepStatus::Waiting;
        }
        (self.raid_request, self.causes.raid) = (Some(raid), self.requester);
        let ready_ticks = situation.tick >= self.raids.rest_until && situation.threat_at.is_none();
        if self.count(SoldierTask::Raid) == 0 && ready_ticks {
            let fits = |unit: &OwnUnit| mix.iter().any(|(kind, _)| *kind == unit.kind);
            let reserve = self.members(situation, SoldierTask::Reserve);
            if reserve.filter(|(_, unit)| fits(unit)).count() >= usize::from(raid.size) {
                for _ in 0..raid.size {
                    self.enlist(situation, situation.home, SoldierTask::Raid, &fits);
                }
                self.raids.place = None;
            }
        }
        StepStatus::Running
    }

    /// Asks for a scout to look at a place; done once it was seen lately.
    pub fn request_survey(&mut self, situation: &Situation, memory: &ScoutingMemory, place: Vec2) -> StepStatus {
        let seen = memory.seen_tick_at(place);
        if seen > 0 && situation.tick.saturating_sub(seen) < SURVEY_FRESH_TICKS {
            return StepStatus::Done;
        }
        if self.recon.wanted == ScoutRequest::Nothing {
            (self.recon.wanted, self.causes.scout) = (ScoutRequest::Place(place), self.requester);
        }
        StepStatus::Waiting
    }

    /// Asks for a scout to go round the map; never done.
    pub fn request_watch(&mut self, kind: Option<KindId>) -> StepStatus {
        if self.recon.wanted == ScoutRequest::Nothing {
            (self.recon.wanted, self.causes.scout) = (ScoutRequest::Round(kind), self.requester);
        }
        StepStatus::Running
    }
}
