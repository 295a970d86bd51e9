//! Serving the goals by priority, then letting the managers give their orders.

use sandtable_sim::decide::Inputs;
use sandtable_sim::math::Vec2;
use sandtable_sim::view::View;

use super::mind::GoalMind;
use super::pursuit::{ServedGoal, pursue};
use crate::budget::Budget;
use crate::commander::{OrderCause, Orders};
use crate::context::DecisionContext;
use crate::goals::{GoalState, StrategyGoal};
use crate::managers;
use crate::plan::{ArmyMix, PlanStep};
use crate::systems::{ManagerFeature, StrategySystem};

impl GoalMind {
    /// Serves the goals, then lets the managers give their orders.
    pub fn act(&mut self, view: &View<'_>, orders: &mut Orders) {
        let sound: Vec<bool> = {
            let outlook = self.outlook(view);
            let holds = |purpose: &StrategyGoal| {
                purpose.premise.iter().all(|one| one.test.weigh(outlook.value(&one.input)).is_some())
            };
            self.strategy.goals.iter().map(holds).collect()
        };
        let state = &mut self.state;
        let without = self.strategy.without;
        let mut ledger = Budget::open(view.resources(), view.supply());
        ledger.saves = !without.has(StrategySystem::Ledger);
        let mut desk = DecisionContext {
            view,
            rules: view.rules(),
            roles: &self.roles,
            situation: &mut self.situation,
            memory: &mut state.memory,
            ledger: &mut ledger,
            forces: &mut state.forces,
            yard: &mut state.yard,
            knowledge: &mut state.knowledge,
            character: &self.strategy.character,
            choosers: &self.strategy.choosers,
            places: &self.strategy.places,
            features: self.strategy.features,
            without,
            rested: &state.rested,
            luck: &state.luck,
            pledged: Vec::new(),
            rng: &mut state.rng,
            orders,
        };
        desk.because(OrderCause::Duty("construction: tends what was begun"));
        managers::tend_buildings(&mut desk);
        desk.because(OrderCause::Duty("economy: keeps supply ahead of need"));
        managers::keep_supply(&mut desk);
        for row in &self.order {
            let at = usize::from(*row);
            desk.pledged = pledged(&state.standings, at);
            let goal = ServedGoal {
                row: *row,
                purpose: &self.strategy.goals[at],
                priority: self.scores[at],
                sound: sound[at],
            };
            pursue(&goal, &mut state.standings[at], &mut desk, &mut state.timeline);
        }
        if self.strategy.features.has(ManagerFeature::Spend) {
            desk.because(OrderCause::Duty("treasury: spends what no plan asked for"));
            let mix = wanted_mix(&self.order, &state.standings);
            managers::spend_surplus(&mut desk, &mix);
        }
        managers::command_forces(&mut desk);
        desk.because(OrderCause::Duty("economy: finds work for idle workers"));
        managers::employ_workers(&mut desk, &mut state.economy);
    }
}

/// The soldiers that the most urgent goal with an army wants.
fn wanted_mix(order: &[u8], standings: &[GoalState]) -> ArmyMix {
    let plans = order.iter().filter_map(|row| standings[usize::from(*row)].plan.as_ref());
    let mut steps = plans.flat_map(|plan| &plan.steps);
    let mix = steps.find_map(|step| if let PlanStep::Army(mix, _) = step { Some(mix.clone()) } else { None });
    mix.unwrap_or_default()
}

/// The sites that the plans of other goals are for.
fn pledged(standings: &[GoalState], own: usize) -> Vec<Vec2> {
    let others = standings.iter().enumerate().filter(|(row, standing)| *row != own && !standing.achieved);
    let steps = others.filter_map(|(_, standing)| standing.plan.as_ref()).flat_map(|plan| &plan.steps);
    steps.filter_map(|step| if let PlanStep::Found(_, place) = step { Some(*place) } else { None }).collect()
}
