//! What every kind of goal can do: construct a plan from what is known now.

use sandtable_sim::rng::Rng;
use sandtable_sim::rules::Rules;
use serde::{Deserialize, Serialize};

use crate::context::Assessment;
use crate::perception::{Aim, Roles};
use crate::plan::Step;

/// What a goal's own file adds.
pub(crate) trait GoalPlanner: Send + Sync {
    /// The steps that lead to it from here.
    ///
    /// # Errors
    /// Why it cannot be had now.
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        rng: &mut Rng,
        notes: &mut Notes,
    ) -> Result<Vec<Step>, &'static str>;

    /// Ticks after which a plan that is under way is made anew, where what was known when it was made may change.
    fn review_ticks(&self) -> Option<u32> {
        None
    }
}

/// What a goal remembers from plan to plan.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Notes {
    /// The row of the site that the last plan was for.
    pub site: Option<u16>,
}

/// The steps for a list of aims with all they need, each once.
pub(super) fn steps_to(roles: &Roles, rules: &Rules, aims: &[Aim]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for aim in aims.iter().flat_map(|aim| roles.chain(rules, *aim)) {
        let step = match aim {
            Aim::Kind(kind) => Step::Have(kind, 1),
            Aim::Tech(tech) => Step::Know(tech),
        };
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}
