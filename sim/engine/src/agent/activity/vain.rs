//! Giving up what a unit gets no nearer to: a goal that no way leads to, or one that somebody stands before who makes no room.

use super::ConsideredUnit;
use crate::agent::tuning::{CUT_OFF_TICKS, GIVE_UP_TICKS, ON_THE_SPOT, WAITS_PART};
use crate::component::{AgentTask, CrowdConduct, GoalProgress, OrderEnd, TaskKind};
use sandtable_model::map::Cell;
use sandtable_state::id::UnitId;

impl ConsideredUnit<'_> {
    /// Ends a walk before somebody who has made no room for long.
    pub(super) fn give_up_where_barred(&mut self) {
        if !self.motion.moves() {
            return;
        }
        self.count_vain();
        if self.agent.vain_ticks >= GIVE_UP_TICKS
            && let Some(end) = self.barred()
        {
            self.agent.end_walk(end, self.scene.clock.tick);
            self.motion.stand_idle();
        }
    }

    /// Whether a unit has tried for long enough to get to where an action needs it. One that attacks waits for those of its side who
    /// stand before it, and gives up only what it knows no way to.
    pub(super) fn serves_in_vain(&mut self, action: &AgentTask) -> bool {
        if !self.motion.moves() && !self.motion.is_cut_off() {
            self.agent.vain_ticks = 0;
            return false;
        }
        self.count_vain();
        let strikes = action.kind == TaskKind::Strike;
        if strikes && self.prey(action.target).is_some_and(|at| self.reaches(at)) {
            self.agent.vain_ticks = 0;
        }
        let is_cut_off = self.motion.is_cut_off();
        self.agent.vain_ticks >= GIVE_UP_TICKS && (is_cut_off || !strikes && self.barred().is_some())
    }

    /// Ends an action that it serves in vain.
    pub(super) fn give_up_work(&mut self, action: &AgentTask) {
        let end = if self.motion.is_cut_off() { self.motion.arrival() } else { self.barred().unwrap_or_default() };
        let tick = self.scene.clock.tick;
        if self.agent.acts.head() == Some(action) {
            self.agent.end_action(end, tick);
        } else if self.agent.cargo.pop().is_some() {
            self.agent.note_end(action, end, tick);
        }
        self.agent.moves.pop();
        self.weapons.aim_at(UnitId::NONE, false);
        self.motion.stand_idle();
    }

    /// What bars the way of a unit that has stood for long before somebody who stands, if it has.
    fn barred(&self) -> Option<OrderEnd> {
        let progress = self.motion.progress;
        let end = if progress.contains(GoalProgress::TAKEN) { OrderEnd::Full } else { OrderEnd::Blocked };
        progress.contains(GoalProgress::BARRED).then_some(end)
    }

    /// Counts a tick, unless it has got on since the count began; fewer of those in which it waits for its turn to pass.
    fn count_vain(&mut self) {
        let cell = Cell::at(self.motion.position);
        let (agent, motion) = (&mut *self.agent, &mut *self.motion);
        let here = [cell.x as u8, cell.y as u8];
        // Nobody gets half a map on between two ticks: low bytes tell near from far.
        let apart = |axis: usize| here[axis].wrapping_sub(agent.vain_from[axis]).cast_signed().unsigned_abs();
        if apart(0).max(apart(1)) > ON_THE_SPOT {
            (agent.vain_from, agent.vain_ticks) = (here, 0);
            motion.progress = motion.progress.without(GoalProgress::BAR);
        }
        let weight = match motion.is_cut_off() {
            true => GIVE_UP_TICKS / CUT_OFF_TICKS,
            false if motion.conduct.contains(CrowdConduct::WAITS) => {
                u16::from(self.scene.clock.tick.is_multiple_of(WAITS_PART))
            }
            false => 1,
        };
        agent.vain_ticks = agent.vain_ticks.saturating_add(weight).min(GIVE_UP_TICKS);
    }
}
