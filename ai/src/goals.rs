//! The goal commander: weighs its goals, serves the chosen ones by priority, and lets the managers give the orders.

use std::borrow::Cow;

use sandtable_sim::content::Reader;
use sandtable_sim::decide::by_score;
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::math::Fx;
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::Rules;
use sandtable_sim::view::View;

use crate::commander::{Cause, Commander, Milestone, Orders, Progress, Reason, Timeline};
use crate::desk::Desk;
use crate::goal::Standing;
use crate::input::Outlook;
use crate::ledger::Ledger;
use crate::manager::construction::{self, Yard};
use crate::manager::economy::{self, Economy};
use crate::manager::forces::Forces;
use crate::memory::Memory;
use crate::plan::{Outcome, Plan};
use crate::registry::Brief;
use crate::roles::Roles;
use crate::situation::Situation;
use crate::strategy::{self, Strategy};

/// Ticks a goal rests for each time in a row that its plan failed.
const REST_TICKS: u32 = 20 * TICKS_PER_SECOND;
/// Failures that lengthen the rest.
const MAX_FAILURES: u8 = 6;
/// Ticks after which an achieved goal is looked at anew.
const REVIEW_TICKS: u32 = 10 * TICKS_PER_SECOND;

/// A commander that pursues the goals of a strategy file.
pub struct GoalCommander {
    name: String,
    roles: Roles,
    strategy: Strategy,
    memory: Memory,
    forces: Forces,
    yard: Yard,
    economy: Economy,
    rng: Rng,
    timeline: Timeline,
    situation: Situation,
    scores: Vec<Fx>,
    order: Vec<u8>,
}

/// Builds it from a strategy file.
pub fn build(file: &Reader<'_>, brief: &Brief<'_>) -> Box<dyn Commander> {
    Box::new(GoalCommander {
        name: brief.name.to_owned(),
        roles: Roles::of(brief.rules),
        strategy: strategy::read(file, brief.rules, Rng::stream(brief.seed, "strategy noise")),
        memory: Memory::default(),
        forces: Forces::default(),
        yard: Yard::default(),
        economy: Economy::default(),
        rng: Rng::stream(brief.seed, "decisions"),
        timeline: Timeline::default(),
        situation: Situation::default(),
        scores: Vec::new(),
        order: Vec::new(),
    })
}

impl Commander for GoalCommander {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        self.situation.gather(view, &self.roles, self.rng.next_u64());
        self.memory.update(view, &self.situation, &self.roles);
        self.forces.begin(&self.situation);
        self.weigh(view);
        let mut ledger = Ledger::open(view.resources(), view.supply());
        let mut desk = Desk {
            view,
            rules: view.rules(),
            roles: &self.roles,
            situation: &mut self.situation,
            memory: &mut self.memory,
            ledger: &mut ledger,
            forces: &mut self.forces,
            yard: &mut self.yard,
            rng: &mut self.rng,
            orders,
        };
        desk.because(Cause::Duty("construction: tends what was begun"));
        construction::tend(&mut desk);
        desk.because(Cause::Duty("economy: keeps supply ahead of need"));
        economy::keep_supply(&mut desk);
        for number in &self.order {
            let row = usize::from(*number);
            pursue((*number, &mut self.strategy.goals[row]), self.scores[row], &mut desk, &mut self.timeline);
        }
        Forces::command(&mut desk);
        desk.because(Cause::Duty("economy: finds work for idle workers"));
        economy::employ(&mut desk, &mut self.economy);
    }

    fn goals(&self) -> &[Milestone] {
        self.timeline.entries()
    }

    fn reason(&self, cause: Cause, rules: &Rules) -> Option<Reason> {
        let Cause::Step { goal, step } = cause else { return None };
        let step = usize::from(step);
        self.told(goal, rules, step..step + 1)
    }

    fn pursuits(&self, rules: &Rules) -> Vec<Reason> {
        let begun = |row: u8| self.strategy.goals[usize::from(row)].plan.as_ref().map_or(0, |plan| plan.begun);
        self.order.iter().filter_map(|row| self.told(*row, rules, 0..begun(*row))).collect()
    }
}

impl GoalCommander {
    /// A goal and some steps of its plan in words; no steps where that has been dropped since.
    fn told(&self, goal: u8, rules: &Rules, steps: std::ops::Range<usize>) -> Option<Reason> {
        let (standing, priority) = (self.strategy.goals.get(usize::from(goal))?, *self.scores.get(usize::from(goal))?);
        let steps = standing.plan.as_ref().and_then(|plan| plan.steps.get(steps)).unwrap_or_default();
        let steps = steps.iter().map(|step| step.describe(rules)).collect();
        Some(Reason { goal: standing.name.clone(), priority, steps })
    }

    /// Priorities of all goals, and the order of those worth pursuing.
    fn weigh(&mut self, view: &View<'_>) {
        let now = view.tick();
        let outlook = Outlook { view, situation: &self.situation, memory: &self.memory, roles: &self.roles };
        self.scores.clear();
        for goal in &self.strategy.goals {
            let rested = now >= goal.rest_until;
            let priority = if rested { goal.decision.appraise(&outlook).priority() } else { Fx::ZERO };
            self.scores.push(self.strategy.inertia.apply(priority, goal.chosen));
        }
        by_score(&self.scores, &mut self.order);
        for (row, goal) in self.strategy.goals.iter_mut().enumerate() {
            let priority = self.scores[row];
            let chosen = priority > Fx::ZERO;
            if chosen != goal.chosen && now >= goal.rest_until {
                let progress = if chosen { Progress::Chosen } else { Progress::Dropped };
                note(&mut self.timeline, now, &goal.name, progress, priority);
            }
            if !chosen {
                goal.plan = None;
            }
            goal.chosen = chosen;
        }
    }
}

/// Constructs the goal's plan when it has none, and follows it.
fn pursue((row, goal): (u8, &mut Standing), priority: Fx, desk: &mut Desk<'_, '_>, timeline: &mut Timeline) {
    let now = desk.situation.tick;
    let stale = goal.achieved && now >= goal.planned_tick + REVIEW_TICKS;
    if goal.plan.is_none() || stale {
        match goal.goal.construct_plan(desk) {
            Ok(steps) => goal.take_plan(Plan::of(steps), now),
            Err(why) => return fail(goal, why, priority, now, timeline),
        }
    }
    let Some(plan) = &mut goal.plan else { return };
    let begun = plan.begun;
    let outcome = plan.pursue(row, desk);
    for step in plan.steps[begun..plan.begun].iter().filter(|_| !goal.achieved) {
        let what = Cow::Owned(step.describe(desk.rules));
        note(timeline, now, &goal.name, Progress::Step(what), priority);
    }
    match outcome {
        Outcome::Achieved if !goal.achieved => {
            (goal.achieved, goal.failures) = (true, 0);
            note(timeline, now, &goal.name, Progress::Achieved, priority);
        }
        Outcome::Achieved | Outcome::Underway => {}
        Outcome::Failed(why) => fail(goal, why, priority, now, timeline),
    }
}

fn fail(goal: &mut Standing, why: &'static str, priority: Fx, now: u32, timeline: &mut Timeline) {
    goal.failures = (goal.failures + 1).min(MAX_FAILURES);
    goal.rest_until = now + REST_TICKS * u32::from(goal.failures);
    goal.plan = None;
    note(timeline, now, &goal.name, Progress::Failed(Cow::Borrowed(why)), priority);
}

fn note(timeline: &mut Timeline, tick: u32, goal: &str, progress: Progress, priority: Fx) {
    timeline.note(Milestone { tick, goal: Cow::Owned(goal.to_owned()), progress, priority });
}
