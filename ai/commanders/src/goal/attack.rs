//! Attack: a proper army, more buildings to train it when money lies idle, and a march to the last enemy building.

use sandtable_sim::content::Reader;

use super::{Goal, Notes};
use crate::desk::Desk;
use crate::plan::Step;
use crate::strategy::{Muster, Setting};

struct Attack {
    muster: Muster,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn Goal> {
    Box::new(Attack { muster: setting.muster(table) })
}

impl Goal for Attack {
    fn construct_plan(&self, _desk: &mut Desk<'_, '_>, _notes: &mut Notes) -> Result<Vec<Step>, &'static str> {
        let muster = &self.muster;
        let mut steps = vec![Step::Army(muster.mix.clone(), muster.strike.size), Step::Strike(muster.strike)];
        steps.extend(muster.buildings.iter().map(|(kind, count)| Step::Spare(*kind, *count)));
        Ok(steps)
    }
}
