//! Writing down, for those who ask why, what a decision weighed.

use sandtable_sim::decide::{Decision, Inputs};
use sandtable_sim::math::Fx;
use sandtable_sim::rules::Rules;
use sandtable_sim::view::View;

use super::mind::Mind;
use crate::commander::{Account, Considered, Stepped, Weighed};
use crate::goals::Purpose;
use crate::input::{Input, Outlook};
use crate::plan::{Plan, Status};
use crate::stances::Stance;

impl Mind {
    /// What the choice came to, losers included.
    pub fn give_account(&self, view: &View<'_>) -> Account {
        let (outlook, rules) = (self.outlook(view), view.rules());
        let (course, strategy) = (&self.state.course, &self.strategy);
        let facts = strategy.facts.look(&outlook, course.flags);
        let stance = |(row, stance): (usize, &Stance)| Weighed {
            name: stance.name.clone(),
            priority: self.stances.get(row).map_or(Fx::ZERO, |scored| scored.score),
            place: (self.state.posture.stance == Some(row as u8)).then_some(0),
            barred: None,
            considerations: considered(&stance.decision, &outlook, rules),
            steps: Vec::new(),
        };
        let goal = |(row, purpose): (usize, &Purpose)| {
            let standing = &self.state.standings[row];
            let rests = view.tick() < standing.rest_until;
            let barred = if rests { Some("it rests after a failure") } else { None };
            let allowed = self.state.posture.allows(purpose.stances);
            Weighed {
                name: purpose.name.clone(),
                priority: self.scores[row],
                place: self.order.iter().position(|it| usize::from(*it) == row).map(|place| place as u8),
                barred: barred.or((!allowed).then_some("its stance is not taken")),
                considerations: considered(&purpose.decision, &outlook, rules),
                steps: Vec::new(),
            }
        };
        Account {
            tick: view.tick(),
            stage: strategy.architecture.stage(course),
            report: course.report.clone(),
            facts: strategy.facts.names(facts).map(str::to_owned).collect(),
            stances: strategy.stances.all.iter().enumerate().map(stance).collect(),
            goals: strategy.goals.iter().enumerate().map(goal).collect(),
        }
    }

    /// Adds how the steps of the plans stood once they were tried.
    pub fn account_for_steps(&self, account: &mut Account, rules: &Rules) {
        for (weighed, standing) in account.goals.iter_mut().zip(&self.state.standings) {
            weighed.steps = standing.plan.as_ref().map_or_else(Vec::new, |plan| stepped(plan, rules));
        }
    }
}

/// The considerations of a decision, with what each came to.
fn considered(decision: &Decision<Input>, outlook: &Outlook<'_, '_>, rules: &Rules) -> Vec<Considered> {
    let mut list = Vec::new();
    for one in &decision.considerations {
        let value = outlook.value(&one.input);
        let weight = one.test.weigh(value).map(|weight| (weight.base, weight.times));
        list.push(Considered { input: one.input.name(rules), value, weight });
        if weight.is_none() {
            break;
        }
    }
    list
}

/// The steps of a plan in words.
fn stepped(plan: &Plan, rules: &Rules) -> Vec<Stepped> {
    let status = |row: usize| match plan.statuses.get(row) {
        Some(Status::Done) => "done",
        Some(Status::Running) => "running",
        Some(Status::Waiting) => "waiting",
        Some(Status::Failed(why)) => why,
        None => "not tried",
    };
    plan.steps
        .iter()
        .enumerate()
        .map(|(row, step)| Stepped { what: step.describe(rules), status: status(row) })
        .collect()
}
