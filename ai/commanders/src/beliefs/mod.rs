//! Beliefs: what a commander takes to be so of the enemy, with odds that evidence multiplies (Bayes' rule in odds form).
//!
//! The file says how likely a belief is before anything is seen, and by how much each piece of evidence makes it likelier or less
//! likely: the ratio of how often it is seen where the belief is true to how often where it is not. Pieces are taken to be
//! independent, as in a naive Bayes classifier.

mod read;
mod state;

pub(crate) use read::{MAX_BELIEFS, read};
pub(crate) use state::BeliefStates;

use sandtable_decide::{Consideration, Inputs};
use sandtable_math::Fx;

use crate::input::Input;

/// A belief of a strategy.
pub(crate) struct Belief {
    /// How likely it is before anything is seen.
    prior_percent: u8,
    evidence: Vec<Evidence>,
}

/// What speaks for a belief, or against it.
struct Evidence {
    /// All of them have to hold.
    conditions: Vec<Consideration<Input>>,
    /// What the odds are multiplied by.
    times: Fx,
    /// Ticks for which it counts after its conditions held last.
    keep_ticks: u32,
}

impl Belief {
    /// Leaves it at what it is before anything is seen.
    pub fn forget_evidence(&mut self) {
        self.evidence.clear();
    }
}

/// Whether each piece of evidence is to be seen now, belief by belief.
pub(crate) fn seen_now(beliefs: &[Belief], inputs: &impl Inputs<Input>) -> Vec<bool> {
    let holds = |one: &Evidence| one.conditions.iter().all(|it| it.holds(inputs));
    beliefs.iter().flat_map(|belief| &belief.evidence).map(holds).collect()
}
