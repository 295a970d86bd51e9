//! What a unit's mind has decided, carried out tick by tick until it thinks again.

use super::ConsideredUnit;
use super::pursue;
use crate::component::{CurrentAction, MindMemory};
use crate::scene::Whereabouts;
use sandtable_state::id::UnitId;

impl ConsideredUnit<'_> {
    /// Carries out the unit's current action.
    pub(super) fn follow(&mut self, memory: &MindMemory) {
        let stands = self.weapons.windup > 0 && self.kind().weapon.as_ref().is_some_and(|weapon| !weapon.on_the_move);
        match memory.will {
            CurrentAction::Obey => {}
            CurrentAction::Hold => {
                self.motion.stop();
                self.aim_in_reach(memory.target);
            }
            CurrentAction::Strike => {
                self.motion.stop();
                self.aim_in_reach(memory.whom);
            }
            _ if stands => self.motion.stop(),
            CurrentAction::Chase => self.chase(memory.whom),
            CurrentAction::Walk => {
                self.leave_post();
                self.go(memory.place, memory.place, false);
                self.aim_on_the_move(memory.target);
            }
            CurrentAction::Near => {
                self.leave_post();
                self.keep_near(memory);
                self.aim_on_the_move(memory.target);
            }
        }
    }

    fn chase(&mut self, prey: UnitId) {
        if !self.aim_in_reach(prey) {
            self.weapons.aim_at(prey, true);
        }
        match self.prey(prey) {
            Some(at) => {
                self.leave_post();
                self.close_in(at);
            }
            None => self.motion.stop(),
        }
    }

    fn keep_near(&mut self, memory: &MindMemory) {
        match self.whereabouts(memory.whom) {
            Some(at) if !at.is_within(self.motion.position, memory.reach + self.radius()) => {
                pursue(self.motion, at, memory.reach);
            }
            _ => self.motion.stop(),
        }
    }

    /// Who leaves its place unbidden, without an order to walk, remembers it.
    fn leave_post(&mut self) {
        if self.agent.moves.is_empty() && !self.agent.has_post {
            (self.agent.post, self.agent.has_post) = (self.motion.position, true);
        }
    }

    /// Points the weapon at the target while it reaches that; else it is free. It is not bound to the target (but for one
    /// that heals): should others have done for that when the time comes to strike, it turns on the next.
    fn aim_in_reach(&mut self, target: UnitId) -> bool {
        let reaches = |at: &Whereabouts<'_>| at.is_within(self.motion.position, self.range() + self.radius());
        let reached = self.prey(target).as_ref().is_some_and(reaches);
        if reached {
            self.weapons.aim_at(target, self.kind().weapon.as_ref().is_some_and(|weapon| weapon.heals));
        } else {
            self.weapons.ordered = false;
        }
        reached
    }

    /// A weapon that fires on the move keeps to the target; any other rests.
    fn aim_on_the_move(&mut self, target: UnitId) {
        if self.kind().weapon.as_ref().is_some_and(|weapon| weapon.on_the_move) {
            self.aim_in_reach(target);
        } else {
            self.weapons.aim_at(UnitId::NONE, false);
        }
    }
}
