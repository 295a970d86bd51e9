//! Economy: a base, and workers for it.

use sandtable_sim::content::Reader;
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::ranges::Bounds;

use super::planner::{GoalPlanner, Notes};
use super::settings::Setting;
use crate::context::Assessment;
use crate::plan::Step;

struct Economy {
    workers: u16,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn GoalPlanner> {
    let workers = table.int("workers", Bounds::new(1, 200)).required();
    Box::new(Economy { workers: setting.vary(workers, 1) })
}

impl GoalPlanner for Economy {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut Notes,
    ) -> Result<Vec<Step>, &'static str> {
        let base = known.roles.base.ok_or("the rules have no base")?;
        Ok(vec![Step::Have(base, 1), Step::Workers(self.workers)])
    }
}
