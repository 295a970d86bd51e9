//! Economy: a base, workers for it, and what they gather.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner};
use super::settings::GoalSettings;
use crate::context::Assessment;
use crate::plan::{PlanStep, WorkerSplit};

struct EconomyGoal {
    workers: u16,
    /// Empty for shares by what plans ask for.
    split: WorkerSplit,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    let workers = table.int("workers", Bounds::new(1, 200)).required();
    Box::new(EconomyGoal { workers: setting.vary(workers), split: setting.split(table) })
}

impl GoalPlanner for EconomyGoal {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let base = known.roles.base.ok_or("the rules have no base")?;
        let split = (!self.split.is_empty()).then(|| PlanStep::Split(self.split.clone()));
        Ok(split.into_iter().chain([PlanStep::Have(base, 1), PlanStep::Workers(self.workers)]).collect())
    }
}
