//! Scout: look at the enemy and at the map, again and again.

use sandtable_sim::content::Reader;
use sandtable_sim::id::KindId;
use sandtable_sim::rng::Rng;

use super::planner::{GoalPlanner, Notes};
use super::settings::Setting;
use crate::context::Assessment;
use crate::plan::Step;

struct Scout {
    unit: Option<KindId>,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn GoalPlanner> {
    Box::new(Scout { unit: setting.kind(table, "unit") })
}

impl GoalPlanner for Scout {
    fn construct_plan(
        &self,
        _known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut Notes,
    ) -> Result<Vec<Step>, &'static str> {
        let train = self.unit.map(|kind| Step::Have(kind, 1));
        Ok(train.into_iter().chain([Step::Watch(self.unit)]).collect())
    }
}
