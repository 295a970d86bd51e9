//! Attack: a proper army, more buildings to train it when money lies idle, and a march to the last enemy building.

use sandtable_content::TableReader;
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner, steps_across};
use super::settings::{ArmySpec, GoalSettings};
use crate::context::Assessment;
use crate::plan::PlanStep;

struct AttackGoal {
    muster: ArmySpec,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    Box::new(AttackGoal { muster: setting.muster(table) })
}

impl GoalPlanner for AttackGoal {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let muster = &self.muster;
        let mut steps = steps_across(known);
        steps.extend([PlanStep::Army(muster.mix.clone(), muster.strike.size), PlanStep::Strike(muster.strike)]);
        steps.extend(muster.buildings.iter().map(|(kind, count)| PlanStep::Spare(*kind, *count)));
        Ok(steps)
    }

    fn adds(&self) -> &[(KindId, u16)] {
        &self.muster.buildings
    }

    fn soldiers(&self) -> &[(KindId, u16)] {
        &self.muster.mix
    }
}
