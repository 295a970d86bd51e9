//! Scout: look at the enemy and at the map, again and again.

use sandtable_sim::content::Reader;
use sandtable_sim::id::KindId;

use super::{Goal, Notes};
use crate::desk::Desk;
use crate::plan::Step;
use crate::strategy::Setting;

struct Scout {
    unit: Option<KindId>,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn Goal> {
    Box::new(Scout { unit: setting.kind(table, "unit") })
}

impl Goal for Scout {
    fn construct_plan(&self, _desk: &mut Desk<'_, '_>, _notes: &mut Notes) -> Result<Vec<Step>, &'static str> {
        let train = self.unit.map(|kind| Step::Have(kind, 1));
        Ok(train.into_iter().chain([Step::Watch(self.unit)]).collect())
    }
}
