//! The contract of commanders: something that looks at a view, now and then, and gives orders.

mod failure;
mod match_info;
mod orders;
mod timeline;
mod trace;

pub use failure::{CommanderFailure, FailureKind};
pub use match_info::MatchInfo;
pub use orders::{OrderCause, OrderReason, Orders};
pub use timeline::{GoalProgress, Milestone, Timeline};
pub use trace::{ConsiderationTrace, DecisionTrace, OptionTrace, StepTrace};

use sandtable_sim::codec::DecodeError;
use sandtable_sim::rules::Rules;
use sandtable_sim::victory::Outcome;
use sandtable_sim::view::View;

/// Commands one player. A pure function of the views it was shown, its memory and its own random streams:
/// the same match with the same seeds gets the same orders.
pub trait Commander: Send {
    /// Its name, as reports show it.
    fn name(&self) -> &str;

    /// Ticks between two decisions, 1 or more; 16 is once a game second.
    fn interval_ticks(&self) -> u32 {
        16
    }

    /// Looks at the world after a tick and gives orders.
    fn decide(&mut self, view: &View<'_>, orders: &mut Orders);

    /// Makes ready to decide, as the first decision would otherwise: a bot in another process starts and says hello.
    ///
    /// # Errors
    /// How it failed to.
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
    fn end(&mut self, _outcome: Option<&Outcome>) -> Result<(), CommanderFailure> {
        Ok(())
    }

    /// Everything it remembers, the places of its random streams included, as bytes: a commander built anew and given them with
    /// [`restore`](Commander::restore) decides on as this one would. None for one that cannot be saved: its match can be continued all
    /// the same, by deciding everything again from the start. [`sandtable_sim::codec`] makes bytes of what derives `Serialize`.
    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    /// Takes up what [`save`](Commander::save) wrote, by a commander of the same strategy.
    ///
    /// # Errors
    /// When the bytes are no such memory; it is as it was then.
    fn restore(&mut self, _bytes: &[u8]) -> Result<(), DecodeError> {
        Err(DecodeError::Malformed("this commander cannot be restored".to_owned()))
    }

    /// What it went for and how that ended, oldest first, for reports; at most [`Timeline::LIMIT`] entries.
    fn goals(&self) -> &[Milestone] {
        &[]
    }

    /// What an order of the latest decision was given for, by its [`Orders::causes`]; none when it cannot say.
    fn reason(&self, _cause: OrderCause, _rules: &Rules) -> Option<OrderReason> {
        None
    }

    /// Says whether accounts of decisions are to be kept from now on. It changes no order.
    fn keep_accounts(&mut self, _on: bool) {}

    /// The account of the latest decision; none when it keeps none.
    fn account(&self) -> Option<&DecisionTrace> {
        None
    }

    /// The goals it goes for since the latest decision, the most urgent first, each with the steps of its plan that it has begun.
    fn pursuits(&self, _rules: &Rules) -> Vec<OrderReason> {
        Vec::new()
    }
}
