//! Economy: a base, and workers for it.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner};
use super::settings::GoalSettings;
use crate::context::Assessment;
use crate::plan::PlanStep;

struct EconomyGoal {
    workers: u16,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    let workers = table.int("workers", Bounds::new(1, 200)).required();
    Box::new(EconomyGoal { workers: setting.vary(workers) })
}

impl GoalPlanner for EconomyGoal {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let base = known.roles.base.ok_or("the rules have no base")?;
        Ok(vec![PlanStep::Have(base, 1), PlanStep::Workers(self.workers)])
    }
}
