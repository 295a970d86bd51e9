//! Attack: a proper army, more buildings to train it when money lies idle, and a march to the last enemy building.

use sandtable_sim::content::Reader;
use sandtable_sim::rng::Rng;

use super::planner::{GoalPlanner, Notes};
use super::settings::{Muster, Setting};
use crate::context::Assessment;
use crate::plan::Step;

struct Attack {
    muster: Muster,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn GoalPlanner> {
    Box::new(Attack { muster: setting.muster(table) })
}

impl GoalPlanner for Attack {
    fn construct_plan(
        &self,
        _known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut Notes,
    ) -> Result<Vec<Step>, &'static str> {
        let muster = &self.muster;
        let mut steps = vec![Step::Army(muster.mix.clone(), muster.strike.size), Step::Strike(muster.strike)];
        steps.extend(muster.buildings.iter().map(|(kind, count)| Step::Spare(*kind, *count)));
        Ok(steps)
    }
}
