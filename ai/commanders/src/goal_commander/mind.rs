//! What the goal commander decides with: its strategy, its state, and what it looks at now.

use std::ops::Range;

use sandtable_decide::Scored;
use sandtable_math::Fx;
use sandtable_model::rules::Rules;
use sandtable_sim::view::View;

use super::state::CommanderState;
use super::tuning::{ANSWERED_TICKS, UPDATE_EVERY_TICKS, UPDATE_TICKS};
use crate::commander::OrderReason;
use crate::input::{InputContext, InputSlots, OptionSubject};
use crate::perception::{KindRoles, Situation};
use crate::strategy::GoalStrategy;
use crate::systems::StrategySystem;

/// A strategy with its state, and the choice of the latest decision.
pub(super) struct GoalMind {
    pub roles: KindRoles,
    pub strategy: GoalStrategy,
    pub state: CommanderState,
    /// What this decision looks at; nothing of it is remembered.
    pub situation: Situation,
    /// By goal: its priority; 0 for those that are not pursued.
    pub scores: Vec<Fx>,
    /// The goals that are pursued, the most urgent first.
    pub order: Vec<u8>,
    /// By stance: what it is worth.
    pub stances: Vec<Scored>,
    /// The rows of the triggers that fire now.
    pub firing: Vec<u8>,
}

impl GoalMind {
    /// The mind of a commander before its first decision.
    pub fn new(strategy: GoalStrategy, rules: &Rules, seed: u64) -> GoalMind {
        GoalMind {
            roles: KindRoles::from_rules(rules).forbidding(&strategy.forbidden),
            state: CommanderState::new(&strategy, seed),
            strategy,
            situation: Situation::default(),
            scores: Vec::new(),
            order: Vec::new(),
            stances: Vec::new(),
            firing: Vec::new(),
        }
    }

    /// Looks: gathers the situation, and takes it into memory and knowledge.
    pub fn look(&mut self, view: &View<'_>) {
        let state = &mut self.state;
        self.situation.home = state.home;
        self.situation.gather(view, &self.roles, state.rng.next_u64());
        state.home = self.situation.home;
        let disabled = self.strategy.disabled;
        if disabled.has(StrategySystem::News) {
            self.situation.ignore_far_enemies(false);
        } else if disabled.has(StrategySystem::Updates) && view.tick() % UPDATE_EVERY_TICKS >= UPDATE_TICKS {
            self.situation.ignore_far_enemies(true);
        }
        state.memory.update(view, &self.situation, &self.roles);
        if disabled.has(StrategySystem::Memory) {
            state.memory.keep_only_visible(view.tick());
        }
        state.knowledge.update(view, &self.situation, &state.memory, &self.roles);
        state.knowledge.disable(disabled);
        let memory = &state.memory;
        state.knowledge.board.answer(|place| memory.seen_tick_at(place) + ANSWERED_TICKS > view.tick());
        state.forces.begin(&self.situation, &self.strategy.armies);
    }

    /// A goal and some steps of its plan in words; no steps where that has been dropped since.
    pub fn describe_goal(&self, goal: u8, rules: &Rules, steps: Range<usize>) -> Option<OrderReason> {
        let row = usize::from(goal);
        let (strategy_goal, record) = (self.strategy.goals.get(row)?, self.state.records.get(row)?);
        let priority = *self.scores.get(row)?;
        let steps = record.plan.as_ref().and_then(|plan| plan.steps.get(steps)).unwrap_or_default();
        let steps = steps.iter().map(|step| step.describe(rules)).collect();
        Some(OrderReason { goal: strategy_goal.name.clone(), priority, steps })
    }

    /// What considerations look at.
    pub fn outlook<'a, 'w>(&'a self, view: &'a View<'w>) -> InputContext<'a, 'w> {
        InputContext {
            view,
            situation: &self.situation,
            memory: &self.state.memory,
            roles: &self.roles,
            knowledge: &self.state.knowledge,
            character: &self.strategy.character,
            slots: InputSlots {
                ready_ticks: &self.state.ready_ticks,
                chance_states: &self.state.chance_states,
                conditions: &self.strategy.conditions,
                fired: &self.state.triggers.fired,
                likely_percents: &self.state.beliefs.percents,
            },
            enemy_side: self.situation.enemy_side(view),
            army_price: self.situation.army_price(view.rules()),
            away: self.state.forces.away(),
            subject: OptionSubject::None,
        }
    }
}
