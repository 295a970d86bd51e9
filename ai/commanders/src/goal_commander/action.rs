//! Serving the goals by priority, then letting the managers give their orders.

use sandtable_math::Vec2;
use sandtable_sim::view::View;

use super::mind::GoalMind;
use super::pursuit::{ServedGoal, pursue};
use crate::budget::ReservationBudget;
use crate::commander::{OrderCause, Orders};
use crate::context::DecisionContext;
use crate::goals::{GoalRecord, StrategyGoal};
use crate::input::InputSlots;
use crate::managers;
use crate::plan::{ArmyMix, PlanStep};
use crate::systems::{ManagerFeature, StrategySystem};

impl GoalMind {
    /// Serves the goals, then lets the managers give their orders.
    pub fn act(&mut self, view: &View<'_>, orders: &mut Orders) {
        let sound: Vec<bool> = {
            let outlook = self.outlook(view);
            let holds = |strategy_goal: &StrategyGoal| strategy_goal.premise.iter().all(|one| one.holds(&outlook));
            self.strategy.goals.iter().map(holds).collect()
        };
        let (state, disabled) = (&mut self.state, self.strategy.disabled);
        let mut budget = ReservationBudget::open(view.resources(), view.supply());
        budget.saves = !disabled.has(StrategySystem::Ledger);
        let mut ctx = DecisionContext {
            view,
            rules: view.rules(),
            roles: &self.roles,
            situation: &mut self.situation,
            memory: &mut state.memory,
            budget: &mut budget,
            forces: &mut state.forces,
            construction: &mut state.construction,
            knowledge: &mut state.knowledge,
            character: &self.strategy.character,
            choosers: &self.strategy.choosers,
            places: &self.strategy.places,
            armies: &self.strategy.armies,
            features: self.strategy.features,
            disabled,
            slots: InputSlots {
                ready_ticks: &state.ready_ticks,
                chance_states: &state.chance_states,
                conditions: &self.strategy.conditions,
                fired: &state.triggers.fired,
                likely_percents: &state.beliefs.percents,
            },
            split: Vec::new(),
            pledged: Vec::new(),
            rng: &mut state.rng,
            orders,
        };
        managers::look_for_landing(&mut ctx);
        managers::keep_errands(&mut ctx, &mut state.errands);
        if self.strategy.features.has(ManagerFeature::Surrender) {
            managers::surrender_if_lost(&mut ctx);
        }
        ctx.because(OrderCause::Duty("construction: tends what was begun"));
        managers::tend_buildings(&mut ctx);
        ctx.because(OrderCause::Duty("economy: keeps supply ahead of need"));
        managers::keep_supply(&mut ctx);
        for row in &self.order {
            let at = usize::from(*row);
            ctx.pledged = pledged(&state.records, at);
            let goal = ServedGoal {
                row: *row,
                strategy_goal: &self.strategy.goals[at],
                priority: self.scores[at],
                sound: sound[at],
            };
            pursue(&goal, &mut state.records[at], &mut ctx, &mut state.timeline);
        }
        if self.strategy.features.has(ManagerFeature::Spend) {
            ctx.because(OrderCause::Duty("treasury: spends what no plan asked for"));
            let mix = wanted_mix(&self.order, &state.records);
            managers::spend_surplus(&mut ctx, &mix);
        }
        managers::command_forces(&mut ctx);
        ctx.because(OrderCause::Duty("economy: finds work for idle workers"));
        managers::employ_workers(&mut ctx, &mut state.economy);
        ctx.because(OrderCause::Duty("triggers: gives the orders of one that fired"));
        let fired = self.firing.iter().flat_map(|row| &self.strategy.triggers[usize::from(*row)].orders);
        managers::give_orders(&mut ctx, fired, &mut state.errands);
    }
}

/// The soldiers that the most urgent goal with an army wants.
fn wanted_mix(order: &[u8], records: &[GoalRecord]) -> ArmyMix {
    let plans = order.iter().filter_map(|row| records[usize::from(*row)].plan.as_ref());
    let mut steps = plans.flat_map(|plan| &plan.steps);
    let mix = steps.find_map(|step| if let PlanStep::Army(mix, _) = step { Some(mix.clone()) } else { None });
    mix.unwrap_or_default()
}

/// The sites that the plans of other goals are for.
fn pledged(records: &[GoalRecord], own: usize) -> Vec<Vec2> {
    let others = records.iter().enumerate().filter(|(row, record)| *row != own && !record.achieved);
    let steps = others.filter_map(|(_, record)| record.plan.as_ref()).flat_map(|plan| &plan.steps);
    steps.filter_map(|step| if let PlanStep::Found(_, place) = step { Some(*place) } else { None }).collect()
}
