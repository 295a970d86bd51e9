//! Orders on their way: decided after one tick, applied some ticks later.

use sandtable_ai::Orders;
use sandtable_lens::stamped;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::id::PlayerId;

/// A ring of the next ticks' orders, as long as the order delay.
pub(super) struct Pending {
    slots: Vec<Vec<StampedOrder>>,
    delay: u32,
}

impl Pending {
    pub fn new(delay: u8) -> Pending {
        Pending { slots: vec![Vec::new(); usize::from(delay) + 1], delay: u32::from(delay) }
    }

    /// The ring's place for the orders of `tick`.
    fn slot(&mut self, tick: u32) -> &mut Vec<StampedOrder> {
        let length = self.slots.len() as u32;
        &mut self.slots[(tick % length) as usize]
    }

    /// Stamps what `player` decided after tick `now`. Players must be added in the order of their ids.
    pub fn add(&mut self, now: u32, player: PlayerId, orders: &mut Orders) {
        let tick = now + 1 + self.delay;
        self.slot(tick).extend(stamped(tick, player, orders.drain()));
    }

    /// Gives a player's match up in the next tick, before whatever else it may have ordered.
    pub fn surrender(&mut self, now: u32, player: PlayerId) {
        let tick = now + 1;
        let slot = self.slot(tick);
        slot.retain(|stamped| stamped.player != player);
        let at = slot.partition_point(|stamped| stamped.player < player);
        slot.insert(at, StampedOrder { tick, player, seq: 0, order: Order::surrender() });
    }

    /// All orders of ticks after `now`, by tick, player, sequence.
    pub fn under_way(&self, now: u32) -> Vec<StampedOrder> {
        let length = self.slots.len() as u32;
        (now + 1..=now + length).flat_map(|tick| self.slots[(tick % length) as usize].iter().cloned()).collect()
    }

    /// Takes up orders that were under way after `now`; false, and nothing is taken, when they are of no such ticks or in no such order.
    pub fn take_up(&mut self, now: u32, orders: Vec<StampedOrder>) -> bool {
        let next = now + 1..=now + self.slots.len() as u32;
        let key = |order: &StampedOrder| (order.tick, order.player, order.seq);
        if !orders.iter().all(|order| next.contains(&order.tick)) || !orders.is_sorted_by_key(key) {
            return false;
        }
        self.slots.iter_mut().for_each(Vec::clear);
        orders.into_iter().for_each(|order| self.slot(order.tick).push(order));
        true
    }

    /// The orders of `tick`, by player, then sequence; the place is free again after [`Pending::done`].
    pub fn of(&mut self, tick: u32) -> &[StampedOrder] {
        self.slot(tick)
    }

    /// Forgets the orders of `tick`.
    pub fn done(&mut self, tick: u32) {
        self.slot(tick).clear();
    }
}
