//! Tech: buildings and technologies in an order, each with all that it needs first.

use sandtable_sim::content::Reader;
use sandtable_sim::id::TechId;

use super::{Goal, Notes, steps_to};
use crate::desk::Desk;
use crate::input::Subject;
use crate::plan::Step;
use crate::roles::Aim;
use crate::strategy::Setting;

struct Tech {
    aims: Vec<Aim>,
    /// One at a time, the one that is worth most, instead of in order.
    weighed: bool,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn Goal> {
    Box::new(Tech { aims: setting.aims(table, "aims"), weighed: table.boolean("weighed").or(false) })
}

impl Goal for Tech {
    fn construct_plan(&self, desk: &mut Desk<'_, '_>, _notes: &mut Notes) -> Result<Vec<Step>, &'static str> {
        let chooser = desk.choosers.techs.as_ref().filter(|_| self.weighed);
        let Some(chooser) = chooser else { return Ok(steps_to(desk, &self.aims)) };
        let known = |tech: &TechId| desk.view.has_tech(*tech);
        let techs = self.aims.iter().filter_map(|aim| if let Aim::Tech(tech) = aim { Some(*tech) } else { None });
        let open: Vec<TechId> = techs.filter(|tech| !known(tech)).collect();
        let subjects: Vec<Subject> = open.iter().map(|tech| Subject::Tech(*tech)).collect();
        let scored = desk.scores(chooser, &subjects);
        let picked = chooser.policy.pick(&scored, |_| 0, desk.rng);
        Ok(picked.map_or_else(Vec::new, |row| steps_to(desk, &[Aim::Tech(open[row])])))
    }
}
