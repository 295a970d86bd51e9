//! Scout: look at the enemy and at the map, again and again.

use sandtable_content::TableReader;
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner};
use super::settings::GoalSettings;
use crate::context::Assessment;
use crate::plan::PlanStep;

struct ScoutGoal {
    unit: Option<KindId>,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    Box::new(ScoutGoal { unit: setting.kind(table, "unit") })
}

impl GoalPlanner for ScoutGoal {
    fn construct_plan(
        &self,
        _known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let train = self.unit.map(|kind| PlanStep::Have(kind, 1));
        Ok(train.into_iter().chain([PlanStep::Watch(self.unit)]).collect())
    }
}
