//! Rush: the enemy is attacked as early as a handful of cheap soldiers allows, and gets no peace after that.

use sandtable_sim::content::Reader;

use super::{Goal, Notes, steps_to};
use crate::desk::Desk;
use crate::plan::Step;
use crate::strategy::{Muster, Setting};

struct Rush {
    muster: Muster,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn Goal> {
    Box::new(Rush { muster: setting.muster(table) })
}

impl Goal for Rush {
    fn construct_plan(&self, desk: &mut Desk<'_, '_>, _notes: &mut Notes) -> Result<Vec<Step>, &'static str> {
        // Only what the first kind of soldier needs comes before it: a rush waits for nothing.
        let first = self.muster.mix.first().ok_or("no soldiers to rush with")?;
        let mut steps = steps_to(desk, &[crate::roles::Aim::Kind(first.0)]);
        steps.retain(|step| !matches!(step, Step::Have(kind, _) if *kind == first.0));
        steps.extend(self.muster.buildings.iter().map(|(kind, count)| Step::Have(*kind, *count)));
        steps.push(Step::Army(self.muster.mix.clone(), self.muster.strike.size));
        steps.push(Step::Strike(self.muster.strike));
        Ok(steps)
    }
}
