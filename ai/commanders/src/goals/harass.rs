//! Harass: a small fast party where the enemy gathers, that is gone before soldiers come.

use sandtable_sim::content::Reader;
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::ranges::Bounds;

use super::planner::{GoalPlanner, Notes, steps_to};
use super::settings::Setting;
use crate::context::Assessment;
use crate::perception::Aim;
use crate::plan::{Mix, Raid, Step};

struct Harass {
    mix: Mix,
    raid: Raid,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn GoalPlanner> {
    let mix = setting.mix(table);
    let size = table.int("size", Bounds::new(1, 60)).required();
    let retreat_percent = table.int("retreat_percent", Bounds::new(0, 1_000)).or(120);
    Box::new(Harass { mix, raid: Raid { size: setting.vary(size, 1), retreat_percent } })
}

impl GoalPlanner for Harass {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut Notes,
    ) -> Result<Vec<Step>, &'static str> {
        let first = self.mix.first().ok_or("no soldiers to raid with")?;
        let mut steps = steps_to(known.roles, known.rules, &[Aim::Kind(first.0)]);
        steps.retain(|step| !matches!(step, Step::Have(kind, _) if *kind == first.0));
        steps.push(Step::Raise(self.mix.clone(), self.raid.size));
        steps.push(Step::Raid(self.raid));
        Ok(steps)
    }
}
