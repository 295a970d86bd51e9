//! The contract of commanders: something that looks at a view, now and then, and gives orders.

mod failure;
mod match_info;
mod orders;
mod refused_order;
mod timeline;
mod trace;

pub use failure::{CommanderFailure, FailureKind};
pub use match_info::MatchInfo;
pub use orders::{OrderCause, OrderReason, Orders};
pub use refused_order::RefusedOrder;
pub use timeline::{GoalProgress, Milestone, Timeline};
pub use trace::{ConsiderationTrace, DecisionTrace, OptionTrace, StepTrace, WeighedTrace};

use std::any::Any;

use sandtable_model::rules::Rules;
use sandtable_sim::victory::MatchOutcome;
use sandtable_sim::view::View;
use sandtable_state::codec::DecodeError;
use sandtable_state::named::NamedField;

/// Commands one player. A pure function of the views it was shown, its memory and its own random streams:
/// the same match with the same seeds gets the same orders.
///
/// # Examples
///
/// A commander that has its soldiers wait where they are, once:
///
/// ```
/// use sandtable_ai::{Commander, Orders};
/// use sandtable_model::OrderKind;
/// use sandtable_sim::order::Order;
/// use sandtable_sim::view::View;
///
/// struct Waiter {
///     told: bool,
/// }
///
/// impl Commander for Waiter {
///     fn name(&self) -> &str {
///         "waiter"
///     }
///
///     fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
///         let units = view.own_units();
///         if !self.told && !units.is_empty() {
///             self.told = orders.give(Order::to(units.iter().map(|unit| unit.handle), OrderKind::Hold));
///         }
///     }
/// }
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
/// # use sandtable_sim::World;
/// # use sandtable_state::id::PlayerId;
/// # let world = World::new(scenario, 1);
/// let (mut waiter, mut orders) = (Waiter { told: false }, Orders::new());
/// waiter.decide(&View::new(&world, PlayerId(0)), &mut orders);
/// assert_eq!(orders.as_slice().len(), 1);
/// // It is asked once a game second unless it says otherwise.
/// assert_eq!(waiter.interval_ticks(), 16);
/// ```
pub trait Commander: Send {
    /// The commander's name, as reports and replays show it.
    fn name(&self) -> &str;

    /// Ticks between two decisions, 1 or more; 16 is once a game second.
    fn interval_ticks(&self) -> u32 {
        16
    }

    /// Looks at the world after a tick and gives orders.
    fn decide(&mut self, view: &View<'_>, orders: &mut Orders);

    /// Told of an order of its player's that was refused, after the tick in which it was to take effect and before it decides again.
    fn refused(&mut self, _order: &RefusedOrder) {}

    /// Makes ready to decide, as the first decision would otherwise: a bot in another process starts and says hello.
    ///
    /// # Errors
    /// How it failed to make ready.
    fn ready(&mut self) -> Result<(), CommanderFailure> {
        Ok(())
    }

    /// How it failed in its latest decision; none while it is well. A commander that plays in another process says so here, others panic.
    fn failure(&mut self) -> Option<CommanderFailure> {
        None
    }

    /// Whether it is the pure function that a commander should be. Another process is only as good as its word: what it decided
    /// is taken from the record when a match is to be verified.
    fn is_pure(&self) -> bool {
        true
    }

    /// Told once that the match is over, with its outcome when it came to one.
    ///
    /// # Errors
    /// That it did not end as it should. It is no forfeit any more.
    fn end(&mut self, _outcome: Option<&MatchOutcome>) -> Result<(), CommanderFailure> {
        Ok(())
    }

    /// Everything it remembers, the places of its random streams included, as bytes: a commander built anew and given them with
    /// [`restore`](Commander::restore) decides on as this one would. None for one that cannot be saved: its match can be continued all
    /// the same, by deciding everything again from the start. [`sandtable_state::codec`] makes bytes of what derives `Serialize`.
    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    /// Takes up what [`save`](Commander::save) wrote, by a commander of the same strategy.
    ///
    /// # Errors
    /// When the bytes are no memory of this strategy; the commander is as it was then.
    fn restore(&mut self, _bytes: &[u8]) -> Result<(), DecodeError> {
        Err(DecodeError::Malformed("this commander cannot be restored".to_owned()))
    }

    /// Everything it remembers as [`save`](Commander::save) has it, but as a value of this process, to go on from many times. None for one that
    /// has bytes alone.
    fn remember(&self) -> Option<Box<dyn Any + Send>> {
        None
    }

    /// Takes up what [`remember`](Commander::remember) gave, of a commander of the same strategy; whether it did.
    fn recall(&mut self, _memory: &(dyn Any + Send)) -> bool {
        false
    }

    /// The fields of a memory that [`save`](Commander::save) wrote, in the order of their bytes: differences between memories are told by
    /// them. [`named_fields`](sandtable_state::named::named_fields) lists those of what [`sandtable_state::codec::encode`] encodes. None for
    /// a memory that has no names, or is none of this strategy's.
    fn memory_fields(&self, _memory: &[u8]) -> Option<Vec<NamedField>> {
        None
    }

    /// What it went for and how that ended, oldest first, for reports; at most [`Timeline::LIMIT`] entries.
    fn goals(&self) -> &[Milestone] {
        &[]
    }

    /// What an order of the latest decision was given for, by its [`Orders::causes`]; none when it cannot say.
    fn reason(&self, _cause: OrderCause, _rules: &Rules) -> Option<OrderReason> {
        None
    }

    /// Says whether decisions are to be traced from now on. It changes no order, and costs nothing while it is off.
    fn set_tracing(&mut self, _on: bool) {}

    /// The trace of the latest decision; none when decisions are not traced, or the commander cannot tell of them.
    fn trace(&self) -> Option<&DecisionTrace> {
        None
    }

    /// The goals it goes for since the latest decision, the most urgent first, each with the steps of its plan that it has begun.
    fn pursuits(&self, _rules: &Rules) -> Vec<OrderReason> {
        Vec::new()
    }
}
