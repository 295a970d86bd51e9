//! Rush: the enemy is attacked as early as a handful of cheap soldiers allows, and gets no peace after that.

use sandtable_sim::content::Reader;
use sandtable_sim::rng::Rng;

use super::planner::{GoalPlanner, Notes, steps_to};
use super::settings::{Muster, Setting};
use crate::context::Assessment;
use crate::perception::Aim;
use crate::plan::Step;

struct Rush {
    muster: Muster,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn GoalPlanner> {
    Box::new(Rush { muster: setting.muster(table) })
}

impl GoalPlanner for Rush {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut Notes,
    ) -> Result<Vec<Step>, &'static str> {
        // Only what the first kind of soldier needs comes before it: a rush waits for nothing.
        let first = self.muster.mix.first().ok_or("no soldiers to rush with")?;
        let mut steps = steps_to(known.roles, known.rules, &[Aim::Kind(first.0)]);
        steps.retain(|step| !matches!(step, Step::Have(kind, _) if *kind == first.0));
        steps.extend(self.muster.buildings.iter().map(|(kind, count)| Step::Have(*kind, *count)));
        steps.push(Step::Army(self.muster.mix.clone(), self.muster.strike.size));
        steps.push(Step::Strike(self.muster.strike));
        Ok(steps)
    }
}
