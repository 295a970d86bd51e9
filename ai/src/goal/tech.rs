//! Tech: buildings and technologies in an order, each with all that it needs first.

use sandtable_sim::content::Reader;

use super::{Goal, steps_to};
use crate::desk::Desk;
use crate::plan::Step;
use crate::roles::Aim;
use crate::strategy::Setting;

struct Tech {
    aims: Vec<Aim>,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn Goal> {
    Box::new(Tech { aims: setting.aims(table, "aims") })
}

impl Goal for Tech {
    fn construct_plan(&mut self, desk: &mut Desk<'_, '_>) -> Result<Vec<Step>, &'static str> {
        Ok(steps_to(desk, &self.aims))
    }
}
