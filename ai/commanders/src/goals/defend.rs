//! Defence: towers when asked for, and whoever is needed against what comes near the base.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner};
use super::settings::GoalSettings;
use crate::context::Assessment;
use crate::plan::PlanStep;

struct DefendGoal {
    militia: u16,
    steps: Vec<PlanStep>,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    let militia = table.int("militia", Bounds::new(0, 100)).or(0);
    let works = setting.counts(table, "buildings");
    Box::new(DefendGoal {
        militia,
        steps: works.into_iter().map(|(kind, count)| PlanStep::Have(kind, count)).collect(),
    })
}

impl GoalPlanner for DefendGoal {
    fn construct_plan(
        &self,
        _known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let guard = PlanStep::Guard { militia: self.militia };
        Ok(std::iter::once(guard).chain(self.steps.iter().cloned()).collect())
    }
}
