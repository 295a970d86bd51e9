//! Personal goals: what an agent itself wants, weighed against each other.
//!
//! A goal stands once its score has reached one threshold and until it falls below a lower one (Game AI Pro ch. 2,
//! "Schmitt trigger"): so morale breaks, and rallies only well above. Of the goals that stand, the best is chosen, with
//! inertia for the one that is.

use sandtable_math::Fx;
use sandtable_state::limits::MAX_PERSONAL_GOALS;
use sandtable_state::state_struct;

use super::{Call, DecisionRule, Facts, Inertia, TreeId};

/// One goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalGoal {
    /// Its name, its own in the set.
    pub name: String,
    /// What it is worth.
    pub decision: DecisionRule<Call>,
    /// It stands from this score on.
    pub starts_at: Fx,
    /// It falls below this score; at most `starts_at`.
    pub ends_below: Fx,
    /// Ticks for which it has to be below that, while it is followed, before it falls.
    pub ends_after: u32,
    /// Whether following it is going against orders.
    pub disobeys: bool,
    /// The tree that runs while it is chosen; none to do what would be done without goals.
    pub tree: Option<TreeId>,
}

/// The goals of a kind of agent. Made by reading a content file, and valid therefore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalGoals {
    /// The name in its file, which is the one that definitions refer to it by.
    pub name: String,
    /// How the goal that is followed holds against better ones.
    pub inertia: Inertia,
    /// At most [`MAX_PERSONAL_GOALS`], in the order of the file.
    pub goals: Vec<PersonalGoal>,
}

state_struct! {
    /// What an agent wants at present. The default is nothing.
    #[derive(Copy, Default, Hash, serde::Serialize, serde::Deserialize)]
    pub struct GoalState {
        /// The goals that stand: a bit each, by row.
        pub standing: u8,
        /// One more than the row of the goal chosen; 0 for none.
        pub chosen: u8,
        /// The tick before which the goal chosen does not fall, whatever it is worth; 0 when it may fall at once.
        pub holds_until: u32,
    }
}

impl GoalState {
    /// The row of the goal chosen.
    pub fn goal(&self) -> Option<u8> {
        self.chosen.checked_sub(1)
    }
}

/// What weighing the goals gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalVerdict {
    /// The row of the goal chosen; none when none stands.
    pub goal: Option<u8>,
    /// The row of the goal chosen before.
    pub before: Option<u8>,
    /// The score of every goal, before inertia, losers included; 0 beyond them.
    pub scores: [Fx; MAX_PERSONAL_GOALS],
    /// The goals that stand: a bit each, by row.
    pub standing: u8,
}

impl PersonalGoals {
    /// The name it has in its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its goals, by row.
    pub fn all(&self) -> &[PersonalGoal] {
        &self.goals
    }

    /// The goal of a row.
    pub fn goal(&self, row: u8) -> Option<&PersonalGoal> {
        self.goals.get(usize::from(row))
    }

    /// Weighs the goals in a tick and chooses; equal scores choose the first. The goal followed that holds on below its threshold
    /// counts for what it took to begin it.
    pub fn choose(&self, state: &mut GoalState, facts: &impl Facts, tick: u32) -> GoalVerdict {
        let before = state.goal();
        let mut scores = [Fx::ZERO; MAX_PERSONAL_GOALS];
        let mut standing = 0u8;
        let mut best: Option<(Fx, u8, u32)> = None;
        for (row, goal) in (0u8..).zip(self.goals.iter().take(MAX_PERSONAL_GOALS)) {
            let score = goal.decision.appraise(facts).priority();
            scores[usize::from(row)] = score;
            let threshold = if state.standing & 1 << row != 0 { goal.ends_below } else { goal.starts_at };
            let stands = score > Fx::ZERO && score >= threshold;
            let holds_on = !stands && before == Some(row) && tick < state.holds_until;
            if !stands && !holds_on {
                continue;
            }
            standing |= 1 << row;
            let felt = if holds_on { goal.starts_at } else { score };
            let felt = self.inertia.apply(felt, before == Some(row));
            if best.is_none_or(|(most, ..)| felt > most) {
                let ends = if goal.ends_after == 0 { 0 } else { tick.saturating_add(goal.ends_after) };
                best = Some((felt, row, if holds_on { state.holds_until } else { ends }));
            }
        }
        let goal = best.map(|(_, row, _)| row);
        let holds_until = best.map_or(0, |(.., until)| until);
        *state = GoalState { standing, chosen: goal.map_or(0, |row| row + 1), holds_until };
        GoalVerdict { goal, before, scores, standing }
    }
}
