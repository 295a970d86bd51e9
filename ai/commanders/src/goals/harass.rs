//! Harass: a small fast party where the enemy gathers, that is gone before soldiers come.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner, steps_before};
use super::settings::GoalSettings;
use crate::context::Assessment;
use crate::perception::ProductionTarget;
use crate::plan::{ArmyMix, PlanStep, RaidSpec};

struct HarassGoal {
    mix: ArmyMix,
    raid: RaidSpec,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    let mix = setting.mix(table);
    let size = table.int("size", Bounds::new(1, 60)).required();
    let retreat_percent = table.int("retreat_percent", Bounds::new(0, 1_000)).or(120);
    Box::new(HarassGoal { mix, raid: RaidSpec { size: setting.vary(size), retreat_percent } })
}

impl GoalPlanner for HarassGoal {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let first = self.mix.first().ok_or("no soldiers to raid with")?;
        let mut steps = steps_before(known.roles, known.rules, first.0);
        steps.push(PlanStep::Party(self.mix.clone(), self.raid.size));
        steps.push(PlanStep::Raid(self.mix.clone(), self.raid));
        Ok(steps)
    }

    fn leads_to(&self) -> Vec<ProductionTarget> {
        self.mix.iter().take(1).map(|(kind, _)| ProductionTarget::Kind(*kind)).collect()
    }

    fn soldiers(&self) -> &[(KindId, u16)] {
        &self.mix
    }
}
