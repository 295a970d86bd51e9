//! Rush: the enemy is attacked as early as a handful of cheap soldiers allows, and gets no peace after that.

use sandtable_content::TableReader;
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner, steps_across, steps_to};
use super::settings::{ArmySpec, GoalSettings};
use crate::context::Assessment;
use crate::perception::ProductionTarget;
use crate::plan::PlanStep;

struct RushGoal {
    muster: ArmySpec,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    Box::new(RushGoal { muster: setting.muster(table) })
}

impl GoalPlanner for RushGoal {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        // Only what the first kind of soldier needs comes before it: a rush waits for nothing.
        let first = self.muster.mix.first().ok_or("no soldiers to rush with")?;
        let mut steps = steps_to(known.roles, known.rules, &[ProductionTarget::Kind(first.0)]);
        steps.retain(|step| !matches!(step, PlanStep::Have(kind, _) if *kind == first.0));
        steps.extend(self.muster.buildings.iter().map(|(kind, count)| PlanStep::Have(*kind, *count)));
        steps.extend(steps_across(known));
        steps.push(PlanStep::Army(self.muster.mix.clone(), self.muster.strike.size));
        steps.push(PlanStep::Strike(self.muster.strike));
        Ok(steps)
    }

    fn leads_to(&self) -> Vec<ProductionTarget> {
        let kinds = self.muster.mix.iter().take(1).chain(&self.muster.buildings);
        kinds.map(|(kind, _)| ProductionTarget::Kind(*kind)).collect()
    }

    fn soldiers(&self) -> &[(KindId, u16)] {
        &self.muster.mix
    }
}
