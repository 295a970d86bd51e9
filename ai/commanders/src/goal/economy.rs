//! Economy: a base, and workers for it.

use sandtable_sim::content::Reader;
use sandtable_sim::math::Bounds;

use super::{Goal, Notes};
use crate::desk::Desk;
use crate::plan::Step;
use crate::strategy::Setting;

struct Economy {
    workers: u16,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn Goal> {
    let workers = table.int("workers", Bounds::new(1, 200)).required();
    Box::new(Economy { workers: setting.vary(workers, 1) })
}

impl Goal for Economy {
    fn construct_plan(&self, desk: &mut Desk<'_, '_>, _notes: &mut Notes) -> Result<Vec<Step>, &'static str> {
        let base = desk.roles.base.ok_or("the rules have no base")?;
        Ok(vec![Step::Have(base, 1), Step::Workers(self.workers)])
    }
}
