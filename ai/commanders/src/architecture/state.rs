//! What architectures choose by, and what they remember.

use serde::{Deserialize, Serialize};

use super::facts::Literals;

/// What planners know of pursuing a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GoalOperator {
    /// What must be so before.
    pub needs: Literals,
    /// Flags that carrying it out sets or clears.
    pub effects: Literals,
    /// What is to be seen when it has been carried out (Humphreys, Game AI Pro ch. 12: "expected effects").
    pub expects: Literals,
    /// What it takes, for planners that look for the cheapest plan.
    pub cost: u16,
}

/// How the goals stand, for whoever chooses.
pub(crate) struct ChoiceInputs<'a> {
    pub now: u32,
    /// What is so, a bit a fact.
    pub facts: u64,
    pub operators: &'a [GoalOperator],
    /// By goal: whether it may not be taken up, for it failed lately.
    pub resting: &'a [bool],
    /// By goal: whether all its steps are done.
    pub achieved: &'a [bool],
}

/// What an architecture remembers between two decisions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ArchitectureState {
    /// The goals of the plan or the list, in order.
    pub goals: Vec<u8>,
    /// The first that has not been carried out.
    pub at: u8,
    /// Facts that nothing measures.
    pub flags: u64,
    /// When the plan was made.
    pub planned_tick: u32,
    /// Where a state machine is, and since when.
    pub state: u8,
    pub entered_tick: u32,
    /// The methods a plan was made by.
    pub trail: Vec<u8>,
    /// Why the last plan was given up; empty before.
    pub report: String,
    pub counts: PlanCounts,
}

/// What became of plans.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct PlanCounts {
    pub plans: u32,
    /// Of them, those that took the place of one not carried out.
    pub replans: u32,
    /// Plans by their number of steps; the last counts the longer ones.
    pub lengths: [u32; 9],
}

impl PlanCounts {
    pub fn note(&mut self, length: usize, instead: bool) {
        self.plans = self.plans.saturating_add(1);
        self.replans = self.replans.saturating_add(u32::from(instead));
        let counted = &mut self.lengths[length.min(8)];
        *counted = counted.saturating_add(1);
    }
}

impl GoalOperator {
    /// Whether it has been carried out.
    pub fn is_done(&self, achieved: bool, facts: u64) -> bool {
        if self.expects.is_empty() { achieved } else { self.expects.hold(facts) }
    }

    /// What is so when it will have been carried out.
    pub fn applied(&self, facts: u64) -> u64 {
        self.expects.apply(self.effects.apply(facts))
    }
}

/// A new list takes the place of the one before, when it differs.
pub(super) fn follow_list(progress: &mut ArchitectureState, goals: Vec<u8>, now: u32) {
    if progress.goals != goals {
        progress.counts.note(goals.len(), !progress.goals.is_empty());
        (progress.goals, progress.planned_tick) = (goals, now);
    }
}
