//! Tech: buildings and technologies in an order, each with all that it needs first.

use sandtable_sim::content::Reader;
use sandtable_sim::id::TechId;
use sandtable_sim::rng::Rng;

use super::planner::{GoalPlanner, Notes, steps_to};
use super::settings::Setting;
use crate::context::Assessment;
use crate::input::Subject;
use crate::perception::Aim;
use crate::plan::Step;

struct Tech {
    aims: Vec<Aim>,
    /// One at a time, the one that is worth most, instead of in order.
    weighed: bool,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn GoalPlanner> {
    Box::new(Tech { aims: setting.aims(table, "aims"), weighed: table.boolean("weighed").or(false) })
}

impl GoalPlanner for Tech {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        rng: &mut Rng,
        _notes: &mut Notes,
    ) -> Result<Vec<Step>, &'static str> {
        let chooser = known.choosers.techs.as_ref().filter(|_| self.weighed);
        let Some(chooser) = chooser else { return Ok(steps_to(known.roles, known.rules, &self.aims)) };
        let has = |tech: &TechId| known.view.has_tech(*tech);
        let techs = self.aims.iter().filter_map(|aim| if let Aim::Tech(tech) = aim { Some(*tech) } else { None });
        let open: Vec<TechId> = techs.filter(|tech| !has(tech)).collect();
        let subjects: Vec<Subject> = open.iter().map(|tech| Subject::Tech(*tech)).collect();
        let scored = known.scores(chooser, &subjects);
        let picked = chooser.policy.pick(&scored, |_| 0, rng);
        Ok(picked.map_or_else(Vec::new, |row| steps_to(known.roles, known.rules, &[Aim::Tech(open[row])])))
    }
}
