//! The missions of named armies: asked for by goals, one an army at a time.

use super::roster::{Forces, SoldierTask};
use crate::perception::{KindRoles, Situation};
use crate::plan::{MissionSpec, StepStatus};

impl Forces {
    /// Asks for a mission of a named army. `dares` says whether it would set out against what is thought to await it.
    pub fn request_mission(
        &mut self,
        situation: &Situation,
        roles: &KindRoles,
        mission: MissionSpec,
        dares: bool,
    ) -> StepStatus {
        let row = usize::from(mission.army);
        let (home, out) = (SoldierTask::Army(mission.army), SoldierTask::Mission(mission.army));
        let (waiting, away) = (self.count(home), self.count(out));
        let might: u32 = self.members(situation, home).map(|(_, unit)| roles.might(unit.kind)).sum();
        let requester = self.requester;
        let Some(army) = self.armies.get_mut(row) else { return StepStatus::Failed("there is no such army") };
        if army.request.is_some() {
            return StepStatus::Waiting;
        }
        let is_over =
            |since: u32| mission.timeout_ticks.is_some_and(|ticks| situation.tick.saturating_sub(since) >= ticks);
        if army.out_since.is_some_and(is_over) {
            return StepStatus::Failed("its time is over");
        }
        (army.request, army.cause) = (Some(mission), requester);
        let is_ready = waiting >= mission.strike.size
            && (might > army.beaten_by || waiting >= mission.strike.size.saturating_mul(2));
        let goes =
            if away > 0 { waiting >= mission.strike.wave } else { dares && is_ready && army.may_set_out(situation) };
        if goes {
            army.out_since.get_or_insert(situation.tick);
            self.shift(home, out);
        }
        StepStatus::Running
    }
}
