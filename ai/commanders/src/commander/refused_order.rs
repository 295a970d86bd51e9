//! Orders that the state did not allow: what is told to whoever gave them.

use sandtable_model::OrderKind;
use sandtable_sim::event::{Event, Rejection, TickReport};
use sandtable_sim::order::StampedOrder;
use sandtable_state::id::PlayerId;

/// An order that was refused when it was to take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusedOrder {
    /// Whose.
    pub player: PlayerId,
    /// The tick that it was to take effect in.
    pub tick: u32,
    /// Its number among the player's orders of the decision, from 0.
    pub seq: u16,
    /// What it said.
    pub verb: OrderKind,
    /// Why it was refused.
    pub why: Rejection,
}

impl RefusedOrder {
    /// The orders that were refused in a tick which was stepped under `orders`, in the order in which they were.
    pub fn of_tick<'r>(orders: &'r [StampedOrder], report: &'r TickReport) -> impl Iterator<Item = RefusedOrder> + 'r {
        report.events.iter().filter_map(|event| {
            let Event::Rejected { player, seq, why } = *event else { return None };
            let given = orders.iter().find(|given| (given.player, given.seq) == (player, seq))?;
            Some(RefusedOrder { player, tick: report.tick, seq, verb: given.order.verb, why })
        })
    }
}
