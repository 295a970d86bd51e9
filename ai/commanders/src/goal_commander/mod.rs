//! The goal commander: chooses its goals, serves them by priority, and lets the managers give the orders.

mod action;
mod choice;
mod mind;
mod pursuit;
mod state;
mod tracing;

use sandtable_sim::codec::{self, DecodeError};
use sandtable_sim::content::Reader;
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::Rules;
use sandtable_sim::view::View;

use crate::commander::{Commander, DecisionTrace, MatchInfo, Milestone, OrderCause, OrderReason, Orders};
use crate::strategy;
use mind::GoalMind;
use state::CommanderState;

/// Bytes of what it remembers.
const MEMORY_BYTES: usize = 1 << 22;

/// A commander that pursues the goals of a strategy file.
pub struct GoalCommander {
    name: String,
    mind: GoalMind,
    /// What is kept for those who ask why.
    account: Option<DecisionTrace>,
}

/// Builds it from a strategy file.
pub fn build(file: &Reader<'_>, brief: &MatchInfo<'_>) -> Box<dyn Commander> {
    let strategy = strategy::read(file, brief.rules, Rng::stream(brief.seed, "strategy noise"));
    let mind = GoalMind::new(strategy, brief.rules, brief.seed);
    Box::new(GoalCommander { name: brief.name.to_owned(), mind, account: None })
}

impl Commander for GoalCommander {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        let mind = &mut self.mind;
        mind.look(view);
        mind.choose(view);
        if let Some(account) = &mut self.account {
            *account = mind.give_account(view);
        }
        mind.act(view, orders);
        if let Some(account) = &mut self.account {
            mind.account_for_steps(account, view.rules());
        }
        if mind.state.forces.at_war() > 0 {
            mind.state.knowledge.strike_tick = view.tick();
        }
        orders.because(OrderCause::Duty("moments: gives the orders of the file"));
        mind.strategy.moments.give(&mut mind.state.moments, view, orders);
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(codec::encode(&self.mind.state))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        let state: CommanderState = codec::decode(bytes, MEMORY_BYTES)?;
        if !state.fits(&self.mind.strategy) {
            return Err(DecodeError::Malformed("the memory of another strategy".to_owned()));
        }
        self.mind.state = state;
        Ok(())
    }

    fn keep_accounts(&mut self, on: bool) {
        self.account = on.then(DecisionTrace::default);
    }

    fn account(&self) -> Option<&DecisionTrace> {
        self.account.as_ref()
    }

    fn goals(&self) -> &[Milestone] {
        self.mind.state.timeline.entries()
    }

    fn reason(&self, cause: OrderCause, rules: &Rules) -> Option<OrderReason> {
        let OrderCause::Step { goal, step } = cause else { return None };
        let step = usize::from(step);
        self.mind.told(goal, rules, step..step + 1)
    }

    fn pursuits(&self, rules: &Rules) -> Vec<OrderReason> {
        let begun = |row: u8| self.mind.state.standings[usize::from(row)].plan.as_ref().map_or(0, |plan| plan.begun);
        self.mind.order.iter().filter_map(|row| self.mind.told(*row, rules, 0..begun(*row))).collect()
    }
}
