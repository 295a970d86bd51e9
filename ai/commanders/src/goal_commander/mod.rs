//! The goal commander: chooses its goals, serves them by priority, and lets the managers give the orders.

mod action;
mod choice;
mod mind;
mod pursuit;
#[cfg(feature = "save")]
mod soundness;
mod state;
mod tracing;
mod tuning;

use std::any::Any;

use sandtable_content::TableReader;
use sandtable_model::rules::Rules;
use sandtable_sim::view::View;
#[cfg(feature = "save")]
use sandtable_state::codec::{DecodeError, decode_loosely};
#[cfg(feature = "save")]
use sandtable_state::named::{NamedField, named_fields};
use sandtable_state::rng::Rng;

use crate::commander::{Commander, DecisionTrace, MatchInfo, Milestone, OrderCause, OrderReason, Orders};
use crate::strategy;
use mind::GoalMind;
use state::CommanderState;
#[cfg(feature = "save")]
use tuning::MAX_STATE_BYTES;

/// A commander that pursues the goals of a strategy file.
///
/// # Examples
///
/// What it weighs can be traced, and its memory saved and taken up by another:
///
/// ```
/// use sandtable_ai::{MatchInfo, Orders, Registry};
/// use sandtable_sim::World;
/// use sandtable_state::id::PlayerId;
/// use sandtable_sim::view::View;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let text = r#"
/// bot = "goals"
/// about = "Workers, and an army when there are some."
/// [goals.economy]
/// priority = 80
/// workers = 8
/// [goals.rush]
/// priority = 50
/// mix = { light = 1 }
/// size = 6
/// when = [{ input = "workers", min = 6 }]
/// "#;
/// let registry = Registry::standard();
/// let info = MatchInfo { rules: &scenario.rules, player: PlayerId(0), seed: 7, name: "mine" };
/// let build = || registry.commander("mine.toml", text, &info).unwrap().value;
/// let (mut commander, mut twin) = (build(), build());
/// let (world, mut orders) = (World::new(Arc::clone(&scenario), 1), Orders::new());
///
/// commander.set_tracing(true);
/// commander.decide(&View::new(&world, PlayerId(0)), &mut orders);
/// let trace = commander.trace().unwrap();
/// assert_eq!(trace.goals[0].name, "economy");
/// assert_eq!(trace.goals[0].place, Some(0));
/// assert!(trace.goals[1].place.is_none());
///
/// twin.restore(&commander.save().unwrap()).unwrap();
/// assert_eq!(twin.save(), commander.save());
/// ```
pub struct GoalCommander {
    name: String,
    mind: GoalMind,
    /// Of the rules it was built for: what it takes up must be of them.
    #[cfg(feature = "save")]
    rows: soundness::RowCounts,
    /// What is kept for those who ask why.
    trace: Option<DecisionTrace>,
}

impl GoalCommander {
    /// What a strategy file gives as its `bot` to be played by this commander.
    pub const BOT: &'static str = "goals";
}

/// Builds it from a strategy file.
pub fn build(file: &TableReader<'_>, info: &MatchInfo<'_>) -> Box<dyn Commander> {
    let strategy = strategy::read(file, info.rules, Rng::stream(info.seed, "strategy noise"));
    let mind = GoalMind::new(strategy, info.rules, info.seed);
    Box::new(GoalCommander {
        name: info.name.to_owned(),
        mind,
        #[cfg(feature = "save")]
        rows: soundness::RowCounts::from_rules(info.rules),
        trace: None,
    })
}

impl Commander for GoalCommander {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        let mind = &mut self.mind;
        mind.look(view);
        mind.choose(view);
        if let Some(trace) = &mut self.trace {
            *trace = mind.trace_decision(view);
        }
        mind.act(view, orders);
        if let Some(trace) = &mut self.trace {
            mind.trace_steps(trace, view.rules());
        }
        if mind.state.forces.away() > 0 {
            mind.state.knowledge.strike_tick = view.tick();
        }
        orders.because(OrderCause::Duty("moments: gives the orders of the file"));
        mind.strategy.moments.give(&mut mind.state.moments, view, orders);
    }

    #[cfg(feature = "save")]
    fn save(&self) -> Option<Vec<u8>> {
        Some(sandtable_state::codec::encode(&self.mind.state))
    }

    #[cfg(feature = "save")]
    fn restore(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        let state: CommanderState = sandtable_state::codec::decode(bytes, MAX_STATE_BYTES)?;
        if !state.fits(&self.mind.strategy) || !soundness::is_sound(&state, self.rows) {
            return Err(DecodeError::Malformed("the memory of another strategy".to_owned()));
        }
        self.mind.state = state;
        Ok(())
    }

    fn remember(&self) -> Option<Box<dyn Any + Send>> {
        Some(Box::new(self.mind.state.clone()))
    }

    fn recall(&mut self, memory: &(dyn Any + Send)) -> bool {
        let state = memory.downcast_ref::<CommanderState>().filter(|state| state.fits(&self.mind.strategy));
        if let Some(state) = state {
            self.mind.state.clone_from(state);
        }
        state.is_some()
    }

    #[cfg(feature = "save")]
    fn memory_fields(&self, memory: &[u8]) -> Option<Vec<NamedField>> {
        let state: CommanderState = decode_loosely(memory, MAX_STATE_BYTES).ok()?;
        Some(named_fields(&state))
    }

    fn set_tracing(&mut self, on: bool) {
        self.trace = on.then(DecisionTrace::default);
    }

    fn trace(&self) -> Option<&DecisionTrace> {
        self.trace.as_ref()
    }

    fn goals(&self) -> &[Milestone] {
        self.mind.state.timeline.entries()
    }

    fn reason(&self, cause: OrderCause, rules: &Rules) -> Option<OrderReason> {
        let OrderCause::Step { goal, step } = cause else { return None };
        let step = usize::from(step);
        self.mind.describe_goal(goal, rules, step..step + 1)
    }

    fn pursuits(&self, rules: &Rules) -> Vec<OrderReason> {
        let begun = |row: u8| self.mind.state.records[usize::from(row)].plan.as_ref().map_or(0, |plan| plan.begun);
        self.mind.order.iter().filter_map(|row| self.mind.describe_goal(*row, rules, 0..begun(*row))).collect()
    }
}
