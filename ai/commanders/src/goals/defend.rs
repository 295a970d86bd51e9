//! Defence: towers when asked for, and whoever is needed against what comes near the base.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner};
use super::settings::GoalSettings;
use crate::context::Assessment;
use crate::plan::PlanStep;

struct DefendGoal {
    militia: u16,
    buildings: Vec<(KindId, u16)>,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    let militia = table.int("militia", Bounds::new(0, 100)).or(0);
    Box::new(DefendGoal { militia, buildings: setting.counts(table, "buildings") })
}

impl GoalPlanner for DefendGoal {
    fn construct_plan(
        &self,
        _known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let guard = PlanStep::Guard { militia: self.militia };
        let works = self.buildings.iter().map(|(kind, count)| PlanStep::Have(*kind, *count));
        Ok(std::iter::once(guard).chain(works).collect())
    }

    fn adds(&self) -> &[(KindId, u16)] {
        &self.buildings
    }
}
