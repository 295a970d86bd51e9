//! Counter: what does best, for its price, against the soldiers that were seen; not against those that are hidden.

use std::cmp::Reverse;

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner, steps_to};
use super::settings::GoalSettings;
use super::tuning::COUNTER_REVIEW_TICKS;
use crate::context::Assessment;
use crate::perception::ProductionTarget;
use crate::plan::PlanStep;

struct CounterGoal {
    answers: Vec<(KindId, u16)>,
    makers: u16,
    least_percent: u32,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    let answers = setting.counts(table, "answers");
    if answers.is_empty() && !table.has("answers") {
        table.error("answers", "no soldiers", "kinds and how many of each at most, as { spearman = 12, archer = 20 }");
    }
    Box::new(CounterGoal {
        answers,
        makers: table.int("makers", Bounds::new(1, 16)).or(1),
        least_percent: table.int("least_percent", Bounds::new(0u32, 1_000)).or(100),
    })
}

impl GoalPlanner for CounterGoal {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let edge = |kind: KindId| known.memory.edge_of(kind, known.roles);
        let best = self.answers.iter().max_by_key(|(kind, _)| (edge(*kind), Reverse(*kind)));
        let (kind, count) = *best.ok_or("no answers to choose from")?;
        if edge(kind) < self.least_percent {
            return Err("no answer does better than what there is");
        }
        let mut steps = steps_to(known.roles, known.rules, &[ProductionTarget::Kind(kind)]);
        steps.retain(|step| !matches!(step, PlanStep::Have(it, _) if *it == kind));
        if let Some(maker) = known.roles.makers[kind.index()].first().filter(|_| self.makers > 1) {
            steps.push(PlanStep::Have(*maker, self.makers));
        }
        steps.push(PlanStep::Have(kind, count));
        Ok(steps)
    }

    fn leads_to(&self) -> Vec<ProductionTarget> {
        self.answers.iter().map(|(kind, _)| ProductionTarget::Kind(*kind)).collect()
    }

    fn review_ticks(&self) -> Option<u32> {
        Some(COUNTER_REVIEW_TICKS)
    }
}
