//! Writing down, for those who ask why, what a decision weighed.

use sandtable_decide::{DecisionRule, Inertia, Inputs};
use sandtable_math::Fx;
use sandtable_model::rules::Rules;
use sandtable_sim::view::View;

use super::mind::GoalMind;
use crate::commander::{ConsiderationTrace, DecisionTrace, OptionTrace, StepTrace, WeighedTrace};
use crate::goals::StrategyGoal;
use crate::input::{Input, InputContext};
use crate::plan::{GoalPlan, StepStatus};
use crate::stances::StrategyStance;

impl GoalMind {
    /// What the choice came to, losers included.
    pub fn trace_decision(&self, view: &View<'_>) -> DecisionTrace {
        let (outlook, rules) = (self.outlook(view), view.rules());
        let (architecture, strategy) = (&self.state.architecture, &self.strategy);
        let facts = strategy.facts.look(&outlook, architecture.flags);
        let stance = |(row, stance): (usize, &StrategyStance)| OptionTrace {
            name: stance.name.clone(),
            priority: self.stances.get(row).map_or(Fx::ZERO, |scored| scored.score),
            weighed: self
                .stances
                .get(row)
                .and_then(|scored| weighed(&stance.decision, &outlook, strategy.stances.inertia, scored.score)),
            place: (self.state.stance_state.stance == Some(row as u8)).then_some(0),
            barred: None,
            considerations: considered(&stance.decision, &outlook, rules),
            steps: Vec::new(),
        };
        let goal = |(row, strategy_goal): (usize, &StrategyGoal)| {
            let record = &self.state.records[row];
            let rests = view.tick() < record.rest_until;
            let barred = if rests { Some("it rests after a failure") } else { None };
            let allowed = self.state.stance_state.allows(strategy_goal.stances);
            OptionTrace {
                name: strategy_goal.name.clone(),
                priority: self.scores[row],
                weighed: weighed(&strategy_goal.decision, &outlook, strategy.inertia, self.scores[row]),
                place: self.order.iter().position(|it| usize::from(*it) == row).map(|place| place as u8),
                barred: barred.or((!allowed).then_some("its stance is not taken")),
                considerations: considered(&strategy_goal.decision, &outlook, rules),
                steps: Vec::new(),
            }
        };
        DecisionTrace {
            tick: view.tick(),
            stage: strategy.architecture.stage(architecture),
            report: architecture.report.clone(),
            facts: strategy.facts.names(facts).map(str::to_owned).collect(),
            stances: strategy.stances.all.iter().enumerate().map(stance).collect(),
            goals: strategy.goals.iter().enumerate().map(goal).collect(),
        }
    }

    /// Adds how the steps of the plans stood once they were tried.
    pub fn trace_steps(&self, trace: &mut DecisionTrace, rules: &Rules) {
        for (weighed, record) in trace.goals.iter_mut().zip(&self.state.records) {
            weighed.steps = record.plan.as_ref().map_or_else(Vec::new, |plan| stepped(plan, rules));
        }
    }
}

/// What a decision starts from, and whether inertia counts in its score; none where the score is not what it weighs.
fn weighed(
    decision: &DecisionRule<Input>,
    outlook: &InputContext<'_, '_>,
    inertia: Inertia,
    score: Fx,
) -> Option<WeighedTrace> {
    let priority = decision.appraise(outlook).priority();
    let factor = |running| if running { Fx::ratio_floor(100 + i64::from(inertia.percent), 100) } else { Fx::ONE };
    let running = [false, true].into_iter().find(|running| inertia.apply(priority, *running) == score)?;
    Some(WeighedTrace { base: decision.base, inertia: factor(running) })
}

/// The considerations of a decision, with what each came to.
fn considered(
    decision: &DecisionRule<Input>,
    outlook: &InputContext<'_, '_>,
    rules: &Rules,
) -> Vec<ConsiderationTrace> {
    let mut list = Vec::new();
    for one in &decision.considerations {
        let value = outlook.value(&one.input);
        let weight = one.test.weigh(value).map(|weight| (weight.base, weight.times));
        list.push(ConsiderationTrace { input: one.input.name(rules), value, weight });
        if weight.is_none() {
            break;
        }
    }
    list
}

/// The steps of a plan in words.
fn stepped(plan: &GoalPlan, rules: &Rules) -> Vec<StepTrace> {
    let status = |row: usize| match plan.statuses.get(row) {
        Some(StepStatus::Done) => "done",
        Some(StepStatus::Running) => "running",
        Some(StepStatus::Waiting) => "waiting",
        Some(StepStatus::Failed(why)) => why,
        None => "not tried",
    };
    plan.steps
        .iter()
        .enumerate()
        .map(|(row, step)| StepTrace { what: step.describe(rules), is_mission: step.is_mission(), status: status(row) })
        .collect()
}
