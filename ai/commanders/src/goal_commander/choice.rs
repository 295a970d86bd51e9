//! Choosing the goals: stances, then an architecture or the weighing of every goal, then what the timeline is told of it.

use std::borrow::Cow;

use sandtable_decide::{Inputs, by_score};
use sandtable_math::Fx;
use sandtable_sim::view::View;

use super::mind::GoalMind;
use crate::architecture::{Architecture, ChoiceInputs, PlanCounts};
use crate::beliefs;
use crate::commander::GoalProgress;
use crate::goals::{GoalRecord, StrategyGoal};
use crate::systems::StrategySystem;

/// The names under which changes of stance, of plan and triggers that fire stand in the timeline.
const STANCE: &str = "stance";
const TRIGGER: &str = "trigger";
const PLAN: &str = "plan";

impl GoalMind {
    /// Which goals are pursued now, and which come first.
    pub fn choose(&mut self, view: &View<'_>) {
        for (state, chance) in self.state.chance_states.iter_mut().zip(&self.strategy.chances) {
            state.turn(*chance, view.tick(), &mut self.state.chance_rng);
        }
        self.watch(view);
        self.take_stance(view);
        if !self.follow_architecture(view) {
            self.weigh(view);
        }
        if self.strategy.disabled.has(StrategySystem::Parallel) {
            self.order.truncate(1);
        }
        self.note_choices(view);
    }

    /// Takes in the evidence of beliefs, and finds the triggers that fire.
    fn watch(&mut self, view: &View<'_>) {
        let now = view.tick();
        let seen = beliefs::seen_now(&self.strategy.beliefs, &self.outlook(view));
        self.state.beliefs.note(&self.strategy.beliefs, &seen, now);
        let held: Vec<bool> = {
            let outlook = self.outlook(view);
            self.strategy.triggers.iter().map(|trigger| trigger.holds(&outlook)).collect()
        };
        self.firing = self.state.triggers.note(&self.strategy.triggers, &held, now);
        for row in &self.firing {
            let name = self.strategy.triggers[usize::from(*row)].name.clone();
            self.state.timeline.record(now, TRIGGER, GoalProgress::Step(Cow::Owned(name)), Fx::ZERO);
        }
    }

    fn take_stance(&mut self, view: &View<'_>) {
        let (mut stance_state, mut chance_rng) =
            (std::mem::take(&mut self.state.stance_state), self.state.chance_rng.clone());
        let mut scores = std::mem::take(&mut self.stances);
        let change = self.strategy.stances.choose(
            &mut stance_state,
            view.tick(),
            &self.outlook(view),
            &mut chance_rng,
            &mut scores,
        );
        (self.state.stance_state, self.state.chance_rng, self.stances) = (stance_state, chance_rng, scores);
        let Some(change) = change else { return };
        let name = |row: u8| self.strategy.stances.all.get(usize::from(row)).map_or("", |stance| stance.name.as_str());
        if let Some(row) = change.from {
            let why = Cow::Owned(format!("the premise of {} is gone", name(row)));
            self.state.timeline.record(view.tick(), STANCE, GoalProgress::Failed(why), Fx::ZERO);
        }
        if let Some(row) = change.to {
            let score = self.stances.get(usize::from(row)).map_or(Fx::ZERO, |scored| scored.score);
            let step = GoalProgress::Step(Cow::Owned(name(row).to_owned()));
            self.state.timeline.record(view.tick(), STANCE, step, score);
        }
    }

    /// Lets an architecture other than utility choose; false when there is none.
    fn follow_architecture(&mut self, view: &View<'_>) -> bool {
        let facts = self.strategy.facts.look(&self.outlook(view), self.state.architecture.flags);
        let rests = |(strategy_goal, record): (&StrategyGoal, &GoalRecord)| {
            view.tick() < record.rest_until || self.strategy.disabled.has(StrategySystem::Goals(strategy_goal.kind))
        };
        let resting: Vec<bool> = self.strategy.goals.iter().zip(&self.state.records).map(rests).collect();
        let achieved: Vec<bool> = self.state.records.iter().map(|goal| goal.achieved).collect();
        let (now, operators) = (view.tick(), &self.strategy.operators);
        let records = ChoiceInputs { now, facts, operators, resting: &resting, achieved: &achieved };
        let told = self.state.architecture.counts.clone();
        let chosen =
            self.strategy.architecture.choose(&mut self.state.architecture, &records, &mut self.state.chance_rng);
        let Some(chosen) = chosen else { return false };
        self.note_plan(&told, now);
        self.scores.clear();
        self.scores.resize(self.strategy.goals.len(), Fx::ZERO);
        for (place, goal) in chosen.iter().enumerate() {
            // A priority for those who ask: a hundred and down.
            self.scores[usize::from(*goal)] = Fx::from_int(100 - place.min(99) as i16);
        }
        self.order = chosen;
        true
    }

    /// Notes a planner's new plan, and why the one before was given up.
    fn note_plan(&mut self, told: &PlanCounts, now: u32) {
        let architecture = &self.state.architecture;
        if architecture.counts.plans == told.plans || !self.strategy.architecture.plans() {
            return;
        }
        let names: Vec<&str> =
            architecture.goals.iter().map(|goal| self.strategy.goals[usize::from(*goal)].name.as_str()).collect();
        let entries = [
            (architecture.counts.replans > told.replans)
                .then(|| GoalProgress::Failed(Cow::Owned(architecture.report.clone()))),
            Some(GoalProgress::Step(Cow::Owned(names.join(", ")))),
        ];
        for progress in entries.into_iter().flatten() {
            self.state.timeline.record(now, PLAN, progress, Fx::ZERO);
        }
    }

    /// Why a goal that was pursued no longer is.
    fn why_dropped(&self, row: usize, view: &View<'_>) -> Cow<'static, str> {
        let strategy_goal = &self.strategy.goals[row];
        if !self.state.stance_state.allows(strategy_goal.stances) {
            return Cow::Borrowed("its stance is not taken");
        }
        let outlook = self.outlook(view);
        match strategy_goal.decision.considerations.iter().find(|one| !one.holds(&outlook)) {
            Some(veto) => Cow::Owned(format!("{} is {}", veto.input.name(view.rules()), outlook.value(&veto.input))),
            None if matches!(self.strategy.architecture, Architecture::Utility) => Cow::Borrowed("it is worth nothing"),
            None => Cow::Borrowed("it is not chosen"),
        }
    }

    /// Priorities of all goals, and the order of those worth pursuing.
    fn weigh(&mut self, view: &View<'_>) {
        let now = view.tick();
        let mut scores = std::mem::take(&mut self.scores);
        scores.clear();
        let outlook = self.outlook(view);
        for (strategy_goal, record) in self.strategy.goals.iter().zip(&self.state.records) {
            let there = !self.strategy.disabled.has(StrategySystem::Goals(strategy_goal.kind));
            let open = there && now >= record.rest_until && self.state.stance_state.allows(strategy_goal.stances);
            let priority = if open { strategy_goal.decision.appraise(&outlook).priority() } else { Fx::ZERO };
            scores.push(self.strategy.inertia.apply(priority, record.chosen));
        }
        self.scores = scores;
        by_score(&self.scores, &mut self.order);
    }

    /// Notes what was taken up and what was dropped; what was dropped cools down.
    fn note_choices(&mut self, view: &View<'_>) {
        let now = view.tick();
        for row in 0..self.strategy.goals.len() {
            let priority = self.scores[row];
            let (chosen, record) = (priority > Fx::ZERO, &self.state.records[row]);
            if chosen != record.chosen && now >= record.rest_until {
                let progress =
                    if chosen { GoalProgress::Chosen } else { GoalProgress::Dropped(self.why_dropped(row, view)) };
                self.state.timeline.record(now, &self.strategy.goals[row].name, progress, priority);
            }
            let record = &mut self.state.records[row];
            if !chosen {
                record.plan = None;
            }
            let ended = record.chosen && !chosen;
            record.chosen = chosen;
            if ended {
                self.cool_down(row, now);
            }
        }
    }

    fn cool_down(&mut self, goal: usize, now: u32) {
        for (slot, (row, cooldown)) in self.strategy.cooldowns.iter().enumerate() {
            if usize::from(*row) == goal {
                self.state.ready_ticks[slot] = now.saturating_add(cooldown.ticks(&mut self.state.chance_rng));
            }
        }
    }
}
