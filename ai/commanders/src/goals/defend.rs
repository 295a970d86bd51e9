//! Defence: towers when asked for, and whoever is needed against what comes near the base.

use sandtable_sim::content::Reader;
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::ranges::Bounds;

use super::planner::{GoalPlanner, Notes};
use super::settings::Setting;
use crate::context::Assessment;
use crate::plan::Step;

struct Defend {
    militia: u16,
    steps: Vec<Step>,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn GoalPlanner> {
    let militia = table.int("militia", Bounds::new(0, 100)).or(0);
    let works = setting.counts(table, "buildings");
    Box::new(Defend { militia, steps: works.into_iter().map(|(kind, count)| Step::Have(kind, count)).collect() })
}

impl GoalPlanner for Defend {
    fn construct_plan(
        &self,
        _known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut Notes,
    ) -> Result<Vec<Step>, &'static str> {
        let guard = Step::Guard { militia: self.militia };
        Ok(std::iter::once(guard).chain(self.steps.iter().cloned()).collect())
    }
}
