//! Who has which task, and what was asked of them.

use sandtable_math::Vec2;
use sandtable_sim::view::OwnUnit;
use sandtable_state::id::Handle;
use serde::{Deserialize, Serialize};

use super::state::{ArmyState, CrossingState, HuntState, RaidState, RequestCauses, ScoutState, StrikeState};
use crate::commander::OrderCause;
use crate::perception::Situation;
use crate::plan::{RaidSpec, StrikeSpec};
use crate::rehearsal::VerdictHistory;

/// What a soldier is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SoldierTask {
    Reserve,
    Strike,
    Escort,
    Scout,
    Raid,
    /// At home in the named army of this row.
    Army(u8),
    /// On a mission of the named army of this row.
    Mission(u8),
}

/// Tasks, and what was asked for in this decision.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Forces {
    /// By handle.
    pub roster: Vec<(Handle, SoldierTask)>,
    pub strike_request: Option<StrikeSpec>,
    pub raid_request: Option<RaidSpec>,
    pub defence_request: Option<u16>,
    pub escort_request: Option<Vec2>,
    /// On whose behalf requests are made now, and on whose each was.
    #[serde(skip)]
    pub requester: OrderCause,
    #[serde(skip)]
    pub causes: RequestCauses,
    pub campaign: StrikeState,
    pub crossing: CrossingState,
    /// What rehearsals said of meeting the threat.
    pub meets: VerdictHistory,
    pub hunt: HuntState,
    pub recon: ScoutState,
    pub raids: RaidState,
    /// Workers called to arms.
    pub militia: Vec<Handle>,
    /// By named army: how it stands.
    pub armies: Vec<ArmyState>,
    /// Whether a squad was formed in this decision: the id of the next one is known only then.
    #[serde(skip)]
    pub formed: bool,
}

impl Forces {
    /// Forces with this number of named armies.
    pub fn with_armies(count: usize) -> Forces {
        Forces { armies: vec![ArmyState::default(); count], ..Forces::default() }
    }

    /// Whether they are those of a strategy with this many named armies.
    pub fn fits(&self, armies: usize) -> bool {
        let there = |entry: &(Handle, SoldierTask)| match entry.1 {
            SoldierTask::Army(row) | SoldierTask::Mission(row) => usize::from(row) < armies,
            _ => true,
        };
        self.armies.len() == armies && self.roster.iter().all(there)
    }

    /// Soldiers away on a strike or a mission.
    pub fn away(&self) -> u16 {
        let is_out = |entry: &&(Handle, SoldierTask)| matches!(entry.1, SoldierTask::Strike | SoldierTask::Mission(_));
        self.roster.iter().filter(is_out).count() as u16
    }

    /// Soldiers away on a strike.
    pub fn at_war(&self) -> u16 {
        self.count(SoldierTask::Strike)
    }

    pub fn count(&self, task: SoldierTask) -> u16 {
        self.roster.iter().filter(|entry| entry.1 == task).count() as u16
    }

    pub fn shift(&mut self, from: SoldierTask, to: SoldierTask) {
        for entry in self.roster.iter_mut().filter(|entry| entry.1 == from) {
            entry.1 = to;
        }
    }

    /// The soldiers at home that a threat can call on: the reserve, and named armies that are not out.
    pub fn at_home<'s>(&'s self, situation: &'s Situation) -> impl Iterator<Item = (u32, &'s OwnUnit)> + use<'s> {
        let is_home = |task: SoldierTask| matches!(task, SoldierTask::Reserve | SoldierTask::Army(_));
        let rows = self.roster.iter().filter(move |entry| is_home(entry.1));
        rows.filter_map(|entry| situation.unit(entry.0))
    }

    pub fn members<'s>(
        &'s self,
        situation: &'s Situation,
        task: SoldierTask,
    ) -> impl Iterator<Item = (u32, &'s OwnUnit)> + use<'s> {
        let rows = self.roster.iter().filter(move |entry| entry.1 == task);
        rows.filter_map(|entry| situation.unit(entry.0))
    }

    /// Gives the reserve soldier nearest to `place` of those who fit a task; false when there is none.
    pub fn enlist(
        &mut self,
        situation: &Situation,
        place: Vec2,
        task: SoldierTask,
        fits: &dyn Fn(&OwnUnit) -> bool,
    ) -> bool {
        let apart = |unit: &OwnUnit| (unit.position.distance_squared_wide(place), unit.handle);
        let reserve = self.members(situation, SoldierTask::Reserve).map(|(_, unit)| unit);
        let nearest = reserve.filter(|unit| fits(unit)).map(apart).min();
        let Some((_, handle)) = nearest else { return false };
        self.assign(handle, task);
        true
    }

    pub fn assign(&mut self, handle: Handle, task: SoldierTask) {
        if let Ok(row) = self.roster.binary_search_by_key(&handle, |entry| entry.0) {
            self.roster[row].1 = task;
        }
    }
}
