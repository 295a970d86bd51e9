//! Tech: buildings and technologies in an order, each with all that it needs first.

use sandtable_content::TableReader;
use sandtable_state::id::TechId;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner, steps_to};
use super::settings::GoalSettings;
use crate::context::Assessment;
use crate::input::OptionSubject;
use crate::perception::ProductionTarget;
use crate::plan::PlanStep;

struct TechGoal {
    aims: Vec<ProductionTarget>,
    /// One at a time, the one that is worth most, instead of in order.
    weighed: bool,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    Box::new(TechGoal { aims: setting.aims(table, "aims"), weighed: table.boolean("weighed").or(false) })
}

impl GoalPlanner for TechGoal {
    fn leads_to(&self) -> Vec<ProductionTarget> {
        self.aims.clone()
    }

    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let chooser = known.choosers.techs.as_ref().filter(|_| self.weighed);
        let Some(chooser) = chooser else { return Ok(steps_to(known.roles, known.rules, &self.aims)) };
        let has = |tech: &TechId| known.view.has_tech(*tech);
        let techs =
            self.aims.iter().filter_map(|aim| if let ProductionTarget::Tech(tech) = aim { Some(*tech) } else { None });
        let open: Vec<TechId> = techs.filter(|tech| !has(tech)).collect();
        let subjects: Vec<OptionSubject> = open.iter().map(|tech| OptionSubject::Tech(*tech)).collect();
        let scored = known.scores(chooser, &subjects);
        let picked = chooser.policy.pick(&scored, |_| 0, rng);
        Ok(picked.map_or_else(Vec::new, |row| steps_to(known.roles, known.rules, &[ProductionTarget::Tech(open[row])])))
    }
}
