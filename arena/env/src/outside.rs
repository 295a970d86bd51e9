//! A player who is played from outside: in the session it has a commander like all others, which gives the orders that were laid ready.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sandtable_ai::{Commander, Orders};
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_state::codec::DecodeError;
use sandtable_state::limits::MAX_ORDERS_PER_TICK;

/// The orders of a player that its next decision gives.
#[derive(Clone, Default)]
pub(crate) struct ReadyOrders(Arc<Mutex<Vec<Order>>>);

impl ReadyOrders {
    /// Lays orders ready, in the place of those that were never given; as many as a player may give in a tick.
    pub fn lay(&self, orders: &[Order]) {
        let mut ready = self.ready();
        ready.clear();
        ready.extend(orders.iter().take(MAX_ORDERS_PER_TICK).cloned());
    }

    /// The commander that gives them.
    pub fn commander(&self) -> Box<dyn Commander> {
        Box::new(OutsideCommander(self.clone()))
    }

    // Whoever panicked while holding them left a list of orders all the same.
    fn ready(&self) -> MutexGuard<'_, Vec<Order>> {
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
        self.0.ready().drain(..).for_each(|order| {
            orders.give(order);
        });
    }
}
