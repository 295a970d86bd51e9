//! A player who is played from outside: in the session it has a commander like all others, which gives the orders that were laid ready.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sandtable_ai::{Commander, Orders, RefusedOrder};
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_state::codec::DecodeError;
use sandtable_state::limits::MAX_ORDERS_PER_TICK;

/// What passes between a step and the player's commander in the session.
#[derive(Default)]
struct Passed {
    /// The orders that its next decision gives.
    ready: Vec<Order>,
    /// Orders refused since they were asked for last: no more than a player gives in a step.
    refused: Vec<RefusedOrder>,
}

/// The orders of a player that its next decision gives, and those of its orders that were refused.
#[derive(Clone, Default)]
pub(crate) struct ReadyOrders(Arc<Mutex<Passed>>);

impl ReadyOrders {
    /// Lays orders ready, in the place of those that were never given; as many as a player may give in a tick.
    pub fn lay(&self, orders: &[Order]) {
        let ready = &mut self.passed().ready;
        ready.clear();
        ready.extend(orders.iter().take(MAX_ORDERS_PER_TICK).cloned());
    }

    /// The commander that gives them.
    pub fn commander(&self) -> Box<dyn Commander> {
        Box::new(OutsideCommander(self.clone()))
    }

    /// The orders refused since this was asked last, in the order in which they were.
    pub fn take_refused(&self) -> Vec<RefusedOrder> {
        std::mem::take(&mut self.passed().refused)
    }

    // Whoever panicked while holding them left lists of orders all the same.
    fn passed(&self) -> MutexGuard<'_, Passed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct OutsideCommander(ReadyOrders);

impl Commander for OutsideCommander {
    fn name(&self) -> &str {
        "outside"
    }

    fn interval_ticks(&self) -> u32 {
        1
    }

    // Orders that lie ready are given in the tick in which they were laid: between steps there is nothing to remember.
    fn save(&self) -> Option<Vec<u8>> {
        Some(Vec::new())
    }

    fn restore(&mut self, _: &[u8]) -> Result<(), DecodeError> {
        Ok(())
    }

    fn decide(&mut self, _: &View<'_>, orders: &mut Orders) {
        self.0.passed().ready.drain(..).for_each(|order| {
            orders.give(order);
        });
    }

    fn refused(&mut self, order: &RefusedOrder) {
        self.0.passed().refused.push(*order);
    }
}
