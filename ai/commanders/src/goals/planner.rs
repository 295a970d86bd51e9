//! What every kind of goal can do: construct a plan from what is known now.

use sandtable_model::rules::Rules;
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;
use serde::{Deserialize, Serialize};

use crate::context::Assessment;
use crate::perception::{KindRoles, ProductionTarget};
use crate::plan::PlanStep;

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
        notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str>;

    /// What it makes, with all that this needs.
    fn leads_to(&self) -> Vec<ProductionTarget> {
        Vec::new()
    }

    /// Buildings that it adds once what they need is there.
    fn adds(&self) -> &[(KindId, u16)] {
        &[]
    }

    /// The soldiers of which it has to have some.
    fn soldiers(&self) -> &[(KindId, u16)] {
        &[]
    }

    /// Ticks after which a plan that is under way is made anew, where what was known when it was made may change.
    fn review_ticks(&self) -> Option<u32> {
        None
    }

    /// The tick from which it is pursued no more, of goals that are carried out once and then over.
    fn over_tick(&self) -> Option<u32> {
        None
    }

    /// Whether goals below it get nothing while its plan is under way.
    fn is_alone(&self) -> bool {
        false
    }
}

/// What a goal remembers from plan to plan.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct GoalNotes {
    /// The row of the site that the last plan was for.
    pub site: Option<u16>,
}

/// What takes an army to an enemy whom no way on foot leads to.
pub(super) fn steps_across(known: &Assessment<'_, '_>) -> Vec<PlanStep> {
    known.forces.crossing.landing().map(|_| PlanStep::Ferry).into_iter().collect()
}

/// The steps for all that a kind needs, without the kind itself.
pub(super) fn steps_before(roles: &KindRoles, rules: &Rules, kind: KindId) -> Vec<PlanStep> {
    let mut steps = steps_to(roles, rules, &[ProductionTarget::Kind(kind)]);
    steps.retain(|step| !matches!(step, PlanStep::Have(made, _) if *made == kind));
    steps
}

/// The steps for a list of aims with all they need, each once.
pub(super) fn steps_to(roles: &KindRoles, rules: &Rules, aims: &[ProductionTarget]) -> Vec<PlanStep> {
    let mut steps: Vec<PlanStep> = Vec::new();
    for aim in aims.iter().flat_map(|aim| roles.chain(rules, *aim)) {
        let step = match aim {
            ProductionTarget::Kind(kind) => PlanStep::Have(kind, 1),
            ProductionTarget::Tech(tech) => PlanStep::Know(tech),
        };
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    steps
}
